/* failing: see failing.h. */
#include "emit/failing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/c_code.h"
#include "emit/draft.h"
#include "emit/escape.h"
#include "emit/finding_text.h"
#include "proc/child.h"
#include "reduce/reduce.h"
#include "reduce/replace.h"
#include "reduce/same_cause.h"
#include "seq/life.h"

#define MAX_BUGS 40u        /* written; how many more there are is told */
#define MAX_MISUSES 20u
#define MAX_RUNS 200u       /* of shortening one test */
#define MAX_HANG_RUNS 30u   /* the same for a hang: each run takes long */
#define MAX_TELLINGS 4u     /* tests on the way back from the shortest, to find one that shows it again */
#define MOST_SHOWN 70u      /* letters of a line of the source in a comment */

struct program {
	struct unit *unit;
	const struct source_list *sources;
	const char *folder;
	const struct component *components; /* what parts of a test may be replaced by */
	size_t n_components;
	struct c_check expected;     /* at the step that fails; expect NULL: nothing */
	uint32_t kept_size, kept_arg; /* that the step must leave as it is: see c_note */
	const char *also_in;         /* functions in which the same fault shows as well; NULL: none */
};

struct same_fault {
	struct judge *judge;
	struct arena *arena;         /* for one candidate */
	const struct model *model;
	const struct finding *finding;
	bool *may_stay;              /* per function: what it made is not ended; NULL: tests are closed as ever */
	VEC(const struct seq *) kept; /* tests that showed it, each shorter or plainer than the one before */
};

/* Marks which functions made what the sequence does not end. False: others than `may` did. */
static bool mark_unended(const struct model *model, const struct seq *seq, const bool *may, bool *made)
{
	struct life *lives = xcalloc(seq->n + 1, sizeof *lives);
	bool good = true;
	seq_lives(model, seq, lives);
	for (uint32_t i = 0; i < seq->n; i++) {
		if (!lives[i].owned)
			continue;
		bool is_call = seq->steps[i]->kind == STEP_CALL;
		good = good && is_call && (!may || may[seq->steps[i]->index]);
		if (made && is_call)
			made[seq->steps[i]->index] = true;
	}
	free(lives);
	return good;
}

/* Steps before those at the end that only destroy, as they were appended to the finding's test. */
static uint32_t own_steps(const struct model *model, const struct finding *finding, const struct seq *seq)
{
	uint32_t n = seq->n, closing = finding->seq->n - finding->n_own;
	while (n > 1 && closing-- > 0 &&
	       (seq->steps[n - 1]->kind == STEP_FREE ||
	        (seq->steps[n - 1]->kind == STEP_CALL && model->functions.at[seq->steps[n - 1]->index].is_destroyer)))
		n--;
	return n;
}

static status key_of(struct same_fault *same, const struct seq *seq, uint64_t *key)
{
	arena_clear(same->arena);
	*key = 0;
	if (!same->may_stay)
		return judge_key(same->judge, same->arena, seq, key);
	if (!mark_unended(same->model, seq, same->may_stay, NULL))
		return NULL;
	return judge_key_of_closed(same->judge, same->arena, seq, own_steps(same->model, same->finding, seq), key);
}

static status stays_same(void *context, const struct seq *const *candidates, size_t n, bool *keeps)
{
	struct same_fault *same = context;
	for (size_t i = 0; i < n; i++) {
		uint64_t key;
		TRY(key_of(same, candidates[i], &key));
		keeps[i] = key == same->finding->key;
		if (!keeps[i])
			continue;
		vec_push(&same->kept, candidates[i]); /* the first that fits is taken */
		return NULL;
	}
	return NULL;
}

static const struct seq *first_steps(struct arena *arena, const struct seq *seq, uint32_t n)
{
	struct seq_builder builder;
	seq_begin(&builder, arena);
	for (uint32_t i = 0; i < n && i < seq->n; i++)
		vec_push(&builder.steps, seq->steps[i]);
	return seq_finish(&builder);
}

/* The part of a closed sequence up to the step that fails. */
static const struct seq *up_to_fault(struct arena *arena, const struct finding *finding)
{
	return first_steps(arena, finding->seq, finding->step < finding->seq->n ? finding->step + 1 : finding->seq->n);
}

