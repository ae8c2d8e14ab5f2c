/* dictionary: see dictionary.h. */
#include "engine/program/dictionary.h"

#include <stdio.h>
#include <string.h>

#include "base/map.h"

#define MAX_WORDS 4096u
#define MAX_WORD 48u
#define MAX_NUMBERS 512u /* compared numbers: most are counters and sizes */
#define MAX_VARIABLES 32u
#define CHANCE_COMPARED 0.5 /* of a word that was compared at run time */

struct dictionary {
	struct arena *arena;
	VEC(struct bytes) words;         /* words of the unit's text, then compared words */
	size_t n_static;
	VEC(struct option_word) options;
	VEC(const char *) variables;
	size_t n_numbers;                /* compared numbers */
	struct map known;                /* hashes of words */
};

static bool is_option(struct bytes word)
{
	return word.size >= 2 && word.at[0] == '-' && word.at[1] != ' ' && word.at[1] > 32 && word.at[1] < 127 &&
	       word.at[1] != '>' && word.at[1] != '=' && (word.at[1] != '-' || word.size > 2) &&
	       !memchr(word.at, ' ', word.size) && !memchr(word.at, '\n', word.size) &&
	       !memchr(word.at, '%', word.size);
}

static void add_option(struct dictionary *d, struct bytes word)
{
	struct option_word option = { .text = word };
	char last = (char)word.at[word.size - 1];
	option.joined = last == '=' && word.at[1] == '-';
	option.takes = option.joined || (last == ':' && word.size == 3);
	option.text.size -= option.takes;
	vec_push(&d->options, option);
}

static void add_word(struct dictionary *d, const void *text, size_t size)
{
	bool added;
	const char *zero = size ? memchr(text, 0, size) : NULL;
	if (zero)
		size = (size_t)(zero - (const char *)text);
	if (!size || size > MAX_WORD || d->words.n >= MAX_WORDS)
		return;
	map_put(&d->known, hash_bytes(text, size, 1), &added);
	if (!added)
		return;
	struct bytes word = { arena_memdup(d->arena, text, size), (uint32_t)size };
	if (is_option(word))
		add_option(d, word);
	if (!is_option(word) || !d->options.at[d->options.n - 1].takes)
		vec_push(&d->words, word);
}

/* Adds the letters of a text like "ab:c", which may be a list of options. */
static void add_letters(struct dictionary *d, const struct literal *literal)
{
	size_t letters = 0, n = literal->length;
	for (size_t i = 0; i < n; i++)
		letters += (literal->bytes[i] | 32) >= 'a' && (literal->bytes[i] | 32) <= 'z';
	if (n < 2 || n > 60 || !memchr(literal->bytes, ':', n) || letters * 2 < n || memchr(literal->bytes, ' ', n))
		return;
	for (size_t i = 0; i < n; i++) {
		char word[4] = { '-', literal->bytes[i], ':', 0 };
		if (word[1] != ':' && word[1] != '+')
			add_word(d, word, i + 1 < n && literal->bytes[i + 1] == ':' ? 3 : 2);
	}
}

static void add_number(struct dictionary *d, int64_t number)
{
	char text[32];
	add_word(d, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)number));
	if (number > 32 && number < 127) {
		char letter = (char)number;
		add_word(d, &letter, 1);
	}
}

struct dictionary *dictionary_new(const struct model *model)
{
	struct dictionary *d = xcalloc(1, sizeof *d);
	d->arena = arena_new();
	for (size_t i = 0; i < model->literals.n; i++) {
		const struct literal *literal = &model->literals.at[i];
		if (literal->is_string && literal->bytes) {
			add_word(d, literal->bytes, literal->length);
			add_letters(d, literal);
		} else if (!literal->is_string && !literal->is_real) {
			add_number(d, literal->number);
		}
	}
	static const char *const usual[] = {
		"0", "1", "-1", "-", "--", "\n", " ", "a", ",", "=", ":", "/", "2147483648"
	};
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		add_word(d, usual[i], strlen(usual[i]));
	d->n_static = d->words.n;
	return d;
}

void dictionary_free(struct dictionary *d)
{
	vec_release(&d->words);
	vec_release(&d->options);
	vec_release(&d->variables);
	map_release(&d->known);
	arena_free(d->arena);
	free(d);
}

/* True for the name of a variable: the runtime records it as "$NAME", compared with nothing. */
static bool is_variable(const struct sk_texts *texts)
{
	return !texts->sizes[0] && texts->sizes[1] > 1 && texts->sides[1][0] == '$';
}

static void add_variable(struct dictionary *d, const void *name, size_t size)
{
	bool added;
	map_put(&d->known, hash_bytes(name, size, 2), &added);
	if (added && d->variables.n < MAX_VARIABLES)
		vec_push(&d->variables, arena_strndup(d->arena, name, size));
}

static void learn_texts(struct dictionary *d, const struct sk_texts *texts)
{
	if (is_variable(texts)) {
		add_variable(d, texts->sides[1] + 1, texts->sizes[1] - 1u);
		return;
	}
	for (int side = 0; side < 2; side++)
		add_word(d, texts->sides[side], texts->sizes[side]);
}

void dictionary_learn(struct dictionary *d, const struct run *run)
{
	for (uint32_t i = 0; i < run->n_texts; i++)
		learn_texts(d, &run->texts[i]);
	if (d->n_numbers >= MAX_NUMBERS)
		return;
	size_t before = d->words.n;
	for (uint32_t i = 0; i < run->n_compared; i++) {
		const struct sk_compared *pair = &run->compared[i];
		if (pair->size >= 1 && pair->size <= 8 && (int64_t)pair->right != 0)
			add_number(d, (int64_t)pair->right);
	}
	d->n_numbers += d->words.n - before;
}

size_t dictionary_words(const struct dictionary *d)
{
	return d->words.n;
}

size_t dictionary_options(const struct dictionary *d)
{
	return d->options.n;
}

struct bytes dictionary_word(const struct dictionary *d, struct rng *rng)
{
	size_t compared = d->words.n - d->n_static;
	if (compared && rng_chance(rng, CHANCE_COMPARED))
		return d->words.at[d->n_static + rng_below(rng, compared)];
	return d->words.at[rng_below(rng, d->words.n)];
}

size_t dictionary_variables(const struct dictionary *d)
{
	return d->variables.n;
}

const char *dictionary_variable(const struct dictionary *d, size_t i)
{
	return d->variables.at[i];
}

struct option_word dictionary_option(const struct dictionary *d, size_t i)
{
	return d->options.at[i];
}
