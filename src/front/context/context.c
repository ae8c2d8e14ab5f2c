/* context: see context.h. The text of each candidate is searched for names that it seems to define
 * (definitions.h). Candidates that seem to define a wanted name are parsed, which shows the names
 * that they use in turn (references.h). */
#define _GNU_SOURCE
#include "front/context/context.h"

#include <glob.h>
#include <string.h>
#include <sys/stat.h>

#include "base/log.h"
#include "base/str.h"
#include "front/context/context_cache.h"
#include "front/context/definitions.h"
#include "front/read/parse.h"
#include "front/read/paths.h"
#include "front/context/references.h"
#include "front/project/objects.h"
#include "front/sources.h"
#include "proc/cache_folder.h"
#include "proc/child.h"

#define LEAST_PART 3u      /* shortest part of a name that a macro completes */

/* A source that may become part of the context. */
struct candidate {
	struct database_entry entry;
	bool is_named;          /* the user named this file itself */
	bool has_main;          /* it defines main(), for this program or another */
	bool is_used;           /* it is in the list already, or it cannot be */
};

/* A candidate that seems to define a name; all hints for one name form a list. */
struct hint {
	uint32_t candidate, next; /* next: NONE for the last hint of the name */
};

struct finding {
	struct source_list *list;
	const struct context_pool *pool;
	struct context_found *found;
	struct arena *arena;
	CXIndex index;
	VEC(struct candidate) candidates;
	struct strmap paths;       /* paths of candidates and of the unit's own sources */
	struct strmap hints_of;    /* name -> 1 + its first hint */
	struct strmap hints_of_part; /* part of a name that a macro completes -> 1 + its first hint */
	struct strmap objects_of;  /* name -> 1 + the first candidate whose object file defines it */
	VEC(struct hint) hints;
	struct references references;
	struct strmap seen;        /* keys that were looked at, or wait for it */
	VEC(const char *) queue;
	const char *home;          /* the absolute path of the first source */
	size_t n_given;            /* number of sources that the caller put into the list */
	VEC(uint32_t) dropped;     /* numbers of sources that were replaced by others */
	bool is_partial;           /* some source does not compile, so the result may not last */
	uint64_t asked;            /* a hash of the unit, of all candidates and of their texts */
	struct context_record record;
};

/* ---- candidates ---- */

static void add_candidate(struct finding *finding, const struct database_entry *entry, bool is_named)
{
	bool added;
	uint64_t *index = strmap_put(&finding->paths, entry->file, &added);
	if (added) {
		*index = finding->candidates.n;
		vec_push(&finding->candidates, (struct candidate){ .entry = *entry, .is_named = is_named });
	} else if (*index != NONE) { /* NONE marks a source of the unit */
		struct candidate *known = &finding->candidates.at[*index];
		known->is_named |= is_named;
		if (entry->target && finding->found->target && str_equal(entry->target, finding->found->target))
			known->entry = *entry; /* built for several targets: the entry of the unit's target
			                          counts */
	}
}

static void add_own_sources(struct finding *finding)
{
	for (size_t i = 0; i < finding->list->at.n; i++) {
		const char *path = path_absolute(finding->arena, NULL, finding->list->at.at[i].path);
		*strmap_put(&finding->paths, path, NULL) = NONE;
	}
}

/* A source may be built for several targets: the tested target counts, else the first. */
static void find_target(struct finding *finding)
{
	const struct database *database = finding->pool->database;
	const char *first = NULL, *wished = finding->list->name;
	for (size_t i = 0; database && i < database->at.n; i++) {
		const char *target = database->at.at[i].target;
		if (!target || !str_equal(database->at.at[i].file, finding->home))
			continue;
		if (!first || (wished && str_equal(target, wished)))
			first = target;
	}
	finding->found->target = first ? arena_strdup(finding->list->arena, first) : NULL;
}

static void add_database(struct finding *finding)
{
	const struct database *database = finding->pool->database;
	for (size_t i = 0; database && i < database->at.n; i++)
		add_candidate(finding, &database->at.at[i], false);
}

static void add_path(struct finding *finding, const char *path, bool is_named)
{
	add_candidate(finding,
	              &(struct database_entry){ .file = path_absolute(finding->arena, NULL, path),
	                                        .flags = finding->pool->flags,
	                                        .n_flags = finding->pool->n_flags },
	              is_named);
}

