/* teaching: see teaching.h. */
#include "judge/teaching.h"

#include "judge/doubt.h"
#include "seq/life.h"

#define MAX_ATTEMPTS 6u       /* lessons tried to explain one incident */
#define MAX_VAIN 40u          /* trials without proof about one function or parameter, after which it is left alone */
#define MAX_FAILURES 4u       /* failures to explain an incident, after which a lesson is not tried again */

void teaching_release(struct teaching *teaching)
{
	map_release(&teaching->votes);
	map_release(&teaching->doubts);
	map_release(&teaching->failures);
	vec_release(&teaching->lessons);
}

/* Believes a lesson for good once enough incidents have taught it, and more incidents than clean
 * tests that contradict it. Before that, the lesson holds for the current sequence only. */
static void vote(struct teaching *teaching, const struct lesson *lesson)
{
	uint64_t votes = ++*lesson_count(&teaching->votes, lesson), doubts = *lesson_count(&teaching->doubts, lesson);
	if (votes < lesson_votes_needed(lesson) ||
	    (lesson->kind != LESSON_NOT_NULL && lesson->kind != LESSON_FIELD && votes <= doubts))
		lesson_revert(teaching->model, lesson);
	else
		vec_push(&teaching->lessons, lesson_text(teaching->model, lesson));
}

/* The place of allocation of the first block that leaks; 0: no block leaks. */
static uint64_t leaking_place(const struct run *run)
{
	const struct sk_fault *fault = run->fault;
	return fault && fault->kind == SK_LEAK
	               ? hash_bytes(fault->alloc_frames, fault->n_alloc_frames * sizeof *fault->alloc_frames, 1)
	               : 0;
}

/* The key under which failures are counted that may have had another cause than the lesson. */
static struct lesson vain(const struct lesson *lesson)
{
	return (struct lesson){ .kind = LESSON_NONE, .function = lesson->function, .param = lesson->param };
}

/* The lesson failed to explain incidents too often. */
static bool is_given_up(struct teaching *teaching, const struct lesson *lesson)
{
	const struct lesson in_vain = vain(lesson);
	return *lesson_count(&teaching->failures, lesson) >= MAX_FAILURES ||
	       *lesson_count(&teaching->failures, &in_vain) >= MAX_VAIN;
}

/* A lesson about a single call needs no proof, and proves nothing about the rest of the sequence. */
static bool needs_proof(const struct lesson *lesson)
{
	return lesson->kind != LESSON_NOT_NULL && lesson->kind != LESSON_DESTROYED && lesson->kind != LESSON_FIELD;
}

/* Does the sequence run clean with the lesson applied? A lesson about a variable that held the
 * memory which leaks at `place` is also proven if only other memory leaks now. */
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
	/* If other memory leaks, or two calls used the variable, the lesson may still be right. */
	const struct lesson in_vain = vain(lesson);
	++*lesson_count(&teaching->failures, elsewhere || (is_left && now) ? &in_vain : lesson);
	return NULL;
}

/* Applies the lesson; reverts it unless it is proven and believed. */
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
		n++; /* all lessons are gathered first, because running anything ends the incident's run */
	for (uint32_t i = 0; i < n && !applied; i++) {
		if (!lesson_apply(teaching->model, &lessons[i]))
			continue;
		/* The lesson decides how the sequence is closed. */
		*closed = seq_close(arena, teaching->model, seq);
		TRY(try_lesson(teaching, checker, *closed, &lessons[i], place, &applied, explained));
	}
	return NULL;
}
