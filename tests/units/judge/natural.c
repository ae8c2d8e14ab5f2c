/* Functions for the judge's tests: uses of a unit that its authors did not have in mind,
 * beside mistakes of the unit. natural.tests says what is to be made of them. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- things of several kinds ---- */

struct thing {
	int type;
	int size;
	int *numbers;
	struct thing *next;
};

static struct thing *thing_of(int type)
{
	struct thing *thing = calloc(1, sizeof *thing);
	if (thing)
		thing->type = type;
	return thing;
}

struct thing *thing_new_number(int number)
{
	struct thing *thing = thing_of(1);
	if (thing)
		thing->size = number & 7;
	return thing;
}

struct thing *thing_new_list(void)
{
	struct thing *thing = malloc(sizeof *thing);
	if (!thing)
		return NULL;
	thing->type = 2;
	thing->next = NULL;
	thing->numbers = calloc(4, sizeof *thing->numbers);
	return thing;
}

void thing_free(struct thing *thing)
{
	if (!thing)
		return;
	if (thing->type == 2 || thing->type == 3)
		free(thing->numbers);
	free(thing);
}

struct thing *thing_new_text(void)
{
	struct thing *thing = thing_of(3);
	if (thing)
		thing->numbers = malloc(1);
	return thing;
}

/* The numbers begin in the middle of one. */
struct thing *thing_new_odd(void)
{
	static int room[4];
	struct thing *thing = thing_of(4);
	if (thing)
		thing->numbers = (int *)(void *)((char *)room + 2);
	return thing;
}

/* For lists. */
int thing_first(const struct thing *thing)
{
	return *thing->numbers;
}

/* For lists, and looks what it got. */
int thing_second(const struct thing *thing)
{
	if (thing->type == 0)
		return 0;
	return *thing->numbers;
}

int thing_third(const struct thing *thing)
{
	return thing->numbers[2];
}

int thing_fourth(const struct thing *thing)
{
	if (thing->type == 0)
		return 0;
	return thing->numbers[3];
}

int thing_clear(struct thing *thing)
{
	memset(thing->numbers, 0, sizeof *thing->numbers);
	return 0;
}

int thing_clear_checked(struct thing *thing)
{
	if (thing->type == 0)
		return -1;
	memset(thing->numbers, 0, sizeof *thing->numbers);
	return 0;
}

/* For numbers: a list has no size. */
int thing_is_large(const struct thing *thing)
{
	return thing->size > 3 ? 1 : 0;
}

int thing_is_small(const struct thing *thing)
{
	if (thing->type == 0)
		return 0;
	return thing->size < 3 ? 1 : 0;
}

/* All of one kind, though some fields have such names. */
struct gauge {
	int tag_level;
	const char *type;
	int value;
};

struct gauge *gauge_new(void)
{
	struct gauge *gauge = malloc(sizeof *gauge);
	if (!gauge)
		return NULL;
	gauge->tag_level = 0;
	gauge->type = "gauge";
	return gauge;
}

struct gauge *gauge_new_at(int level)
{
	struct gauge *gauge = gauge_new();
	if (gauge)
		gauge->tag_level = level;
	return gauge;
}

void gauge_free(struct gauge *gauge)
{
	free(gauge);
}

int gauge_value(const struct gauge *gauge)
{
	return gauge->value;
}

/* ---- assertions ---- */

int half_of(int n)
{
	assert(n % 2 == 0);
	return n / 2;
}

int quarter_of(int n)
{
	return half_of(half_of(n));
}

static int third_of(int n)
{
	assert(n % 3 == 0);
	return n / 3;
}

int ninth_of(int n)
{
	return third_of(third_of((n & 15) * 3));
}

enum phase { PHASE_IDLE, PHASE_READING, PHASE_WRITING };

struct channel {
	enum phase phase;
	int n;
};

struct channel *channel_new(void)
{
	return calloc(1, sizeof(struct channel));
}

void channel_free(struct channel *channel)
{
	free(channel);
}

void channel_set_n(struct channel *channel, int n)
{
	channel->n = n & 15;
}

static int expect_reading(struct channel *channel)
{
	assert(channel->phase == PHASE_READING);
	return channel->n++;
}

int channel_read(struct channel *channel)
{
	if (channel->phase == PHASE_IDLE)
		channel->phase = PHASE_READING;
	return expect_reading(channel);
}

int channel_write(struct channel *channel)
{
	channel->phase = PHASE_WRITING;
	return channel->n++;
}

/* Forgets to begin. */
int channel_skip(struct channel *channel)
{
	return expect_reading(channel);
}

typedef int step_fn(int);

static int checked_step(int (*step)(int), int n)
{
	int next = step(n);
	assert(next > n);
	return next;
}

