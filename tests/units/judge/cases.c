/* cases: one small function for each thing that can be wrong with a call, so that
 * cases.tests can say what the judge must make of it. */
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- null ---- */

int length_of(const char *text)
{
	int n = 0;
	while (text[n])
		n++;
	return n;
}

static int *lookup(int key)
{
	static int found = 7;
	return key == 3 ? NULL : &found;
}

int value_of(int key)
{
	return *lookup(key);
}

struct link {
	int value;
	struct link *next;
};

int second(const struct link *link)
{
	return link->next->value;
}

/* ---- memory of the test, memory of the unit ---- */

void fill_eight(char *buffer)
{
	memset(buffer, 'x', 8);
}

int fill_own(int n)
{
	char *own = malloc(8);
	if (!own)
		return 0;
	for (int i = 0; i < 8 + (n == 3); i++)
		own[i] = 'x';
	int last = own[7];
	free(own);
	return last;
}

int pick(int i)
{
	int *numbers = calloc(4, sizeof *numbers);
	if (!numbers)
		return 0;
	int number = numbers[i];
	free(numbers);
	return number;
}

struct entry {
	int a, b, c;
};

/* Appends to an array whose length the caller keeps. */
int entries_add(struct entry **entries, int *n, int c)
{
	if (!*entries)
		*entries = malloc(sizeof **entries);
	else
		*entries = realloc(*entries, (size_t)(*n + 1) * sizeof **entries);
	if (!*entries)
		return -1;
	(*entries)[(*n)++].c = c;
	return 0;
}

void entries_free(struct entry **entries)
{
	free(*entries);
	*entries = NULL;
}

/* The number is no index. */
int entries_begin(int *n)
{
	struct entry *entry = malloc(sizeof *entry);
	if (!entry)
		return -1;
	entry[2].c = ++*n;
	free(entry);
	return 0;
}

static int table[4] = { 1, 2, 3, 4 };

__attribute__((noinline)) static int at(const int *numbers, int i)
{
	return numbers[i];
}

int from_table(int twice)
{
	return at(table, 2 * twice + 1);
}

int on_stack(int odd)
{
	int numbers[4] = { 1, 2, 3, 4 };
	return at(numbers, odd % 2 ? 3 : 5 + odd / 3);
}

/* Reads a text by words: 1, its last word is not whole; 2, one too many. */
unsigned text_words(int how)
{
	char *text = calloc(1, how == 1 ? 7 : 8);
	unsigned value = text ? ((const unsigned *)(const void *)text)[how == 2 ? 2 : 1] : 0;
	free(text);
	return value;
}

/* ---- freed ---- */

struct box {
	int value;
	int *more;
};

struct box *box_new(int value)
{
	struct box *box = calloc(1, sizeof *box);
	if (box)
		box->value = value;
	return box;
}

void box_free(struct box *box)
{
	free(box);
}

int box_value(const struct box *box)
{
	return box->value;
}

static void (*const end_of[])(void *) = { free };

/* Ends the box, though neither its name nor a look at the code says so. */
int box_spend(struct box *box)
{
	int value = box->value;
	end_of[value * 0](box);
	return value;
}

int reuse_own(int when)
{
	int *own = malloc(sizeof *own);
	if (!own)
		return 0;
	*own = 5;
	if (when)
		free(own);
	int value = *own;
	if (!when)
		free(own);
	return value;
}

int free_twice(int times)
{
	int *own = malloc(sizeof *own);
	for (int i = 0; i < times; i++)
		free(own);
	return times;
}

void free_anything(int wild)
{
	static char held[8];
	free(wild ? held + 3 : NULL);
}

/* Takes memory from the heap, and gives it back. */
void release_text(char *text)
{
	if (text[0])
		free(text);
}

/* Leaves the box in *box even if it fails and frees it. */
int box_open(struct box **box, int value)
{
	*box = box_new(value);
	if (!*box || value >= 0)
		return *box ? 0 : -1;
	free(*box);
	return -1;
}

/* ---- who owns what ---- */

