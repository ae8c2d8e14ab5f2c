/* Functions for the judge's tests: calls and numbers that do not fit an object, beside mistakes of
 * the unit. misfit.tests says what is to be made of them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- one struct, two sets of functions ---- */

struct flow {
	int *numbers;
	struct flow *rest;
};

struct flow *packOpen(int n)
{
	struct flow *flow = calloc(1, sizeof *flow);
	if (flow)
		flow->numbers = calloc((size_t)(n & 7) + 1, sizeof *flow->numbers);
	return flow;
}

struct flow *unpackOpen(int n)
{
	struct flow *flow = calloc(1, sizeof *flow);
	if (!flow)
		return NULL;
	flow->rest = calloc(1, sizeof *flow->rest);
	flow->numbers = malloc(sizeof *flow->numbers);
	if (flow->numbers && (n & 1))
		flow->numbers[0] = n;
	return flow;
}

int unpackNext(struct flow *flow)
{
	return flow->rest->numbers == NULL;
}

int packNext(struct flow *flow)
{
	return flow->numbers[3];
}

int packFirst(struct flow *flow)
{
	return flow->numbers[0] > 5 ? 1 : 2;
}

int unpackFirst(struct flow *flow)
{
	return flow->numbers[0] > 5 ? 1 : 2;
}

int packLast(struct flow *flow)
{
	return flow->rest->numbers != NULL;
}

void flowFree(struct flow *flow)
{
	if (!flow)
		return;
	free(flow->numbers);
	free(flow->rest);
	free(flow);
}

/* ---- descriptors ---- */

struct pipe_end {
	int *state;
	int *bytes;
};

/* Nothing is there unless the file is open. */
struct pipe_end *pipe_end_open(int fd)
{
	struct pipe_end *end = calloc(1, sizeof *end);
	if (end && fd > 100)
		end->state = calloc(1, sizeof *end->state);
	return end;
}

struct pipe_end *pipe_end_make(int size)
{
	struct pipe_end *end = calloc(1, sizeof *end);
	if (end && size > 100)
		end->state = calloc(1, sizeof *end->state);
	return end;
}

int pipe_end_state(struct pipe_end *end)
{
	return *end->state;
}

/* There is room for two. */
int pipe_end_put(struct pipe_end *end)
{
	if (!end->bytes)
		end->bytes = calloc(2, sizeof *end->bytes);
	if (!end->bytes)
		return -1;
	end->bytes[2] = 3;
	return 0;
}

void pipe_end_free(struct pipe_end *end)
{
	if (!end)
		return;
	free(end->bytes);
	free(end->state);
	free(end);
}

/* What was asked for is forgotten on the way out. */
int count_lines(int fd)
{
	char *line = malloc(8);
	if (!line)
		return 0;
	line[0] = (char)fd;
	int n = line[0];
	line = NULL;
	return n;
}

int count_words(int n)
{
	char *line = malloc(8);
	if (!line)
		return 0;
	line[0] = (char)n;
	n = line[0];
	line = NULL;
	return n;
}

int first_byte(int fd)
{
	unsigned char *byte = malloc(4);
	int is_large = byte && byte[0] > 5;
	free(byte);
	return is_large ? fd : -fd;
}

int second_byte(int n)
{
	unsigned char *byte = malloc(4);
	int is_large = byte && byte[1] > 5;
	free(byte);
	return is_large ? n : -n;
}

/* ---- enumerators ---- */

enum colour { RED, GREEN, BLUE };
enum flags { FIRST = 1, SECOND = 2, THIRD = 4 };

int colour_weight(enum colour colour)
{
	static const int weights[] = { 3, 6, 1 };
	return weights[colour];
}

int colour_mask(enum colour colour)
{
	return colour == BLUE ? 1 << (30 + colour) : 1 << colour;
}

int flags_mask(enum flags flags)
{
	return 1 << (26 + (int)flags);
}

/* ---- the last call ---- */

struct digest {
	int *state;
	int n;
};

struct digest *digest_new(void)
{
	struct digest *digest = calloc(1, sizeof *digest);
	if (digest)
		digest->state = calloc(4, sizeof *digest->state);
	return digest;
}

int digest_add(struct digest *digest, int number)
{
	digest->state[0] += number & 15;
	return digest->n++;
}

