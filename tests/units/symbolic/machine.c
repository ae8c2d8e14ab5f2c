/* machine: a switch in a loop, whose states follow each other.
 * executions: 2000 */
int accepts(const char *text);

int accepts(const char *text)
{
	int state = 0;
	for (int i = 0; text[i] && i < 16; i++) {
		switch (state) {
		case 0:
			state = text[i] == '<' ? 1 : 0;
			break;
		case 1:
			state = text[i] == '!' ? 2 : 0;
			break;
		case 2:
			state = text[i] == '-' ? 3 : 0;
			break;
		case 3:
			if (text[i] == '>')
				return 1;
			break;
		default: /* never: default */
			return -1;
		}
	}
	switch (text[0]) {
	case 'a' ... 'f':
		return 2;
	case 'Q':
		return 3;
	}
	return 0;
}
