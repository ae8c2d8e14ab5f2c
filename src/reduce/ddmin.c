/* ddmin: see ddmin.h.
 *
 * One loop serves every kind of component: a list of parts is cut into n pieces, the complement of
 * each piece is tried, and pieces get finer when none can be left out (Zeller's ddmin, without the
 * step to single subsets, which hardly ever keep coverage). */
#include "reduce/ddmin.h"

#include <string.h>

#define USUAL_TRIES 2000u

struct reduction {
	struct invocation now;       /* the smallest invocation so far */
	ddmin_test *test;
	void *context;
	const struct ddmin_options *options;
	struct arena *arena;
	uint64_t tries, most;
	struct invocation candidate; /* the invocation that is being tried */
	bool taken;
};

static bool is_over(const struct reduction *r)
{
	return r->tries >= r->most || (r->options->is_over && r->options->is_over(r->context));
}

/* Takes the candidate if it keeps what matters; releases it otherwise. */
static status offer(struct reduction *r)
{
	r->taken = false;
	r->tries++;
	status st = r->test(r->context, &r->candidate, &r->taken);
	if (!st && r->taken) {
		struct invocation old = r->now;
		r->now = r->candidate;
		r->candidate = old;
	}
	invocation_release(&r->candidate);
	return st;
}

/* A list of parts that can be left out: `without` makes the candidate without parts from..until, of
 * n; false: there is no such candidate. */
struct parts {
	size_t (*count)(const struct reduction *r, size_t which);
	bool (*without)(const struct reduction *r, size_t which, size_t from, size_t until, struct invocation *out);
};

static status minimise(struct reduction *r, const struct parts *parts, size_t which)
{
	size_t pieces = 1;
	for (;;) {
		size_t n = parts->count(r, which), at = 0;
		bool any = false;
		if (!n)
			return NULL;
		size_t size = (n + pieces - 1) / pieces;
		while (at < n && !is_over(r)) {
			size_t until = at + size < n ? at + size : n;
			r->taken = false;
			if (parts->without(r, which, at, until, &r->candidate))
				TRY(offer(r));
			if (r->taken) {
				n = parts->count(r, which);
				any = true;
			} else {
				at = until;
			}
		}
		if (is_over(r) || (size <= 1 && !any))
			return NULL;
		if (size > 1)
			pieces = n / (size / 2 ? size / 2 : 1) + 1;
		else
			pieces = n ? n : 1;
	}
}

/* ---- arguments, files, variables ---- */

static bool may_drop_args(const struct reduction *r)
{
	return !r->options->shape || r->options->shape->is_free;
}

static size_t count_args(const struct reduction *r, size_t which)
{
	(void)which;
	return may_drop_args(r) ? r->now.args.n : 0;
}

static bool without_args(const struct reduction *r, size_t which, size_t from, size_t until, struct invocation *out)
{
	(void)which;
	invocation_copy(out, &r->now);
	memmove(out->args.at + from, out->args.at + until, (out->args.n - until) * sizeof *out->args.at);
	out->args.n -= until - from;
	return true;
}

static size_t count_files(const struct reduction *r, size_t which)
{
	(void)which;
	return r->now.files.n;
}

static bool without_files(const struct reduction *r, size_t which, size_t from, size_t until, struct invocation *out)
{
	(void)which;
	invocation_copy(out, &r->now);
	memmove(out->files.at + from, out->files.at + until, (out->files.n - until) * sizeof *out->files.at);
	out->files.n -= until - from;
	return true;
}

static size_t count_variables(const struct reduction *r, size_t which)
{
	(void)which;
	return r->now.variables.n;
}

static bool without_variables(const struct reduction *r, size_t which, size_t from, size_t until,
                              struct invocation *out)
{
	(void)which;
	invocation_copy(out, &r->now);
	memmove(out->variables.at + from, out->variables.at + until,
	        (out->variables.n - until) * sizeof *out->variables.at);
	out->variables.n -= until - from;
	return true;
}

static size_t count_input(const struct reduction *r, size_t which)
{
	(void)which;
	return r->now.has_input;
}

static bool without_input(const struct reduction *r, size_t which, size_t from, size_t until, struct invocation *out)
{
	(void)which, (void)from, (void)until;
	invocation_copy(out, &r->now);
	out->has_input = false;
	out->input = (struct bytes){ 0 };
	return true;
}

/* ---- contents: place 0 is standard input, then files, variables, arguments ---- */

static struct bytes *place(struct invocation *invocation, size_t which)
{
	if (which == 0)
		return invocation->has_input ? &invocation->input : NULL;
	which--;
	if (which < invocation->files.n)
		return &invocation->files.at[which].contents;
	which -= invocation->files.n;
	if (which < invocation->variables.n)
		return &invocation->variables.at[which].contents;
	which -= invocation->variables.n;
	return which < invocation->args.n ? &invocation->args.at[which] : NULL;
}

static size_t n_places(const struct invocation *invocation)
{
	return 1 + invocation->files.n + invocation->variables.n + invocation->args.n;
}

/* Long options stay, because they have no shorter spelling that people would use. */
static bool is_long_option(struct bytes arg)
{
	return arg.size > 2 && arg.at[0] == '-' && arg.at[1] == '-' && !memchr(arg.at, '=', arg.size);
}