/* Both give up the numbers. */
int digest_finish(struct digest *digest)
{
	free(digest->state);
	digest->state = NULL;
	return digest->n;
}

int digest_start(struct digest *digest)
{
	free(digest->state);
	digest->state = NULL;
	return digest->n;
}

void digest_free(struct digest *digest)
{
	if (!digest)
		return;
	free(digest->state);
	free(digest);
}

/* ---- shifts ---- */

int shift_by_two(int number)
{
	return (number | -8) << 2;
}

int shift_and_read(int number, const int *more)
{
	return (number << 2) + *more;
}

long shift_far(int number)
{
	return (number & 1) << 40;
}

/* ---- numbers that are passed on ---- */

struct row {
	int *cells;
};

struct row *row_new(void)
{
	struct row *row = malloc(sizeof *row);
	if (row)
		row->cells = calloc(64, sizeof *row->cells);
	return row;
}

static int *__attribute__((noinline)) cell_at(struct row *row, int i)
{
	row->cells[3 * i + 1] += 2;
	return &row->cells[3 * i + 1];
}

/* Sees to it that i is not too small, and forgets the other end. */
static int *__attribute__((noinline)) cell_from(struct row *row, int i)
{
	if (i < 0)
		i = 0;
	row->cells[3 * i + 1] += 2;
	return &row->cells[3 * i + 1];
}

int row_get(struct row *row, int i)
{
	return *cell_at(row, i);
}

int row_get_from(struct row *row, int i)
{
	return *cell_from(row, i);
}

void row_free(struct row *row)
{
	if (row)
		free(row->cells);
	free(row);
}

/* ---- much work ---- */

unsigned stir(unsigned rounds)
{
	unsigned mixed = 1;
	for (unsigned a = 0; a < rounds; a++)
		for (unsigned b = 0; b < rounds; b++)
			for (unsigned c = 0; c < rounds * rounds; c++)
				mixed = mixed * 31 + a + b + c;
	return mixed;
}

/* Comes past the mark, by two at a time. */
unsigned stir_by_two(unsigned rounds)
{
	unsigned mixed = 1, done = 0;
	while (done != (rounds | 1))
		mixed = mixed * 31 + (done += 2);
	return mixed;
}

/* ---- numbers with fractions ---- */

int loudness(const double *samples, int n)
{
	int loudest = 0;
	for (int i = 0; i < n; i++) {
		int sample = (signed char)(samples[i] * 100);
		loudest = sample > loudest ? sample : loudest;
	}
	return loudest;
}

int frames_in(double seconds, double rate)
{
	return (int)(seconds / rate);
}

/* Takes care of what is too small, and not of what is too large. */
int frames_per(double seconds)
{
	if (seconds < 0)
		return 0;
	return (int)(1e10 / (seconds + 1));
}

/* ---- calls that failed ---- */

struct tank {
	int *water;
};

struct tank *tank_new(void)
{
	struct tank *tank = malloc(sizeof *tank);
	if (tank)
		tank->water = calloc(4, sizeof *tank->water);
	return tank;
}

/* More than a hundred is too much. */
int tank_resize(struct tank *tank, int size)
{
	free(tank->water);
	tank->water = size > 100 ? NULL : calloc((size_t)(size & 127) + 1, sizeof *tank->water);
	return tank->water ? 0 : -1;
}

int tank_change(struct tank *tank, int size)
{
	free(tank->water);
	tank->water = size > 100 ? NULL : calloc((size_t)(size & 127) + 1, sizeof *tank->water);
	return 0;
}

enum outcome { TANK_ERROR, TANK_FINE };

enum outcome tank_fill(struct tank *tank, int size)
{
	return tank_resize(tank, size) ? TANK_ERROR : TANK_FINE;
}

enum outcome tank_empty(struct tank *tank, int size)
{
	return tank_resize(tank, size) ? TANK_FINE : TANK_ERROR;
}

int tank_level(struct tank *tank)
{
	return tank->water[0]++;
}

void tank_free(struct tank *tank)
{
	if (tank)
		free(tank->water);
	free(tank);
}

/* ---- set up twice ---- */

struct jar {
	char *bytes;
	size_t n;
};