struct shelf {
	struct box *box;
	int n;
};

struct shelf *shelf_new(void)
{
	return calloc(1, sizeof(struct shelf));
}

void shelf_free(struct shelf *shelf)
{
	free(shelf->box);
	free(shelf);
}

/* The shelf owns the box from then on. */
void shelf_put(struct shelf *shelf, struct box *box)
{
	free(shelf->box);
	shelf->box = box;
}

/* Only looks at it. */
int shelf_weigh(struct shelf *shelf, const struct box *box)
{
	return shelf->n + box->value;
}

struct node {
	struct node *next;
	char *name;
};

struct node *node_new(void)
{
	return calloc(1, sizeof(struct node));
}

void node_free(struct node *node)
{
	free(node);
}

/* Two nodes that share a name which the first takes to its grave. */
void node_share(struct node *node, struct node *other, int how)
{
	if (how == 1) {
		node->name = malloc(4);
		other->name = node->name;
	} else {
		node->next = other;
	}
}

void node_forget(struct node *node)
{
	free(node->name);
}

int node_name(const struct node *node)
{
	return node->name ? node->name[0] : 0;
}

int node_count(const struct node *node)
{
	int n = 0;
	for (; node; node = node->next)
		n++;
	return n;
}

/* The node must be the one after `before`. */
void node_rename(struct node *before, struct node *node)
{
	before->next->name = node->name;
}

/* Forgets that there may be none. */
int node_next_name(const struct node *node)
{
	return node_name(node->next);
}

/* The same, where the size of what is in it is all that users are to know. */
union stream {
	struct {
		const union stream *words;
		const int *first;
	} inside;
	long room[4];
};

union stream *stream_new(void)
{
	return calloc(1, sizeof(union stream));
}

void stream_free(union stream *stream)
{
	free(stream);
}

/* The words must have some. */
void stream_attach(union stream *stream, const union stream *words)
{
	stream->inside.words = words;
}

int stream_word(const union stream *stream)
{
	return stream->inside.words ? *stream->inside.words->inside.first : 0;
}

int node_same_next(const struct node *node, const struct node *other)
{
	return node->next->name == other->name;
}

/* ---- leaks ---- */

char *text_of(int n)
{
	char *text = malloc(4);
	if (text) {
		text[0] = (char)('a' + n % 10);
		text[1] = 0;
	}
	return text;
}

/* Freeing the list is not enough. */
char **list_of(int n)
{
	char **list = calloc(2, sizeof *list);
	if (list)
		list[0] = text_of(n);
	return list;
}

int forget(int n)
{
	char *text = malloc(8);
	if (!text)
		return 0;
	text[0] = 'a';
	int value = text[0] + n;
	if (n != 3)
		free(text);
	return value;
}

int give_out(char **out)
{
	*out = malloc(6);
	return *out != NULL;
}

int give_pair(char *pair[2])
{
	pair[0] = malloc(6);
	pair[1] = malloc(6);
	return pair[1] != NULL;
}

/* The text stands behind its length. */
int give_counted(char **out)
{
	size_t *length = malloc(sizeof *length + 8);
	if (!length)
		return 0;
	*length = 7;
	*out = (char *)(length + 1);
	memset(*out, 0, 8);
	return 1;
}

int give_nothing(char **out)
{
	char *text = malloc(6);
	*out = NULL;
	return text != NULL;
}

/* ---- assertions, aborts ---- */

int root(int n)
{
	assert(n >= 0);
	int r = 0;
	while ((r + 1) * (r + 1) <= n)
		r++;
	return r;
}

static int checked(int n)
{
	assert(n != 5);
	return n;
}

int deeper(int n)
{
	return checked(n + 1);
}

int stop_at(int n)
{
	if (n == 4)
		abort();
	return n;
}

__attribute__((noinline)) static void give_up(void)
{
	abort();
}

int stop_deeper_at(int n)
{
	if (n == 4)
		give_up();
	return n + 1;
}

/* ---- arithmetic ---- */

