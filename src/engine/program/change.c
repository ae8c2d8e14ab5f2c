/* change: see change.h. Tables list the possible changes; each entry is a small function. */
#define _GNU_SOURCE
#include "engine/program/change.h"

#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "engine/program/change_bytes.h"
#include "engine/program/usual.h"

#define MAX_ARGS 12u
#define MAX_DRAWS 8u     /* of an option in the swarm's configuration */
#define MAX_WORD 300u    /* bytes of an argument */
#define CHANCE_VARIABLE 0.06 /* of a change of the environment */
#define CHANCE_FILE 0.05     /* of a change: a file that the program asked for comes or goes */

/* ---- places ---- */

/* The byte strings of an invocation that are inputs, as places to write to. */
struct places {
	struct bytes *at[MAX_RUN_ARGUMENTS + 64];
	size_t n;
	size_t n_args;           /* the first places are arguments: these must not contain a zero */
};

static void add_place(struct places *places, struct bytes *bytes)
{
	if (places->n < sizeof places->at / sizeof *places->at)
		places->at[places->n++] = bytes;
}

static void find_places(const struct shape *shape, struct invocation *invocation, struct places *places)
{
	*places = (struct places){ 0 };
	for (size_t i = 0; i < invocation->args.n; i++)
		if (shape_is_open(shape, i))
			add_place(places, &invocation->args.at[i]);
	for (size_t i = 0; i < invocation->variables.n; i++)
		add_place(places, &invocation->variables.at[i].contents);
	places->n_args = places->n;
	for (size_t i = 0; i < invocation->files.n; i++)
		add_place(places, &invocation->files.at[i].contents);
	if (invocation->has_input && shape->has_input)
		add_place(places, &invocation->input);
}

static void cut_at_zero(struct bytes *text)
{
	const unsigned char *zero = text->size ? memchr(text->at, 0, text->size) : NULL;
	if (zero)
		text->size = (uint32_t)(zero - text->at);
}

static void change_a_place(const struct changer *c, struct invocation *invocation)
{
	struct places places;
	find_places(c->shape, invocation, &places);
	if (!places.n)
		return;
	size_t i = rng_below(c->rng, places.n);
	*places.at[i] = change_bytes(c, *places.at[i]);
	if (i >= places.n_args)
		return;
	cut_at_zero(places.at[i]);
	if (places.at[i]->size > MAX_WORD)
		places.at[i]->size = MAX_WORD;
}

/* ---- arguments of a free command line ---- */

static void insert_arg(const struct changer *c, struct invocation *invocation, struct bytes arg)
{
	if (invocation->args.n >= MAX_ARGS)
		return;
	size_t at = rng_below(c->rng, invocation->args.n + 1);
	vec_push(&invocation->args, arg);
	for (size_t i = invocation->args.n - 1; i > at; i--)
		invocation->args.at[i] = invocation->args.at[i - 1];
	invocation->args.at[at] = arg;
	cut_at_zero(&invocation->args.at[at]);
}

static struct bytes some_value(const struct changer *c)
{
	if (rng_chance(c->rng, 0.4))
		return usual_value(c->rng);
	return rng_chance(c->rng, 0.25) ? usual_name(c->rng) : dictionary_word(c->dictionary, c->rng);
}

void change_add_option(const struct changer *c, struct invocation *invocation, struct option_word option)
{
	change_give_option(c, invocation, option, some_value(c));
}

void change_give_option(const struct changer *c, struct invocation *invocation, struct option_word option,
                        struct bytes value)
{
	struct bytes text = option.text;
	if (option.joined)
		text = splice(c, splice(c, text, text.size, 0, bytes_of("=")), text.size + 1, 0, value);
	size_t n = invocation->args.n;
	insert_arg(c, invocation, text);
	if (!option.takes || option.joined || invocation->args.n == n || invocation->args.n >= MAX_ARGS)
		return;
	size_t at = 0;
	while (at < invocation->args.n && invocation->args.at[at].at != text.at)
		at++;
	vec_push(&invocation->args, value);
	for (size_t i = invocation->args.n - 1; i > at + 1; i--)
		invocation->args.at[i] = invocation->args.at[i - 1];
	if (at + 1 < invocation->args.n)
		invocation->args.at[at + 1] = value;
}