/* Adds every C source that the pattern matches; returns how many. */
static size_t add_pattern(struct finding *finding, const char *pattern, bool is_named)
{
	glob_t matches = { 0 };
	size_t n = 0;
	if (glob(pattern, 0, NULL, &matches) == 0)
		for (size_t i = 0; i < matches.gl_pathc; i++)
			if (source_is_c(matches.gl_pathv[i])) {
				add_path(finding, matches.gl_pathv[i], is_named);
				n++;
			}
	globfree(&matches);
	return n;
}

static status add_named(struct finding *finding, const char *name)
{
	struct stat info;
	bool is_there = stat(name, &info) == 0;
	if (is_there && !S_ISDIR(info.st_mode)) {
		TRY(source_check(name));
		add_path(finding, name, true);
		return NULL;
	}
	const char *pattern = is_there ? arena_printf(finding->arena, "%s/*.c", name) : name;
	if (add_pattern(finding, pattern, false))
		return NULL;
	return is_there ? fail(TROUBLE_INPUT, "--with %s: the folder has no C source", name)
	                : fail(TROUBLE_INPUT, "--with %s: no such file, and no C source matches it", name);
}

/* ---- hints ---- */

struct hinting {
	struct finding *finding;
	uint32_t candidate;
};

static void add_hint(void *context, const char *name, size_t length, enum defined as)
{
	struct hinting *hinting = context;
	struct finding *finding = hinting->finding;
	struct strmap *hints_of = as == DEFINED_PART ? &finding->hints_of_part : &finding->hints_of;
	if (as == DEFINED_FUNCTION && length == strlen("main") && memcmp(name, "main", length) == 0)
		finding->candidates.at[hinting->candidate].has_main = true;
	uint64_t *first = strmap_put(hints_of, arena_strndup(finding->arena, name, length), NULL);
	vec_push(&finding->hints, (struct hint){ hinting->candidate, *first ? (uint32_t)*first - 1 : NONE });
	*first = finding->hints.n;
}

static void add_symbol(void *context, const char *name, bool is_function)
{
	struct hinting *hinting = context;
	hinting->finding->asked = hash_text(name, hinting->finding->asked);
	uint64_t *first = strmap_put(&hinting->finding->objects_of, arena_strdup(hinting->finding->arena, name), NULL);
	*first = *first ? *first : 1 + (uint64_t)hinting->candidate;
	add_hint(context, name, strlen(name), is_function ? DEFINED_FUNCTION : DEFINED_VARIABLE);
}

static void hash_entry(struct finding *finding, const struct database_entry *entry)
{
	finding->asked = hash_text(entry->file, finding->asked);
	finding->asked = hash_text(entry->directory ? entry->directory : "", finding->asked);
	finding->asked = hash_text(entry->target ? entry->target : "", finding->asked);
	for (size_t i = 0; i < entry->n_flags; i++)
		finding->asked = hash_text(entry->flags[i], hash_text(" ", finding->asked));
}

static void read_candidates(struct finding *finding)
{
	for (uint32_t i = 0; i < finding->candidates.n; i++) {
		char *text = NULL;
		size_t size = 0;
		status st = file_read(finding->candidates.at[i].entry.file, &text, &size);
		if (!st)
			definitions_read(text, size, add_hint, &(struct hinting){ finding, i });
		if (!st && finding->candidates.at[i].entry.output)
			object_symbols_read(finding->candidates.at[i].entry.output, add_symbol,
			                    &(struct hinting){ finding, i });
		finding->asked = hash_bytes(text, st ? 0 : size, finding->asked);
		hash_entry(finding, &finding->candidates.at[i].entry);
		finding->asked = hash_text(finding->candidates.at[i].is_named ? "named" : "", finding->asked);
		finding->candidates.at[i].is_used = st; /* a database may name files that are gone */
		status_free(st);
		free(text);
	}
}

/* ---- which of several ---- */

/* How many leading folders the path shares with the unit's first source. */
static size_t nearness(const struct finding *finding, const char *path)
{
	size_t near = 0;
	for (size_t i = 0; path[i] && path[i] == finding->home[i]; i++)
		if (path[i] == '/')
			near = i + 1;
	return near;
}

/* A neighbour in a folder of tests belongs to tests. */
static bool is_for_tests(const char *path)
{
	static const char *const folders[] = { "/test/", "/tests/", "/testsuite/", "/t/", "/examples/", "/fuzz/" };
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (strstr(path, folders[i]))
			return true;
	return false;
}