int part(int of, int parts)
{
	return of / parts;
}

/* The library divides, where no sanitizer looks. */
int library_part(int of, int parts)
{
	return div(of, parts).quot;
}

/* Asks before it divides, for the wrong number. */
int wary_part(int of, int parts)
{
	return parts == 1 ? of : of / (parts - 2);
}

int wary_library_part(int of, int parts)
{
	return parts == 1 ? of : div(of, parts - 2).quot;
}

/* Brings any number into range, and not quite. */
int pick_any(unsigned i)
{
	int *numbers = calloc(4, sizeof *numbers);
	if (!numbers)
		return 0;
	int number = numbers[i % 5];
	free(numbers);
	return number;
}

int next(int n)
{
	return n + 1;
}

int hidden_overflow(int n)
{
	int large = 2147483647;
	return n == 2 ? large + n : n;
}

int shift(int by)
{
	return 1 << by;
}

int element(const int *numbers, int n, int at)
{
	return at < n ? numbers[at] : 0;
}

/* ---- endless ---- */

__attribute__((noinline)) static int down(int n)
{
	volatile char room[256];
	room[0] = (char)n;
	return n == 0 ? room[0] : down(n - 1) + 1;
}

int depth(int n)
{
	return down(n);
}

/* Looks how far a step is, but not whether it is one. */
unsigned hop_to(unsigned n, unsigned by)
{
	unsigned at = 0;
	if (by > n)
		return n;
	while (at < n)
		at += by;
	return at;
}

/* Leaves the step to its caller. */
unsigned creep_to(unsigned n, unsigned by)
{
	unsigned at = 0;
	while (at < n)
		at += by;
	return at;
}

unsigned step_to(unsigned n, unsigned by)
{
	unsigned at = 0;
	while (at < n)
		at += by;
	return at;
}

/* For what is not negative. */
int bits_of(long n)
{
	int bits = 0;
	for (; n; n >>= 1)
		bits++;
	return bits;
}

int wary_bits_of(long n)
{
	return n < -1 ? 0 : bits_of(n);
}

int round_trip(const struct link *link)
{
	int n = 0;
	while (link) {
		link = link->next;
		n++;
	}
	return n;
}

/* ---- callbacks ---- */

typedef int step_fn(int n);

int until_zero(step_fn *step, int n)
{
	int last = n;
	while (n)
		n = step(last);
	return n;
}

int size_by(step_fn *size, int n)
{
	char *own = malloc(8);
	if (!own)
		return 0;
	int at = size(n);
	own[at] = 1;
	free(own);
	return at;
}

int only_asks(step_fn *step, int n)
{
	int *own = malloc(sizeof *own);
	int answer = step(n);
	if (n != 3)
		free(own);
	return answer;
}

struct watcher {
	step_fn *keep;
	void (*told)(int n);
	int first;
};

static int noted[4];

/* One too many, whatever the watcher says. */
int note_all(const struct watcher *watcher)
{
	int kept = 0;
	for (int i = 0; i <= 4; i++) {
		int keep = watcher->keep ? watcher->keep(i) : 1;
		noted[i] = keep;
		kept += keep != 0;
	}
	if (watcher->told)
		watcher->told(kept);
	return kept;
}

/* Where it begins is the watcher's word. */
int note_from(const struct watcher *watcher)
{
	noted[watcher->first] = 1;
	return watcher->told != NULL;
}

int note_kept(const struct watcher *watcher, int n)
{
	int *at = noted;
	return watcher->keep ? at[watcher->keep(n)] : 0;
}

/* A struct of the caller that a function sets up. Without it there is no room, and twice no room is still none. */
struct rack {
	int *slots;
	size_t n, room;
};

void rack_init(struct rack *rack)
{
	rack->slots = malloc(2 * sizeof *rack->slots);
	rack->n = 0;
	rack->room = 2;
}

void rack_add(struct rack *rack, int number)
{
	if (rack->n == rack->room) {
		rack->room *= 2;
		rack->slots = realloc(rack->slots, rack->room * sizeof *rack->slots);
	}
	rack->slots[rack->n++] = number;
}

