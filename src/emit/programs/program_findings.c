/* program_findings: findings in programs, as command lines. See program_suite.h. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "emit/programs/program_suite.h"
#include "emit/programs/program_test.h"
#include "proc/child.h"
#include "reduce/ddmin.h"

#define TRIES_PER_FINDING 400u

struct shortening {
	const struct program_suite *suite;
	struct judge *judge;
	uint64_t key;
};

/* *keeps: the candidate shows the same fault. */
static status keeps_finding(void *context, const struct invocation *candidate, bool *keeps)
{
	struct shortening *s = context;
	struct arena *arena = arena_new();
	uint64_t key = 0;
	const struct seq *seq = invocation_seq(candidate, s->suite->unit->model, arena);
	status st = judge_key(s->judge, arena, seq, &key);
	*keeps = key == s->key;
	arena_free(arena);
	return st;
}

static status shorten(const struct program_suite *suite, const struct finding *finding, struct arena *arena,
                      struct invocation *shortest)
{
	struct invocation from;
	struct shortening s = { suite, campaign_judge(suite->campaign), finding->key };
	struct ddmin_options options = { .shape = suite->shape, .max_tries = TRIES_PER_FINDING };
	bool keeps = false;
	invocation_init(shortest, suite->shape->program);
	if (!invocation_of(&from, finding->seq, arena))
		return NULL;
	status st = finding->fault.kind == SK_NO_FAULT ? NULL : keeps_finding(&s, &from, &keeps);
	if (!st && keeps)
		st = ddmin_invocation(&from, keeps_finding, &s, &options, arena, shortest, NULL);
	else
		invocation_copy(shortest, &from);
	invocation_release(&from);
	return st;
}

/* Returns the path of a source that skep wrote, which lies with the tests. */
static const char *own_file(const char *file)
{
	if (str_ends(file, "/harness_main.c"))
		return "tests/harness_main.c";
	return str_ends(file, "/testcomp.c") ? "tests/testcomp.c" : file;
}

static const char *own_name(const char *function)
{
	return str_equal(function, "unit_main") ? "main" : function;
}

static void add_evidence(const struct finding *finding, struct sb *out)
{
	sb_addf(out, "%s\n%s\n", finding->summary, finding->evidence ? finding->evidence : "");
	for (uint32_t i = 0; i < finding->n_frames; i++)
		sb_addf(out, "  %s  %s:%u\n", own_name(finding->frames[i].function), own_file(finding->frames[i].file),
		        finding->frames[i].line);
	for (uint32_t i = 0; i < finding->n_alloc_frames; i++)
		sb_addf(out, "%s%s  %s:%u\n", i ? "  " : "  allocated in ", own_name(finding->alloc_frames[i].function),
		        own_file(finding->alloc_frames[i].file), finding->alloc_frames[i].line);
	sb_addf(out, "Class: %s. Severity: %s.\n", verdict_word(finding->verdict), severity_word(finding->severity));
}

static status write_finding(const struct program_suite *suite, const struct finding *finding, const char *name,
                            struct arena *arena)
{
	struct invocation shortest;
	struct sb about = { 0 };
	char *folder = xprintf("%s/%s", suite->out_dir, name), *path = xprintf("%s/about", folder);
	status st = shorten(suite, finding, arena, &shortest);
	add_evidence(finding, &about);
	if (!st)
		st = dir_make(folder);
	if (!st)
		st = invocation_write(&shortest, folder);
	if (!st)
		st = file_write(path, sb_text(&about), about.n);
	invocation_release(&shortest);
	sb_release(&about);
	free(path);
	free(folder);
	return st;
}

status program_findings_write(const struct program_suite *suite, struct arena *arena, struct results *results)
{
	const struct finding *const *findings;
	unsigned bugs = 0, unclear = 0;
	TRY(judge_confirm(campaign_judge(suite->campaign)));
	size_t n = judge_findings(campaign_judge(suite->campaign), &findings);
	results->findings.failures = ARENA_ARRAY(arena, struct suite_failure, n + 1);
	for (size_t i = 0; i < n; i++) {
		struct finding *finding = arena_memdup(arena, findings[i], sizeof *findings[i]);
		finding->summary = as_main(finding->summary, arena);
		finding->evidence = finding->evidence ? as_main(finding->evidence, arena) : NULL;
		bool is_bug = finding->verdict == VERDICT_BUG;
		const char *name = is_bug ? arena_printf(arena, "failing/bug_%03u", ++bugs)
		                          : arena_printf(arena, "unclear/unclear_%03u", ++unclear);
		TRY(write_finding(suite, finding, name, arena));
		results->findings.failures[results->findings.n_failures++] = (struct suite_failure){ .finding = finding,
			                                                                             .file = name };
	}
	return NULL;
}