void jar_init(struct jar *jar, int size)
{
	jar->bytes = malloc((size_t)(size & 63) + 1);
	jar->n = 0;
}

struct jar *jar_new(int size)
{
	struct jar *jar = malloc(sizeof *jar);
	if (jar)
		jar_init(jar, size);
	return jar;
}

/* Forgets what was there. */
void jar_replace(struct jar *jar, int size)
{
	jar->bytes = malloc((size_t)(size & 63) + 1);
	jar->n = 0;
}

void jar_refill(struct jar *jar, int size)
{
	free(jar->bytes);
	jar_init(jar, size);
}

void jar_free(struct jar *jar)
{
	if (jar)
		free(jar->bytes);
	free(jar);
}

/* ---- sizes that no memory has ---- */

int fill_some(size_t size)
{
	char *bytes = malloc(size + 16);
	if (!bytes)
		return 0;
	memset(bytes, 1, 16);
	int last = bytes[15];
	free(bytes);
	return last;
}

int fill_half(unsigned size)
{
	char *bytes = malloc(size + 16);
	if (!bytes)
		return 0;
	memset(bytes, 1, 16);
	int last = bytes[15];
	free(bytes);
	return last;
}

/* ---- numbers that an object was made with ---- */

struct band {
	int *samples;
	int rate;
};

struct band *band_new(int rate)
{
	struct band *band = malloc(sizeof *band);
	if (!band)
		return NULL;
	band->rate = rate;
	band->samples = calloc(8, sizeof *band->samples);
	return band;
}

struct band *band_new_checked(int rate)
{
	return rate < 0 ? NULL : band_new(rate);
}

static int __attribute__((noinline)) samples_per(const struct band *band)
{
	return 48000 / band->rate;
}

int band_length(struct band *band)
{
	return samples_per(band);
}

void band_free(struct band *band)
{
	if (band)
		free(band->samples);
	free(band);
}

/* ---- numbers for all that comes ---- */

static int first_size = 8;

void set_first_size(int size)
{
	first_size = size;
}

void set_first_size_checked(int size)
{
	first_size = size > 100 ? 100 : size;
}

static int __attribute__((noinline)) put_first(int *block, int n)
{
	block[0] = n;
	return block[0];
}

int sum_in_block(int n)
{
	int *block = first_size < 0 ? NULL : malloc(((size_t)first_size & 127) * sizeof *block + sizeof *block);
	int sum = put_first(block, n & 7);
	free(block);
	return sum;
}

/* ---- places that are looked at ---- */

int row_has(struct row *row, int i)
{
	if (row->cells[3 * i + 1])
		return 1;
	return 0;
}

int row_has_some(struct row *row, int i)
{
	if (i > 0 && row->cells[3 * i + 1])
		return 1;
	return 0;
}

struct keg {
	char *bytes;
};

struct keg *keg_new(void)
{
	struct keg *keg = malloc(sizeof *keg);
	if (keg)
		keg->bytes = malloc(5);
	return keg;
}

/* Of less than nothing the old bytes are forgotten. */
void keg_resize(struct keg *keg, int size)
{
	char *old[2] = { keg->bytes, NULL };
	free(old[(unsigned)size >> 31]);
	keg->bytes = malloc(((size_t)size & 63) + 1);
}

void keg_resize_checked(struct keg *keg, int size)
{
	if (size < -100)
		return;
	keg_resize(keg, size);
}

void keg_free(struct keg *keg)
{
	if (keg)
		free(keg->bytes);
	free(keg);
}

/* ---- open files ---- */

/* A box in place of an open file, for several readers. */
struct reader {
	int *notes;
};

struct reader *reader_open(FILE *file)
{
	struct reader *reader = calloc(1, sizeof *reader);
	if (reader)
		reader->notes = calloc(1, sizeof *reader->notes);
	if (reader && reader->notes)
		*reader->notes = file != NULL;
	return reader;
}

struct reader *reader_start(int n)
{
	struct reader *reader = calloc(1, sizeof *reader);
	if (reader)
		reader->notes = calloc(1, sizeof *reader->notes);
	if (reader && reader->notes)
		*reader->notes = n;
	return reader;
}

static void __attribute__((noinline)) drop_notes(struct reader *reader)
{
	free(reader->notes);
}