/* One too many. */
void rack_fill(struct rack *rack, int number)
{
	for (size_t i = 0; i <= rack->room; i++)
		rack->slots[i] = number;
}

void rack_clean(struct rack *rack)
{
	free(rack->slots);
	rack->slots = NULL;
}

/* A module whose state a function sets up. Nothing sets yard_depth up. */
static int yard_width = -1, yard_depth = -1;

void yard_init(int width)
{
	yard_width = width;
}

unsigned yard_mask(void)
{
	return 1u << yard_width;
}

unsigned yard_deep_mask(void)
{
	return 1u << yard_depth;
}

/* ---- contracts: see cases_contracts.c ---- */

int doubled(int n)
{
	return n == 5 ? 11 : 2 * n;
}

const int *place_of(int n)
{
	static const int place = 1;
	return n == 1 ? &place : NULL;
}

/* ---- formats ---- */

int show(const char *format, ...)
{
	char line[40];
	va_list args;
	va_start(args, format);
	int n = vsnprintf(line, sizeof line, format, args);
	va_end(args);
	return n;
}

/* n pointers to numbers follow. */
int sum_of(int n, ...)
{
	int sum = 0;
	va_list args;
	va_start(args, n);
	for (int i = 0; i < n; i++)
		sum += *va_arg(args, const int *) & 1;
	va_end(args);
	return sum;
}

int unset_of(int n, ...)
{
	char *text = malloc(4);
	int is_large = text && text[n & 3] > 3 ? 1 : 0;
	free(text);
	return is_large;
}

static int the_level;

static void set_level(int level)
{
	assert(level > 0);
	the_level = level;
}

/* With 1, the level follows. */
int configure(int what, ...)
{
	va_list args;
	va_start(args, what);
	if (what == 1)
		set_level(va_arg(args, int));
	va_end(args);
	return the_level;
}

/* ---- assertions about what was passed on ---- */

static unsigned long measure(const char *text, int most)
{
	assert(text != NULL);
	assert(most > 0);
	return strlen(text);
}

unsigned long width_of(const char *text, int most)
{
	return measure(text, most) + 1;
}

static int first_of(const int *numbers)
{
	assert(numbers);
	return numbers[0];
}

int start_of(const int *numbers)
{
	return first_of(numbers) & 7;
}

/* ---- what a variable of the test holds ---- */

/* Goes on to the next. */
int advance(struct link **at)
{
	int value = (*at)->value;
	*at = (*at)->next;
	return value;
}

int value_at(const struct link *at)
{
	return at->value;
}

/* ---- lengths ---- */

int stamp(const char *data, unsigned long n)
{
	static char room[8];
	for (unsigned long i = 0; i < n; i++)
		room[i] = data[0];
	return room[0];
}

int stamp_all(const char *data, unsigned long *data_length)
{
	int first = stamp(data, *data_length);
	*data_length = 0;
	return first;
}

struct window {
	const char *begin;
	long length;
	int sums[4];
	int n_sums;
};

struct window *window_new(void)
{
	return calloc(1, sizeof(struct window));
}

/* Believes the length; it is used later. */
void window_set(struct window *window, const char *data, long length)
{
	window->begin = data;
	window->length = length;
}

int window_last(const struct window *window)
{
	return window->sums[window->length % 7];
}

/* ---- parts that are made later ---- */

struct bulb {
	int watts;
};

struct lamp {
	struct bulb *bulb, *spare;
	int *shade;
};

struct lamp *lamp_new(void)
{
	return calloc(1, sizeof(struct lamp));
}

void lamp_free(struct lamp *lamp)
{
	free(lamp->bulb);
	free(lamp);
}

struct bulb *lamp_obtain_bulb(struct lamp *lamp)
{
	if (!lamp->bulb)
		lamp->bulb = calloc(1, sizeof *lamp->bulb);
	return lamp->bulb;
}

