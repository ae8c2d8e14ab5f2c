/* bug_program: see bug_program.h. */
#include "emit/findings/bug_program.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/log.h"
#include "base/str.h"
#include "emit/text/beginning.h"
#include "emit/suite/draft.h"
#include "emit/escape.h"
#include "emit/findings/finding_text.h"
#include "proc/child.h"
#include "proc/sandbox.h"

#define MOST_SHOWN 70u           /* letters of a line of the source in a comment */
#define MOST_MILLISECONDS 5000u  /* to fail in; what takes longer hangs */
#define HANG_CPU_SECONDS 1       /* for a test that is known to hang: the judge was patient with it before */
#define COMPILE_MILLISECONDS 300000u

/* Adds text inside a comment, without characters that would end the comment or cannot be printed. */
static void add_inside_comment(const char *text, size_t size, struct sb *out)
{
	for (size_t i = 0; i < size; i++) {
		bool ends_comment = text[i] == '*' && text[i + 1] == '/';
		sb_add(out, ends_comment ? "* " : (char[]){ isprint((unsigned char)text[i]) ? text[i] : '?', 0 });
	}
}

/* Adds the line of the user's source, if the file can be read and the line is short. */
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

/* Adds the sanitizer's message without its word for the kind (heap-buffer-overflow), which the title says. */
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

/* Returns the flags that make the program fail. UBSan only reports undefined behaviour and goes on, unless it
 * is told to end the program; float-cast-overflow must be asked for by its name. */
static const char *sanitizer_flags(const struct finding *finding)
{
	if (is_about_unset(finding))
		return "-fsanitize=memory";
	if (finding->fault.kind != SK_UBSAN)
		return "-fsanitize=address,undefined";
	return strstr(finding->fault.message, "float-cast-overflow")
	               ? "-fsanitize=address,undefined,float-cast-overflow -fno-sanitize=function -fno-sanitize-recover=all"
	               : "-fsanitize=address,undefined -fno-sanitize=function -fno-sanitize-recover=all";
}

static void write_comment(const struct bug_program *program, const char *command, struct sb *out)
{
	const struct finding *finding = program->finding;
	sb_addf(out, "/* %c%s.\n", toupper((unsigned char)finding->summary[0]), finding->summary + 1);
	if (finding->fault.kind != SK_CONTRACT &&
	    finding->fault.kind != SK_LAW) { /* a contract has no frames but its own */
		add_message(finding->fault.message, out);
		add_memory(finding, out);
		if (finding->fault.kind != SK_LEAK) /* of a leak only the place of the allocation is known */
			add_frames("", finding->frames, finding->n_frames, out);
	}
	if (finding->n_alloc_frames)
		add_frames("allocated in ", finding->alloc_frames, finding->n_alloc_frames, out);
	sb_addf(out, " * Class: %s. %s Severity: %s.\n", verdict_word(finding->verdict), finding->evidence,
	        severity_word(finding->severity));
	if (program->also_in)
		sb_addf(out, " * The same happens after the same calls in %s.\n", program->also_in);
	sb_addf(out, " * Seen %u time%s. Reproduce: %s && ./a.out */\n", finding->count, finding->count == 1 ? "" : "s",
	        command);
}

/* True if all sources lie in one folder and the program includes none of them. */
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

/* Adds the sources as words of a compiler command; several of one folder as ../src/{a,b,c}.c. */
static void add_sources(const struct bug_program *program, const bool *included, struct sb *out)
{
	const struct source_list *sources = &program->unit->given;
	bool together = sources->at.n > 3 && is_one_folder(sources, included);
	for (size_t i = 0; i < sources->at.n; i++) {
		const char *base = path_base(sources->at.at[i].path);
		char *path = included[i] || (together && i) ? NULL
		                                            : relative_path(program->folder, sources->at.at[i].path);
		if (path && together)
			path[path_base(path) - path] = 0;
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

/* Returns the contract that the finding is about, or NONE. */
static uint32_t contract_of(const struct model *model, const struct finding *finding)
{
	for (uint32_t f = 0; f < finding->n_frames; f++)
		for (uint32_t i = 0; i < model->contracts.n; i++)
			if (str_equal(finding->frames[f].function, model->contracts.at[i].name) &&
			    model->contracts.at[i].kind != CONTRACT_MAKE)
				return i;
	return NONE;
}

/* Calls the contract's function where it does not hold. If the called function also has a `requires`, that is
 * called before the call, because it may note the state which the promise is compared with. */
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
		*check = (struct c_check){ .variable = variable, .expect = expect };
		note->checks = check;
		note->n_checks = 1;
	}
}

