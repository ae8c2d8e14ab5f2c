/* laws: things with functions whose names and types promise something, and numbers
 * for which they do not keep it, so that laws.tests can say what the judge must see. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void turn_thing(struct thing *thing)
{
	thing->kind = 13;
}

void thing_turn(struct thing *thing)
{
	turn_thing(thing);
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

/* Of kind 10 it notes that it was asked, which nothing tells; of kind 16 thing_weight() does. */
int thing_kind(const struct thing *thing)
{
	if (thing->kind == 10)
		((struct thing *)thing)->share = 1;
	if (thing->kind == 16)
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

/* Tells where the text ends. */
int end_of(const char *text, const char **end)
{
	*end = text + strlen(text);
	return 0;
}

/* A negative weight loses its sign. */
char *thing_print(const struct thing *thing)
{
	char *text = malloc(64);
	if (text)
		snprintf(text, 64, "%d:%d", thing->kind, thing->weight < 0 ? -(thing->weight + 1) : thing->weight);
	return text;
}

/* A part of it, as text: not what thing_parse() reads. */
const char *thing_get_text(const struct thing *thing)
{
	return thing->kind > 0 ? "some" : "none";
}

struct thing *thing_parse(const char *text)
{
	int kind, weight;
	return sscanf(text, "%d:%d", &kind, &weight) == 2 ? thing_new(kind, weight) : NULL;
}

/* ---- words: orders, and copies that share ---- */

struct word {
	int rank;
	int *marks;
	bool is_borrowed;
};

struct word *word_new(int rank)
{
	struct word *word = calloc(1, sizeof *word);
	int *marks = calloc(4, sizeof *marks);
	if (!word || !marks) {
		free(word);
		free(marks);
		return NULL;
	}
	word->rank = rank;
	word->marks = marks;
	return word;
}

void word_free(struct word *word)
{
	if (!word)
		return;
	if (!word->is_borrowed)
		free(word->marks);
	free(word);
}

bool word_set_mark(struct word *word, unsigned at, int mark)
{
	if (at >= 4)
		return false;
	word->marks[at] = mark;
	return true;
}

/* Ranks 1, 2 and 3 go in a circle. */
int word_compare(const struct word *a, const struct word *b)
{
	if (a->rank == 3 && b->rank == 1)
		return -1;
	if (a->rank == 1 && b->rank == 3)
		return 1;
	return (a->rank > b->rank) - (a->rank < b->rank);
}

/* Rank 6 equals rank 7; marks count. */
bool word_equal(const struct word *a, const struct word *b)
{
	bool both = (a->rank == 6 || a->rank == 7) && (b->rank == 6 || b->rank == 7);
	for (int i = 0; i < 4; i++)
		if (a->marks[i] != b->marks[i])
			return false;
	return a->rank == b->rank || both;
}

/* The copy of rank 8 has the marks of its original. */
struct word *word_clone(const struct word *word)
{
	struct word *copy = word_new(word->rank);
	if (!copy)
		return NULL;
	for (int i = 0; i < 4; i++)
		copy->marks[i] = word->marks[i];
	if (word->rank == 8) {
		free(copy->marks);
		copy->marks = word->marks;
		copy->is_borrowed = true;
	}
	return copy;
}

/* ---- a copy that only its parts tell of ---- */

struct books {
	int refs, at[4];
};

struct shelf {
	struct books *books;
	int shares;
};

struct shelf *shelf_new(int shares)
{
	struct shelf *shelf = calloc(1, sizeof *shelf);
	shelf->books = calloc(1, sizeof *shelf->books);
	shelf->books->refs = 1;
	shelf->shares = shares;
	return shelf;
}

void shelf_free(struct shelf *shelf)
{
	if (--shelf->books->refs == 0)
		free(shelf->books);
	free(shelf);
}

/* One of three shares its books with its copy. */
struct shelf *shelf_copy(const struct shelf *shelf)
{
	struct shelf *copy = shelf_new(shelf->shares);
	if (shelf->shares == 3) {
		free(copy->books);
		copy->books = shelf->books;
		copy->books->refs++;
	} else
		memcpy(copy->books->at, shelf->books->at, sizeof copy->books->at);
	return copy;
}

void shelf_put(struct shelf *shelf, int i, int book)
{
	if (i >= 0 && i < 4)
		shelf->books->at[i] = book;
}

int shelf_get(const struct shelf *shelf, int i)
{
	return i >= 0 && i < 4 ? shelf->books->at[i] : -1;
}
