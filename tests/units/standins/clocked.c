/* A part of a program: the clock, the users and the log are elsewhere. */
#include <stdlib.h>
#include <string.h>

struct user { char name[8]; int level; };

long clock_ms(void);
struct user *user_of(int id);
void log_line(const char *format, ...);
int fill_name(char *name, size_t size);
extern struct user *everybody;

/* -1: before start, 1: more than a second after. */
int is_late(long start)
{
	long now = clock_ms();
	if (now < start)
		return -1;
	return now - start > 1000;
}

/* The answer, as it is. */
long time_now(void)
{
	return clock_ms();
}

/* The answer, as it is. */
struct user *friend_of(int id)
{
	return user_of(id);
}

/* Only a stand-in gives null here. */
int level_of(int id)
{
	return user_of(id)->level;
}

int level_of_first(void)
{
	return everybody->level;
}

/* A real bug, which nothing made up has to do with: a name of eight letters has no room for the zero. */
char *name_copy(const char *name)
{
	log_line("copying %s", name);
	size_t length = strlen(name);
	char *copy = malloc(length < 8 ? 9 : length);
	if (copy)
		strcpy(copy, name);
	return copy;
}

/* What a stand-in left, as it is. */
int name_of_user(char name[16])
{
	memset(name, 0, 16);
	fill_name(name, 16);
	return name[0] != 0;
}