/* Steps behind the one that fails can disturb what is found out about it: a test that would
 * have gone on well with other memory runs into them. *instead is what is told of the test
 * without them, if it is another thing. */
static status judge_without_rest(struct judge *judge, struct arena *arena, const struct finding *finding,
                                 const struct finding **instead)
{
	const struct seq *start = up_to_fault(arena, finding), *closed;
	enum verdict verdict;
	uint64_t key;
	*instead = NULL;
	if (start->n == finding->seq->n || finding->fault.kind == SK_LEAK || finding->fault.kind == SK_LAW)
		return NULL;
	TRY(judge_key(judge, arena, start, &key));
	if (!key || key == finding->key)
		return NULL;
	TRY(judge_sequence(judge, arena, start, &closed, &verdict, instead));
	if (*instead && (*instead)->key == finding->key)
		*instead = NULL;
	return NULL;
}

/* All findings, each once. */
static status collect_findings(struct judge *judge, struct arena *arena, const struct finding ***list, size_t *n)
{
	const struct finding *const *findings;
	size_t n_first = judge_findings(judge, &findings);
	const struct finding **first = arena_memdup(arena, findings, n_first * sizeof *first);
	bool *told_otherwise = ARENA_ARRAY(arena, bool, n_first + 1), *told = ARENA_ARRAY(arena, bool, n_first + 1);
	for (size_t i = 0; i < n_first; i++) {
		const struct finding *instead;
		TRY(judge_without_rest(judge, arena, first[i], &instead));
		told_otherwise[i] = instead != NULL;
		for (size_t k = 0; k < n_first && instead; k++)
			told[k] |= first[k] == instead;
		if (instead)
			log_verbose("%s: told as %s", first[i]->summary, instead->summary);
	}
	size_t n_all = judge_findings(judge, &findings);
	*list = ARENA_ARRAY(arena, const struct finding *, n_all + 1);
	*n = 0;
	for (size_t i = 0; i < n_all; i++)
		if (i >= n_first || !told_otherwise[i] || told[i])
			(*list)[(*n)++] = findings[i];
	return NULL;
}

/* The test to start from. What was learned since may close tests so that they no longer
 * show it: a result that must be freed is freed. Then they are taken as they are. */
static status choose_start(struct arena *scratch, const struct finding *finding, struct same_fault *same)
{
	const struct seq *starts[] = { up_to_fault(scratch, finding),
		                       first_steps(scratch, finding->seq, finding->n_own) };
	uint64_t key;
	for (size_t i = 0; i < 2; i++) {
		TRY(key_of(same, starts[i], &key));
		if (key != finding->key)
			continue;
		vec_push(&same->kept, starts[i]);
		return NULL;
	}
	log_verbose("%s: does not show in a test that is closed as it would be now", finding->summary);
	vec_push(&same->kept, finding->seq);
	same->may_stay = ARENA_ARRAY(scratch, bool, same->model->functions.n + 1);
	mark_unended(same->model, finding->seq, NULL, same->may_stay);
	TRY(key_of(same, finding->seq, &key));
	if (key != finding->key)
		same->may_stay = NULL;
	return NULL;
}

static status shorten_in(struct arena *scratch, const struct program *program, const struct finding *finding,
                         struct same_fault *same)
{
	bool hangs = str_equal(finding->kind, "hang");
	struct reduce_options options = { .max_runs = hangs ? MAX_HANG_RUNS : MAX_RUNS,
		                          .stops_at_first = true,
		                          .components = program->components,
		                          .n_components = program->n_components };
	const struct seq *shorter;
	TRY(choose_start(scratch, finding, same));
	return reduce_sequence(scratch, same->model, vec_last(&same->kept), stays_same, same, &options, &shorter);
}

/* What the shortest test does is told, not what the one did that was found: it is run once
 * more. One that does not show it now would show it to nobody: then the one before. */