static bool is_better(const struct finding *finding, const struct candidate *a, const struct candidate *b)
{
	const char *target = finding->found->target;
	bool a_same = target && a->entry.target && str_equal(a->entry.target, target);
	bool b_same = target && b->entry.target && str_equal(b->entry.target, target);
	if (a->is_named != b->is_named)
		return a->is_named;
	if (a_same != b_same)
		return a_same;
	if (a->has_main != b->has_main)
		return b->has_main;
	if (is_for_tests(a->entry.file) != is_for_tests(b->entry.file))
		return !is_for_tests(a->entry.file);
	size_t near_a = nearness(finding, a->entry.file), near_b = nearness(finding, b->entry.file);
	return near_a != near_b ? near_a > near_b : a < b;
}

/* Looks for the name without its beginning or end, because a macro may have added that part. */
static const uint64_t *hint_of_part(const struct finding *finding, const char *name)
{
	size_t length = strlen(name);
	const uint64_t *found = NULL;
	for (size_t i = 0; i + LEAST_PART <= length && !found; i++)
		found = strmap_get(&finding->hints_of_part, name + i);
	for (size_t n = length; n-- > LEAST_PART && !found;)
		found = strmap_get(&finding->hints_of_part, arena_strndup(finding->arena, name, n));
	return found;
}

/* The best untried candidate that seems to define the name; NULL: none is left. */
static struct candidate *best_for(struct finding *finding, const char *name)
{
	const uint64_t *first = strmap_get(&finding->hints_of, name);
	struct candidate *best = NULL;
	if (!first)
		first = hint_of_part(finding, name);
	for (uint32_t h = first ? (uint32_t)*first - 1 : NONE; h != NONE; h = finding->hints.at[h].next) {
		struct candidate *candidate = &finding->candidates.at[finding->hints.at[h].candidate];
		if (!candidate->is_used && (!best || is_better(finding, candidate, best)))
			best = candidate;
	}
	return best;
}

/* ---- following names ---- */

static void ask_for(struct finding *finding, const char *key)
{
	bool added;
	strmap_put(&finding->seen, key, &added);
	if (added)
		vec_push(&finding->queue, key);
}

static void follow(struct finding *finding, const struct definition *definition)
{
	for (size_t i = 0; i < definition->n; i++)
		ask_for(finding, finding->references.names.at[definition->first + i]);
}

/* A source taken from a library for one name is replaced by a source of the program that defines the same names,
 * because a linker takes nothing from an archive that the program itself defines. */
static bool gives_way(struct finding *finding, CXTranslationUnit parsed, uint32_t number)
{
	struct source *taken = &finding->list->at.at[number];
	const uint64_t *index = strmap_get(&finding->paths, path_absolute(finding->arena, NULL, taken->path));
	if (number < finding->n_given || !index || finding->candidates.at[*index].is_named ||
	    !references_cover(&finding->references, parsed, number))
		return false;
	references_drop(&finding->references, number, true);
	vec_push(&finding->dropped, number);
	return true;
}

/* The definition that keeps a source from being taken; NULL: there is none, or sources that clashed were replaced. */
static const struct definition *clash_with(struct finding *finding, CXTranslationUnit parsed)
{
	const size_t before = finding->dropped.n;
	const struct definition *clash;
	do
		clash = references_clash(&finding->references, parsed);
	while (clash && gives_way(finding, parsed, clash->file));
	for (size_t i = before; i < finding->dropped.n && clash; i++)
		references_drop(&finding->references, finding->dropped.at[i], false);
	if (clash)
		finding->dropped.n = before;
	return clash;
}

/* Reads a source of the context. If it cannot be part of the context, *why is the reason, else
 * NULL. */
static bool read_references(struct finding *finding, const struct source *source, uint32_t number, const char **why)
{
	CXTranslationUnit parsed = parse_quietly(finding->index, source);
	*why = parsed ? NULL : "it does not compile with its flags";
	finding->is_partial |= !parsed;
	bool is_candidate = number >= finding->n_given;
	const struct definition *clash = parsed && is_candidate ? clash_with(finding, parsed) : NULL;
	if (clash) {
		*why = arena_printf(finding->arena, "it defines %s once more", clash->key);
		clang_disposeTranslationUnit(parsed);
	}
	if (*why)
		return false;
	manifest_add(&finding->record.manifest, &(struct parsed){ .source = source, .original = parsed });
	references_add(&finding->references, parsed, number);
	if (!source->is_context)
		references_note_taken(&finding->references, parsed);
	references_add_helpers(&finding->references, parsed);
	clang_disposeTranslationUnit(parsed);
	return true;
}

