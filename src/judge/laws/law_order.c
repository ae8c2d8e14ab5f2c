/* law_order: a comparison must be an order for any three objects.
 *
 * A test mostly has two objects to compare. The third is another object of the test, or an object
 * that an earlier test compared. In the second case its steps are inserted before the call, and the
 * breach reports the longer test (`changed`). */
#include <string.h>

#include "judge/laws/law_trial.h"
#include "seq/life.h"

#define MAX_OWN 3u            /* third objects taken from the sequence itself */
#define MAX_DONOR_STEPS 24u
#define MAX_STEPS 200u

static uint32_t compared(const struct seq *seq, uint32_t call, uint32_t a)
{
	return seq_index(call, seq->steps[call]->args[a]);
}

/* Objects that the call could have got instead: results of other calls that are alive, newest
 * first. */
static uint32_t own_objects(const struct model *model, const struct seq *seq, uint32_t call, uint32_t *out)
{
	struct life lives[SEQ_MAX_STEPS];
	struct seq before = { .n = call, .steps = seq->steps };
	const struct param *param = &step_function(model, seq->steps[call])->params[0];
	uint32_t n = 0;
	seq_lives(model, &before, lives);
	for (uint32_t i = call; i-- > 0 && n < MAX_OWN;) {
		const struct step *step = seq->steps[i];
		if (step_is_call(step) && lives[i].alive && i != compared(seq, call, 0) &&
		    i != compared(seq, call, 1) && model_same_type(model, step->type, param->type))
			out[n++] = i;
	}
	return n;
}

static const struct donor *donor_at(const struct laws *laws, uint32_t function, uint32_t number)
{
	for (size_t i = 0; i < laws->donors.n; i++)
		if (laws->donors.at[i].function == function && number-- == 0)
			return &laws->donors.at[i].donor;
	return NULL;
}

static uint32_t n_donors(const struct laws *laws, uint32_t function)
{
	uint32_t n = 0;
	while (donor_at(laws, function, n))
		n++;
	return n;
}

uint32_t order_variants(struct laws *laws, const struct law_use *use, const struct seq *seq, uint32_t call, bool again)
{
	uint32_t own[MAX_OWN], n = own_objects(laws->model, seq, call, own);
	if (call > MAX_STEPS || !laws->three_way[use->function])
		return 0;
	return n + (again ? 0 : n_donors(laws, use->function));
}

void order_keep(struct laws *laws, const struct seq *seq, uint32_t call)
{
	uint32_t function = seq->steps[call]->index;
	struct seq before = { .n = call, .steps = seq->steps };
	if (!call || call > MAX_DONOR_STEPS || n_donors(laws, function) >= MAX_DONORS)
		return;
	for (uint32_t a = 0; a < 2; a++) {
		uint32_t object = compared(seq, call, a);
		if (!step_is_call(seq->steps[object]))
			continue;
		const struct seq *copy = seq_copy(laws->arena, &before);
		vec_push(&laws->donors, ((struct law_donor){ function, { copy, object, false } }));
	}
}

/* Inserts the donor's steps before the call. */
static void add_with_donor(struct trial *trial, const struct seq *seq, const struct donor *donor)
{
	struct seq before = { .n = trial->call, .steps = seq->steps };
	struct seq_builder *builder = &trial->builder;
	struct step call = *seq->steps[trial->call];
	struct arg args[2] = { call.args[0], call.args[1] };
	seq_add_all(builder, &before);
	trial->third = seq_add_all(builder, donor->seq) + donor->object;
	for (uint32_t a = 0; a < 2; a++)
		args[a].back += donor->seq->n;
	call.args = args;
	trial->moved = seq_add(builder, &call);
	struct seq_builder whole;
	seq_begin(&whole, trial->arena);
	seq_add_all(&whole, &(struct seq){ .n = (uint32_t)builder->steps.n, .steps = builder->steps.at });
	trial->changed = seq_finish(&whole);
}