static status tell(struct arena *scratch, const struct finding *finding, const struct same_fault *same,
                   const struct finding **told)
{
	*told = NULL;
	for (size_t i = 0; i < same->kept.n && i < MAX_TELLINGS && !*told; i++) {
		const struct seq *seq = same->kept.at[same->kept.n - 1 - i];
		uint32_t n_own = same->may_stay ? own_steps(same->model, finding, seq) : seq->n;
		const struct seq *closed = same->may_stay ? seq : seq_close(scratch, same->model, seq);
		TRY(judge_tell(same->judge, scratch, finding, closed, n_own, told));
	}
	if (*told)
		return NULL;
	log_verbose("%s: not seen again in a shorter test", finding->summary);
	*told = finding;
	return NULL;
}

/* The finding as its shortest test shows it. What is tried on the way takes room, and goes. */
static status shorten(struct judge *judge, const struct program *program, const struct finding *finding,
                      const struct finding **told)
{
	struct arena *scratch = arena_new();
	struct same_fault same = {
		.judge = judge, .arena = arena_new(), .model = program->unit->model, .finding = finding
	};
	status st = shorten_in(scratch, program, finding, &same);
	if (!st)
		st = tell(scratch, finding, &same, told);
	vec_release(&same.kept);
	arena_free(same.arena);
	arena_free(scratch);
	return st;
}

/* Text in a comment: nothing that would end it, and nothing that cannot be printed. */
static void add_inside_comment(const char *text, size_t size, struct sb *out)
{
	for (size_t i = 0; i < size; i++) {
		bool ends_comment = text[i] == '*' && text[i + 1] == '/';
		sb_add(out, ends_comment ? "* " : (char[]){ isprint((unsigned char)text[i]) ? text[i] : '?', 0 });
	}
}

