/* failures: calls into the C library that tests can make fail, as operations of the model.
 *
 * If a function of the unit or its context names malloc(), for example, and no source here defines it, the model
 * gets the operation fail_malloc_at (model/failing.h). */
#include "base/str.h"
#include "front/roles/reach.h"
#include "model/failing.h"

/* The function is the C library's: no source here defines it. */
static bool is_foreign(const struct variables *variables, const char *name)
{
	char *key = xprintf("c:@F@%s", name);
	bool defined = strmap_get(&variables->functions, key) != NULL;
	free(key);
	return !defined;
}

/* The functions of failing.def that bodies name, as bits. */
static uint32_t find_named(const struct variables *variables)
{
	uint32_t n, named = 0;
	const struct failing_function *functions = failing_functions(&n);
	struct strmap rows = { 0 };
	for (uint32_t i = 0; i < n; i++) {
		char *key = xprintf("c:@F@%s", functions[i].name);
		*strmap_put(&rows, key, NULL) = i;
		free(key);
	}
	for (size_t f = 0; f < variables->bodies.n; f++)
		for (size_t k = 0; k < variables->bodies.at[f].n; k++) {
			const uint64_t *row = strmap_get(&rows, variables->bodies.at[f].at[k].key);
			named |= row ? UINT32_C(1) << *row : 0;
		}
	strmap_release(&rows);
	for (uint32_t i = 0; i < n; i++)
		if (!is_foreign(variables, functions[i].name))
			named &= ~(UINT32_C(1) << i);
	return named;
}

static type_id number_type(struct model *model)
{
	for (uint32_t i = 0; i < model->types.n; i++)
		if (str_equal(model->types.at[i].spelling, "unsigned int") && model->types.at[i].canonical == i)
			return i;
	type_id added = (type_id)model->types.n;
	vec_push(&model->types, (struct type){ .kind = TYPE_INT,
	                                       .spelling = "unsigned int",
	                                       .tag = "",
	                                       .canonical = added,
	                                       .size = sizeof(unsigned),
	                                       .align = sizeof(unsigned),
	                                       .complete = true,
	                                       .spellable = true });
	return added;
}

static void add_operation(struct model *model, const struct failing_kind *kind, uint32_t fails)
{
	struct function operation = { .name = kind->operation,
		                      .sets = kind->operation,
		                      .fails = fails,
		                      .made_param = NONE,
		                      .n_params = 1,
		                      .is_static = true,
		                      .file = model->sources.at[0] };
	operation.params = ARENA_ARRAY(model->arena, struct param, 1);
	operation.params[0] = (struct param){ .name = "n", .type = number_type(model), .partner = NONE };
	vec_push(&model->functions, operation);
}

void failures_settle(struct modeller *m)
{
	if (!m->variables)
		return;
	uint32_t n, named = find_named(m->variables);
	const struct failing_function *functions = failing_functions(&n);
	for (unsigned kind = 0; kind <= N_FAILING; kind++) {
		uint32_t fails = 0;
		for (uint32_t i = 0; i < n; i++)
			fails |= functions[i].kind == (enum failing)kind ? named & UINT32_C(1) << i : 0;
		if (kind == SLEEPING)
			m->model->sleeps |= fails;
		else if (fails && model_find_function(m->model, failing_kinds[kind].operation) == NONE)
			add_operation(m->model, &failing_kinds[kind], fails);
	}
}