static bool is_in_swarm(const struct changer *c, size_t option)
{
	return !c->swarm || hash_bytes(&option, sizeof option, c->swarm) & 1;
}

static void add_some_option(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	size_t n = dictionary_options(c->dictionary), option = n ? rng_below(c->rng, n) : 0;
	(void)other;
	for (unsigned i = 0; i < MAX_DRAWS && n && !is_in_swarm(c, option); i++)
		option = rng_below(c->rng, n);
	if (n)
		change_add_option(c, invocation, dictionary_option(c->dictionary, option));
}

static void add_word(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	(void)other;
	insert_arg(c, invocation, some_value(c));
}

static void add_file(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	(void)other;
	if (invocation->args.n < MAX_ARGS)
		vec_push(&invocation->args, usual_name(c->rng));
}

static void drop_arg(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	(void)other;
	if (!invocation->args.n)
		return;
	size_t at = rng_below(c->rng, invocation->args.n);
	for (size_t i = at; i + 1 < invocation->args.n; i++)
		invocation->args.at[i] = invocation->args.at[i + 1];
	invocation->args.n--;
}

static void swap_args(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	(void)other;
	if (invocation->args.n < 2)
		return;
	size_t a = rng_below(c->rng, invocation->args.n), b = rng_below(c->rng, invocation->args.n);
	struct bytes kept = invocation->args.at[a];
	invocation->args.at[a] = invocation->args.at[b];
	invocation->args.at[b] = kept;
}

/* Appends arguments of another invocation that was kept. */
static void join_args(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	if (!other)
		return;
	for (size_t i = 0; i < other->args.n && invocation->args.n < MAX_ARGS; i++)
		if (rng_chance(c->rng, 0.7))
			vec_push(&invocation->args, other->args.at[i]);
}

/* Repeats an argument, with the value behind it if it is an option of one letter; half of the time with another value. */
static void repeat_arg(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	(void)other;
	size_t n = invocation->args.n;
	if (!n || n + 2 > MAX_ARGS)
		return;
	size_t at = rng_below(c->rng, n);
	struct bytes arg = invocation->args.at[at];
	bool takes = arg.size == 2 && arg.at[0] == '-' && at + 1 < n;
	struct bytes value = takes ? invocation->args.at[at + 1] : arg;
	if (takes && rng_chance(c->rng, 0.5))
		value = some_value(c);
	vec_push(&invocation->args, arg);
	if (takes)
		vec_push(&invocation->args, value);
	for (size_t i = 0; i < (takes ? 2u : 1u); i++)
		cut_at_zero(&invocation->args.at[n + i]);
}

static void give_input(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	if (invocation->has_input && rng_chance(c->rng, 0.3)) {
		invocation->has_input = false;
		return;
	}
	bool again = other && other->has_input && rng_chance(c->rng, 0.5);
	invocation->input = again ? other->input : usual_contents(c->rng);
	invocation->has_input = true;
}

typedef void arg_change(const struct changer *c, struct invocation *invocation, const struct invocation *other);
static arg_change *const arg_changes[] = { add_some_option, add_some_option, add_word,   add_file,  drop_arg,
	                                   swap_args,       join_args,       give_input, repeat_arg };

/* True if the word is the name of the file, or ends with it: --from=NAME. */
static bool names(struct bytes arg, const char *name)
{
	size_t length = strlen(name);
	return arg.size >= length && memcmp(arg.at + arg.size - length, name, length) == 0;
}

static void supply(const struct changer *c, struct invocation *invocation, size_t k)
{
	struct bytes contents = rng_chance(c->rng, 0.5) ? usual_start(k) : usual_contents(c->rng);
	for (size_t i = 0; i < invocation->args.n; i++)
		if (names(invocation->args.at[i], usual_files[k]) && !invocation_file(invocation, usual_files[k]))
			vec_push(&invocation->files, ((struct named_bytes){ usual_files[k], contents }));
}

void change_supply_files(const struct changer *c, struct invocation *invocation)
{
	for (size_t k = 0; c->shape->is_free && k < USUAL_FILES; k++)
		supply(c, invocation, k);
}