int lamp_shines(const struct lamp *lamp)
{
	return lamp->bulb->watts > 0;
}

int lamp_shines_on(const struct lamp *lamp)
{
	return lamp->spare->watts > 0;
}

int lamp_is_shaded(const struct lamp *lamp)
{
	return *lamp->shade > 0;
}

/* ---- blocks of pointers ---- */

/* The caller frees both the array and the word in it. */
char **word_list(const char *word)
{
	char **words = calloc(2, sizeof *words);
	if (words && word)
		words[0] = strdup(word);
	return words;
}

struct labelled {
	char *label;
	int n;
};

struct labelled *labelled_new(int n)
{
	struct labelled *labelled = calloc(1, sizeof *labelled);
	if (labelled && n > 0)
		labelled->label = strdup("label");
	return labelled;
}

struct flat {
	int n;
};

/* Forgets a block of its own. */
struct flat *flat_new(int n)
{
	struct flat *flat = calloc(1, sizeof *flat);
	char *own = malloc(8);
	if (flat && own)
		flat->n = n;
	return flat;
}

/* ---- the rest ---- */

int first_byte(FILE *file)
{
	return getc(file);
}

int raise_at(int n)
{
	if (n == 6)
		__builtin_trap();
	return n;
}

unsigned long total(const char *data, unsigned long n)
{
	unsigned long sum = 0;
	for (unsigned long i = 0; i < n; i++)
		sum += (unsigned char)data[i];
	return sum;
}

/* ---- objects in disguise ---- */

struct cursor {
	int values[4];
	unsigned at;
};

static struct cursor the_cursor = { { 1, 2, 3, 4 }, 2 };
static int the_note = 7;

void *cursor_first(void)
{
	return &the_cursor;
}

void *note_first(void)
{
	return &the_note;
}

void note_into(void **note)
{
	*note = note_first();
}

struct bookmark {
	unsigned page;
};

/* Takes the object for two structs, so nobody knows of what type it is. */
int cursor_or_page(void *position)
{
	return ((struct bookmark *)position)->page == 0 ? 0 : ((struct cursor *)position)->values[3];
}

int cursor_value(void *position)
{
	const struct cursor *cursor = position;
	return cursor->values[cursor->at & 3];
}

/* ---- past a text ---- */

/* Two characters make one after a backslash, even if there is only one. */
int characters_of(const char *text)
{
	int n = 0;
	for (; *text; text++, n++)
		if (*text == '\\')
			text++;
	return n;
}

/* A string by its looks, four bytes by what is done with it. */
int mark_of(const char *text)
{
	return *text ? text[0] + text[3] : 0;
}

/* ---- past a buffer whose length is passed ---- */

/* Fields of a tag, a length and so many bytes. */
unsigned fields_sum(const unsigned char *bytes, size_t size)
{
	unsigned sum = 0;
	for (size_t at = 0; at < size; at += 2u + bytes[at + 1])
		sum += bytes[at];
	return sum;
}

/* The first byte tells how many follow; what the number beside it is for, nobody knows. */
unsigned block_sum(const unsigned char *bytes, size_t size)
{
	unsigned char copy[256] = { 0 };
	unsigned sum = size > 100;
	memcpy(copy, bytes, bytes[0] + (size_t)1);
	for (unsigned i = 1; i <= copy[0]; i++)
		sum += copy[i];
	return sum;
}

/* Always looks one element too far. */
int neighbours_equal(const short *numbers, size_t n)
{
	int equal = 0;
	for (size_t i = 0; i < n; i++)
		equal += numbers[i] == numbers[i + 1];
	return equal;
}

/* n pairs, whatever the model believes. */
int pairs_sum(const short *pairs, size_t n)
{
	int sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += pairs[i] - pairs[n + i];
	return sum;
}

/* The element is for the caller to choose. */
int nth_byte(const unsigned char *bytes, size_t size, unsigned nth)
{
	int sum = 0;
	for (size_t i = 0; i < size; i++)
		sum += bytes[i];
	return sum - bytes[nth];
}

