/* saved: a model and its marks as bytes, and back.
 *
 * One visitor per struct names every member once; the same code writes and reads,
 * so the two cannot differ. The bytes are for the program that wrote them (sizes
 * and numbers are those of this very build), and whoever keeps them makes sure
 * that they are whole: a hash, and the build in the name. Reading still believes
 * no count: what cannot be is `bad`. */
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

/* Writing: zero-initialise, give `out`. Reading: give at, end and the arena that
 * what is read will live in. */
struct saver {
	struct sb *out;         /* NULL: reading */
	const char *at, *end;
	struct arena *arena;
	bool bad;               /* the bytes ended early or make no sense */
};

/* The model's own tables; into a model fresh from model_new(), marks_new(). */
void model_save(struct saver *saver, struct model *model);
void marks_save(struct saver *saver, struct marks *marks);

/* ---- for other visitors ---- */

void save_raw(struct saver *saver, void *what, size_t size);
/* As many things follow, each at least a byte. */
void save_count(struct saver *saver, uint32_t *n);
/* May be NULL. */
void save_text(struct saver *saver, const char **text);

/* A number, bool or enum. */
#define SAVE(saver, what) save_raw((saver), &(what), sizeof(what))

/* A VEC, each entry by visit(saver, &entry). */
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

/* n entries behind a pointer. Entries to be saved are copied: they are const, and visit() is not
 * told which way it goes. */
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
