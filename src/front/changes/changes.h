/* changes: the lines that the user wants tested: changed since a revision, changed by a patch, or named.
 *
 * Line numbers are those of the present files. Where lines were only removed, the lines before and after the gap
 * count as changed. */
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

/* Adds the lines that changed since a revision, in the repository around the folder. Changes of the working tree
 * count, and so do all lines of sources and headers that git neither tracks nor ignores. A missing repository or
 * revision is TROUBLE_INPUT. */
MUST_USE status changes_from_git(const char *revision, const char *folder, struct changes *changes);
/* Adds the lines that a patch (unified diff) changes, as numbered after the patch is applied. A
 * file that is not a patch is TROUBLE_INPUT. */
MUST_USE status changes_from_patch(const char *path, struct changes *changes);
/* Adds lines given as FILE:LINE or FILE:FIRST-LAST. */
MUST_USE status changes_from_text(const char *text, struct changes *changes);

/* Adds the lines of a unified diff; returns how many files it names. Relative paths count from
 * `folder`; if that is NULL, they stay ends of paths. */
size_t changes_parse(const char *diff, const char *folder, struct changes *changes);
/* The lines are in this file; the path of the file counts from the current folder. */
bool changes_are_in(const struct changed_lines *lines, const char *file);

#endif
