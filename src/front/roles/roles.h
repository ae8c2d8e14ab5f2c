/* roles: what parameters are for, concluded from types, names and evidence.
 *
 * Plain data in, plain data out: nothing here sees libclang. Each conclusion
 * carries where it came from (enum belief); code beats names, names beat types. */
#ifndef SKEP_FRONT_ROLES_H
#define SKEP_FRONT_ROLES_H

#include "front/roles/evidence.h"
#include "model/model.h"
#include "model/words.h"

/* All roles of all functions; bodies[i] belongs to function i. */
void roles_infer(struct model *model, struct body *const *bodies);

/* handles.c. Makers come first: they decide what is a handle. Those that set up
 * an object in place come after the roles are known, as do destroyers. */
void find_makers(struct model *model, struct body *const *bodies);
void find_setups(struct model *model, struct body *const *bodies);
void find_fillers(struct model *model, struct body *const *bodies);
void find_destroyers(struct model *model, struct body *const *bodies);
void find_observers(struct model *model, struct body *const *bodies);

/* helpers.c: functions of the context that tests have no use for are not callable. After the
 * roles are known. */
void choose_helpers(struct model *model);

/* ends.c: gives buffers their ends. */
void pair_ends(struct model *model, struct function *function, const struct body *body);

/* lengths.c: gives buffers their lengths. */
void pair_lengths(struct model *model, struct function *function, const struct body *body);

/* buflen is the length of buf, nitems that of items: by their names. */
bool length_is_named_after(const char *length, const char *buffer);

/* The type a pointer points to, as spelled; NULL if it is no pointer. */
const struct type *pointee_of(const struct model *model, type_id type);

#endif