/* What stands in the user's source there, if it can be read and is short. */
static void add_source_line(const struct frame *frame, struct sb *out)
{
	char *source = NULL;
	status st = file_read(frame->file, &source, NULL);
	const char *line = source;
	if (st) {
		status_free(st);
		return;
	}
	for (uint32_t n = 1; line && n < frame->line; n++) {
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	line = line ? line + strspn(line, " \t") : "";
	size_t size = strcspn(line, "\r\n");
	if (size > 1 && size <= MOST_SHOWN && !memchr(line, '\t', size)) {
		sb_add(out, "   ");
		add_inside_comment(line, size, out);
	}
	free(source);
}

static void add_frames(const char *title, const struct frame *frames, uint32_t n, struct sb *out)
{
	for (uint32_t i = 0; i < n && i < 6; i++) {
		sb_addf(out, " *   %s%s  %s:%u", i ? "called by " : title, frames[i].function,
		        path_base(frames[i].file), frames[i].line);
		if (i == 0)
			add_source_line(&frames[i], out);
		sb_add_char(out, '\n');
	}
}

static void add_memory(const struct finding *finding, struct sb *out)
{
	struct sb sentence = { 0 };
	finding_memory(finding, &sentence);
	if (sentence.n)
		sb_addf(out, " * %s\n", sb_text(&sentence));
	sb_release(&sentence);
}

/* A sanitizer's word for the kind (heap-buffer-overflow) says what the title says. */
static void add_message(const char *text, struct sb *out)
{
	if (strspn(text, "abcdefghijklmnopqrstuvwxyz-") == strlen(text))
		return;
	sb_add(out, " * ");
	add_inside_comment(text, strlen(text), out);
	sb_add_char(out, '\n');
}

static bool is_about_unset(const struct finding *finding)
{
	return finding->fault.kind == SK_UNSET_DECISION || finding->fault.kind == SK_UNSET_RESULT ||
	       finding->fault.kind == SK_UNSET_USE;
}

/* The flags that make the program fail. What is only undefined is told and gone on from
 * if nothing else is said, and one such check must be asked for by its name. */
static const char *sanitizer_flags(const struct finding *finding)
{
	if (is_about_unset(finding))
		return "-fsanitize=memory";
	if (finding->fault.kind != SK_UBSAN)
		return "-fsanitize=address,undefined";
	return strstr(finding->fault.message, "float-cast-overflow")
	               ? "-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all"
	               : "-fsanitize=address,undefined -fno-sanitize-recover=all";
}

static void write_comment(const struct finding *finding, const char *also_in, const char *compile, const char *file,
                          struct sb *out)
{
	sb_addf(out, "/* %c%s.\n", toupper((unsigned char)finding->summary[0]), finding->summary + 1);
	if (finding->fault.kind != SK_CONTRACT &&
	    finding->fault.kind != SK_LAW) { /* it has no frames but the contract's own */
		add_message(finding->fault.message, out);
		add_memory(finding, out);
		add_frames("", finding->frames, finding->n_frames, out);
	}
	if (finding->n_alloc_frames)
		add_frames("allocated in ", finding->alloc_frames, finding->n_alloc_frames, out);
	sb_addf(out, " * Class: %s. %s Severity: %s.\n", verdict_word(finding->verdict), finding->evidence,
	        severity_word(finding->severity));
	if (also_in)
		sb_addf(out, " * The same happens after the same calls in %s.\n", also_in);
	sb_addf(out, " * Seen %u time%s. Reproduce: clang-19 -g %s %s%s%s && ./a.out */\n", finding->count,
	        finding->count == 1 ? "" : "s", sanitizer_flags(finding), file, compile[0] == ' ' ? "" : " ", compile);
}

/* All sources lie in one folder, and the program includes none of them. */
static bool is_one_folder(const struct source_list *sources, const bool *included)
{
	const char *first = sources->at.at[0].path;
	size_t folder = (size_t)(path_base(first) - first);
	for (size_t i = 0; i < sources->at.n; i++) {
		const char *path = sources->at.at[i].path;
		if (included[i] || strncmp(path, first, folder) != 0 || strpbrk(path + folder, "/ '\"$") ||
		    !str_ends(path, ".c"))
			return false;
	}
	return true;
}

/* The sources as words of a compiler command; many of one folder as ../src/{a,b,c}.c. */
static void add_sources(const struct program *program, const bool *included, struct sb *out)
{
	const struct source_list *sources = program->sources;
	bool together = sources->at.n > 3 && is_one_folder(sources, included);
	for (size_t i = 0; i < sources->at.n; i++) {
		const char *base = path_base(sources->at.at[i].path);
		char *path = included[i] || (together && i) ? NULL
		                                            : relative_path(program->folder, sources->at.at[i].path);
		if (path && together)
			*(char *)path_base(path) = 0;
		sb_add(out, path && out->n ? " " : "");
		if (path && path[0])
			escape_shell(out, path);
		if (together)
			sb_addf(out, "%s%.*s", i ? "," : "{", (int)(strlen(base) - 2), base);
		free(path);
	}
	sb_add(out, together ? "}.c" : "");
}

/* ---- contracts ---- */

/* The contract that the finding is about, or NONE. */
static uint32_t contract_of(const struct model *model, const struct finding *finding)
{
	for (uint32_t f = 0; f < finding->n_frames; f++)
		for (uint32_t i = 0; i < model->contracts.n; i++)
			if (str_equal(finding->frames[f].function, model->contracts.at[i].name) &&
			    model->contracts.at[i].kind != CONTRACT_MAKE)
				return i;
	return NONE;
}

/* The contract is asked where it does not hold, and before the call what the call
 * requires: it may note the state that the promise is compared with. */
static void add_contract(const struct model *model, const struct finding *finding, uint32_t id, const struct seq *seq,
                         struct c_note *note, struct c_check *check)
{
	const struct contract *contract = &model->contracts.at[id];
	uint32_t variable = finding->fault.owner_step;
	if (contract->kind == CONTRACT_ENSURES) {
		uint32_t needs = model_contract_of_function(model, CONTRACT_REQUIRES, contract->function);
		note->before = needs == NONE ? NULL : model->contracts.at[needs].name;
		note->after = contract->name;
	} else if (contract->kind == CONTRACT_INVARIANT && finding->fault.kind == SK_CONTRACT &&
	           variable <= finding->step) {
		bool is_pointer = model_canonical(model, seq->steps[variable]->type)->kind == TYPE_POINTER;
		char *expect = arena_printf(model->arena, is_pointer ? "%s($)" : "%s(&$)", contract->name);
		*check = (struct c_check){ variable, expect };
		note->checks = check;
		note->n_checks = 1;
	}
}

/* LeakSanitizer takes an address that lies about on the stack for one in use, so
 * what leaks must leak more than once to be seen. */
static void write_main(const struct finding *finding, const char *body, struct sb *out)
{
	if (finding->fault.kind != SK_LEAK) {
		sb_addf(out, "int main(void)\n{\n%s    return 0;\n}\n", body);
		return;
	}
	sb_addf(out, "static void leak(void)\n{\n%s}\n\n", body);
	sb_add(out,
	       "int main(void)\n{\n    int i;\n    for (i = 0; i < 3; i++) /* the last one may look used still */\n"
	       "        leak();\n    return 0;\n}\n");
}

/* The user switches assert() off, or a source that the program includes may. */
static bool has_no_asserts(const struct source_list *sources, const bool *included)
{
	for (size_t i = 0; i < sources->at.n; i++)
		if (included[i])
			return true;
	for (size_t i = 0; i < sources->at.n; i++)
		for (size_t k = 0; k < sources->at.at[i].n_flags; k++)
			if (strstr(sources->at.at[i].flags[k], "NDEBUG"))
				return true;
	return false;
}

/* Sources with a main of their own, which the program includes under another name; they
 * become included ones. The caller frees it. */
static bool *find_mains(const struct program *program, bool *included)
{
	bool *found = xcalloc(program->sources->at.n + 1, sizeof *found);
	for (size_t i = 0; i < program->sources->at.n; i++)
		if (!included[i] && defines_main(program->unit, i))
			found[i] = included[i] = true;
	return found;
}

static void write_program(const struct program *program, const struct finding *finding, const char *file,
                          struct sb *out)
{
	const struct seq *seq = finding->seq;
	struct draft draft = { .observed = seq };
	draft_list drafts = { .at = &draft, .n = 1 };
	struct c_code *code = c_code_new(program->unit->model);
	struct sb body = { 0 }, compile = { 0 }, flags = { 0 };
	bool *included = xcalloc(program->sources->at.n + 1, sizeof *included);
	find_included_sources(program->unit, &drafts, included);
	bool *with_main = find_mains(program, included);
	add_sources(program, included, &compile);
	write_compile_flags(program->sources, program->folder, &flags);
	sb_add(&compile, sb_text(&flags));
	struct c_note *notes = xcalloc(seq->n + 1, sizeof *notes);
	struct c_check check;
	uint32_t contract = contract_of(program->unit->model, finding);
	if (finding->step < seq->n && finding->fault.kind != SK_LEAK) {
		notes[finding->step].comment = "fails here";
		notes[finding->step].kept_size = program->kept_size;
		notes[finding->step].kept_arg = program->kept_arg;
		if (contract != NONE)
			add_contract(program->unit->model, finding, contract, seq, &notes[finding->step], &check);
		notes[finding->step].checks = program->expected.expect ? &program->expected
		                                                       : notes[finding->step].checks;
		notes[finding->step].n_checks += program->expected.expect != NULL;
	}
	if (program->kept_size)
		c_code_reserve(code, "before");
	c_code_body(code, seq, notes, &(struct c_style){ .check = "assert", .alone = true }, &body);
	write_comment(finding, program->also_in, sb_text(&compile), file, out);
	bool asserts = contract != NONE || program->expected.expect || program->kept_size;
	bool may_be_off = has_no_asserts(program->sources, included);
	if (asserts && !may_be_off)
		sb_add(out, "#include <assert.h>\n");
	c_code_includes(code, "", out);
	write_unit_includes(program->unit, program->sources, &drafts, program->folder, out);
	for (size_t i = 0; i < program->sources->at.n; i++)
		if (with_main[i])
			write_source_include(program->sources->at.at[i].path, program->folder, true, out);
	if (contract != NONE && !included[program->sources->at.n])
		write_source_include(program->sources->contracts.path, program->folder, false, out);
	if (asserts && may_be_off) /* behind the unit, which is to stay as it is */
		sb_add(out, "#undef NDEBUG\n#include <assert.h>\n");
	sb_add_char(out, '\n');
	c_code_helpers(code, out);
	write_main(finding, sb_text(&body), out);
	free(notes);
	free(included);
	free(with_main);
	sb_release(&body);
	sb_release(&compile);
	sb_release(&flags);
	c_code_free(code);
}

/* A built-in contract: the test gets the calls that show it, and says what should be. */
static status show_breach(struct program *program, struct judge *judge, struct arena *arena, struct finding *shown)
{
	struct breach breach;
	bool found;
	TRY(judge_breach(judge, arena, shown->seq, &breach, &found));
	shown->step = found ? breach.call : shown->seq->n;
	program->kept_size = found ? breach.kept_size : 0;
	program->kept_arg = found ? breach.kept_arg : 0;
	if (!found || !breach.expect)
		return NULL;
	shown->seq = seq_close(arena, program->unit->model, breach.seq);
	shown->n_own = breach.seq->n;
	shown->step = breach.step;
	program->expected = (struct c_check){ breach.step, breach.expect };
	return NULL;
}

static uint32_t count_calls(const struct seq *seq)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		n += seq->steps[i]->kind == STEP_CALL;
	return n;
}

