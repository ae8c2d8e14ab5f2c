/* expectations: what the tests of a file expect, found in their text, and said anew. */
#ifndef SKEP_EMIT_UPKEEP_EXPECTATIONS_H
#define SKEP_EMIT_UPKEEP_EXPECTATIONS_H

#include "base/str.h"
#include "emit/upkeep/items.h"

enum form {
	FORM_EQUAL,      /* actual == expected */
	FORM_TEXT,       /* strcmp(actual, expected) == 0 */
	FORM_TRUE,       /* actual */
	FORM_FALSE,      /* !actual */
	FORM_NULL,       /* actual == NULL */
	FORM_NOT_NULL,   /* actual != NULL */
	FORM_NEAR,       /* actual is expected, give or take a third argument */
	FORM_BYTES,      /* memcmp(actual, expected, size) == 0 */
	FORM_OTHER       /* holds or does not */
};

struct span {
	size_t begin, end;
};

struct expectation {
	enum form form;
	uint32_t line;
	struct span whole;           /* the statement, with its semicolon */
	struct span inside;          /* between the brackets of the macro */
	struct span actual, expected;
	struct span rest;            /* FORM_NEAR: the tolerance */
	const char *opposite;        /* macro that takes the place of this one if it is renewed; NULL: it stays */
};

typedef VEC(struct expectation) expectation_list;

/* Those of one test, in their order. The caller releases the list. */
void expectations_find(const char *text, const struct item *test, expectation_list *found);
/* A statement on the same lines that tells what it sees (probe.c) instead of checking it. */
void expectation_probe(const char *text, const struct expectation *expectation, struct sb *out);

/* What was seen instead. */
struct seen {
	uint32_t line;
	bool ok;
	char kind;                   /* 'i' 'u' number, 'r' real, 't' text, 'p' pointer, 'b' only whether it holds */
	char *value;                 /* as printed; of text its bytes */
	size_t size;
};

/* Gives the name that a number has where `old` is the name of another of its kind; NULL: it has none. */
typedef const char *(*name_of_number)(void *context, const char *old, long long number);

/* What was seen, in the notation of the old value; false: it cannot be said. */
bool expectation_value(const char *text, struct span old, const struct seen *seen, name_of_number name, void *context,
                       struct sb *out);
/* The new text of what is inside the brackets; false: it cannot be said. */
bool expectation_renew(const char *text, const struct expectation *expectation, const struct seen *seen,
                       name_of_number name, void *context, struct sb *out);

#endif