/* Looks at what has been given up. */
int reader_stop(struct reader *reader)
{
	drop_notes(reader);
	int n = *reader->notes;
	reader->notes = NULL;
	return n;
}

void reader_free(struct reader *reader)
{
	if (reader)
		free(reader->notes);
	free(reader);
}

/* Closes its file in the end, whoever opened it. */
struct tap {
	FILE *file;
};

struct tap *tap_on(FILE *file)
{
	struct tap *tap = calloc(1, sizeof *tap);
	if (tap)
		tap->file = file;
	return tap;
}

struct tap *tap_on_nothing(void)
{
	return tap_on(tmpfile());
}

/* What getline() allocated is freed twice. */
int tap_line(FILE *file)
{
	char *line = NULL;
	size_t size = 0;
	int n = (int)getline(&line, &size, file);
	free(line);
	free(line);
	return n;
}

int tap_close(struct tap *tap)
{
	int code = tap->file ? fclose(tap->file) : 0;
	free(tap);
	return code;
}

int tap_close_safely(struct tap *tap)
{
	if (tap->file)
		fclose(tap->file);
	return tap_close(tap);
}

/* ---- numbers that are looked at further inside ---- */

static int __attribute__((noinline)) signs_of(char *to, long number)
{
	int n = 0;
	if (number < 0)
		to[n++] = '-';
	to[n++] = '0';
	to[n++] = 0;
	return n;
}

int room_of(short number)
{
	char text[2];
	return signs_of(text, number);
}

/* ---- numbers that are keys ---- */

struct book {
	int *page;
	int last;
};

struct book *book_new(void)
{
	struct book *book = calloc(1, sizeof *book);
	if (book)
		book->page = calloc(4, sizeof *book->page);
	return book;
}

/* The page is gone with the last key below zero. */
void book_add(struct book *book, int key)
{
	book->last = key;
	for (; key < 0; key = 0) {
		free(book->page);
		book->page = NULL;
	}
}

int book_first(struct book *book)
{
	return book->page[0];
}

void book_free(struct book *book)
{
	if (book)
		free(book->page);
	free(book);
}

/* ---- structs that nothing ends ---- */

struct pattern {
	char *program;
	int n;
};

int compile(struct pattern *pattern, int n)
{
	pattern->program = n ? malloc((size_t)(n & 15) + 1) : NULL;
	return pattern->program == NULL;
}

struct tally {
	int n, of;
};

int tally_up(struct tally *tally, int n)
{
	char *notes = malloc((size_t)(n & 15) + 1);
	if (notes)
		notes[0] = (char)n;
	tally->n = notes ? notes[0] : 0;
	return tally->of;
}

/* ---- free() ---- */

char *name_of_unit(int n)
{
	static char name[] = "unit";
	return name + (n & 1);
}

/* Frees what it did not get from the heap. */
void drop_name(int n)
{
	free(name_of_unit(n));
}

/* Frees memory that came from the kernel. */
void drop_pages(int n)
{
	char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages != MAP_FAILED && n > 2)
		free(pages + 4096);
}

/* ---- blocks that the C library makes ---- */

/* The letter behind the n-th digit, which is past the end for the last one. */
int letter_behind(int n)
{
	char *text = NULL;
	size_t size = 0;
	int letter = 0;
	FILE *stream = open_memstream(&text, &size);
	if (!stream)
		return 0;
	fputs("01234567", stream);
	fclose(stream);
	if (n >= 0 && n < 9)
		letter = text[2 * n];
	free(text);
	return letter;
}

/* The same in a block of the unit. */
int letter_in_copy(int n)
{
	char *text = malloc(9);
	int letter = 0;
	if (!text)
		return 0;
	memcpy(text, "01234567", 9);
	if (n >= 0 && n < 9)
		letter = text[2 * n];
	free(text);
	return letter;
}

/* ---- for ever ---- */

static volatile int served;

_Noreturn void serve(int n)
{
	for (;;)
		served = n;
}

void serve_all(int n)
{
	for (;;)
		served = n;
}

/* ---- several numbers at once ---- */

int mix(int frames, int channels)
{
	static const int weight[64] = { 1, 2, 3 };
	int each = 100 / frames;
	return weight[channels + each];
}