void order_build(struct trial *trial, const struct seq *seq)
{
	struct seq beginning = { .n = trial->call + 1, .steps = seq->steps };
	uint32_t own[MAX_OWN], n = own_objects(trial->laws->model, seq, trial->call, own);
	const struct donor *donor = trial->again ? NULL
	                                         : donor_at(trial->laws, trial->use->function, trial->variant - n);
	if (trial->variant < n) {
		seq_add_all(&trial->builder, &beginning);
		trial->third = own[trial->variant];
	} else if (donor)
		add_with_donor(trial, seq, donor);
	else
		return;
	for (uint32_t a = 2; a-- > 0;) {
		uint32_t variables[2] = { trial_argument(trial, a), trial->third };
		bool address[2] = { trial_by_address(trial, a), false };
		trial_add_call(trial, trial->use->function, variables, address, 2);
	}
}

/* The relation of each pair of three objects, in both directions, as the comparison gave it. */
struct answers {
	int sign[3][3];
	uint32_t step[3][3];    /* the step that gave it; 0: it is the opposite of another answer */
};

static void note(const struct trial *trial, struct answers *answers, int x, int y, uint32_t step)
{
	answers->sign[x][y] = sign_of(trial_number(trial, step));
	answers->sign[y][x] = -answers->sign[x][y];
	answers->step[x][y] = step;
}

/* x <= y and y <= z hold, but not x <= z; or one of the two is "<", but x < z does not hold. */
static bool contradicts(const struct answers *answers, int x, int y, int z)
{
	int first = answers->sign[x][y], second = answers->sign[y][z];
	return first <= 0 && second <= 0 && answers->sign[x][z] > (first < 0 || second < 0 ? -1 : 0);
}

/* A condition "x is less than y" (`strict`), or "not more", on the result of the call that compared
 * them in either direction. */
static const char *in_order(const struct answers *answers, int x, int y, bool strict)
{
	bool straight = answers->step[x][y];
	return straight ? (strict ? "< 0" : "<= 0") : (strict ? "> 0" : ">= 0");
}

static uint32_t asked(const struct answers *answers, int x, int y)
{
	return answers->step[x][y] ? answers->step[x][y] : answers->step[y][x];
}

static bool tell_of(const struct trial *trial, const struct answers *answers, int x, int y, int z,
                    struct breach *breach)
{
	static const char *const names[] = { "first", "second", "third" };
	bool less[2] = { answers->sign[x][y] < 0, answers->sign[y][z] < 0 };
	const char *first = in_order(answers, x, y, less[0]), *second = in_order(answers, y, z, less[1]),
	           *third = in_order(answers, x, z, less[0] || less[1]);
	uint32_t told[3] = { asked(answers, x, y), asked(answers, y, z), asked(answers, x, z) };
	/* The breach shows in the last of the three calls: its result is $. */
	uint32_t last = told[0] > told[1] ? told[0] : told[1];
	last = last > told[2] ? last : told[2];
	const char *name[3];
	for (int i = 0; i < 3; i++) {
		name[i] = told[i] == last ? "$" : breach->n_others ? "$2" : "$1";
		if (told[i] != last)
			trial_name_step(breach, told[i]);
	}
	const char *expect = arena_printf(trial->arena, "!(%s %s && %s %s) || %s %s", name[0], first, name[1], second,
	                                  name[2], third);
	static const char *const says[] = { "less than", "the same as", "more than" };
	return trial_tell(breach, last, expect,
	                  arena_printf(trial->arena,
	                               "%s does not put three things in order: the %s is %s the %s, that is %s the %s, "
	                               "but the %s is %s the %s.",
	                               trial_name(trial, trial->use->function), names[x], says[answers->sign[x][y] + 1],
	                               names[y], says[answers->sign[y][z] + 1], names[z], names[x],
	                               says[answers->sign[x][z] + 1], names[z]));
}

bool order_look(const struct trial *trial, struct breach *breach)
{
	struct answers answers = { 0 };
	if (trial_argument_is_null(trial, 0) || trial_argument_is_null(trial, 1) || trial_is_null(trial, trial->third))
		return false;
	note(trial, &answers, 0, 1, trial->moved);
	note(trial, &answers, 1, 2, trial->added[0]);
	note(trial, &answers, 0, 2, trial->added[1]);
	for (int x = 0; x < 3; x++)
		for (int y = 0; y < 3; y++)
			if (x != y && contradicts(&answers, x, y, 3 - x - y))
				return tell_of(trial, &answers, x, y, 3 - x - y, breach);
	return false;
}
