/* kept_unit: see kept_unit.h. */
#define _GNU_SOURCE
#include "front/kept_unit.h"

#include <clang-c/Index.h>
#include <gnu/libc-version.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/map.h"
#include "front/read/paths.h"
#include "front/read/visible.h"
#include "model/saved.h"
#include "proc/cache_folder.h"
#include "proc/child.h"

#define HEAD "skep unit in pieces 1\n"
#define TABLES "tables"
#define TEXT "text "
#define CONTRACTS "contracts"
#define MACHINE "machine"
#define HEADERS "headers"
#define FILES "file "
#define MOST_NAMED 3

/* ---- the tables ---- */

static void save_flag(struct saver *saver, const char **flag)
{
	save_text(saver, flag);
}

/* Saves a source. Its folder may not exist on the other machine, and preprocessed text does not need it; it becomes
 * `compiled_in`, by which places of faults are named. */
static void save_source(struct saver *saver, struct source *source)
{
	uint32_t n = (uint32_t)source->n_flags;
	const char *folder = saver->out ? path_absolute(saver->arena, source->directory, ".") : NULL;
	save_text(saver, &source->path);
	save_text(saver, &folder);
	SAVE(saver, source->is_context);
	SAVE_ARRAY(saver, source->flags, n, const char *, save_flag);
	source->n_flags = n;
	if (!saver->out)
		source->compiled_in = folder;
}

static void save_list(struct saver *saver, struct source_list *list)
{
	SAVE_VEC(saver, &list->at, save_source);
	SAVE_VEC(saver, &list->link_flags, save_text);
	SAVE(saver, list->variables);
	save_source(saver, &list->contracts);
	save_text(saver, &list->name);
}

static void save_tables(struct saver *saver, struct unit *unit)
{
	saver->arena = unit->given.arena;
	save_list(saver, &unit->given);
	saver->arena = unit->model->arena;
	model_save(saver, unit->model);
	saver->arena = unit->marks->arena;
	marks_save(saver, unit->marks);
	const char *here = saver->out ? path_absolute(saver->arena, NULL, ".") : NULL;
	save_text(saver, &unit->name);
	save_text(saver, &here);
	if (!saver->out)
		unit->here = here;
	SAVE(saver, unit->hash);
}

/* ---- the machine ---- */

static void add_machine(struct sb *out)
{
	struct utsname name;
	CXString version = clang_getClangVersion();
	uname(&name);
	sb_addf(out, "%s\nC library %s\nmachine %s\n", clang_getCString(version), gnu_get_libc_version(), name.machine);
	clang_disposeString(version);
}

/* Headers of the project travel in the text. Headers of the system stand for the libraries that are
 * installed. */
static bool is_of_system(const char *path)
{
	return str_starts(path, "/usr/");
}

static void add_headers(const struct unit *unit, struct sb *out)
{
	for (size_t i = 0; i < unit->files.n; i++)
		if (is_of_system(unit->files.at[i].path))
			sb_addf(out, "%016" PRIx64 " %s\n", unit->files.at[i].hash, unit->files.at[i].path);
}

/* ---- taking apart ---- */

static void add_piece(piece_list *pieces, struct arena *arena, const char *name, const void *bytes, size_t size)
{
	vec_push(pieces, (struct unit_piece){ .name = arena_strdup(arena, name),
	                                      .bytes = arena_memdup(arena, size ? bytes : "", size),
	                                      .size = size });
}

static void add_sb(piece_list *pieces, struct arena *arena, const char *name, struct sb *text)
{
	add_piece(pieces, arena, name, text->text, text->n);
	sb_release(text);
}

/* A file that cannot be read is left out: nobody could use it. */
static void add_file(piece_list *pieces, struct arena *arena, struct strmap *seen, const char *path)
{
	char *text = NULL;
	size_t size;
	bool added;
	strmap_put(seen, path, &added);
	status st = added ? file_read(path, &text, &size) : NULL;
	if (added && !st)
		add_piece(pieces, arena, arena_printf(arena, FILES "%s", path), text, size);
	status_free(st);
	free(text);
}

static void add_files(const struct unit *unit, const char *const *files, size_t n, struct arena *arena,
                      piece_list *pieces)
{
	struct strmap seen = { 0 };
	for (size_t i = 0; i < unit->model->sources.n; i++)
		add_file(pieces, arena, &seen, unit->model->sources.at[i]);
	for (size_t i = 0; i < n; i++)
		add_file(pieces, arena, &seen, files[i]);
	strmap_release(&seen);
}

void unit_take_apart(struct unit *unit, const char *const *files, size_t n_files, struct arena *arena,
                     piece_list *pieces)
{
	struct sb tables = { 0 }, machine = { 0 }, headers = { 0 };
	struct saver saver = { .out = &tables };
	sb_add(&tables, HEAD);
	save_tables(&saver, unit);
	add_sb(pieces, arena, TABLES, &tables);
	for (size_t i = 0; i < unit->sources.n; i++)
		add_piece(pieces, arena, arena_printf(arena, TEXT "%zu", i), unit->sources.at[i].text,
		          unit->sources.at[i].length);
	if (unit->contracts.text)
		add_piece(pieces, arena, CONTRACTS, unit->contracts.text, unit->contracts.length);
	add_machine(&machine);
	add_sb(pieces, arena, MACHINE, &machine);
	add_headers(unit, &headers);
	add_sb(pieces, arena, HEADERS, &headers);
	add_files(unit, files, n_files, arena, pieces);
}

