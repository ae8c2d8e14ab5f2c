/* doubt: see doubt.h. */
#include "judge/doubt.h"

#include "base/str.h"
#include "seq/value.h"

uint64_t *lesson_count(struct map *map, const struct lesson *lesson)
{
	uint32_t parts[3] = { lesson->kind, lesson->function, lesson->param };
	return map_put(map, hash_bytes(parts, sizeof parts, 0), NULL);
}

static void doubt(struct map *doubts, int kind, uint32_t function, uint32_t param)
{
	struct lesson lesson = { .kind = kind, .function = function, .param = param };
	++*lesson_count(doubts, &lesson);
}

/* How the steps from `from` on use variable v: *used if a step gets it, *ended if a step destroys it. */
static void find_use(const struct model *model, const struct seq *seq, uint32_t from, uint32_t v, bool *used,
                     bool *ended)
{
	*used = *ended = false;
	for (uint32_t i = from; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; a < step->n_args; a++) {
			if (seq_index(i, step->args[a]) != v)
				continue;
			*used = true;
			*ended |= step->kind == STEP_FREE ||
			          (step_is_call(step) && step_function(model, step)->params[a].destroyed);
		}
	}
}

static void doubt_call(struct map *doubts, const struct model *model, const struct seq *seq, uint32_t i,
                       const struct step_result *result)
{
	const struct step *step = seq->steps[i];
	const struct function *function = step_function(model, step);
	bool used, ended;
	if (step->type && model_canonical(model, step->type)->kind == TYPE_POINTER && !function->is_maker &&
	    !bytes_are_zero(result->bytes, result->size)) {
		find_use(model, seq, i + 1, i, &used, &ended);
		if (!used) {
			doubt(doubts, LESSON_MAKER, step->index, NONE);
			doubt(doubts, LESSON_FREE_RESULT, step->index, NONE);
		}
	}
	find_use(model, seq, i + 1, i, &used, &ended);
	if (function->is_maker && ended && !bytes_are_zero(result->bytes, result->size))
		doubt(doubts, LESSON_BORROWED, step->index, NONE);
	for (uint32_t a = 0; a < function->n_params; a++) {
		if (model_canonical(model, function->params[a].type)->kind != TYPE_POINTER)
			continue;
		find_use(model, seq, i + 1, seq_index(i, step->args[a]), &used, &ended);
		if (ended)
			doubt(doubts, LESSON_TAKEN, step->index, a);
		if (used)
			doubt(doubts, LESSON_DESTROYED, step->index, a);
	}
}

void doubt_lessons(struct map *doubts, const struct model *model, const struct seq *closed, const struct run *run)
{
	for (uint32_t i = 0; run->steps && i < closed->n && i < run->n_steps; i++)
		if (step_is_call(closed->steps[i]) && run->steps[i].outcome == SK_NORMAL)
			doubt_call(doubts, model, closed, i, &run->steps[i]);
}
