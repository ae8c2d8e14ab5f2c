/* comment_stuck: counts statements between # comments. The end of the text ends a comment. */
enum state { BLANK, STATEMENT, COMMENT };

int statements_count(const char *text)
{
	enum state state = BLANK;
	int n = 0;
	for (;;) {
		char c = *text;
		switch (state) {
		case BLANK:
			if (!c)
				return n;
			state = c == '#' ? COMMENT : c == ' ' || c == '\n' ? BLANK : STATEMENT;
			text++;
			break;
		case STATEMENT:
			if (!c)
				return n + 1;
			if (c == ';') {
				n++;
				state = BLANK;
			}
			text++;
			break;
		case COMMENT:
			if (!c)
				return n;
			if (c == '\n')
				state = BLANK;
			text += c != 0;
			break;
		}
	}
}
