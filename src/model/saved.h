/* saved: a model and its marks as bytes, and back.
 *
 * One visitor per struct names every member once. It both writes and reads, so the two cannot
 * differ. Only the build of skep that wrote the bytes can read them, because sizes and numbers are
 * those of this build. The caller must make sure that the bytes are whole, by a hash and by the
 * build in the file's name. Reading still trusts no count: an impossible value sets `bad`. */
#ifndef SKEP_MODEL_SAVED_H
#define SKEP_MODEL_SAVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "model/marks.h"
#include "model/model.h"

/* To write, zero-initialise and set `out`. To read, set at, end and the arena for the data. */
struct saver {
	struct sb *out;         /* NULL: reading */
	const char *at, *end;
	struct arena *arena;
	bool bad;               /* the bytes ended early or make no sense */
};

/* Save the tables of a model or of marks, or read them into an empty one from model_new() or
 * marks_new(). */
void model_save(struct saver *saver, struct model *model);
void marks_save(struct saver *saver, struct marks *marks);

/* ---- for other visitors ---- */

void save_raw(struct saver *saver, void *what, size_t size);
/* So many entries follow, each of at least a byte. */
void save_count(struct saver *saver, uint32_t *n);
/* The text may be NULL. */
void save_text(struct saver *saver, const char **text);

/* Saves a number, bool or enum. */
#define SAVE(saver, what) save_raw((saver), &(what), sizeof(what))

/* Saves a VEC, each entry by visit(saver, &entry). */
#define SAVE_VEC(saver, vec, visit)                                            \
	do {                                                                   \
		uint32_t n_ = (uint32_t)(vec)->n;                              \
		save_count((saver), &n_);                                      \
		if (!(saver)->out && n_) {                                     \
			vec_reserve((vec), n_);                                \
			memset((vec)->at, 0, n_ * sizeof *(vec)->at);          \
		}                                                              \
		(vec)->n = n_;                                                 \
		for (uint32_t i_ = 0; i_ < n_ && !(saver)->bad; i_++)          \
			visit((saver), &(vec)->at[i_]);                        \
	} while (0)

/* Saves n entries behind a pointer. Entries are copied before they are written, because they are
 * const and visit() does not know whether it reads or writes. */
#define SAVE_ARRAY(saver, array, n, type, visit)                                                              \
	do {                                                                                                  \
		save_count((saver), &(n));                                                                    \
		type *at_ = (saver)->out ? NULL : ARENA_ARRAY((saver)->arena, type, (n));                     \
		for (uint32_t i_ = 0; i_ < (n) && !(saver)->bad; i_++) {                                      \
			type entry_ = (saver)->out ? (array)[i_] : at_[i_];                                   \
			visit((saver), at_ ? &at_[i_] : &entry_);                                             \
		}                                                                                             \
		if (!(saver)->out)                                                                            \
			(array) = at_;                                                                        \
	} while (0)

#endif