static bool is_input(const struct reduction *r, size_t which)
{
	size_t first = 1 + r->now.files.n + r->now.variables.n;
	if (which < first)
		return true;
	if (which - first < r->now.args.n && is_long_option(r->now.args.at[which - first]))
		return false;
	return !r->options->shape || shape_is_open(r->options->shape, which - first);
}

/* The bytes at this place; NULL: there are none, or they are no input. */
static const struct bytes *place_of(const struct reduction *r, size_t which)
{
	struct invocation shared = r->now; /* a plain copy, which shares the lists of r->now */
	if (!is_input(r, which))
		return NULL;
	return which == 0 ? (r->now.has_input ? &r->now.input : NULL) : place(&shared, which);
}

static struct bytes cut(const struct reduction *r, struct bytes old, size_t from, size_t until)
{
	unsigned char *text = arena_alloc(r->arena, old.size + 1);
	memcpy(text, old.at, from);
	memcpy(text + from, old.at + until, old.size - until);
	return (struct bytes){ text, (uint32_t)(old.size - (until - from)) };
}

static size_t count_bytes(const struct reduction *r, size_t which)
{
	const struct bytes *bytes = place_of(r, which);
	return bytes ? bytes->size : 0;
}

static bool without_bytes(const struct reduction *r, size_t which, size_t from, size_t until, struct invocation *out)
{
	invocation_copy(out, &r->now);
	struct bytes *bytes = place(out, which);
	*bytes = cut(r, *bytes, from, until);
	return true;
}

static size_t count_lines(const struct reduction *r, size_t which)
{
	const struct bytes *bytes = place_of(r, which);
	size_t n = 0;
	for (uint32_t i = 0; bytes && i < bytes->size; i++)
		n += bytes->at[i] == '\n' || i + 1 == bytes->size;
	return n;
}

/* The offset of line `line`; lines beyond the last start at the end. */
static size_t start_of_line(struct bytes bytes, size_t line)
{
	size_t at = 0;
	while (line && at < bytes.size)
		line -= bytes.at[at++] == '\n';
	return line ? bytes.size : at;
}

static bool without_lines(const struct reduction *r, size_t which, size_t from, size_t until, struct invocation *out)
{
	const struct bytes *bytes = place_of(r, which);
	return without_bytes(r, which, start_of_line(*bytes, from), start_of_line(*bytes, until), out);
}

/* Replaces bytes that do not matter by plain ones. */
static status make_plain(struct reduction *r, size_t which)
{
	static const char plain[] = { 'a', '0', '\n' };
	for (size_t i = 0; i < count_bytes(r, which) && !is_over(r); i++) {
		unsigned char old = place_of(r, which)->at[i];
		r->taken = (old >= 32 && old < 127) || old == '\n' || old == '\t';
		for (size_t p = 0; p < sizeof plain && !r->taken && !is_over(r); p++) {
			invocation_copy(&r->candidate, &r->now);
			struct bytes *bytes = place(&r->candidate, which);
			unsigned char *changed = arena_memdup(r->arena, bytes->at, bytes->size);
			changed[i] = (unsigned char)plain[p];
			bytes->at = changed;
			TRY(offer(r));
		}
	}
	return NULL;
}

/* The place after `last` when places are sorted by size; n_places() if there is none. */
static size_t next_place(const size_t *sizes, size_t n, size_t last)
{
	size_t best = n;
	for (size_t i = 0; i < n; i++) {
		bool is_later = last == n || sizes[i] > sizes[last] || (sizes[i] == sizes[last] && i > last);
		if (is_later && (best == n || sizes[i] < sizes[best]))
			best = i;
	}
	return best;
}

/* Shortens the smallest text first, because it takes the fewest tries: if the budget does not last for the longest,
 * the others are done. */
static status reduce_contents(struct reduction *r)
{
	static const struct parts lines = { count_lines, without_lines }, bytes = { count_bytes, without_bytes };
	size_t n = n_places(&r->now);
	size_t *sizes = ARENA_ARRAY(r->arena, size_t, n);
	for (size_t i = 0; i < n; i++)
		sizes[i] = count_bytes(r, i);
	for (size_t i = next_place(sizes, n, n); i < n; i = next_place(sizes, n, i)) {
		TRY(minimise(r, &lines, i));
		TRY(minimise(r, &bytes, i));
	}
	return NULL;
}

static status reduce_all(struct reduction *r)
{
	static const struct parts args = { count_args, without_args }, files = { count_files, without_files },
	                          variables = { count_variables, without_variables },
	                          input = { count_input, without_input };
	uint64_t before;
	do {
		before = invocation_size(&r->now);
		TRY(minimise(r, &input, 0));
		TRY(minimise(r, &args, 0));
		if (may_drop_args(r))
			TRY(minimise(r, &files, 0));
		TRY(minimise(r, &variables, 0));
		TRY(reduce_contents(r));
		for (size_t i = 0; i < n_places(&r->now); i++)
			TRY(make_plain(r, i));
	} while (invocation_size(&r->now) < before && !is_over(r));
	return NULL;
}

status ddmin_invocation(const struct invocation *from, ddmin_test *test, void *context,
                        const struct ddmin_options *options, struct arena *arena, struct invocation *result,
                        uint64_t *tries)
{
	struct reduction r = { .test = test,
		               .context = context,
		               .options = options,
		               .arena = arena,
		               .most = options->max_tries ? options->max_tries : USUAL_TRIES };
	invocation_copy(&r.now, from);
	status st = reduce_all(&r);
	*result = r.now;
	if (tries)
		*tries = r.tries;
	return st;
}