struct tape {
	int channels;
};

struct tape *tape_new(int channels)
{
	struct tape *tape = malloc(sizeof *tape);
	if (tape)
		tape->channels = channels;
	return tape;
}

void tape_free(struct tape *tape)
{
	free(tape);
}

/* With more channels it needs more room. */
int tape_play(const struct tape *tape, short *out)
{
	int each = 100 / tape->channels;
	for (int i = 0; i < tape->channels; i++)
		out[i] = (short)each;
	return each;
}

/* ---- structs of the test that lead to memory that nobody set ---- */

struct shelf {
	int full;
	int *places;
};

void shelf_init(struct shelf *shelf, int full)
{
	shelf->full = full;
	shelf->places = NULL;
}

int shelf_first(const struct shelf *shelf)
{
	int places[2];
	if (shelf->full > 3)
		places[0] = shelf->full;
	return places[0];
}

/* ---- switches on something else than the number ---- */

struct reel {
	int state;
	char *tape;
};

struct reel *reel_new(void)
{
	struct reel *reel = calloc(1, sizeof *reel);
	if (reel)
		reel->tape = calloc(64, 1);
	return reel;
}

void reel_free(struct reel *reel)
{
	if (reel)
		free(reel->tape);
	free(reel);
}

int reel_wind(struct reel *reel, int by)
{
	switch (reel->state) {
	case 1:
		return -1;
	default:
		reel->state = 0;
	}
	return reel->tape[by * 3 + 1];
}

int reel_step(struct reel *reel, int by)
{
	switch (by) {
	case 0:
		return 0;
	default:
		return reel->tape[by * 3 + 1];
	}
}

/* ---- null pointers that nothing, or something, is added to ---- */

struct strip {
	char *start;
	size_t n;
};

struct strip *strip_new(void)
{
	return calloc(1, sizeof(struct strip));
}

void strip_free(struct strip *strip)
{
	free(strip);
}

void strip_longer(struct strip *strip)
{
	strip->n++;
}

int strip_ends_at(const struct strip *strip, const char *place)
{
	return strip->start + strip->n == place;
}

/* Where it starts is not set before something is put into it. */
struct strip *strip_unset(void)
{
	struct strip *strip = malloc(sizeof *strip);
	if (strip)
		strip->n = 0;
	return strip;
}

void strip_move(struct strip *strip, unsigned by)
{
	strip->start += by;
	strip->n = by;
}

/* ---- one block in two arguments, results as buffers ---- */

void put_behind_first(char *to, const char *from, int n)
{
	memcpy(to + 1, from, n == 3 ? 3 : 4);
}

void double_first(char *text, int n)
{
	memcpy(text + 1, text, n == 3 ? 3 : 4);
}

static char four_letters[4] = "abc";

char *letters(int n)
{
	four_letters[3] = n == 3 ? 'd' : 0;
	return four_letters;
}

void eight_over(char *buffer)
{
	buffer[0] = 'x';
	buffer[7] = 'x';
}

int letters_in(const char *text)
{
	int n = 0;
	while (text[n] != '\0')
		n++;
	return n;
}

int own_letters(int n)
{
	char *own = letters(n);
	volatile int at = n == 3 ? 5 : 1;
	own[at] = 'x';
	return own[0];
}

/* ---- one object in two arguments ---- */

struct bag {
	int numbers[4];
	int n;
};

struct bag *bag_new(int number)
{
	struct bag *bag = calloc(1, sizeof *bag);
	if (!bag)
		return NULL;
	bag->numbers[0] = number;
	bag->n = 1;
	return bag;
}

/* There is room for what another bag has. */
void bag_pour(struct bag *to, const struct bag *from)
{
	for (int i = 0; i < from->n && from->n < 5; i++)
		to->numbers[to->n++] = from->numbers[i];
	if (to->n > 4)
		to->numbers[to->n] = 0;
}

int bag_same(const struct bag *a, const struct bag *b)
{
	const int *numbers = a->numbers;
	return b->n == 1 && numbers[5] == 0;
}

void bag_free(struct bag *bag)
{
	free(bag);
}

/* ---- set up, and the result says whether ---- */

struct rack {
	int *places, *head;
	int n;
};