/* The step that fails; of what shows after the last one, the last call. */
static uint32_t failing_step(const struct finding *told)
{
	uint32_t i = told->seq->n;
	if (told->step < told->seq->n)
		return told->step;
	while (i > 0 && told->seq->steps[i - 1]->kind != STEP_CALL)
		i--;
	return i ? i - 1 : told->seq->n;
}

static status write_one(struct program *program, struct campaign *campaign, struct suite_failure *failure,
                        const char *file, struct arena *arena)
{
	struct sb text = { 0 };
	program->also_in = failure->also_in;
	program->expected = (struct c_check){ 0 };
	program->kept_size = 0;
	if (failure->finding->fault.kind == SK_LAW) {
		struct finding *shown = arena_memdup(arena, failure->finding, sizeof *shown);
		TRY(show_breach(program, campaign_judge(campaign), arena, shown));
		failure->finding = shown;
	}
	write_program(program, failure->finding, path_base(file), &text);
	status st = file_write(file, sb_text(&text), text.n);
	sb_release(&text);
	return st;
}

static int graver(const struct finding *x, const struct finding *y)
{
	static const int gravity[] = {
		[VERDICT_BUG] = 0, [VERDICT_UNCLEAR] = 1, [VERDICT_MISUSE] = 2, [VERDICT_FINE] = 3
	};
	if (gravity[x->verdict] != gravity[y->verdict])
		return gravity[x->verdict] - gravity[y->verdict];
	if (x->severity != y->severity)
		return x->severity > y->severity ? -1 : 1;
	if (x->seq->n != y->seq->n)
		return x->seq->n < y->seq->n ? -1 : 1;
	return x->key < y->key ? -1 : x->key > y->key;
}