/* As many bytes as are said are filled; the caller must have them. */
int padded(short *to, int n, int whole)
{
	int i;
	if (whole <= 0)
		return -1;
	for (i = 0; i < n && whole >= (int)sizeof *to; i++, whole -= (int)sizeof *to)
		to[i] = 1;
	if (whole)
		memset(&to[i], 0, (size_t)whole);
	return i;
}

int ended(short *to, int n, int whole)
{
	int i;
	if (whole <= 0)
		return -1;
	for (i = 0; i < n; i++)
		to[i] = 1;
	to[i] = 0;
	return i;
}

/* The elements that end with a zero need room for one more than n. */
int ended_with_room(short *to, int n, int whole)
{
	int i;
	if (whole <= 0)
		return -1;
	for (i = 0; i < n; i++)
		to[i] = 1;
	to[i] = 0;
	return i;
}

struct message {
	short kind, size;
};

/* A head, and so many bytes behind it. */
int message_clear(struct message *message, int kind, int bytes)
{
	if (bytes < 0 || kind == 7)
		return -1;
	memset(message, 0, sizeof *message + (size_t)bytes);
	message->kind = (short)kind;
	return bytes;
}

enum { ENDED = 16, TIGHT = 32 };

/* With ENDED the bytes are a text, and nobody looks at the size. A byte over 127 is the first of two. */
unsigned optional_sum(const unsigned char *bytes, size_t size, unsigned options)
{
	unsigned sum = 0;
	if (options & ENDED)
		for (size_t at = 0; bytes[at]; at++) {
			if (bytes[at] > 127 && bytes[++at] < 128)
				return 0;
			sum += bytes[at];
		}
	else
		for (size_t at = 0; at < size; at++)
			sum += bytes[at];
	return sum;
}

/* The same; the sums so far are kept, as many as there is room for. */
unsigned optional_sums(const unsigned char *bytes, size_t size, unsigned *sums, unsigned room, unsigned options)
{
	unsigned sum = 0, n = 0;
	if (options & ENDED)
		for (size_t at = 0; bytes[at]; at++) {
			if (bytes[at] > 127 && bytes[++at] < 128)
				return 0;
			sum += bytes[at];
			if (n < room)
				sums[n++] = sum;
		}
	else
		for (size_t at = 0; at < size; at++)
			sum += bytes[at];
	return sum;
}

/* With TIGHT blanks do not count; those at the end lead past it. */
unsigned tight_sum(const unsigned char *bytes, size_t size, unsigned options)
{
	unsigned sum = 0;
	for (size_t at = 0; at < size; at++) {
		if (options & TIGHT)
			while (bytes[at] == ' ')
				at++;
		sum += bytes[at];
	}
	return sum;
}

/* ---- memory that nobody set ---- */

int unset_number(int set)
{
	int *own = malloc(sizeof *own);
	if (!own)
		return 0;
	if (set == 1)
		*own = 7;
	int number = *own;
	free(own);
	return number;
}

int unset_choice(int set)
{
	int choice;
	if (set == 1)
		choice = 1;
	return choice > 0 ? 5 : 6;
}

int unset_index(int set)
{
	static const int numbers[] = { 2, 4, 8 };
	unsigned char i;
	if (set == 1)
		i = 1;
	return numbers[i];
}

enum pace { REST, WALK, TROT, RUN };

struct horse {
	int years;
	enum pace pace;
};

/* Nobody sets the pace of one that has no years. */
struct horse *horse_new(int years)
{
	struct horse *horse = malloc(sizeof *horse);
	if (!horse)
		return NULL;
	horse->years = years;
	if (years > 0)
		horse->pace = WALK;
	return horse;
}

void horse_free(struct horse *horse)
{
	free(horse);
}

int horse_is_walking(const struct horse *horse)
{
	return horse->pace == WALK ? 1 : 0;
}

int horse_is_running(const struct horse *horse)
{
	return horse->pace == RUN ? 1 : 0;
}

