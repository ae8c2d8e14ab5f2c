/* program_files: the folder of one test. Text stays text; nothing is encoded.
 *
 *     cmd             the command line, as a shell reads it
 *     stdin           what it gets there, if anything
 *     files/          what lies in its folder
 *     status, stdout, stderr, after/, gone    what is expected
 *     stdout.mask     a sed script for lines that differ from run to run */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/programs/program_test.h"
#include "proc/child.h"

static status write_in(const char *folder, const char *name, const void *bytes, size_t size)
{
	char *path = xprintf("%s/%s", folder, name);
	char *slash = strrchr(path, '/');
	*slash = 0;
	status st = dir_make(path);
	*slash = '/';
	if (!st)
		st = file_write(path, size ? bytes : "", size);
	free(path);
	return st;
}

static bool is_plain(const unsigned char *text, size_t size)
{
	static const char marks[] = "-_=+./,:@%";
	for (size_t i = 0; i < size; i++)
		if (!(text[i] >= '0' && text[i] <= '9') && !((text[i] | 32) >= 'a' && (text[i] | 32) <= 'z') &&
		    !(text[i] && strchr(marks, text[i])))
			return false;
	return size > 0;
}

/* Adds the word in single quotes, where a shell takes every byte as it is. */
static void add_word(struct sb *out, const unsigned char *text, size_t size)
{
	if (is_plain(text, size)) {
		sb_add_bytes(out, text, size);
		return;
	}
	sb_add_char(out, '\'');
	for (size_t i = 0; i < size; i++)
		if (text[i] == '\'')
			sb_add(out, "'\\''");
		else
			sb_add_char(out, (char)text[i]);
	sb_add_char(out, '\'');
}

void invocation_command(const struct invocation *invocation, struct sb *out)
{
	for (size_t i = 0; i < invocation->variables.n; i++) {
		const struct named_bytes *variable = &invocation->variables.at[i];
		sb_addf(out, "%s=", variable->name);
		add_word(out, variable->contents.at, variable->contents.size);
		sb_add_char(out, ' ');
	}
	add_word(out, (const unsigned char *)invocation->program, strlen(invocation->program));
	for (size_t i = 0; i < invocation->args.n; i++) {
		sb_add_char(out, ' ');
		add_word(out, invocation->args.at[i].at, invocation->args.at[i].size);
	}
}

/* True if the file lies inside the test's folder. A name that leads out of it is not written. */
static bool stays_inside(const char *name)
{
	return name[0] && name[0] != '/' && !str_starts(name, "../") && !strstr(name, "/../") && !str_equal(name, "..");
}

status invocation_write(const struct invocation *invocation, const char *folder)
{
	struct sb command = { 0 };
	invocation_command(invocation, &command);
	sb_add_char(&command, '\n');
	status st = write_in(folder, "cmd", sb_text(&command), command.n);
	sb_release(&command);
	TRY(st);
	if (invocation->has_input)
		TRY(write_in(folder, "stdin", invocation->input.at, invocation->input.size));
	for (size_t i = 0; i < invocation->files.n; i++) {
		const struct named_bytes *file = &invocation->files.at[i];
		if (!stays_inside(file->name))
			continue;
		char *name = xprintf("files/%s", file->name);
		st = write_in(folder, name, file->contents.at, file->contents.size);
		free(name);
		TRY(st);
	}
	return NULL;
}

static status write_mask(const char *folder, const char *name, const uint32_t *lines, size_t n)
{
	struct sb text = { 0 };
	for (size_t i = 0; i < n; i++)
		sb_addf(&text, "%us/.*/(differs)/\n", lines[i]);
	status st = n ? write_in(folder, name, sb_text(&text), text.n) : NULL;
	sb_release(&text);
	return st;
}

static bool same_bytes(struct bytes a, struct bytes b)
{
	return a.size == b.size && (!a.size || memcmp(a.at, b.at, a.size) == 0);
}

/* Writes files that are new or changed, and the names of files that are gone. */
static status write_after(const struct program_test *test, const char *folder)
{
	const struct program_result *result = &test->result;
	struct sb gone = { 0 };
	status st = NULL;
	for (uint32_t i = 0; i < result->n_files && !st; i++) {
		const struct named_bytes *before = invocation_file(&test->invocation, result->files[i].name);
		if (before && same_bytes(before->contents, result->files[i].contents))
			continue;
		char *name = xprintf("after/%s", result->files[i].name);
		st = write_in(folder, name, result->files[i].contents.at, result->files[i].contents.size);
		free(name);
	}
	for (size_t i = 0; i < test->invocation.files.n; i++) {
		bool there = !stays_inside(test->invocation.files.at[i].name);
		for (uint32_t k = 0; k < result->n_files && !there; k++)
			there = str_equal(result->files[k].name, test->invocation.files.at[i].name);
		if (!there)
			sb_addf(&gone, "%s\n", test->invocation.files.at[i].name);
	}
	if (!st && gone.n)
		st = write_in(folder, "gone", sb_text(&gone), gone.n);
	sb_release(&gone);
	return st;
}

static status write_expected(const struct program_test *test, const char *folder)
{
	const struct expectation *expect = &test->expect;
	char status_text[16];
	if (expect->status) {
		snprintf(status_text, sizeof status_text, "%d\n", test->result.status);
		TRY(write_in(folder, "status", status_text, strlen(status_text)));
	}
	if (expect->out) {
		TRY(write_in(folder, "stdout", test->result.out.at, test->result.out.size));
		TRY(write_mask(folder, "stdout.mask", expect->out_masked.at, expect->out_masked.n));
	}
	if (expect->err) {
		TRY(write_in(folder, "stderr", test->result.err.at, test->result.err.size));
		TRY(write_mask(folder, "stderr.mask", expect->err_masked.at, expect->err_masked.n));
	}
	return expect->files ? write_after(test, folder) : NULL;
}

status program_test_write(const struct program_test *test, const char *folder)
{
	dir_remove(folder);
	TRY(dir_make(folder));
	TRY(invocation_write(&test->invocation, folder));
	if (test->comment) {
		char *text = xprintf("%s\n", test->comment);
		status st = write_in(folder, "about", text, strlen(text));
		free(text);
		TRY(st);
	}
	return write_expected(test, folder);
}
