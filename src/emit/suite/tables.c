/* tables: finds tests with the same calls and other values, by the text of their bodies (c_tables.h). */
#include <stdlib.h>

#include "emit/suite/draft.h"
#include "emit/text/c_tables.h"

/* The bodies of a table, each text once. */
typedef VEC(char *) body_list;

static void add_body(const struct unit *unit, const struct draft *draft, body_list *bodies)
{
	char *body = write_draft_body(unit, draft);
	for (size_t i = 0; i < bodies->n; i++)
		if (str_equal(bodies->at[i], body)) {
			free(body);
			return;
		}
	vec_push(bodies, body);
}

static void list_bodies(const struct unit *unit, const draft_list *drafts, size_t leader, body_list *bodies)
{
	for (size_t i = leader; i < drafts->n; i++)
		if (!drafts->at[i].dropped && drafts->at[i].home.row.of == leader + 1)
			add_body(unit, &drafts->at[i], bodies);
}

static void release_bodies(body_list *bodies)
{
	for (size_t i = 0; i < bodies->n; i++)
		free(bodies->at[i]);
	vec_release(bodies);
}

void draft_table_columns(const struct unit *unit, const draft_list *drafts, size_t leader, uint32_t function,
                         struct sb *out)
{
	body_list bodies = { 0 };
	list_bodies(unit, drafts, leader, &bodies);
	c_table_varied(unit->model, (const char *const *)bodies.at, bodies.n, function, out);
	release_bodies(&bodies);
}

/* Unties rows that cannot be written as a table, or whose table did not hold. */
static void untie_if_not(const struct unit *unit, draft_list *drafts, size_t leader)
{
	body_list bodies = { 0 };
	struct sb text = { 0 };
	list_bodies(unit, drafts, leader, &bodies);
	bool is_table = bodies.n > 1 && c_table_write(unit->model, (const char *const *)bodies.at, bodies.n, &text);
	for (size_t i = leader; i < drafts->n && !is_table; i++)
		if (drafts->at[i].home.row.of == leader + 1)
			drafts->at[i].home.row.of = 0;
	sb_release(&text);
	release_bodies(&bodies);
}

/* Returns "3 CHECK_INT ( f ( # ) , # ) ;" with the file in front. The caller frees it. */
static char *key_of(const struct unit *unit, const struct draft *draft)
{
	char *body = write_draft_body(unit, draft), *key = c_table_key(unit->model, body);
	char *whole = xprintf("%u %s", draft->home.source, key);
	free(body);
	free(key);
	return whole;
}

void tie_tables(const struct unit *unit, draft_list *drafts)
{
	struct strmap first = { 0 };
	for (size_t i = 0; i < drafts->n; i++) {
		struct draft *draft = &drafts->at[i];
		draft->home.row.of = 0;
		if (draft->dropped || draft->home.row.never)
			continue;
		char *key = key_of(unit, draft);
		bool added;
		uint64_t *leader = strmap_put(&first, key, &added);
		if (added)
			*leader = i;
		else
			draft->home.row.of = drafts->at[*leader].home.row.of = (uint32_t)*leader + 1;
		free(key);
	}
	for (size_t i = 0; i < drafts->n; i++)
		if (drafts->at[i].home.row.of == i + 1)
			untie_if_not(unit, drafts, i);
	strmap_release(&first);
}
