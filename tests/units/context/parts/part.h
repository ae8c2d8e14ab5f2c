/* A part of a program: objects come from neighbours that hardly ever give one, or keep it. */
#ifndef PART_H
#define PART_H

#include <stdio.h>

struct sink {
	FILE *out;
	const char *name;
};

struct entry {
	int level;
	const char *text;
	struct entry *next;
};

struct sink *sink_find(const char *name);
struct entry *entry_add(struct sink *sink, const char *text, int level);

/* A value leads to something that only its own file sees. Who gets one ends it. */
struct hidden;
typedef struct {
	int kind;
	struct hidden *hidden;
} value;

value value_none(void);
value value_text(const char *text);
value value_copy(value v);
size_t value_size(value v);
void value_free(value v);

int sink_note(const struct sink *sink, const struct entry *entry);
int value_print(value v, FILE *out);

#endif