/* Replaces the contents by those of another invocation or by usual contents, or joins both. */
static void take_contents(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	struct bytes more = { 0 };
	if (rng_chance(c->rng, 0.5))
		more = usual_contents(c->rng);
	else if (other && other->has_input)
		more = other->input;
	else if (other && other->files.n)
		more = other->files.at[0].contents;
	struct places places;
	find_places(c->shape, invocation, &places);
	if (!more.size || places.n == places.n_args)
		return;
	struct bytes *to = places.at[places.n_args + rng_below(c->rng, places.n - places.n_args)];
	*to = rng_chance(c->rng, 0.5) ? more : splice(c, *to, below(c, to->size + 1), 0, more);
	limit_bytes(to);
}

/* Picks a variable that the user names, or else one that the program asks for; NULL: there is none. */
static const char *some_variable(const struct changer *c)
{
	size_t asked = c->shape->is_free && !c->shape->n_variables ? dictionary_variables(c->dictionary) : 0;
	if (c->shape->n_variables)
		return c->shape->variables[rng_below(c->rng, c->shape->n_variables)];
	return asked ? dictionary_variable(c->dictionary, rng_below(c->rng, asked)) : NULL;
}

static struct bytes variable_value(const struct changer *c, const char *name)
{
	if (str_equal(name, "LC_ALL") && rng_chance(c->rng, 0.9))
		return bytes_of("C.UTF-8");
	return some_value(c);
}

/* Sets an environment variable, or removes it. */
static void toggle_variable(const struct changer *c, struct invocation *invocation, const char *name)
{
	for (size_t i = 0; i < invocation->variables.n; i++)
		if (str_equal(invocation->variables.at[i].name, name)) {
			invocation->variables.at[i] = vec_last(&invocation->variables);
			invocation->variables.n--;
			return;
		}
	struct bytes value = variable_value(c, name);
	cut_at_zero(&value);
	vec_push(&invocation->variables, ((struct named_bytes){ name, value }));
}

/* A file that the program looks for and that no argument names is there, and has such contents, or is not. */
static void toggle_asked_file(const struct changer *c, struct invocation *invocation)
{
	size_t asked = dictionary_files(c->dictionary);
	const char *name = dictionary_file(c->dictionary, rng_below(c->rng, asked));
	struct named_bytes *file = invocation_file(invocation, name);
	if (!file) {
		vec_push(&invocation->files, ((struct named_bytes){ name, usual_contents(c->rng) }));
	} else if (rng_chance(c->rng, 0.5)) {
		*file = vec_last(&invocation->files);
		invocation->files.n--;
	} else {
		file->contents = usual_contents(c->rng);
	}
}

static bool asks_for_files(const struct changer *c)
{
	return c->shape->is_free && dictionary_files(c->dictionary) > 0;
}

/* Adds a few options and operands that owe nothing to other invocations. */
void change_compose(const struct changer *c, struct invocation *invocation)
{
	const char *variable = rng_chance(c->rng, 0.2) ? some_variable(c) : NULL;
	uint64_t options = rng_below(c->rng, 4), operands = rng_below(c->rng, 4);
	while (options--)
		add_some_option(c, invocation, NULL);
	while (operands--)
		if (rng_chance(c->rng, 0.5))
			add_file(c, invocation, NULL);
		else
			add_word(c, invocation, NULL);
	if (rng_chance(c->rng, 0.5))
		give_input(c, invocation, NULL);
	if (variable)
		toggle_variable(c, invocation, variable);
	if (asks_for_files(c) && rng_chance(c->rng, 0.3))
		toggle_asked_file(c, invocation);
	change_supply_files(c, invocation);
}

void change_some(const struct changer *c, struct invocation *invocation, const struct invocation *other)
{
	uint64_t n = 1 + rng_below(c->rng, rng_chance(c->rng, 0.5) ? 2 : 6);
	while (n--) {
		const char *variable = rng_chance(c->rng, CHANCE_VARIABLE) ? some_variable(c) : NULL;
		if (variable)
			toggle_variable(c, invocation, variable);
		else if (asks_for_files(c) && rng_chance(c->rng, CHANCE_FILE))
			toggle_asked_file(c, invocation);
		else if (c->shape->is_free && c->shape->has_args && rng_chance(c->rng, 0.35))
			arg_changes[below(c, sizeof arg_changes / sizeof *arg_changes)](c, invocation, other);
		else if (c->shape->is_free && !c->shape->has_args && !invocation->has_input)
			give_input(c, invocation, other);
		else if (rng_chance(c->rng, 0.08))
			take_contents(c, invocation, other);
		else
			change_a_place(c, invocation);
	}
	change_supply_files(c, invocation);
}

