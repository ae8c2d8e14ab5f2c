/* A struct that a function sets up whose name alone does not say so, with hooks; and a mean of numbers. */
#include <stddef.h>

struct hooks {
	void (*line)(void *user, int number);
};

struct feed {
	struct hooks hooks;
	void *user;
	int lines, columns;
};

void feed_start(struct feed *feed, const struct hooks *hooks, void *user)
{
	feed->hooks.line = hooks->line;
	feed->user = user;
	feed->lines = 0;
	feed->columns = 0;
}

void feed_add(struct feed *feed, char c)
{
	feed->columns++;
	if (c != '\n')
		return;
	feed->columns = 0;
	feed->lines++;
	if (feed->hooks.line)
		feed->hooks.line(feed->user, feed->lines);
}

void feed_join(struct feed *to, const struct feed *from)
{
	to->lines += from->lines;
	to->columns = from->lines ? from->columns : to->columns + from->columns;
}

int feed_lines(const struct feed *feed)
{
	return feed->lines;
}

void feed_name(char *to, const struct feed *feed)
{
	to[0] = feed ? 'f' : '?';
	to[1] = 0;
}

int feed_words(struct feed *feed, const char **words)
{
	while (*words++)
		feed->lines++;
	return feed->lines;
}

int feed_within(int least, int most, int line)
{
	return line > 255 ? -1 : least <= line && line <= most;
}

double mean_of_two(double a, double b)
{
	return (a + b) / 2;
}