static status add_source(struct finding *finding, struct candidate *candidate)
{
	struct source_list *list = finding->list;
	const char *path = path_shown(finding->arena, "/", candidate->entry.file);
	candidate->is_used = true;
	TRY(sources_add(list, path, candidate->entry.directory, candidate->entry.flags, candidate->entry.n_flags));
	vec_last(&list->at).is_context = true;
	return NULL;
}

/* Appends the candidate to the list, unless it cannot be part of the context. */
static status take(struct finding *finding, struct candidate *candidate)
{
	struct source_list *list = finding->list;
	TRY(add_source(finding, candidate));
	const char *path = vec_last(&list->at).path;
	log_progress("looking at %s", path);
	const char *why;
	if (!read_references(finding, &vec_last(&list->at), (uint32_t)list->at.n - 1, &why)) {
		if (candidate->is_named)
			log_warn("%s is left out of the context: %s", path, why);
		else
			log_verbose("%s is left out of the context: %s", path, why);
		list->at.n--;
		return NULL;
	}
	finding->found->n_sources++;
	vec_push(&finding->record.files, candidate->entry.file);
	return NULL;
}

/* Adds the source whose object has an inline function, because the compiler may call it after all. */
static status resolve_inline(struct finding *finding, const char *name)
{
	const uint64_t *index = strmap_get(&finding->objects_of, name);
	struct candidate *candidate = index ? &finding->candidates.at[*index - 1] : NULL;
	if (!candidate || candidate->is_used || candidate->has_main ||
	    finding->found->n_sources >= finding->pool->limit)
		return NULL;
	return take(finding, candidate);
}

/* Adds a source that defines the name, if there is one. */
static status resolve(struct finding *finding, const char *name)
{
	struct candidate *candidate;
	while (!references_find(&finding->references, name) && (candidate = best_for(finding, name))) {
		if (finding->found->n_sources >= finding->pool->limit) {
			finding->found->n_left++;
			return NULL;
		}
		TRY(take(finding, candidate));
	}
	return NULL;
}

/* Follows names breadth first: if the limit is reached, near sources are there and far ones are
 * not. */
static status follow_all(struct finding *finding)
{
	size_t n_helpers = 0;
	for (size_t i = 0; i < finding->queue.n || n_helpers < finding->references.helpers.n; i++) {
		for (; n_helpers < finding->references.helpers.n; n_helpers++)
			ask_for(finding, finding->references.helpers.at[n_helpers]);
		if (i == finding->queue.n)
			break;
		const char *key = finding->queue.at[i];
		TRY(resolve(finding, key));
		const struct definition *definition = references_find(&finding->references, key);
		if (!definition)
			continue;
		follow(finding, definition);
		if (definition->is_inline)
			TRY(resolve_inline(finding, key));
	}
	return NULL;
}

static status read_own(struct finding *finding)
{
	const char *why;
	for (size_t i = 0; i < finding->list->at.n; i++)
		if (!read_references(finding, &finding->list->at.at[i], (uint32_t)i, &why))
			return NULL; /* front_read() will report the error in it */
	for (size_t i = 0; i < finding->references.at.n; i++)
		follow(finding, &finding->references.at.at[i]);
	return NULL;
}

/* The file in which the result is kept; NULL: it is not kept. */
static const char *cache_entry(struct finding *finding)
{
	if (!finding->pool->cache)
		return NULL;
	status st = hash_program(&finding->asked);
	status_free(st);
	finding->asked = hash_bytes(&finding->pool->limit, sizeof finding->pool->limit, finding->asked);
	for (size_t i = 0; i < finding->list->at.n; i++) {
		const struct source *source = &finding->list->at.at[i];
		hash_entry(finding, &(struct database_entry){ .file = path_absolute(finding->arena, NULL, source->path),
		                                              .directory = source->directory,
		                                              .flags = source->flags,
		                                              .n_flags = source->n_flags });
	}
	return context_cache_entry(finding->pool->cache, finding->asked, finding->arena);
}

/* Adds the sources of an earlier search, whose result is still right. */
static status take_known(struct finding *finding)
{
	for (size_t i = 0; i < finding->record.files.n; i++) {
		const uint64_t *index = strmap_get(&finding->paths, finding->record.files.at[i]);
		if (index && *index != NONE)
			TRY(add_source(finding, &finding->candidates.at[*index]));
	}
	finding->found->n_sources = finding->record.files.n;
	finding->found->n_left = finding->record.n_left;
	return NULL;
}

