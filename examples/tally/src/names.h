#ifndef TALLY_NAMES_H
#define TALLY_NAMES_H

#define MAX_NAMES 16
#define MAX_LENGTH 11

struct names; /* names that were seen, each with a number */

struct names *names_new(void);
void names_free(struct names *names);
/* The number of a name, added if it is new; -1 if it is too long, or there are too many. */
int names_number(struct names *names, const char *name);
int names_count(const struct names *names);

#endif