int walk(step_fn *step, int n)
{
	return checked_step(step, n & 7);
}

static int next_even(int n)
{
	int next = n & ~1;
	assert(next > n);
	return next;
}

int walk_even(int n)
{
	return next_even(n & 7);
}

/* ---- calls that said that they failed ---- */

struct store {
	char *place;
};

void store_free(struct store *store)
{
	if (store)
		free(store->place);
	free(store);
}

/* Negative if it cannot, and then the store is for nothing but its end. */
int store_open(struct store **store, int size)
{
	struct store *own = malloc(sizeof *own);
	*store = own;
	if (!own)
		return -1;
	own->place = malloc((size_t)(size & 7));
	return (size & 7) > 0 ? 0 : -1;
}

int store_put(struct store *store)
{
	store->place[1] = 1;
	return 0;
}

int store_put_third(struct store *store)
{
	store->place[3] = 1;
	return 0;
}

/* ---- structs of the test ---- */

struct range {
	int low, high;
};

int range_init(struct range *range, int low)
{
	range->low = low & 7;
	range->high = range->low - 1;
	return 0;
}

static int width_of(const struct range *range)
{
	assert(range->low <= range->high);
	return range->high - range->low;
}

int range_width(const struct range *range)
{
	return width_of(range);
}

/* ---- arrays of objects ---- */

struct cup {
	char *label;
};

struct cup *cup_new(void)
{
	struct cup *cup = calloc(1, sizeof *cup);
	if (cup)
		cup->label = calloc(1, 8);
	return cup;
}

void cup_free(struct cup *cup)
{
	if (cup)
		free(cup->label);
	free(cup);
}

int cups_shift(struct cup **cups)
{
	cups[0]->label++;
	return 0;
}

int cup_shift(struct cup *cup)
{
	cup->label++;
	return 0;
}

/* A table of gauges and cups, in this order. */
int table_level(void **table)
{
	const struct gauge *gauge = *table;
	return *(&gauge->value + 3);
}

int table_next(void **table)
{
	int *levels = calloc(3, sizeof *levels);
	int level = levels ? levels[3] : 0;
	free(levels);
	*table = NULL;
	return level;
}

/* ---- null that is kept ---- */

static const char *the_greeting = "hello";
static const char *the_name = "you";

void greeting_set(const char *greeting)
{
	the_greeting = greeting;
}

int greeting_length(int extra)
{
	return (int)strlen(the_greeting) + (extra & 1);
}

/* Looks at it, and forgets why. */
void name_set(const char *name)
{
	if (name == NULL)
		the_name = "nobody";
	the_name = name;
}

int name_length(int extra)
{
	return (int)strlen(the_name) + (extra & 1);
}

/* ---- numbers in arrays ---- */

static const int weights[] = { 1, 2, 4, 8 };

int weigh(const int *which, int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += weights[which[i]];
	return sum;
}

/* One too far, whatever is in the array. */
int weigh_all(const int *which, int n)
{
	static const int more[] = { 1, 2, 4 };
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += more[(which[i] & 1) + 2 + (n > 1)];
	return sum;
}

/* Leaves it to the caller how far it goes. */
int letter_at(int n, size_t offset)
{
	static const char letters[] = "abcd";
	size_t i = offset;
	return *(letters + i) + (n & 1);
}

int last_letter(int n, size_t offset)
{
	static const char letters[] = "abcd";
	size_t i = offset > 3 ? (size_t)-100000 : offset;
	return *(letters + i) + (n & 1);
}

/* Room for so many behind the first four. */
int row_of(int n)
{
	int *row = malloc((size_t)(n + 4) * sizeof *row);
	int last = 0;
	if (row)
		last = row[3] = 1;
	free(row);
	return last;
}

/* The same, with room for one too few if there are fewer than none. */
int row_of_any(int n)
{
	size_t size = n < 0 ? 3 : (size_t)n + 4;
	int *row = malloc(size * sizeof *row);
	int last = 0;
	if (row)
		last = row[3] = 1;
	free(row);
	return last;
}

int area_of(const int *sides)
{
	return sides[0] * sides[1];
}

int scaled_area_of(const int *sides)
{
	return (sides[0] & 7) * 1000000000 + sides[1];
}

/* By what the array says. */
int letters_at(const long *offsets)
{
	static const char letters[] = "abcd";
	return *(letters + offsets[0]);
}

/* Goes round for long. */
size_t rounds_of(size_t size)
{
	size_t n = 1;
	while (n < size && n)
		n++;
	return n;
}

/* ---- memory that nobody set ---- */

static int the_count;