/* ---- putting together ---- */

static const struct unit_piece *find(const struct unit_piece *pieces, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (str_equal(pieces[i].name, name))
			return &pieces[i];
	return NULL;
}

static bool read_tables(const struct unit_piece *tables, struct unit *unit)
{
	size_t head = strlen(HEAD);
	if (!tables || tables->size < head || memcmp(tables->bytes, HEAD, head) != 0)
		return false;
	const char *bytes = tables->bytes;
	struct saver saver = { .at = bytes + head, .end = bytes + tables->size };
	unit->given.arena = arena_new();
	unit->model = model_new();
	unit->marks = marks_new();
	save_tables(&saver, unit);
	return !saver.bad && saver.at == saver.end;
}

static bool take_text_of(const struct unit_piece *piece, const struct source *source, struct marked_source *marked)
{
	*marked = (struct marked_source){ .source = source };
	if (!piece)
		return false;
	marked->text = xcalloc(piece->size + 1, 1);
	memcpy(marked->text, piece->bytes, piece->size);
	marked->length = piece->size;
	return true;
}

static bool read_texts(const struct unit_piece *pieces, size_t n, struct unit *unit)
{
	bool whole = true;
	for (size_t i = 0; i < unit->given.at.n && whole; i++) {
		char name[40];
		struct marked_source marked;
		snprintf(name, sizeof name, TEXT "%zu", i);
		whole = take_text_of(find(pieces, n, name), &unit->given.at.at[i], &marked);
		vec_push(&unit->sources, marked);
	}
	const struct unit_piece *contracts = find(pieces, n, CONTRACTS);
	if (contracts && whole)
		take_text_of(contracts, &unit->given.contracts, &unit->contracts);
	return whole && !contracts == !unit->model->contract_file;
}

static void read_files(const struct unit_piece *pieces, size_t n, struct unit *unit)
{
	struct arena *arena = unit->given.arena;
	for (size_t i = 0; i < n; i++)
		if (str_starts(pieces[i].name, FILES))
			vec_push(&unit->kept_files,
			         (struct unit_piece){ .name = arena_strdup(arena, pieces[i].name + strlen(FILES)),
			                              .bytes = arena_strndup(arena, pieces[i].bytes, pieces[i].size),
			                              .size = pieces[i].size });
	unit->is_kept = true;
}

status unit_put_together(const struct unit_piece *pieces, size_t n, struct unit **out)
{
	struct unit *unit = xcalloc(1, sizeof *unit);
	if (!read_tables(find(pieces, n, TABLES), unit) || !read_texts(pieces, n, unit)) {
		unit_free(unit);
		return fail(TROUBLE_INPUT,
		            "the pieces of the unit in the store are damaged, or of another version of skep");
	}
	read_files(pieces, n, unit);
	unit->seen = visible_cache_new();
	*out = unit;
	return NULL;
}

/* ---- agreeing ---- */

static status check_compilers(const struct unit_piece *machine)
{
	struct sb here = { 0 };
	add_machine(&here);
	status st = NULL;
	if (!machine || machine->size != here.n || memcmp(machine->bytes, here.text, here.n) != 0) {
		const char *bytes = machine ? machine->bytes : "";
		size_t differ = 0, start = 0;
		while (differ < here.n && machine && differ < machine->size && here.text[differ] == bytes[differ])
			if (here.text[differ++] == '\n')
				start = differ;
		st = fail(TROUBLE_INPUT, "this machine has %.*s, the campaign was opened with %.*s",
		          (int)strcspn(sb_text(&here) + start, "\n"), sb_text(&here) + start,
		          machine ? (int)strcspn(bytes + start, "\n") : 7, machine ? bytes + start : "nothing");
	}
	sb_release(&here);
	return st;
}

static status check_headers(char *list)
{
	struct sb differ = { 0 };
	size_t n = 0;
	char *rest = NULL;
	for (char *line = strtok_r(list, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char *path = strchr(line, ' ');
		uint64_t hash = 0, wanted = strtoull(line, NULL, 16);
		status st = path ? hash_file(path + 1, &hash) : NULL;
		if (path && (st || hash != wanted) && n++ < MOST_NAMED)
			sb_addf(&differ, "%s%s%s", n > 1 ? ", " : "", path + 1, st ? " (missing here)" : "");
		status_free(st);
	}
	status st = n ? fail(TROUBLE_INPUT, "%zu of the system's headers differ from those of the campaign: %s%s", n,
	                     sb_text(&differ), n > MOST_NAMED ? ", ..." : "")
	              : NULL;
	sb_release(&differ);
	return st;
}

status unit_check_machine(const struct unit_piece *pieces, size_t n)
{
	const struct unit_piece *headers = find(pieces, n, HEADERS);
	TRY(check_compilers(find(pieces, n, MACHINE)));
	char *list = xcalloc((headers ? headers->size : 0) + 1, 1);
	if (headers)
		memcpy(list, headers->bytes, headers->size);
	status st = check_headers(list);
	free(list);
	return st;
}