static bool gave_way(const struct finding *finding, size_t number)
{
	for (size_t i = 0; i < finding->dropped.n; i++)
		if (finding->dropped.at[i] == number)
			return true;
	return false;
}

/* Removes replaced sources at the end, because sources keep their numbers until all names are
 * followed. */
static void leave_dropped(struct finding *finding)
{
	struct source_list *list = finding->list;
	size_t n = finding->n_given, n_files = 0;
	for (size_t i = finding->n_given; i < list->at.n; i++)
		if (gave_way(finding, i)) {
			log_verbose("%s gives way to another source that defines the same", list->at.at[i].path);
		} else {
			finding->record.files.at[n_files++] = finding->record.files.at[i - finding->n_given];
			list->at.at[n++] = list->at.at[i];
		}
	list->at.n = n;
	finding->record.files.n = n_files;
	finding->found->n_sources = n_files;
}

static status find_anew(struct finding *finding, const char *entry)
{
	context_record_release(&finding->record);
	finding->record = (struct context_record){ .manifest = { .arena = finding->arena } };
	TRY(read_own(finding));
	for (size_t i = 0; i < finding->candidates.n; i++)
		if (finding->candidates.at[i].is_named && !finding->candidates.at[i].is_used)
			TRY(take(finding, &finding->candidates.at[i]));
	TRY(follow_all(finding));
	leave_dropped(finding);
	finding->record.n_left = finding->found->n_left;
	if (entry && !finding->is_partial)
		context_cache_store(entry, &finding->record);
	return NULL;
}

/* ---- libraries ---- */

static void add_library(void *context, const char *name)
{
	struct source_list *list = context;
	const char *flag = arena_printf(list->arena, "-l:%s", name);
	for (size_t i = 0; i < list->link_flags.n; i++)
		if (str_equal(list->link_flags.at[i], flag))
			return;
	vec_push(&list->link_flags, flag);
}

/* Adds the libraries of the program that was linked from the unit's first source, if the program
 * lies beside its object: prog.o or prog-main.o, and prog. */
static void add_libraries(struct finding *finding)
{
	const struct database *database = finding->pool->database;
	for (size_t i = 0; database && i < database->at.n; i++) {
		const struct database_entry *entry = &database->at.at[i];
		if (!entry->output || !str_equal(entry->file, finding->home))
			continue;
		const char *base = path_base(entry->output), *dot = strrchr(base, '.');
		const char *folder = arena_strndup(finding->arena, entry->output, (size_t)(base - entry->output));
		const char *name = entry->target ? entry->target
		                                 : arena_strndup(finding->arena, base, dot ? (size_t)(dot - base) : 0);
		if (program_libraries_read(arena_printf(finding->arena, "%s%s", folder, name), add_library,
		                           finding->list))
			return;
	}
}

static status find(struct finding *finding)
{
	finding->n_given = finding->list->at.n;
	finding->home = path_absolute(finding->arena, NULL, finding->list->at.at[0].path);
	find_target(finding);
	add_libraries(finding);
	add_own_sources(finding);
	add_database(finding);
	for (size_t i = 0; i < finding->pool->n_with; i++)
		TRY(add_named(finding, finding->pool->with[i]));
	if (!finding->candidates.n)
		return NULL;
	read_candidates(finding);
	const char *entry = cache_entry(finding);
	if (entry && context_cache_load(entry, &finding->record))
		return take_known(finding);
	return find_anew(finding, entry);
}

status context_find(struct source_list *list, const struct context_pool *pool, struct context_found *found)
{
	struct finding finding = { .list = list, .pool = pool, .found = found, .arena = arena_new() };
	*found = (struct context_found){ 0 };
	finding.references.arena = finding.record.manifest.arena = finding.arena;
	finding.index = clang_createIndex(0, 0);
	status st = find(&finding);
	clang_disposeIndex(finding.index);
	references_release(&finding.references);
	context_record_release(&finding.record);
	vec_release(&finding.candidates);
	vec_release(&finding.hints);
	vec_release(&finding.queue);
	vec_release(&finding.dropped);
	strmap_release(&finding.paths);
	strmap_release(&finding.hints_of);
	strmap_release(&finding.hints_of_part);
	strmap_release(&finding.objects_of);
	strmap_release(&finding.seen);
	arena_free(finding.arena);
	return st;
}