/* What is decided changes nothing that anybody sees. */
int tidy(int n)
{
	char *text = malloc(4);
	if (text && text[n & 3] > 3)
		the_count = 0;
	free(text);
	return n;
}

int untidy(int n)
{
	char *text = malloc(4);
	int is_large = text && text[n & 3] > 3;
	free(text);
	return is_large ? n : -n;
}

struct place {
	char *at;
	int n;
};

/* Moves a pointer that nobody set. */
int move_unset(int n)
{
	struct place *place = malloc(sizeof *place);
	if (!place)
		return 0;
	volatile char *at = place->at + (n & 1023) + 5000;
	(void)at;
	free(place);
	return 0;
}

int read_unset(int n)
{
	static const char text[] = "abcdefgh";
	unsigned char *i = malloc(1);
	if (!i)
		return 0;
	int at = *i;
	free(i);
	return text[at] + n;
}

/* ---- things that were taken for others before ---- */

/* Makes a list of a thing, whatever it was. */
void thing_make_list(struct thing *thing)
{
	thing->type = 2;
	thing->size = 4;
}

void thing_make_list_checked(struct thing *thing)
{
	if (thing->type < 1)
		return;
	thing->type = 2;
	thing->size = 4;
}

int thing_last(struct thing *thing)
{
	return thing->type == 2 ? thing->numbers[thing->size - 1] : 0;
}

/* ---- shifts of what nobody set ---- */

int shift_unset(int n)
{
	unsigned char *byte = malloc(1);
	if (!byte)
		return 0;
	int high = byte[0] << 24;
	free(byte);
	return high == n;
}

/* ---- one for all ---- */

struct dial {
	int at;
};

static const struct dial *the_dial;

void dial_use(const struct dial *dial)
{
	the_dial = dial;
}

int dial_read(int more)
{
	return the_dial->at + more;
}

/* ---- a module with one life ---- */

static int *the_register;

void register_init(void)
{
	if (!the_register)
		the_register = calloc(4, sizeof *the_register);
}

void register_finalise(void)
{
	free(the_register);
}

/* As careless, and by its name not the end. */
void register_turn(void)
{
	free(the_register);
}

int register_read(void)
{
	return the_register ? the_register[1] : 0;
}

/* ---- objects with a part that only their maker knows ---- */

struct line {
	int speed;
	void *details;
};

static struct line *line_with(size_t size)
{
	struct line *line = calloc(1, sizeof *line);
	if (line)
		line->details = calloc(1, size);
	return line;
}

struct line *line_new_serial(void)
{
	return line_with(2);
}

struct line *line_new_net(void)
{
	return line_with(64);
}

int line_port(const struct line *line)
{
	return ((const int *)line->details)[5];
}

/* A mistake for all of them. */
int line_parity(const struct line *line)
{
	return (&line->speed)[7];
}

void line_free(struct line *line)
{
	if (line)
		free(line->details);
	free(line);
}

/* ---- places ---- */

unsigned field_at(const unsigned char *packet, int n, int start)
{
	if (start < 0 || start + 4 > n)
		return 0;
	return *(const unsigned *)(packet + start);
}

unsigned field_after(const unsigned char *packet, int n, int start)
{
	if (start < 0 || start + 5 > n)
		return 0;
	return *(const unsigned *)(packet + start / 4 * 4 + 1);
}

/* ---- structs that are kept ---- */

struct script {
	const int *code;
};

static const struct script *the_script;

void script_use(const struct script *script)
{
	the_script = script;
}

int script_first(void)
{
	return the_script ? the_script->code[0] : 0;
}

/* Forgets what it got. */
int script_none(void)
{
	static const struct script none;
	the_script = &none;
	return the_script->code[0];
}

/* ---- a stack that the module keeps ---- */

struct tray {
	int weight;
	struct tray *below;
};

static struct tray *top_tray;

struct tray *tray_new(int weight)
{
	struct tray *tray = malloc(sizeof *tray);
	if (!tray)
		abort();
	*tray = (struct tray){ weight, NULL };
	return tray;
}

void tray_push(struct tray *tray)
{
	if (!tray)
		return;
	tray->below = top_tray;
	top_tray = tray;
}

void tray_pop(void)
{
	struct tray *tray = top_tray;
	if (!tray)
		return;
	top_tray = tray->below;
	free(tray);
}

int tray_top(void)
{
	return top_tray ? top_tray->weight : 0;
}

/* Forgets that the tray is on top still. */
void tray_drop(void)
{
	free(top_tray);
}

/* ---- text that is printed ---- */

int label_length(const char *label)
{
	char text[200];
	return sprintf(text, "%s", label);
}

int title_length(const char *title)
{
	char text[200];
	return sprintf(text, "<%s>", title);
}