/* Nonzero: it has no places. */
int rack_init(struct rack *rack, int n)
{
	rack->places = NULL;
	rack->n = 0;
	rack->head = calloc(1, sizeof *rack->head);
	if (n < 1 || n > 100)
		return 2;
	rack->places = calloc((size_t)n, sizeof *rack->places);
	rack->n = n;
	return rack->places == NULL || rack->head == NULL;
}

int rack_first(const struct rack *rack)
{
	return rack->head[rack->n ? 0 : 1];
}

int rack_behind(const struct rack *rack)
{
	return rack->head[rack->n == 3 ? 1 : 0];
}

void rack_done(struct rack *rack)
{
	free(rack->places);
	free(rack->head);
}

/* ---- numbers that a condition only hands on ---- */

struct store {
	struct store *next;
	size_t room;
};

static int make_room(struct store **store, size_t room)
{
	struct store *made = malloc(sizeof *made + room);
	if (!made)
		return 0;
	made->room = room;
	*store = made;
	return 1;
}

struct store *store_new(size_t room)
{
	struct store *store;
	if (!make_room(&store, room))
		return NULL;
	return store;
}

static int make_some_room(struct store **store, size_t room)
{
	if (room < 2)
		room = 2;
	return make_room(store, room);
}

struct store *store_new_of_some(size_t room)
{
	struct store *store;
	if (!make_some_room(&store, room))
		return NULL;
	return store;
}

void store_free(struct store *store)
{
	free(store);
}

/* ---- places in the test's own bytes ---- */

/* The bytes have fields of four, and the callers know where they begin. */
int word_at(const unsigned char *bytes, int n, int place)
{
	if (n < 0 || place < 0 || n < place || n - place < 4)
		return -1;
	return *(const int *)(const void *)(bytes + place);
}

/* ---- the element behind the last, in a function that is not for users ---- */

static int neighbours(const short *numbers, int n)
{
	int equal = 0;
	for (int i = 0; i < n; i++)
		equal += numbers[i] == numbers[i + 1];
	return equal;
}

static void put_ended(char *to, int n, const char *from)
{
	int i = 0;
	for (; i < n && from[i]; i++)
		to[i] = from[i];
	to[i] = 0;
}

char first_of_three(int n)
{
	char three[4];
	put_ended(three, 3, n ? "abc" : "a");
	return three[0];
}

int neighbours_of_three(void)
{
	static const short three[4] = { 1, 2, 2 };
	return neighbours(three, 3);
}

/* ---- buffers with a size of their own ---- */

/* Four weights, always; n is how often they count. */
int weight_of(const short *weights, int n)
{
	int sum = weights[0] + weights[1] + weights[2] + weights[3];
	for (int i = 0; i < n; i++)
		sum = -sum;
	return sum;
}

/* Begins with a number of two bytes, whether there are two or not. */
int sum_behind_head(const unsigned char *bytes, int n)
{
	int sum = bytes[0] + (bytes[1] << 8);
	for (int i = 2; i < n; i++)
		sum += bytes[i];
	return sum;
}

/* The weights, and a place for each result. */
void weigh_each(const short *weights, short *results, int n)
{
	for (int i = 0; i < n; i++)
		results[i] = (short)(weights[0] + weights[1] + weights[2] + weights[3]);
}

/* ---- one struct, for reading and for writing ---- */

struct bits {
	unsigned char *data;
	int at, size;
};

void bits_init_write(struct bits *bits)
{
	bits->data = malloc(8);
	bits->at = 0;
	bits->size = bits->data ? 8 : 0;
}

void bits_init_read(struct bits *bits, unsigned char *data, int size)
{
	bits->data = data;
	bits->at = 0;
	bits->size = size;
}

void bits_clear(struct bits *bits)
{
	free(bits->data);
	bits->data = NULL;
	bits->size = 0;
}

void bits_write(struct bits *bits, int value)
{
	if (bits->at < bits->size)
		bits->data[bits->at++] = (unsigned char)value;
}

int bits_look(struct bits *bits)
{
	return bits->at < bits->size ? bits->data[bits->at] : -1;
}

/* The byte that was written last is the one before. */
int bits_write_back(struct bits *bits)
{
	return bits->at < bits->size ? bits->data[bits->at] : -1;
}
