/* room: see room.h. */
#include "judge/room.h"

#include <string.h>

#include "base/str.h"
#include "seq/life.h"
#include "seq/literal.h"

#define MOST_BYTES 16384u    /* of a buffer: a function that needs more does not take the size for granted */
#define PLENTY 4096u         /* bytes */
#define MOST_TIMES 6u        /* a need that grew more often than this is not a fixed size */
#define ROOM_KEY UINT32_C(0x726f6f6d)

/* The buffer that was overrun, and the call that got it. */
struct spot {
	uint32_t call, block;        /* steps */
	uint32_t function, param;
	uint32_t element;            /* bytes */
	uint32_t has, needs;         /* elements */
};

static bool is_overrun(const struct sk_fault *fault)
{
	return fault && fault->owner == SK_OWNER_TEST && (fault->kind == SK_ASAN || fault->kind == SK_SEGV) &&
	       fault->region_size && fault->address >= fault->region + fault->region_size;
}

static bool is_plain_block(const struct step *step)
{
	return step->kind == STEP_BLOCK && !step->is_string && !step->n_fills && step->size;
}

/* The parameter that the block was passed for; NONE if no parameter may need more room. */
static uint32_t param_for(const struct model *model, const struct seq *seq, uint32_t call, uint32_t block)
{
	const struct step *step = seq->steps[call];
	for (uint32_t a = 0; a < step->n_args; a++) {
		const struct param *param = &step_function(model, step)->params[a];
		if (seq_index(call, step->args[a]) == block && !step->args[a].address && param->role == ROLE_BUFFER &&
		    param->partner == NONE && param->belief != BELIEF_USER)
			return a;
	}
	return NONE;
}

static bool find_spot(const struct model *model, const struct seq *seq, const struct incident *incident,
                      struct spot *spot)
{
	const struct sk_fault *fault = incident->fault;
	uint32_t call = incident_step(incident);
	if (!is_overrun(fault) || fault->refused || call >= seq->n || !step_is_call(seq->steps[call]) ||
	    fault->owner_step >= call || !is_plain_block(seq->steps[fault->owner_step]))
		return false;
	const struct step *block = seq->steps[fault->owner_step];
	*spot = (struct spot){ .call = call,
		               .block = fault->owner_step,
		               .function = seq->steps[call]->index,
		               .param = param_for(model, seq, call, fault->owner_step),
		               .element = (uint32_t)step_element_size(model, block) };
	spot->has = block->size / spot->element;
	return spot->param != NONE;
}

/* A copy of the sequence with `size` bytes in the block; new bytes are zero. */
static const struct seq *with_room(struct arena *arena, const struct model *model, const struct seq *seq,
                                   uint32_t block, size_t size)
{
	const struct step *step = seq->steps[block];
	unsigned char *bytes = arena_alloc(arena, size);
	memset(bytes, 0, size);
	memcpy(bytes, step->bytes, step->size < size ? step->size : size);
	return seq_with_bytes(arena, model, seq, block, bytes, size);
}

/* Other buffers of the call may be too small as well, so they get plenty of room. */
static const struct seq *with_others_large(struct arena *arena, const struct model *model, const struct seq *seq,
                                           const struct spot *spot)
{
	const struct seq *larger = seq;
	for (uint32_t block = 0; block < spot->call; block++)
		if (block != spot->block && is_plain_block(seq->steps[block]) && seq->steps[block]->size < PLENTY &&
		    param_for(model, seq, spot->call, block) != NONE)
			larger = with_room(arena, model, larger, block, PLENTY);
	return larger;
}

/* Are so many elements enough, as far as this call and this block are concerned? */
static status suffices(struct checker *checker, struct arena *arena, const struct model *model, const struct seq *seq,
                       const struct spot *spot, uint32_t n, bool *enough)
{
	const struct run *run;
	const struct seq *larger = with_room(arena, model, seq, spot->block, (size_t)n * spot->element);
	TRY(checker_run(checker, seq_close(arena, model, larger), &run));
	*enough = !is_overrun(run->fault) || run->fault->owner_step != spot->block || run->fault->step != spot->call;
	return NULL;
}

/* Doubles the block until it is not overrun, then halves the last step. *needs is 0 if no size is enough. */
static status measure(struct checker *checker, struct arena *arena, const struct model *model, const struct seq *seq,
                      struct spot *spot)
{
	uint32_t low = spot->has, high = low, most = MOST_BYTES / spot->element;
	bool enough = false;
	while (!enough && high <= most / 2) {
		low = high;
		high *= 2;
		TRY(suffices(checker, arena, model, seq, spot, high, &enough));
	}
	while (enough && high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		bool fits;
		TRY(suffices(checker, arena, model, seq, spot, middle, &fits));
		*(fits ? &high : &low) = middle;
	}
	spot->needs = enough ? high : 0;
	return NULL;
}

/* The count of how often the need of this parameter grew. */
static uint64_t *times_of(struct teaching *teaching, const struct spot *spot)
{
	uint32_t parts[3] = { ROOM_KEY, spot->function, spot->param };
	return map_put(&teaching->failures, hash_bytes(parts, sizeof parts, 0), NULL);
}

static void believe(struct teaching *teaching, const struct spot *spot)
{
	const struct function *function = &teaching->model->functions.at[spot->function];
	struct param *param = &function->params[spot->param];
	if (*times_of(teaching, spot) >= MOST_TIMES || !spot->needs) {
		*times_of(teaching, spot) = MOST_TIMES;
		param->count = 0;
		return;
	}
	param->count = spot->needs;
	param->belief = BELIEF_LEARNED;
	param->note = "a smaller one was overrun";
	vec_push(&teaching->lessons, arena_printf(teaching->model->arena, "%s: %s has at least %u elements (%s)",
	                                          function->name, param->name, param->count, param->note));
}

status room_learn(struct teaching *teaching, struct checker *checker, struct arena *arena, const struct seq *seq,
                  const struct incident *incident, bool *tried)
{
	struct spot spot;
	*tried = find_spot(teaching->model, seq, incident, &spot);
	/* A block that is smaller than the size learned already teaches nothing new. */
	*tried = *tried && *times_of(teaching, &spot) < MOST_TIMES &&
	         spot.has >= teaching->model->functions.at[spot.function].params[spot.param].count;
	if (!*tried)
		return NULL;
	++*times_of(teaching, &spot);
	seq = with_others_large(arena, teaching->model, seq, &spot);
	TRY(measure(checker, arena, teaching->model, seq, &spot));
	believe(teaching, &spot);
	return NULL;
}