static int by_gravity(const void *a, const void *b)
{
	return graver(*(const struct finding *const *)a, *(const struct finding *const *)b);
}

static int by_gravity_told(const void *a, const void *b)
{
	return graver(((const struct suite_failure *)a)->finding, ((const struct suite_failure *)b)->finding);
}

/* Where findings of a verdict go, and how many of them at most: a reader has
 * patience for so many. */
static const struct shelf {
	const char *folder, *name;
	uint32_t most;
} shelves[] = {
	[VERDICT_BUG] = { "failing", "bug", MAX_BUGS },
	[VERDICT_UNCLEAR] = { "unclear", "unclear", MAX_MISUSES },
	[VERDICT_MISUSE] = { "misuse", "misuse", MAX_MISUSES },
};

static status write_finding(struct program *program, struct campaign *campaign, const char *out_dir,
                            struct arena *arena, struct suite_failure *failure)
{
	program->folder = arena_printf(arena, "%s/%s", out_dir, shelves[failure->finding->verdict].folder);
	char *path = xprintf("%s/%s", out_dir, failure->file);
	status st = dir_make(program->folder);
	if (!st)
		st = write_one(program, campaign, failure, path, arena);
	failure->calls = count_calls(failure->finding->seq);
	free(path);
	return st;
}

/* What the tests of the campaign make: it may stand in for what takes more steps. */
static void add_components(struct program *program, const struct campaign *campaign, struct arena *arena)
{
	struct archived *tests;
	size_t n = archive_all(campaign_archive(campaign), arena, &tests);
	const struct seq **sequences = ARENA_ARRAY(arena, const struct seq *, n + 1);
	for (size_t i = 0; i < n; i++)
		sequences[i] = tests[i].seq;
	program->n_components = components_of(arena, program->unit->model, sequences, n, &program->components);
}