/* Where it stands is nobody's memory: each address is as good as another. */
int horse_stable(const struct horse *horse)
{
	return (int)((uintptr_t)horse >> 5 & 1);
}

int horse_side(const struct horse *horse)
{
	if (((uintptr_t)horse >> 4) * 2654435761u % 4 < 2)
		return 1;
	return 2;
}

int unset_mode(int letter)
{
	int mode;
	if (letter == 'r')
		mode = 1;
	else if (letter == 'w')
		mode = 2;
	if (mode == 2)
		return 20;
	return 10;
}

/* Reads what it does not use. */
int unset_copy(void)
{
	char from[8], to[8];
	from[0] = 'x';
	memcpy(to, from, sizeof to);
	return to[0] == 'x';
}

int *numbers_new(void)
{
	return malloc(4 * sizeof(int));
}

int numbers_sum(const int *numbers)
{
	return numbers ? (numbers[0] & 255) + (numbers[1] & 255) : 0;
}

struct tally {
	int n, most;
};

/* Gives memory; tally_reset() makes a tally of it, but forgets `most`. */
struct tally *tally_new(void)
{
	return malloc(sizeof(struct tally));
}

void tally_free(struct tally *tally)
{
	free(tally);
}

void tally_reset(struct tally *tally, int n)
{
	tally->n = n;
}

int tally_is_empty(const struct tally *tally)
{
	return tally->n > 0 ? 0 : 1;
}

/* Without end for five. */
int tally_count(const struct tally *tally)
{
	int i = 0;
	while (i < tally->n || tally->n == 5)
		i = (i + 1) & 0x7fffffff;
	return i;
}

int tally_is_full(const struct tally *tally)
{
	return tally->most > 0 ? 0 : 1;
}

/* ---- not for users ---- */

static int inner_share(int n)
{
	return 100 / (n - 3);
}

int outer_share(int n)
{
	return inner_share(n & 3);
}

static int inner_number(int n)
{
	return n & 7;
}

int outer_number(int n)
{
	return inner_number(n);
}

static const int *prepared;

static int first_prepared(void)
{
	assert(prepared);
	return *prepared;
}

int use_prepared(void)
{
	return first_prepared();
}

/* An index of which only the end is checked, and one that is checked on both sides but wrongly: for users of the file
 * alone. */
static int slots[8], marks_of_slots[4];

static int slot_at(int at)
{
	if (at >= 8)
		return -1;
	return slots[at];
}

static int marked_slot_at(int at)
{
	if (at < 0 || at > 4)
		return -1;
	return marks_of_slots[at];
}

/* The sum must not overflow; whether there are so many slots is for the caller to know. */
static int slots_cleared(int at, int n)
{
	if (n > INT_MAX - at)
		return -1;
	memset(slots + at, 0, (size_t)n * sizeof *slots);
	return at + n;
}

/* Looks at the index when the slot was read. */
static int slots_from(int at, int last)
{
	int sum = 0;
	while (at <= last) {
		sum += slots[at++];
		if (at > last)
			sum++;
	}
	return sum;
}

int slot_sum(unsigned n)
{
	slots_from((int)(n & 3), 3);
	slots_cleared((int)(n & 3), 1);
	return slot_at((int)(n & 7)) + marked_slot_at((int)(n & 3));
}

/* Nobody looks whether there is so much memory. */
int first_of_kilobytes(unsigned n)
{
	char *bytes = malloc((size_t)n << 10);
	bytes[0] = 7;
	int first = bytes[0];
	free(bytes);
	return first;
}

int first_of_terabytes(unsigned n)
{
	char *bytes = malloc((size_t)(n | 1) << 40);
	bytes[0] = 7;
	int first = bytes[0];
	free(bytes);
	return first;
}

/* Another number in another process, though nothing here is unset. */
unsigned folder_sum(void)
{
	char folder[1024];
	unsigned sum = 0;
	if (!getcwd(folder, sizeof folder))
		return 0;
	for (const char *at = folder; *at; at++)
		sum = 31 * sum + (unsigned char)*at;
	return sum;
}