/* Writes main(). A leak must happen more than once to be seen, because LeakSanitizer takes a block for used
 * while its address lies on the stack. */
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

/* True if assert() may be switched off, by the user's flags or by a source that the program includes. */
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

/* ---- the text ---- */

/* The parts of a program while it is written. */
struct writing {
	const struct bug_program *program;
	struct draft draft;
	draft_list drafts;           /* only the draft of the finding's test */
	struct test_file file;       /* the file that the draft would stand in */
	bool *included, *with_main;  /* per source, the file of contracts last */
	const char *main_name;       /* of the single other main that is linked; NULL: none is */
	uint32_t contract;           /* the contract that does not hold; NONE: the finding is about something else */
	struct c_note *notes;        /* per step */
	struct c_check check;        /* for one of the steps */
};

/* Sources with a main of their own. The command gives the main of a single one another name. Several are included by
 * the program, each main under its own name. */
static void find_mains(struct writing *writing)
{
	const struct unit *unit = writing->program->unit;
	size_t n = 0;
	for (size_t i = 0; i < unit->given.at.n; i++)
		if (!writing->included[i] && name_of_main(unit, i)) {
			writing->main_name = name_of_main(unit, i);
			n++;
		}
	for (size_t i = 0; i < unit->given.at.n && n > 1; i++)
		if (!writing->included[i] && name_of_main(unit, i))
			writing->with_main[i] = writing->included[i] = true;
	if (n > 1)
		writing->main_name = NULL;
}

static bool can_be_declared(const struct model *model, uint32_t contract)
{
	return contract == NONE || model->contracts.at[contract].declaration;
}

/* Returns what the function that the contract is about requires; NONE: nothing. */
static uint32_t needed_by(const struct model *model, uint32_t contract)
{
	return model->contracts.at[contract].kind == CONTRACT_ENSURES
	               ? model_contract_of_function(model, CONTRACT_REQUIRES, model->contracts.at[contract].function)
	               : NONE;
}

/* True if the file of contracts is compiled with the other sources. The file may repeat definitions that the
 * unit hides, and the program may include the source with the originals. */
static bool links_contracts(const struct writing *writing)
{
	const struct model *model = writing->program->unit->model;
	return writing->contract != NONE && !writing->included[writing->program->unit->given.at.n] &&
	       can_be_declared(model, writing->contract) && can_be_declared(model, needed_by(model, writing->contract));
}

static void declare_contract(const struct model *model, uint32_t contract, struct sb *out)
{
	if (contract != NONE)
		sb_addf(out, "%s;\n", model->contracts.at[contract].declaration);
}

static void make_notes(struct writing *writing)
{
	const struct bug_program *program = writing->program;
	const struct finding *finding = program->finding;
	if (finding->step >= finding->seq->n || finding->fault.kind == SK_LEAK)
		return;
	struct c_note *note = &writing->notes[finding->step];
	note->comment = "fails here";
	note->kept_size = program->kept_size;
	note->kept_arg = program->kept_arg;
	if (writing->contract != NONE)
		add_contract(program->unit->model, finding, writing->contract, finding->seq, note, &writing->check);
	if (program->expected.expect)
		note->checks = &program->expected;
	note->n_checks += program->expected.expect != NULL;
}

static void write_command(const struct writing *writing, struct sb *out)
{
	const struct bug_program *program = writing->program;
	struct sb sources = { 0 };
	add_sources(program, writing->included, &sources);
	sb_addf(out, "clang-19 -g %s %s%s%s", sanitizer_flags(program->finding), program->file, sources.n ? " " : "",
	        sb_text(&sources));
	if (links_contracts(writing)) {
		char *path = relative_path(program->folder, program->unit->given.contracts.path);
		sb_add_char(out, ' ');
		escape_shell(out, path);
		free(path);
	}
	write_compile_flags(program->unit, program->folder, out);
	if (writing->main_name)
		sb_addf(out, " -Dmain=%s", writing->main_name);
	c_failing_compile_flags(writing->file.fails, out);
	c_failing_link_flags(writing->file.fails, out);
	sb_release(&sources);
}

