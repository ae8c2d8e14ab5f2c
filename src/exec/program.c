/* program: see program.h. */
#include "exec/program.h"

#include <string.h>

/* Goes past `size` bytes; NULL if there are fewer. */
static const uint8_t *take(const uint8_t **at, size_t *left, size_t size)
{
	const uint8_t *taken = *at;
	if (size > *left)
		return NULL;
	*at += size;
	*left -= size;
	return taken;
}

static bool read_files(const uint8_t *at, size_t left, struct arena *arena, struct program_result *result)
{
	for (uint32_t i = 0; i < result->n_files; i++) {
		struct sk_left head;
		const uint8_t *part = take(&at, &left, sizeof head);
		if (!part)
			return false;
		memcpy(&head, part, sizeof head);
		const uint8_t *name = take(&at, &left, head.name_size), *contents = take(&at, &left, head.size);
		if (!name || !contents)
			return false;
		result->files[i].name = arena_strndup(arena, (const char *)name, head.name_size);
		result->files[i].contents = (struct bytes){ arena_memdup(arena, contents, head.size), head.size };
	}
	return true;
}

bool program_result_read(const struct run *run, struct arena *arena, struct program_result *result)
{
	const struct step_result *last = run->steps && run->n_steps ? &run->steps[run->n_steps - 1] : NULL;
	struct sk_program head;
	if (!last || !last->peek || last->peek_size < sizeof head)
		return false;
	const uint8_t *at = last->peek;
	size_t left = last->peek_size;
	memcpy(&head, take(&at, &left, sizeof head), sizeof head);
	const uint8_t *out = take(&at, &left, head.n_out), *err = take(&at, &left, head.n_err);
	if (!out || !err || head.n_files > left / sizeof(struct sk_left))
		return false;
	*result = (struct program_result){ .status = head.status,
		                           .out = { arena_memdup(arena, out, head.n_out), head.n_out },
		                           .err = { arena_memdup(arena, err, head.n_err), head.n_err },
		                           .out_cut = head.cut & 1,
		                           .err_cut = head.cut & 2,
		                           .files_cut = head.cut & 4,
		                           .n_files = head.n_files,
		                           .files = ARENA_ARRAY(arena, struct named_bytes, head.n_files + 1) };
	return read_files(at, left, arena, result);
}

static bool same(struct bytes a, struct bytes b)
{
	return a.size == b.size && (!a.size || memcmp(a.at, b.at, a.size) == 0);
}

bool program_result_equal(const struct program_result *a, const struct program_result *b)
{
	if (a->status != b->status || !same(a->out, b->out) || !same(a->err, b->err) || a->n_files != b->n_files)
		return false;
	for (uint32_t i = 0; i < a->n_files; i++)
		if (!str_equal(a->files[i].name, b->files[i].name) || !same(a->files[i].contents, b->files[i].contents))
			return false;
	return true;
}
