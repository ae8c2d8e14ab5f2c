/* incidents: see incidents.h. */
#include "judge/incidents.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define WHOLE_STACK 8u        /* frames of an allocation to read: the sanitizer keeps twelve, and some of them are
                                 its own */

status incidents_init(struct incidents *incidents, const struct unit *unit, const struct target *checked,
                      const bool *internal)
{
	*incidents = (struct incidents){ .unit = unit, .internal = internal, .arena = arena_new() };
	return symbolizer_new(checked, &incidents->symbolizer);
}

void incidents_release(struct incidents *incidents)
{
	symbolizer_free(incidents->symbolizer);
	arena_free(incidents->arena);
}

/* The function at fault has returned already, so the fault's own text names the place. */
static bool names_its_place(const struct sk_fault *fault)
{
	return fault->kind == SK_CONTRACT || fault->kind == SK_UNSET_DECISION || fault->kind == SK_UNSET_RESULT ||
	       fault->kind == SK_LAW;
}

static struct frame *named_frame(struct incidents *incidents, const struct sk_fault *fault)
{
	struct frame *frame = ARENA_NEW(incidents->arena, struct frame);
	frame->function = arena_strdup(incidents->arena, fault->message);
	frame->file = arena_strdup(incidents->arena, fault->file);
	frame->line = fault->line;
	return frame;
}

/* Finds the frames of the place where the fault happened; for a leak, of the place where the memory
 * was allocated. */
static void find_frames(struct incidents *incidents, const struct sk_fault *fault, struct incident *incident)
{
	struct frame *frames = NULL;
	bool leaks = fault->kind == SK_LEAK;
	if (names_its_place(fault)) {
		frames = named_frame(incidents, fault);
		incident->n_frames = 1;
	} else
		fault_frames(incidents->symbolizer, leaks ? fault->alloc_frames : fault->frames,
		             leaks ? fault->n_alloc_frames : fault->n_frames, incidents->arena, &frames,
		             &incident->n_frames);
	incident->frames = frames;
}

static bool has_file(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_FILE && !step_is_descriptor(model, seq->steps[i]))
			return true;
	return false;
}

/* The heap block near the access was not allocated by the unit, or was allocated by another test:
 * the access began far away from it. */
static bool is_foreign_block(struct incidents *incidents, const struct seq *seq, const struct sk_fault *fault)
{
	struct frame *made;
	uint32_t n = 0;
	/* Who opened a file cannot be seen, because the C library is in between. Memory that the
	 * unit allocated is known to be freed. */
	bool may_be_file = strstr(fault->message, "double-free") && has_file(incidents->unit->model, seq);
	bool has_block = strstr(fault->message, "heap-") || may_be_file;
	if (fault->kind != SK_ASAN || fault->owner != SK_OWNER_UNIT_HEAP || !has_block)
		return false;
	fault_frames(incidents->symbolizer, fault->alloc_frames, fault->n_alloc_frames, incidents->arena, &made, &n);
	bool is_whole = fault->n_alloc_frames < WHOLE_STACK;
	uint32_t maker = n ? model_find_function(incidents->unit->model, made[n - 1].function) : NONE;
	return n == 0 || (is_whole && maker != NONE && !seq_calls(seq, maker));
}

/* The user promoted this place, by its function or by its line. */
static bool is_promoted_place(const struct incidents *incidents, const struct frame *place)
{
	char *line = xprintf("/%s:%u", place->file, place->line);
	bool found = false;
	for (size_t i = 0; i < incidents->n_promoted && !found; i++) {
		char *end = xprintf("/%s", incidents->promoted[i]);
		found = str_equal(place->function, incidents->promoted[i]) || str_ends(line, end);
		free(end);
	}
	free(line);
	return found;
}

/* The function of the API that freed the memory; NULL: no function did. */
static const char *freer_of(struct incidents *incidents, const struct sk_fault *fault)
{
	struct frame *freed;
	uint32_t n;
	if (!fault->n_free_frames)
		return NULL;
	fault_frames(incidents->symbolizer, fault->free_frames, fault->n_free_frames, incidents->arena, &freed, &n);
	return n ? freed[n - 1].function : NULL;
}

void incident_of(struct incidents *incidents, const struct seq *closed, uint32_t n_own, const struct run *run,
                 const struct breach *breach, struct incident *incident)
{
	static const struct sk_fault nothing = { .step = UINT32_MAX };
	const struct sk_fault *fault = run->fault ? run->fault : &nothing;
	*incident = (struct incident){ .model = incidents->unit->model,
		                       .marks = incidents->unit->marks,
		                       .internal = incidents->internal,
		                       .seq = closed,
		                       .n_own = n_own,
		                       .run = run,
		                       .fault = fault,
		                       .breach = fault->kind == SK_LAW ? breach : NULL };
	arena_clear(incidents->arena);
	if (!run->fault)
		return;
	find_frames(incidents, fault, incident);
	incident->is_promoted = incident->n_frames && is_promoted_place(incidents, &incident->frames[0]);
	incident->is_foreign = is_foreign_block(incidents, closed, fault);
	incident->freed_by = freer_of(incidents, fault);
}
