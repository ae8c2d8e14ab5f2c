/* replace: see replace.h. */
#include "reduce/replace.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "seq/life.h"
#include "seq/literal.h"

#define MAX_STEPS 12u       /* of a component: a longer one hardly shortens anything */

/* ---- components ---- */

static bool is_object(const struct model *model, const struct step *step)
{
	return step_is_call(step) && model_canonical(model, step->type)->kind == TYPE_POINTER;
}

static void need(const struct seq *seq, uint32_t i, bool *needed)
{
	if (needed[i])
		return;
	needed[i] = true;
	for (uint32_t a = 0; a < seq->steps[i]->n_args; a++)
		need(seq, seq_index(i, seq->steps[i]->args[a]), needed);
	for (uint32_t f = 0; f < seq->steps[i]->n_fills; f++)
		need(seq, seq_index(i, seq->steps[i]->fills[f].arg), needed);
}

static bool uses(const struct step *step, uint32_t i, uint32_t variable)
{
	for (uint32_t a = 0; a < step->n_args; a++)
		if (seq_index(i, step->args[a]) == variable)
			return true;
	for (uint32_t f = 0; f < step->n_fills; f++)
		if (seq_index(i, step->fills[f].arg) == variable)
			return true;
	return false;
}

/* The steps that make variable v as it is after step `last`: the steps it needs, and the calls that
 * got it. */
static const struct seq *part_for(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t v,
                                  uint32_t last, uint32_t *variable)
{
	bool needed[SEQ_MAX_STEPS] = { 0 }, drop[SEQ_MAX_STEPS];
	uint32_t n = 0;
	struct seq beginning = { .n = last + 1, .steps = seq->steps };
	need(seq, v, needed);
	for (uint32_t i = v + 1; i <= last; i++)
		if (step_is_call(seq->steps[i]) && uses(seq->steps[i], i, v))
			need(seq, i, needed);
	for (uint32_t i = 0; i <= last; i++) {
		drop[i] = !needed[i];
		n += needed[i];
		*variable = i == v ? n - 1 : *variable;
	}
	struct life lives[SEQ_MAX_STEPS];
	const struct seq *part = n <= MAX_STEPS ? seq_without(arena, model, &beginning, drop) : NULL;
	if (part)
		seq_lives(model, part, lives);
	return part && lives[*variable].alive ? part : NULL;
}

typedef VEC(struct component) component_list;

static void add_component(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t v,
                          uint32_t last, struct map *known, component_list *all)
{
	struct component component;
	component.seq = part_for(arena, model, seq, v, last, &component.variable);
	if (!component.seq)
		return;
	uint64_t *slot = map_put(known, component.seq->hash ^ component.variable, NULL);
	if (!(*slot)++)
		vec_push(all, component);
}

static int by_length(const void *a, const void *b)
{
	const struct component *x = a, *y = b;
	if (x->seq->n != y->seq->n)
		return x->seq->n < y->seq->n ? -1 : 1;
	return x->seq->hash < y->seq->hash ? -1 : x->seq->hash > y->seq->hash;
}

size_t components_of(struct arena *arena, const struct model *model, const struct seq *const *sequences, size_t n,
                     const struct component **out)
{
	component_list all = { 0 };
	struct map known = { 0 };
	for (size_t s = 0; s < n; s++)
		for (uint32_t v = 0; v < sequences[s]->n; v++) {
			const struct seq *seq = sequences[s];
			if (!is_object(model, seq->steps[v]))
				continue;
			add_component(arena, model, seq, v, v, &known, &all);
			for (uint32_t i = v + 1; i < seq->n; i++)
				if (step_is_call(seq->steps[i]) && uses(seq->steps[i], i, v))
					add_component(arena, model, seq, v, i, &known, &all);
		}
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_length);
	*out = arena_memdup(arena, all.at, all.n * sizeof *all.at);
	n = all.n;
	map_release(&known);
	vec_release(&all);
	return n;
}

/* ---- replacing ---- */

/* Which other steps are dropped with the object that is replaced. */
enum { WITH_CALLS = 1, WITH_FEEDERS = 2, N_WAYS = 4 };

/* The step works only on dropped objects. */
static bool works_on_dropped(const struct seq *seq, uint32_t k, const bool *drop)
{
	bool any = false;
	for (uint32_t a = 0; a < seq->steps[k]->n_args; a++) {
		uint32_t v = seq_index(k, seq->steps[k]->args[a]);
		if (step_is_call(seq->steps[v]) && !drop[v])
			return false;
		any |= drop[v];
	}
	return any;
}

