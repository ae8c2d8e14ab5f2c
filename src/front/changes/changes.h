/* changes: lines that the user wants tested: changed since a revision, changed by a patch, or named.
 *
 * Lines are numbers in the files as they are now. Where lines were only taken away, the line before
 * and the line behind are meant. */
#ifndef SKEP_FRONT_CHANGES_H
#define SKEP_FRONT_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/status.h"
#include "base/vec.h"

struct changed_lines {
	const char *file;        /* absolute, or the end of a path */
	uint32_t first, last;
};

struct changes {
	VEC(struct changed_lines) at;
	struct arena *arena;
};

void changes_init(struct changes *changes);
void changes_release(struct changes *changes);

/* Lines changed since a revision, in the repository that the folder lies in; the working tree
 * counts, and so do all lines of sources and headers that git does not know and does not ignore. No repository, or no such revision, is
 * TROUBLE_INPUT. */
MUST_USE status changes_from_git(const char *revision, const char *folder, struct changes *changes);
/* Lines that a patch (unified diff) left behind; the files are to be as they are with it. A file
 * that is none is TROUBLE_INPUT. */
MUST_USE status changes_from_patch(const char *path, struct changes *changes);
/* FILE:LINE or FILE:FIRST-LAST. */
MUST_USE status changes_from_text(const char *text, struct changes *changes);

/* Adds the lines of a unified diff; relative paths count from `folder`, NULL: they stay ends of
 * paths. How many files it names. */
size_t changes_parse(const char *diff, const char *folder, struct changes *changes);
/* These lines are in this file, whose path counts from the current folder. */
bool changes_are_in(const struct changed_lines *lines, const char *file);

#endif