/* Writes all that follows the beginning, in the order of the file. */
static void write_rest(const struct writing *writing, struct c_code *code, const char *body, struct sb *out)
{
	const struct bug_program *program = writing->program;
	const struct model *model = program->unit->model;
	if (links_contracts(writing)) {
		declare_contract(model, needed_by(model, writing->contract), out);
		declare_contract(model, writing->contract, out);
		sb_add_char(out, '\n');
	}
	beginning_choose_stand_ins(program->unit, &writing->file, code);
	c_code_helpers(code, out);
	write_main(program->finding, body, out);
}

/* Includes <assert.h> anew where the unit switches assert() off, or has an assert() of its own. */
static void write_assert(const struct writing *writing, struct sb *out)
{
	const struct visible *visible = beginning_visible(writing->program->unit, writing->file.source,
	                                                  writing->file.beginning);
	if (has_no_asserts(&writing->program->unit->given, writing->included) ||
	    visible_as(visible, "assert") & SEES_OWN_MACRO)
		sb_add(out, "#undef NDEBUG\n#undef assert\n");
	sb_add(out, "#include <assert.h>\n");
}

static void write_head(const struct writing *writing, struct c_code *code, const char *rest, struct sb *out)
{
	const struct bug_program *program = writing->program;
	const struct source_list *sources = &program->unit->given;
	bool *called = xcalloc(program->unit->model->functions.n + 1, sizeof *called);
	struct sb headers = { 0 };
	find_called(program->unit, &writing->drafts, &writing->file, called);
	c_code_includes(code, "", &headers);
	const struct needs needs = { .headers = sb_text(&headers), .framework = "", .text = rest, .called = called };
	beginning_write(program->unit, program->compilers, &writing->file, &needs, program->folder, out);
	for (size_t i = 0; i < sources->at.n; i++)
		if (writing->with_main[i])
			write_source_include(program->unit, i, program->folder, out);
	if (writing->contract != NONE && !writing->included[sources->at.n] && !links_contracts(writing))
		write_source_include(program->unit, sources->at.n, program->folder, out);
	if (writing->contract != NONE || program->expected.expect || program->kept_size)
		write_assert(writing, out);
	sb_add(out, writing->main_name ? "#undef main\n\n" : "\n");
	sb_release(&headers);
	free(called);
}

static void write_text(const struct writing *writing, const char *command, struct sb *out)
{
	const struct bug_program *program = writing->program;
	beginning_prepare(program->unit, &writing->file);
	struct c_code *code = c_code_new(program->unit->model);
	struct sb body = { 0 }, rest = { 0 };
	if (program->kept_size)
		c_code_reserve(code, "before");
	static const c_macros by_assert = { [EXPECT_TRUE] = "assert(<)" };
	c_code_body(code, program->finding->seq, writing->notes,
	            &(struct c_style){ .macros = &by_assert, .alone = true }, &body);
	write_rest(writing, code, sb_text(&body), &rest);
	write_comment(program, command, out);
	write_head(writing, code, sb_text(&rest), out);
	sb_add(out, sb_text(&rest));
	sb_release(&rest);
	sb_release(&body);
	c_code_free(code);
}

/* Finds the file that the test can stand in. A finding is told even if no file can hold its test. */
static void find_home(struct writing *writing)
{
	const struct bug_program *program = writing->program;
	const struct model *model = program->unit->model;
	find_homes(program->unit, &writing->drafts);
	if (writing->draft.dropped)
		writing->draft.home.beginning = BEGINS_WITH_SOURCE;
	writing->draft.dropped = false;
	writing->file = test_file_of(program->unit, &writing->drafts, writing->draft.home.source);
	writing->included[writing->file.source] = writing->file.beginning == BEGINS_WITH_SOURCE;
	for (uint32_t i = 0; i < writing->draft.observed->n; i++) {
		const struct step *step = writing->draft.observed->steps[i];
		if (step_is_call(step) && step_function(model, step)->source >= program->unit->given.at.n)
			writing->included[program->unit->given.at.n] = true;
	}
}

