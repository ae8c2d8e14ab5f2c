/* change_bytes: see change_bytes.h. A table lists the possible changes; each entry is a small function. */
#include "engine/program/change_bytes.h"

#include <string.h>

#include "engine/program/usual.h"

#define MAX_SIZE 2048u   /* of a text or file that grows */
#define GROWN 5000u      /* the least bytes of a text that fills several blocks */
#define CHANCE_GROWN 0.1

struct bytes bytes_of(const char *text)
{
	return (struct bytes){ (const unsigned char *)text, (uint32_t)strlen(text) };
}

struct bytes splice(const struct changer *c, struct bytes old, uint32_t at, uint32_t cut, struct bytes in)
{
	unsigned char *text = arena_alloc(c->arena, old.size - cut + in.size + 1);
	memcpy(text, old.at, at);
	memcpy(text + at, in.at, in.size);
	memcpy(text + at + in.size, old.at + at + cut, old.size - at - cut);
	return (struct bytes){ text, old.size - cut + in.size };
}

uint32_t below(const struct changer *c, uint32_t n)
{
	return n ? (uint32_t)rng_below(c->rng, n) : 0;
}

static unsigned char some_byte(const struct changer *c)
{
	static const char usual[] = "\n\n \t0123456789-+,.:;=/*%\"'(){}[]abcxyzAZ_#\\";
	return rng_chance(c->rng, 0.8) ? (unsigned char)usual[below(c, sizeof usual - 1)]
	                               : (unsigned char)rng_below(c->rng, 256);
}

static struct bytes insert_byte(const struct changer *c, struct bytes old)
{
	unsigned char byte = some_byte(c);
	return splice(c, old, below(c, old.size + 1), 0, (struct bytes){ &byte, 1 });
}

static struct bytes replace_byte(const struct changer *c, struct bytes old)
{
	unsigned char byte = some_byte(c);
	return old.size ? splice(c, old, below(c, old.size), 1, (struct bytes){ &byte, 1 }) : insert_byte(c, old);
}

static struct bytes flip_bit(const struct changer *c, struct bytes old)
{
	if (!old.size)
		return old;
	uint32_t at = below(c, old.size);
	unsigned char byte = old.at[at] ^ (unsigned char)(1u << rng_below(c->rng, 8));
	return splice(c, old, at, 1, (struct bytes){ &byte, 1 });
}

static struct bytes drop_part(const struct changer *c, struct bytes old)
{
	uint32_t at = below(c, old.size), n = 1 + below(c, rng_chance(c->rng, 0.5) ? 2 : old.size);
	return splice(c, old, at, n < old.size - at ? n : old.size - at, (struct bytes){ 0 });
}

static struct bytes repeat_part(const struct changer *c, struct bytes old)
{
	uint32_t at = below(c, old.size), n = 1 + below(c, old.size - at);
	if (!old.size)
		return old;
	return splice(c, old, at, 0, (struct bytes){ old.at + at, n < old.size - at ? n : old.size - at });
}

static struct bytes insert_word(const struct changer *c, struct bytes old)
{
	return splice(c, old, below(c, old.size + 1), 0, dictionary_word(c->dictionary, c->rng));
}

static bool is_word_byte(unsigned char byte)
{
	return byte == '_' || (byte >= '0' && byte <= '9') || ((byte | 32) >= 'a' && (byte | 32) <= 'z') || byte >= 128;
}

/* Replaces a word of the text by another word. */
static struct bytes replace_word(const struct changer *c, struct bytes old)
{
	uint32_t at = below(c, old.size), end = at;
	while (at > 0 && is_word_byte(old.at[at - 1]))
		at--;
	while (end < old.size && is_word_byte(old.at[end]))
		end++;
	return splice(c, old, at, end - at, dictionary_word(c->dictionary, c->rng));
}

static struct bytes become_word(const struct changer *c, struct bytes old)
{
	(void)old;
	return dictionary_word(c->dictionary, c->rng);
}

static struct bytes become_value(const struct changer *c, struct bytes old)
{
	(void)old;
	return usual_value(c->rng);
}

static struct bytes add_line(const struct changer *c, struct bytes old)
{
	struct bytes word = dictionary_word(c->dictionary, c->rng);
	struct bytes longer = splice(c, old, old.size, 0, word);
	return splice(c, longer, longer.size, 0, (struct bytes){ (const unsigned char *)"\n", 1 });
}

/* Pairs of brackets and quotes, also those of regular expressions. */
static const char *const brackets[][2] = { { "(", ")" },   { "[", "]" },     { "{", "}" },    { "<", ">" },
	                                   { "\"", "\"" }, { "'", "'" },     { "/", "/" },    { "[:", ":]" },
	                                   { "[=", "=]" }, { "\\(", "\\)" }, { "\\{", "\\}" } };

/* Puts a part of the text, or a new word, in brackets. */
static struct bytes enclose(const struct changer *c, struct bytes old)
{
	const char *const *pair = brackets[below(c, sizeof brackets / sizeof *brackets)];
	uint32_t at = below(c, old.size + 1), n = below(c, old.size - at + 1);
	if (rng_chance(c->rng, 0.5)) {
		struct bytes word = dictionary_word(c->dictionary, c->rng);
		old = splice(c, old, at, 0, word);
		n = word.size;
	}
	old = splice(c, old, at + n, 0, bytes_of(pair[1]));
	return splice(c, old, at, 0, bytes_of(pair[0]));
}

static struct bytes insert_escape(const struct changer *c, struct bytes old)
{
	static const char *const escapes[] = { "\\a", "\\b", "\\f", "\\n",  "\\r", "\\t",   "\\v",   "\\\\",
		                               "\\0", "\\1", "\\7", "\\12", "\\&", "\\101", "\\x41", "\\" };
	const char *escape = escapes[below(c, sizeof escapes / sizeof *escapes)];
	return splice(c, old, below(c, old.size + 1), 0, bytes_of(escape));
}

/* Makes the text longer than a block, because programs read in blocks. */
static struct bytes grow(const struct changer *c, struct bytes old)
{
	uint32_t wanted = GROWN + below(c, 2 * GROWN);
	if (!old.size || !rng_chance(c->rng, CHANCE_GROWN))
		return repeat_part(c, old);
	unsigned char *text = arena_alloc(c->arena, wanted);
	for (uint32_t i = 0; i < wanted; i++)
		text[i] = old.at[i % old.size];
	return (struct bytes){ text, wanted };
}

static struct bytes empty(const struct changer *c, struct bytes old)
{
	(void)c;
	(void)old;
	return (struct bytes){ (const unsigned char *)"", 0 };
}

typedef struct bytes byte_change(const struct changer *c, struct bytes old);
static byte_change *const byte_changes[] = { insert_byte,  replace_byte, replace_byte, flip_bit,    drop_part,
	                                     drop_part,    grow,         insert_word,  insert_word, replace_word,
	                                     replace_word, become_word,  become_value, add_line,    empty,
	                                     enclose,      enclose,      insert_escape };

void limit_bytes(struct bytes *bytes)
{
	if (bytes->size > 3 * GROWN)
		bytes->size = MAX_SIZE;
}

struct bytes change_bytes(const struct changer *c, struct bytes old)
{
	struct bytes changed = byte_changes[below(c, sizeof byte_changes / sizeof *byte_changes)](c, old);
	limit_bytes(&changed);
	return changed;
}
