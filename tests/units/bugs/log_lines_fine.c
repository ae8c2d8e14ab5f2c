/* log_lines: the newest lines of a log. A line that is pushed out is freed. */
#include <stdlib.h>
#include <string.h>

#define LINES 3

struct log {
	char *lines[LINES];
	unsigned next;
};

struct log *log_new(void)
{
	return calloc(1, sizeof(struct log));
}

int log_add(struct log *log, const char *line)
{
	size_t n = strlen(line) + 1;
	char *copy = malloc(n);
	if (!copy)
		return -1;
	memcpy(copy, line, n);
	free(log->lines[log->next % LINES]);
	log->lines[log->next % LINES] = copy;
	log->next = (log->next + 1) % LINES;
	return 0;
}

/* The length of the line added last, 0 without one. */
size_t log_last_length(const struct log *log)
{
	const char *line = log->lines[(log->next + LINES - 1) % LINES];
	return line ? strlen(line) : 0;
}

void log_free(struct log *log)
{
	for (int i = 0; log && i < LINES; i++)
		free(log->lines[i]);
	free(log);
}
