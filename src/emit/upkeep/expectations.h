/* expectations: the expectations in the tests of a file, found in the text and written anew. */
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
	FORM_OTHER       /* true or false, with no value to print */
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
	const char *opposite;        /* the macro of the opposite, for a renewed expectation; NULL: the macro stays */
};

typedef VEC(struct expectation) expectation_list;

/* Finds the expectations of one test, in their order. The caller releases the list. */
void expectations_find(const char *text, const struct item *test, expectation_list *found);
/* Appends a statement on the same lines that prints the value (probe.c) instead of checking it. */
void expectation_probe(const char *text, const struct expectation *expectation, struct sb *out);

/* The value that was seen instead. */
struct seen {
	uint32_t line;
	bool ok;
	char kind;                   /* 'i' 'u' number, 'r' real, 't' text, 'p' pointer, 'b' whether it holds */
	char *value;                 /* as printed; the bytes of a text */
	size_t size;
};

/* Returns the name of a number if `old` is the name of another number of its kind; NULL: it has none. */
typedef const char *(*name_of_number)(void *context, const char *old, long long number);

/* Appends the seen value in the notation of the old value; false: it has no such form. */
bool expectation_value(const char *text, struct span old, const struct seen *seen, name_of_number name, void *context,
                       struct sb *out);
/* Appends the new text between the brackets; false: the value has no such form. */
bool expectation_renew(const char *text, const struct expectation *expectation, const struct seen *seen,
                       name_of_number name, void *context, struct sb *out);

#endif
