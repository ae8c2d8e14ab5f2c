/* usual: see usual.h. */
#include "engine/program/usual.h"

#include <string.h>

#define TEXT(text) { (const unsigned char *)(text), sizeof(text) - 1 }

const char *const usual_files[USUAL_FILES] = { "in.txt", "second.txt" };

#define TIMES8(text) text text text text text text text text
#define LONG_LINES TIMES8(TIMES8(TIMES8("one more line of a long text\n")))
#define TEN_WORDS "alpha beta gamma delta epsilon zeta eta theta iota kappa "

static const struct bytes contents[] = {
	TEXT("one 2\ntwo\n\nthree 3\n"),
	TEXT("two\n4\n"),
	TEXT("b\na\nb\nb\n\n10\n9\n-1.5\n"),
	TEXT("a:b:c\nd:e\nf\n::\n"),
	TEXT("x\ty\tz\n\n\n\n  p  q\r\n\f\v.\b\n"),
	TEXT("no end"),
	TEXT(""),
	TEXT("\n"),
	TEXT("\xc3\xa9t\xc3\xa9 \xe2\x82\xac\xc2\xa0x\n\xff\n\xe2\x82"),
	TEXT("in.txt\0second.txt\0"),
	TEXT("\0\1\2\377\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
	TEXT("a b\nb c\nc d\nd e\na\na\na\n"),
	TEXT("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"),
	TEXT(LONG_LINES), /* longer than any usual block */
	TEXT(TIMES8(TIMES8(TEN_WORDS TEN_WORDS)) "\nend"),
	TEXT(TEN_WORDS TEN_WORDS TEN_WORDS "\n" TEN_WORDS "\n\n" TEN_WORDS TEN_WORDS "\n"),
};

static const struct bytes values[] = {
	TEXT("0"),   TEXT("1"),        TEXT("2"),   TEXT("3"),          TEXT("7"),
	TEXT("10"),  TEXT("-1"),       TEXT("-3"),  TEXT("100"),        TEXT("255"),
	TEXT("256"), TEXT("65536"),    TEXT("1e3"), TEXT("1k"),         TEXT("2M"),
	TEXT("+2"),  TEXT("0x10"),     TEXT("010"), TEXT("4294967296"), TEXT("99999999999999999999"),
	TEXT("3.5"), TEXT("1-3"),      TEXT("2-"),  TEXT("-2"),         TEXT("1,3"),
	TEXT("2,1"), TEXT("a-z"),      TEXT(":"),   TEXT(","),          TEXT(" "),
	TEXT("a"),   TEXT("abc"),      TEXT(""),    TEXT("\n"),         TEXT("%d"),
	TEXT("\\n"), TEXT("\xc3\xa9"),
};

static const struct bytes names[] = {
	TEXT("in.txt"), TEXT("in.txt"), TEXT("in.txt"),      TEXT("second.txt"), TEXT("second.txt"),
	TEXT("-"),      TEXT("."),      TEXT("missing.txt"), TEXT("new.txt"),
};

struct bytes usual_contents(struct rng *rng)
{
	return contents[rng_below(rng, sizeof contents / sizeof *contents)];
}

struct bytes usual_start(size_t i)
{
	return contents[i % 2];
}

#define N_VALUES (sizeof values / sizeof *values)
#define STRIDE 11u /* over values of one kind, which stand together */

struct bytes usual_value_at(uint64_t i)
{
	return values[i % N_VALUES * STRIDE % N_VALUES];
}

struct bytes usual_value(struct rng *rng)
{
	return values[rng_below(rng, sizeof values / sizeof *values)];
}

struct bytes usual_name(struct rng *rng)
{
	return names[rng_below(rng, sizeof names / sizeof *names)];
}
