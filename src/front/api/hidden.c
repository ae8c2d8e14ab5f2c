/* hidden: structs whose definition the users of their functions do not see.
 *
 * A library may declare `struct node` in node.h, beside the functions that take one, and define it
 * in node_private.h, for its own sources. A test that includes node.h, as users do, can hold a
 * node, but can neither fill it nor look into it. So a type is opaque if most of the functions that
 * deal with it are declared where its definition is out of sight. A header sees itself and all
 * files that it includes, directly or not. */
#include <stdlib.h>

#include "front/api/modeller.h"

struct edge {
	uint32_t from, to;           /* numbers of files: `from` includes `to` */
};

struct definition {
	type_id type;
	uint32_t file;               /* the file that defines it; NONE: a source */
	bool is_of_unit;             /* it was first met in the unit */
};

struct hidden {
	struct strmap files;         /* path -> index */
	struct strmap declared_in;   /* function -> 1 + index of the first header that declares it */
	VEC(struct edge) edges;
	VEC(struct definition) definitions;
	VEC(uint32_t) unit_files;    /* sources of the unit, without those of the context */
	VEC(bool *) seers;           /* per file, made on demand when all sources are there: the files that see
	                                it */
};

static struct hidden *hidden_of(struct modeller *m)
{
	if (!m->hidden)
		m->hidden = xcalloc(1, sizeof *m->hidden);
	return m->hidden;
}

void hidden_free(struct hidden *hidden)
{
	if (!hidden)
		return;
	strmap_release(&hidden->files);
	strmap_release(&hidden->declared_in);
	vec_release(&hidden->edges);
	vec_release(&hidden->definitions);
	vec_release(&hidden->unit_files);
	for (size_t i = 0; i < hidden->seers.n; i++)
		free(hidden->seers.at[i]);
	vec_release(&hidden->seers);
	free(hidden);
}

uint32_t hidden_file(struct modeller *m, CXFile file)
{
	struct strmap *files = &hidden_of(m)->files;
	bool added;
	uint64_t n = files->n;
	uint64_t *index = strmap_put(files, take_text(m->model->arena, clang_File_tryGetRealPathName(file)), &added);
	if (added)
		*index = n;
	return (uint32_t)*index;
}

void hidden_note_include(struct modeller *m, CXFile includer, CXFile included)
{
	struct edge edge = { hidden_file(m, includer), hidden_file(m, included) };
	vec_push(&hidden_of(m)->edges, edge);
}

void hidden_note_function(struct modeller *m, const char *name, CXCursor declaration)
{
	CXFile file = spot_of(clang_getCursorLocation(declaration)).file;
	bool added;
	uint64_t *header = strmap_put(&hidden_of(m)->declared_in, name, &added);
	if (added && file)
		*header = 1 + hidden_file(m, file);
}

void hidden_note_definition(struct modeller *m, type_id type, CXCursor definition)
{
	CXSourceLocation location = clang_getCursorLocation(definition);
	if (!is_users_own(location))
		return;
	bool in_source = clang_Location_isFromMainFile(location);
	struct definition found = { type, in_source ? NONE : hidden_file(m, spot_of(location).file),
		                    !m->parsed->source->is_context };
	vec_push(&hidden_of(m)->definitions, found);
}

/* Marks the file, and all files that include it, directly or not. */
static void mark_seers(const struct hidden *hidden, uint32_t file, bool *sees)
{
	bool more = true;
	sees[file] = true;
	while (more) {
		more = false;
		for (size_t i = 0; i < hidden->edges.n; i++) {
			const struct edge *edge = &hidden->edges.at[i];
			if (sees[edge->to] && !sees[edge->from])
				more = sees[edge->from] = true;
		}
	}
}

uint32_t hidden_header_of(const struct modeller *m, const char *function)
{
	const uint64_t *header = m->hidden ? strmap_get(&m->hidden->declared_in, function) : NULL;
	return header && *header ? (uint32_t)*header - 1 : NONE;
}

bool hidden_sees(const struct modeller *m, uint32_t file, uint32_t other)
{
	struct hidden *hidden = m->hidden;
	while (hidden->seers.n < hidden->files.n)
		vec_push(&hidden->seers, NULL);
	bool **sees = &hidden->seers.at[other];
	if (!*sees) {
		*sees = xcalloc(hidden->files.n + 1, sizeof **sees);
		mark_seers(hidden, other, *sees);
	}
	return (*sees)[file];
}

bool hidden_shows(const struct modeller *m, const char *function, type_id record)
{
	uint32_t header = hidden_header_of(m, function);
	for (size_t i = 0; m->hidden && header != NONE && i < m->hidden->definitions.n; i++) {
		const struct definition *definition = &m->hidden->definitions.at[i];
		if (definition->type == record)
			return definition->file != NONE && hidden_sees(m, header, definition->file);
	}
	return true;
}

void hidden_note_unit(struct modeller *m, CXFile source)
{
	uint32_t file = hidden_file(m, source);
	const struct hidden *hidden = hidden_of(m);
	if (!hidden->unit_files.n || hidden->unit_files.at[hidden->unit_files.n - 1] != file)
		vec_push(&hidden_of(m)->unit_files, file);
}

static bool is_seen_by_unit(const struct modeller *m, const struct definition *definition)
{
	if (definition->file == NONE)
		return definition->is_of_unit;
	for (size_t i = 0; i < m->hidden->unit_files.n; i++)
		if (hidden_sees(m, m->hidden->unit_files.at[i], definition->file))
			return true;
	return false;
}

enum sight_of_type hidden_sight(const struct modeller *m, type_id record)
{
	for (size_t i = 0; m->hidden && i < m->hidden->definitions.n; i++)
		if (m->hidden->definitions.at[i].type == record)
			return is_seen_by_unit(m, &m->hidden->definitions.at[i]) ? SEEN_BY_UNIT : SEEN_BY_CONTEXT;
	return SEEN_ELSEWHERE;
}

static bool is_about(const struct model *model, type_id id, type_id record)
{
	const struct type *type = model_canonical(model, id);
	while (type->kind == TYPE_POINTER)
		type = model_canonical(model, type->target);
	return type == model_canonical(model, record);
}

static bool deals_with(const struct model *model, const struct function *function, type_id record)
{
	bool deals = is_about(model, function->result, record);
	for (uint32_t i = 0; i < function->n_params && !deals; i++)
		deals = is_about(model, function->params[i].type, record);
	return deals;
}

static bool is_out_of_sight(const struct modeller *m, const struct definition *definition, const bool *sees)
{
	size_t inside = 0, outside = 0;
	for (size_t i = 0; i < m->model->functions.n; i++) {
		const struct function *function = &m->model->functions.at[i];
		const uint64_t *header = strmap_get(&m->hidden->declared_in, function->name);
		if (!header || !*header || !deals_with(m->model, function, definition->type))
			continue;
		inside += sees[*header - 1];
		outside += !sees[*header - 1];
	}
	return outside > inside;
}

void hidden_settle(struct modeller *m)
{
	for (size_t i = 0; m->hidden && i < m->hidden->definitions.n; i++) {
		const struct definition *definition = &m->hidden->definitions.at[i];
		bool *sees = xcalloc(m->hidden->files.n + 1, sizeof *sees);
		if (definition->file != NONE)
			mark_seers(m->hidden, definition->file, sees);
		if (is_out_of_sight(m, definition, sees))
			m->model->types.at[definition->type].opaque = true;
		free(sees);
	}
}