void bug_program_write(const struct bug_program *program, struct sb *text, struct sb *command)
{
	const struct seq *seq = program->finding->seq;
	struct writing writing = { .program = program,
		                   .draft = { .own = seq, .closed = seq, .observed = seq, .n_own = seq->n },
		                   .included = xcalloc(program->unit->given.at.n + 1, sizeof *writing.included),
		                   .with_main = xcalloc(program->unit->given.at.n + 1, sizeof *writing.with_main),
		                   .contract = contract_of(program->unit->model, program->finding),
		                   .notes = xcalloc(program->finding->seq->n + 1, sizeof *writing.notes) };
	writing.drafts = (draft_list){ .at = &writing.draft, .n = 1 };
	find_home(&writing);
	find_mains(&writing);
	make_notes(&writing);
	write_command(&writing, command);
	write_text(&writing, sb_text(command), text);
	free(writing.notes);
	free(writing.included);
	free(writing.with_main);
}

/* ---- trying it ---- */

/* Compiles the program. A machine without bash, or a compiler that never ends, is no reason to lose the
 * finding. lld, which skep needs anyway, links the sanitizers in a third of the time of other linkers. */
static status compile_in(const char *folder, const char *command, const char *result_path, bool *built)
{
	struct sb err = { 0 }, line = { 0 };
	struct child_result result;
	sb_addf(&line, "%s -fuse-ld=lld -o ", command);
	escape_shell(&line, result_path);
	const char *const argv[] = { "bash", "-c", sb_text(&line), NULL };
	const struct child_options options = { .directory = folder, .err = &err, .milliseconds = COMPILE_MILLISECONDS };
	status st = child_run(argv, &options, &result);
	*built = !st && !result.timed_out && WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
	if (!*built)
		log_verbose("%s\n%.2000s", sb_text(&line), st ? st->message : sb_text(&err));
	if (st && st->kind == TROUBLE_SYSTEM) {
		status_free(st);
		st = NULL;
	}
	sb_release(&line);
	sb_release(&err);
	return st;
}

/* Runs the program in `place`, where it may write. A leak is no failure if the finding is about another fault. */
static status run_in(const char *place, const char *path, const struct finding *finding, enum trial *trial)
{
	struct sb err = { 0 };
	struct child_result result;
	const char **env = sanitizer_environment(
	        finding->fault.kind != SK_LEAK
	                ? "ASAN_OPTIONS=symbolize=0:allocator_may_return_null=1:hard_rss_limit_mb=2048:detect_leaks=0"
	                : "ASAN_OPTIONS=symbolize=0:allocator_may_return_null=1:hard_rss_limit_mb=2048");
	const char *const argv[] = { path, NULL };
	struct sandbox sandbox = { .scratch = place,
		                   .may_trace = true,
		                   .cpu_limit = str_equal(finding->kind, "hang") ? HANG_CPU_SECONDS : 0 };
	struct child_options options = {
		.directory = place, .sandbox = &sandbox, .env = env, .err = &err, .milliseconds = MOST_MILLISECONDS
	};
	status st = child_run(argv, &options, &result);
	bool ends_well = !st && !result.timed_out && WIFEXITED(result.status) && WEXITSTATUS(result.status) == 0;
	*trial = ends_well ? TRIAL_ENDS_WELL : TRIAL_FAILS;
	free(env);
	sb_release(&err);
	return st;
}

status bug_program_try(const struct bug_program *program, const char *command, enum trial *trial)
{
	char *place = NULL, *path = NULL;
	bool built = false;
	*trial = TRIAL_NOT_BUILT;
	status st = temp_make("program", &place);
	if (!st) {
		path = xprintf("%s/a.out", place);
		st = compile_in(program->folder, command, path, &built);
	}
	if (!st && built)
		st = run_in(place, path, program->finding, trial);
	if (place)
		temp_remove(place);
	free(path);
	return st;
}
