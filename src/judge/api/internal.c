/* internal: see internal.h. */
#include "judge/api/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "judge/api/installed.h"
#include "proc/child.h"

/* A header serves the unit's other files if at least this many of ten of its functions are called
 * across files. */
#define NEARLY_ALL 7u

struct header {
	const char *name;
	uint32_t n, called;      /* functions that the header declares, and how many of them another file calls */
};

struct headers {
	VEC(struct header) at;
	struct strmap index;
	struct strmap installed; /* names that build files install */
	struct strmap kept;      /* names that they list as sources, or as not to be installed */
	bool installs_some;      /* a header of the unit is among them: the others are not for users */
	bool installs_others;    /* only headers that the unit does not include are among them */
};

static struct header *header_named(struct headers *headers, const char *name)
{
	bool added;
	uint64_t *slot = strmap_put(&headers->index, name, &added);
	if (added) {
		*slot = headers->at.n;
		vec_push(&headers->at, ((struct header){ .name = name }));
	}
	return &headers->at.at[*slot];
}

/* For each function mark: another file of the unit calls the function. */
static bool *called_across_files(const struct marks *marks, const struct target *target)
{
	bool *called = xcalloc(marks->functions.n + 1, sizeof *called);
	for (uint32_t f = 0; f < target->n_flow; f++)
		for (uint32_t i = 0; i < target->flow[f].n_nodes; i++) {
			const struct flow_node *node = &target->flow[f].nodes[i];
			for (uint32_t c = 0; c < node->n_callees; c++)
				if (marks->functions.at[node->callees[c]].source != marks->functions.at[f].source)
					called[node->callees[c]] = true;
		}
	return called;
}

/* The words of all sources, each with the number of its source + 1, or SEVERAL. */
#define SEVERAL UINT64_MAX

static void add_words(struct strmap *words, const char *text, uint32_t source)
{
	char word[128];
	while (*text) {
		size_t n = 0;
		while (isalnum((unsigned char)text[n]) || text[n] == '_')
			n++;
		if (n && n < sizeof word) {
			memcpy(word, text, n);
			word[n] = 0;
			uint64_t *in = strmap_put(words, word, NULL);
			*in = *in == 0 || *in == source + 1 ? source + 1 : SEVERAL;
		}
		text += n ? n : 1;
	}
}

static void read_words(const struct unit *unit, struct strmap *words)
{
	const struct model *model = unit->model;
	for (uint32_t i = 0; i < model->sources.n; i++) {
		char *text;
		status st = unit_file_read(unit, model->sources.at[i], &text);
		if (st) { /* the file was moved after it was read; the calls remain as evidence */
			status_free(st);
			continue;
		}
		add_words(words, text, i);
		free(text);
	}
}

/* Another file of the unit names the function, to call it or to store its address. */
static bool is_named_elsewhere(const struct strmap *words, const struct function *function)
{
	const uint64_t *in = strmap_get(words, function->name);
	return in && (*in == SEVERAL || *in != function->source + 1);
}

static uint32_t mark_of(const struct marks *marks, const struct function *function)
{
	for (uint32_t i = 0; i < marks->functions.n; i++)
		if (marks->functions.at[i].source == function->source &&
		    str_equal(marks->functions.at[i].name, function->name))
			return i;
	return NONE;
}

static void count(const struct unit *unit, const struct target *target, struct headers *headers)
{
	bool *called = called_across_files(unit->marks, target);
	struct strmap words = { 0 };
	read_words(unit, &words);
	for (size_t i = 0; i < unit->model->functions.n; i++) {
		const struct function *function = &unit->model->functions.at[i];
		if (function->is_static || !function->header)
			continue;
		struct header *header = header_named(headers, function->header);
		uint32_t mark = mark_of(unit->marks, function);
		header->n++;
		header->called += (mark != NONE && called[mark]) || is_named_elsewhere(&words, function);
	}
	free(called);
	strmap_release(&words);
}

static const struct header *largest(const struct headers *headers)
{
	const struct header *best = NULL;
	for (size_t i = 0; i < headers->at.n; i++)
		if (!best || headers->at.at[i].n > best->n)
			best = &headers->at.at[i];
	return best;
}

/* The header is included as "lex.h", not as <lib/lex.h> or "api/lex.h": it lies beside the sources. */
static bool is_beside_sources(const struct header *header)
{
	return header->name[0] == '"' && !strchr(header->name, '/');
}

/* The build files' names have the header, whether it is included as <lib/lex.h> or as "lex.h". */
static bool is_among(const struct strmap *names, const struct header *header)
{
	char name[128];
	const char *base = path_base(header->name);
	size_t n = strcspn(base + strspn(base, "<\""), ">\"");
	if (n >= sizeof name)
		return false;
	memcpy(name, base + strspn(base, "<\""), n);
	name[n] = 0;
	return strmap_get(names, name) != NULL;
}

static bool is_installed(const struct headers *headers, const struct header *header)
{
	return is_among(&headers->installed, header);
}

static void note_installed(const struct unit *unit, struct headers *headers)
{
	find_installed(unit, &headers->installed, &headers->kept);
	for (size_t i = 0; i < headers->at.n && !installs_any(&headers->installed); i++)
		headers->installs_some |= is_installed(headers, &headers->at.at[i]);
	headers->installs_others = headers->installed.n && !installs_any(&headers->installed) &&
	                           !headers->installs_some;
}

static bool is_internal_header(const struct headers *headers, const struct header *header, const struct header *main)
{
	static const char *const words[] = { "private", "internal", "internals", "priv", "impl" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_has_word(header->name, words[i]))
			return true;
	if (is_among(&headers->kept, header) && !is_installed(headers, header))
		return true;
	if (headers->installs_some)
		return !is_installed(headers, header);
	if (headers->installs_others && is_beside_sources(header))
		return true; /* the unit is one file of a library, and serves the others */
	if (header != main && is_beside_sources(header) && !is_beside_sources(main))
		return true; /* the headers for users are kept elsewhere */
	return header != main && 10 * header->called >= NEARLY_ALL * header->n;
}

bool *find_internal(const struct unit *unit, const struct target *target, struct arena *arena)
{
	struct headers headers = { 0 };
	size_t n = unit->model->functions.n;
	bool *internal = ARENA_ARRAY(arena, bool, n + 1);
	count(unit, target, &headers);
	note_installed(unit, &headers);
	const struct header *main = largest(&headers);
	for (size_t i = 0; i < n; i++) {
		const struct function *function = &unit->model->functions.at[i];
		if (function->is_static || !function->header)
			internal[i] = main != NULL || function->is_static;
		else
			internal[i] = is_internal_header(&headers, header_named(&headers, function->header), main);
	}
	vec_release(&headers.at);
	strmap_release(&headers.index);
	strmap_release(&headers.installed);
	strmap_release(&headers.kept);
	return internal;
}
