/* teaching: see teaching.h. */
#include "judge/teaching.h"

#include "judge/doubt.h"
#include "seq/life.h"

#define MAX_ATTEMPTS 6u       /* lessons tried to explain one incident */
#define MAX_VAIN 40u          /* trials that proved nothing about a function or its parameter */
#define MAX_FAILURES 4u       /* a lesson that explained nothing so often is not tried again */

void teaching_release(struct teaching *teaching)
{
	map_release(&teaching->votes);
	map_release(&teaching->doubts);
	map_release(&teaching->failures);
	vec_release(&teaching->lessons);
}

/* Believes a lesson for good once enough incidents have taught it, and more than
 * clean tests speak against it; until then it only serves the sequence at hand. */
static void vote(struct teaching *teaching, const struct lesson *lesson)
{
	uint64_t votes = ++*lesson_count(&teaching->votes, lesson), doubts = *lesson_count(&teaching->doubts, lesson);
	if (votes < lesson_votes_needed(lesson) ||
	    (lesson->kind != LESSON_NOT_NULL && lesson->kind != LESSON_FIELD && votes <= doubts))
		lesson_revert(teaching->model, lesson);
	else
		vec_push(&teaching->lessons, lesson_text(teaching->model, lesson));
}

/* Where the first block was allocated that leaks; 0: none does. */
static uint64_t leaking_place(const struct run *run)
{
	const struct sk_fault *fault = run->fault;
	return fault && fault->kind == SK_LEAK
	               ? hash_bytes(fault->alloc_frames, fault->n_alloc_frames * sizeof *fault->alloc_frames, 1)
	               : 0;
}

/* A lesson that proved nothing, because something else was wrong, too, counts as this. */
static struct lesson vain(const struct lesson *lesson)
{
	return (struct lesson){ .kind = LESSON_NONE, .function = lesson->function, .param = lesson->param };
}

/* It explained nothing too often. */
static bool is_given_up(struct teaching *teaching, const struct lesson *lesson)
{
	const struct lesson in_vain = vain(lesson);
	return *lesson_count(&teaching->failures, lesson) >= MAX_FAILURES ||
	       *lesson_count(&teaching->failures, &in_vain) >= MAX_VAIN;
}

/* Lessons about a single call need no proof, and prove nothing about the rest of the sequence. */
static bool needs_proof(const struct lesson *lesson)
{
	return lesson->kind != LESSON_NOT_NULL && lesson->kind != LESSON_DESTROYED && lesson->kind != LESSON_FIELD;
}

/* With the lesson applied, does the sequence run clean? A lesson about a variable that held the
 * memory which leaks at `place` is proven, too, if other memory leaks now. */
static status prove(struct teaching *teaching, struct checker *checker, const struct seq *closed,
                    const struct lesson *lesson, uint64_t place, bool *proven, bool *explained)
{
	const struct run *run;
	TRY(checker_run(checker, closed, &run));
	*explained = run_is_fine(run);
	uint64_t now = leaking_place(run);
	bool elsewhere = place && now && now != place, is_left = lesson->kind == LESSON_LEFT;
	*proven = *explained || (elsewhere && lesson_frees_plain(teaching->model, lesson));
	if (*proven)
		return NULL;
	/* Another leak proves nothing, nor does a variable that was used twice. */
	const struct lesson in_vain = vain(lesson);
	++*lesson_count(&teaching->failures, elsewhere || (is_left && now) ? &in_vain : lesson);
	return NULL;
}

/* Applies the lesson, and takes it back unless it is proven and believed. */
static status try_lesson(struct teaching *teaching, struct checker *checker, const struct seq *closed,
                         const struct lesson *lesson, uint64_t place, bool *applied, bool *explained)
{
	bool proven = !is_given_up(teaching, lesson);
	if (proven && needs_proof(lesson))
		TRY(prove(teaching, checker, closed, lesson, place, &proven, explained));
	*applied = proven;
	if (proven)
		vote(teaching, lesson);
	else
		lesson_revert(teaching->model, lesson);
	return NULL;
}

status teach(struct teaching *teaching, struct checker *checker, struct arena *arena, const struct seq *seq,
             const struct incident *incident, const struct rule *rule, const struct seq **closed, bool *explained)
{
	struct lesson lessons[MAX_ATTEMPTS];
	uint32_t n = 0;
	bool applied = false;
	uint64_t place = leaking_place(incident->run);
	*explained = false;
	while (n < MAX_ATTEMPTS && (lessons[n] = lesson_of(incident, rule, n)).kind != LESSON_NONE)
		n++; /* gathered first: running anything ends the incident's run */
	for (uint32_t i = 0; i < n && !applied; i++) {
		if (!lesson_apply(teaching->model, &lessons[i]))
			continue;
		/* The lesson says how the sequence is to be closed. */
		*closed = seq_close(arena, teaching->model, seq);
		TRY(try_lesson(teaching, checker, *closed, &lessons[i], place, &applied, explained));
	}
	return NULL;
}
