/* laws: things with functions whose names and types promise something, and numbers
 * for which they do not keep it, so that laws.tests can say what the judge must see. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct thing {
	int kind, weight, asked;
	double share;
};

struct thing *thing_new(int kind, int weight)
{
	struct thing *thing = calloc(1, sizeof *thing);
	if (!thing)
		return NULL;
	thing->kind = kind;
	thing->weight = weight;
	return thing;
}

void thing_free(struct thing *thing)
{
	free(thing);
}

/* Not reflexive for kind 13; not symmetric from kind 5 to kind 6. */
bool thing_equal(const struct thing *a, const struct thing *b)
{
	if (!a || !b || a->kind == 13)
		return false;
	return (a->kind == b->kind || (a->kind == 5 && b->kind == 6)) && a->weight == b->weight;
}

/* Wrong for kinds 5 and 6. */
int thing_compare(const struct thing *a, const struct thing *b)
{
	if (a->kind == 5 && b->kind == 6)
		return 1;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

/* Tells equal from not equal: a comparison of its own kind. */
int thing_cmp_kinds(const struct thing *a, const struct thing *b)
{
	return a->kind != b->kind;
}

/* Of kind 7 it looks at what is not part of equality. */
unsigned thing_hash(const struct thing *thing)
{
	return (unsigned)thing->kind * 31u + (unsigned)thing->weight + (thing->kind == 7 ? (unsigned)thing->share : 0);
}

void thing_set_share(struct thing *thing, double share)
{
	thing->share = share;
}

/* Forgets the weight of kind 8. */
struct thing *thing_copy(const struct thing *thing)
{
	return thing ? thing_new(thing->kind, thing->kind == 8 ? 0 : thing->weight) : NULL;
}

/* Counts how often kind 9 was asked, and tells. */
int thing_weight(const struct thing *thing)
{
	if (thing->kind == 9)
		((struct thing *)thing)->asked++;
	return thing->weight + thing->asked;
}

/* Of kind 10 it notes that it was asked, which changes nothing here. */
int thing_kind(const struct thing *thing)
{
	if (thing->kind == 10)
		((struct thing *)thing)->asked = 1;
	return thing->kind;
}

/* Writes over the last number of four. */
int sum_of(const int *numbers, int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += numbers[i] % 100;
	if (n == 4)
		((int *)numbers)[3] = sum;
	return sum;
}

/* A negative weight loses its sign. */
char *thing_print(const struct thing *thing)
{
	char *text = malloc(64);
	if (text)
		snprintf(text, 64, "%d:%d", thing->kind, thing->weight < 0 ? -(thing->weight + 1) : thing->weight);
	return text;
}

struct thing *thing_parse(const char *text)
{
	int kind, weight;
	return sscanf(text, "%d:%d", &kind, &weight) == 2 ? thing_new(kind, weight) : NULL;
}