/* ---- by comparisons ---- */

struct search {
	const struct changer *c;
	const struct invocation *from;
	struct invocation *out;
	size_t n, most;
};

/* Makes one invocation for every place with `from`, with `to` in that place. */
static void put_in_place(struct search *search, struct bytes from, struct bytes to)
{
	struct places places;
	struct invocation copy;
	if (!from.size || (from.size == to.size && memcmp(from.at, to.at, to.size) == 0))
		return;
	invocation_copy(&copy, search->from);
	find_places(search->c->shape, &copy, &places);
	for (size_t p = 0; p < places.n && search->n < search->most; p++) {
		struct bytes old = *places.at[p];
		const unsigned char *found = old.size >= from.size ? memmem(old.at, old.size, from.at, from.size)
		                                                   : NULL;
		if (!found)
			continue;
		*places.at[p] = splice(search->c, old, (uint32_t)(found - old.at), from.size, to);
		if (p < places.n_args)
			cut_at_zero(places.at[p]);
		invocation_copy(&search->out[search->n++], &copy);
		*places.at[p] = old;
	}
	invocation_release(&copy);
}

static void try_number(struct search *search, uint64_t from, uint64_t to, unsigned size)
{
	char old[32], new[32];
	unsigned char raw_old[8], raw_new[8];
	if (from == to)
		return;
	snprintf(old, sizeof old, "%lld", (long long)from);
	snprintf(new, sizeof new, "%lld", (long long)to);
	if (from < 256 && to < 256) {
		raw_old[0] = (unsigned char)from;
		raw_new[0] = (unsigned char)to;
		put_in_place(search, (struct bytes){ raw_old, 1 }, (struct bytes){ raw_new, 1 });
	}
	put_in_place(search, bytes_of(old), bytes_of(new));
	memcpy(raw_old, &from, size);
	memcpy(raw_new, &to, size);
	if (size > 1 && from > 255)
		put_in_place(search, (struct bytes){ raw_old, size }, (struct bytes){ raw_new, size });
}

/* The program looked for a letter where a text or a file ends: puts it there. */
static void try_longer(struct search *search, uint64_t end, uint64_t letter)
{
	bool ends_text = end == 0, ends_file = (uint32_t)end == UINT32_MAX;
	unsigned char byte = (unsigned char)letter;
	struct places places;
	struct invocation copy;
	if (!letter || letter > 255 || (!ends_text && !ends_file))
		return;
	invocation_copy(&copy, search->from);
	find_places(search->c->shape, &copy, &places);
	for (size_t p = 0; p < places.n && search->n < search->most; p++) {
		struct bytes old = *places.at[p];
		if (p < places.n_args ? !ends_text : !ends_file)
			continue;
		*places.at[p] = splice(search->c, old, old.size, 0, (struct bytes){ &byte, 1 });
		invocation_copy(&search->out[search->n++], &copy);
		*places.at[p] = old;
	}
	invocation_release(&copy);
}

size_t change_by_comparisons(const struct changer *c, const struct invocation *invocation, const struct run *run,
                             struct invocation *out, size_t most)
{
	struct search search = { .c = c, .from = invocation, .out = out, .most = most };
	for (uint32_t i = 0; i < run->n_texts && search.n < most; i++) {
		const struct sk_texts *texts = &run->texts[i];
		struct bytes a = { arena_memdup(c->arena, texts->sides[0], texts->sizes[0]), texts->sizes[0] };
		struct bytes b = { arena_memdup(c->arena, texts->sides[1], texts->sizes[1]), texts->sizes[1] };
		put_in_place(&search, a, b);
		put_in_place(&search, b, a);
	}
	for (uint32_t i = 0; i < run->n_compared && search.n < most; i++) {
		const struct sk_compared *pair = &run->compared[i];
		if (pair->size < 1 || pair->size > 8)
			continue;
		try_number(&search, pair->left, pair->right, pair->size);
		try_number(&search, pair->right, pair->left, pair->size);
		try_number(&search, pair->left, pair->right + 1, pair->size);
		try_number(&search, pair->left, pair->right - 1, pair->size);
		try_longer(&search, pair->left, pair->right);
		try_longer(&search, pair->right, pair->left);
	}
	return search.n;
}
