/* exchange_format: see exchange_format.h. */
#include "emit/programs/exchange_format.h"

#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "emit/escape.h"
#include "exec/program.h"
#include "proc/child.h"

/* Letters that the __VERIFIER_ functions record (cli/program/adapter.c), and their types. */
static const struct {
	char letter;
	uint32_t size;
	bool is_signed, is_real;
} types[] = {
	{ 'c', 1, true, false },  { 'C', 1, false, false }, { 'b', 1, false, false }, { 'h', 2, true, false },
	{ 'H', 2, false, false }, { 'i', 4, true, false },  { 'I', 4, false, false }, { 'l', 8, true, false },
	{ 'L', 8, false, false }, { 'f', 4, true, true },   { 'd', 8, true, true },
};

static void add_number(char letter, const unsigned char *bytes, uint32_t size, bool is_signed, struct sb *out)
{
	uint64_t number = 0;
	memcpy(&number, bytes, size);
	if (letter == 'b')
		number &= 1;
	if (!is_signed) {
		sb_addf(out, "%llu", (unsigned long long)number);
		return;
	}
	unsigned unused = 64 - 8 * size;
	sb_addf(out, "%lld", (long long)((int64_t)(number << unused) >> unused));
}

static void add_real(const unsigned char *bytes, uint32_t size, struct sb *out)
{
	float single = 0;
	double number = 0;
	if (size == 4) {
		memcpy(&single, bytes, 4);
		number = (double)single;
	} else {
		memcpy(&number, bytes, 8);
	}
	sb_addf(out, "%.17g", number);
}

/* Adds an <input> per letter. Bytes behind the end of standard input are zero. */
static void add_inputs(struct bytes letters, struct bytes input, struct sb *out)
{
	uint32_t at = 0;
	for (uint32_t i = 0; i < letters.size; i++) {
		size_t t = 0;
		while (t < sizeof types / sizeof *types && types[t].letter != (char)letters.at[i])
			t++;
		if (t == sizeof types / sizeof *types)
			continue;
		unsigned char bytes[8] = { 0 };
		uint32_t left = at < input.size ? input.size - at : 0;
		if (left)
			memcpy(bytes, input.at + at, left < types[t].size ? left : types[t].size);
		at += types[t].size;
		sb_add(out, "  <input>");
		if (types[t].is_real)
			add_real(bytes, types[t].size, out);
		else
			add_number(types[t].letter, bytes, types[t].size, types[t].is_signed, out);
		sb_add(out, "</input>\n");
	}
}

static const char case_head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                                "<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" "
                                "\"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n";
static const char metadata_head[] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
        "<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" "
        "\"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n";

struct writing {
	const struct program_suite *suite;
	const char *folder;
	struct executor *executor;
	size_t n;
};

/* Returns the letters of a run. A run that ends in a fault records none: then the whole input is told, as ints. */
static struct bytes letters_of(const struct run *run, struct bytes input, struct arena *arena)
{
	struct program_result result;
	if (run && program_result_read(run, arena, &result))
		return result.err;
	uint32_t n = (input.size + 3) / 4;
	unsigned char *ints = arena_alloc(arena, n + 1);
	memset(ints, 'i', n);
	return (struct bytes){ ints, n };
}

static status write_case(struct writing *w, const struct seq *seq, bool covers_error)
{
	struct arena *arena = arena_new();
	struct invocation invocation;
	const struct run *run = NULL;
	struct sb text = { 0 };
	size_t n = 0;
	status st = NULL;
	if (executor_submit(w->executor, &seq, 1, WANT_VALUES) == 1)
		st = executor_collect(w->executor, &run, &n);
	if (!st && invocation_of(&invocation, seq, arena)) {
		sb_addf(&text, "%s<testcase%s>\n", case_head, covers_error ? " coversError=\"true\"" : "");
		add_inputs(letters_of(run, invocation.input, arena), invocation.input, &text);
		sb_add(&text, "</testcase>\n");
		char *path = xprintf("%s/testcase-%zu.xml", w->folder, ++w->n);
		st = file_write(path, sb_text(&text), text.n);
		free(path);
		invocation_release(&invocation);
	}
	sb_release(&text);
	arena_free(arena);
	return st;
}

static void add_element(struct sb *out, const char *name, const char *value)
{
	sb_addf(out, "  <%s>", name);
	escape_text(out, value);
	sb_addf(out, "</%s>\n", name);
}

static status write_metadata(const struct task *task, const char *folder)
{
	struct sb text = { 0 };
	char *property = NULL;
	TRY(file_read(task->property_file, &property, NULL));
	property[strcspn(property, "\n")] = 0;
	sb_addf(&text, "%s<test-metadata>\n", metadata_head);
	add_element(&text, "sourcecodelang", "C");
	add_element(&text, "producer", "skep " SKEP_VERSION);
	add_element(&text, "specification", property);
	add_element(&text, "programfile", task->file);
	add_element(&text, "entryfunction", "main");
	add_element(&text, "architecture", "64bit");
	sb_add(&text, "</test-metadata>\n");
	char *path = xprintf("%s/metadata.xml", folder);
	status st = file_write(path, sb_text(&text), text.n);
	free(path);
	free(property);
	sb_release(&text);
	return st;
}

/* True if the call of reach_error() failed, by an assertion or by abort(). */
static bool is_error(const struct finding *finding)
{
	for (uint32_t i = 0; i < finding->n_frames; i++)
		if (str_equal(finding->frames[i].function, "reach_error") ||
		    str_equal(finding->frames[i].function, "testcomp_error"))
			return true;
	return finding->fault.kind == SK_ASSERT || finding->fault.kind == SK_ABORT;
}

status exchange_format_write(const struct program_suite *suite, const struct task *task, const struct results *results,
                             size_t *n)
{
	char *folder = xprintf("%s/test-suite", suite->out_dir);
	struct writing w = { .suite = suite, .folder = folder };
	status st = NULL;
	TRY_OUT(dir_make(folder));
	TRY_OUT(write_metadata(task, folder));
	TRY_OUT(executor_new(suite->fast, suite->unit, &(struct exec_options){ 0 }, &w.executor));
	for (uint32_t i = 0; i < results->findings.n_failures; i++)
		if (is_error(results->findings.failures[i].finding))
			TRY_OUT(write_case(&w, results->findings.failures[i].finding->seq, true));
	for (uint32_t i = 0; i < results->suite.n_tests && !task->wants_error; i++)
		TRY_OUT(write_case(&w, results->suite.tests[i].seq, false));
out:
	*n = w.n;
	executor_free(w.executor);
	free(folder);
	return st;
}