/* "f, g", and the function that another finding is in, if it is another function. */
static const char *other_places(struct arena *arena, const char *known, const struct finding *first,
                                const struct finding *other)
{
	const char *function = other->frames[0].function;
	if (str_equal(function, first->frames[0].function))
		return known;
	return known ? arena_printf(arena, "%s, %s", known, function) : function;
}

/* What another finding adds to one that is told. */
static void join(struct suite_failure *told, const struct suite_failure *other, struct arena *arena)
{
	struct finding *both = arena_memdup(arena, told->finding, sizeof *both);
	if (other->finding->verdict == VERDICT_BUG)
		told->also_in = other_places(arena, told->also_in, told->finding, other->finding);
	else
		both->count += other->finding->count;
	told->finding = both;
}

/* Bugs that one broken object brings about are told once: by the first of them. And what is
 * told as a bug is not told again as something else. */
static void join_by_cause(const struct model *model, struct suite_failure *told, size_t n, struct arena *arena)
{
	struct shown_fault *shown = ARENA_ARRAY(arena, struct shown_fault, n + 1);
	bool *joined = ARENA_ARRAY(arena, bool, n + 1);
	for (size_t i = 0; i < n; i++) {
		const struct finding *finding = told[i].finding;
		size_t k = 0;
		shown[i] = (struct shown_fault){ finding, finding->seq, failing_step(finding) };
		while (k < i &&
		       (joined[k] || !(same_cause(model, &shown[k], &shown[i]) || is_told_by(&shown[k], &shown[i]))))
			k++;
		joined[i] = k < i;
		if (joined[i])
			join(&told[k], &told[i], arena);
	}
	for (size_t i = 0; i < n; i++)
		if (joined[i])
			told[i].finding = NULL;
}

/* The findings that will be written, each as its shortest test shows it, the gravest first. */
static status shorten_all(struct program *program, struct campaign *campaign, const struct finding *const *sorted,
                          size_t *n, struct suite_failure *told, uint32_t *not_written)
{
	uint32_t chosen[sizeof shelves / sizeof *shelves] = { 0 };
	size_t kept = 0;
	for (size_t i = 0; i < *n; i++) {
		if (chosen[sorted[i]->verdict]++ >= shelves[sorted[i]->verdict].most)
			continue;
		log_progress("shortening %s", sorted[i]->summary);
		told[kept].calls_found = count_calls(sorted[i]->seq);
		TRY(shorten(campaign_judge(campaign), program, sorted[i], &told[kept].finding));
		kept++;
	}
	*not_written = (uint32_t)(*n - kept);
	*n = kept;
	qsort(told, kept, sizeof *told, by_gravity_told);
	return NULL;
}

status failing_write(struct unit *unit, const struct source_list *sources, struct campaign *campaign,
                     const char *out_dir, bool replace, struct arena *arena, struct results *results)
{
	struct program program = { .unit = unit, .sources = sources };
	const struct finding **sorted;
	size_t n;
	TRY(collect_findings(campaign_judge(campaign), arena, &sorted, &n));
	judge_settle(campaign_judge(campaign));
	TRY(judge_confirm(campaign_judge(campaign)));
	struct suite_failure *told = ARENA_ARRAY(arena, struct suite_failure, n + 1);
	uint32_t written[sizeof shelves / sizeof *shelves] = { 0 };
	qsort(sorted, n, sizeof *sorted, by_gravity);
	results->failures = ARENA_ARRAY(arena, struct suite_failure, n + 1);
	results->n_failures = 0;
	if (n && replace)
		add_components(&program, campaign, arena);
	TRY(shorten_all(&program, campaign, sorted, &n, told, &results->not_written));
	join_by_cause(unit->model, told, n, arena);
	for (size_t i = 0; i < n; i++) {
		if (!told[i].finding)
			continue;
		enum verdict verdict = told[i].finding->verdict;
		told[i].file = arena_printf(arena, "%s/%s_%03u.c", shelves[verdict].folder, shelves[verdict].name,
		                            ++written[verdict]);
		TRY(write_finding(&program, campaign, out_dir, arena, &told[i]));
		results->failures[results->n_failures++] = told[i];
	}
	return NULL;
}