/* Marks calls whose only purpose is step i: the steps it needs, and steps in between that used those. */
static void mark_feeders(const struct seq *seq, uint32_t i, bool *drop)
{
	need(seq, i, drop);
	for (uint32_t k = 0; k < seq->n; k++)
		if (!drop[k] && step_is_call(seq->steps[k]) && !uses(seq->steps[k], k, i) &&
		    works_on_dropped(seq, k, drop))
			drop[k] = true;
	for (uint32_t k = 0; k < seq->n; k++) /* literals go if no other step uses them */
		drop[k] = drop[k] && step_is_call(seq->steps[k]);
}

/* Marks step i, the steps that only it needs, and by `ways` the calls that prepare the object, all calls that use
 * it except the last of the sequence, and the calls that led to it. Returns how many. */
static uint32_t mark_part(const struct seq *seq, uint32_t i, unsigned ways, bool *drop)
{
	bool needed[SEQ_MAX_STEPS] = { 0 };
	uint32_t n = 0;
	if (ways & WITH_FEEDERS)
		mark_feeders(seq, i, drop);
	drop[i] = true;
	for (uint32_t k = i + 1; ways & WITH_CALLS && k + 1 < seq->n; k++)
		drop[k] |= uses(seq->steps[k], k, i) && step_is_call(seq->steps[k]);
	for (uint32_t k = seq->n; k-- > 0;) {
		const struct step *step = seq->steps[k];
		bool acts = step_is_call(step) || step->kind == STEP_STUB || step->kind == STEP_FREE ||
		            step->kind == STEP_PEEK;
		if (drop[k] || (!acts && !needed[k])) {
			drop[k] = true;
			n++;
			continue;
		}
		for (uint32_t a = 0; a < step->n_args; a++)
			needed[seq_index(k, step->args[a])] = true;
		for (uint32_t f = 0; f < step->n_fills; f++)
			needed[seq_index(k, step->fills[f].arg)] = true;
	}
	return n;
}

/* Adds the step with its references moved; false if one refers to a step that is gone. */
static bool add_moved(struct seq_builder *builder, const struct seq *seq, uint32_t k, const uint32_t *place)
{
	struct step step = *seq->steps[k];
	struct arg *args = arena_memdup(builder->arena, step.args, step.n_args * sizeof *args);
	struct fill *fills = arena_memdup(builder->arena, step.fills, step.n_fills * sizeof *fills);
	for (uint32_t a = 0; a < step.n_args; a++) {
		uint32_t to = place[seq_index(k, args[a])];
		if (to == NONE)
			return false;
		args[a] = seq_arg(builder, to, args[a].address);
	}
	for (uint32_t f = 0; f < step.n_fills; f++) {
		uint32_t to = place[seq_index(k, fills[f].arg)];
		if (to == NONE)
			return false;
		fills[f].arg = seq_arg(builder, to, fills[f].arg.address);
	}
	step.args = args;
	step.fills = fills;
	seq_add(builder, &step);
	return true;
}

static const struct seq *with_component(struct arena *arena, const struct seq *seq, uint32_t i, const bool *drop,
                                        const struct component *component)
{
	uint32_t place[SEQ_MAX_STEPS];
	struct seq_builder builder;
	bool fits = true;
	seq_begin(&builder, arena);
	seq_add_all(&builder, component->seq);
	for (uint32_t k = 0; k < seq->n && fits; k++) {
		place[k] = k == i ? component->variable : drop[k] ? NONE : (uint32_t)builder.steps.n;
		fits = drop[k] || add_moved(&builder, seq, k, place);
	}
	const struct seq *result = seq_finish(&builder);
	return fits ? result : NULL;
}

size_t replaced_forms(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                      const struct component *components, size_t n, const struct seq **out, size_t max)
{
	bool drop[N_WAYS][SEQ_MAX_STEPS] = { { 0 } };
	uint32_t gone[N_WAYS], most = 0;
	size_t found = 0;
	if (!is_object(model, seq->steps[i]))
		return 0;
	for (unsigned way = 0; way < N_WAYS; way++) {
		gone[way] = mark_part(seq, i, way, drop[way]);
		most = gone[way] > most ? gone[way] : most;
	}
	for (size_t c = 0; c < n && found + N_WAYS <= max && components[c].seq->n < most; c++) {
		const struct step *made = components[c].seq->steps[components[c].variable];
		if (!model_same_type(model, made->type, seq->steps[i]->type))
			continue;
		for (int way = N_WAYS - 1; way >= 0; way--) {
			if (components[c].seq->n >= gone[way])
				continue;
			const struct seq *form = with_component(arena, seq, i, drop[way], &components[c]);
			if (form && form->n < seq->n && seq_is_valid(form, model) && seq_uses_the_living(model, form) &&
			    seq_ends_fit(model, form))
				out[found++] = form;
		}
	}
	return found;
}
