/* hidden: structs whose definition the users of their functions do not see.
 *
 * A library may declare `struct node` in node.h, beside the functions that take
 * one, and define it in node_private.h, for its own sources. A test that includes
 * node.h as any user does can hold a node, but can neither fill one nor look into
 * it. So a type is opaque when more of the functions that deal with it are declared
 * where its definition is out of sight than where it can be seen; what a header
 * sees is itself and all that it includes, directly or not. */
#include <stdlib.h>

#include "front/api/modeller.h"

struct edge {
	uint32_t from, to;           /* files: from includes to */
};

struct definition {
	type_id type;
	uint32_t file;               /* NONE: a source */
	bool is_seen;                /* by a source of the unit, not only by its context */
};

struct hidden {
	struct strmap files;         /* path -> index */
	struct strmap declared_in;   /* function -> 1 + index of the header that declares it first */
	VEC(struct edge) edges;
	VEC(struct definition) definitions;
	VEC(bool *) seers;           /* per file, once asked for: who sees it. All sources must be there */
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

/* Marks all files that include this one, directly or not, and itself. */
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

bool hidden_is_seen(const struct modeller *m, type_id record)
{
	for (size_t i = 0; m->hidden && i < m->hidden->definitions.n; i++)
		if (m->hidden->definitions.at[i].type == record)
			return m->hidden->definitions.at[i].is_seen;
	return false;
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
