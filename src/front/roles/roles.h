/* roles: the purpose of parameters, concluded from types, names and evidence.
 *
 * Input and output are plain data: nothing here sees libclang. Each conclusion has its source (enum
 * belief); code beats names, names beat types. */
#ifndef SKEP_FRONT_ROLES_H
#define SKEP_FRONT_ROLES_H

#include "front/roles/evidence.h"
#include "model/model.h"
#include "model/words.h"

/* Infers all roles of all functions; bodies[i] belongs to function i. */
void roles_infer(struct model *model, struct body *const *bodies);

/* handles.c. find_makers() comes first, because makers decide which structs are handles.
 * find_setups() and find_destroyers() come after the roles are known. */
void find_makers(struct model *model, struct body *const *bodies);
void find_setups(struct model *model, struct body *const *bodies);
void find_fillers(struct model *model, struct body *const *bodies);
void find_destroyers(struct model *model, struct body *const *bodies);
void find_observers(struct model *model, struct body *const *bodies);

/* helpers.c: makes functions of the context that are of no use to tests not callable. For use after
 * the roles are known. */
void choose_helpers(struct model *model);

/* ends.c: gives buffers their ends. */
void pair_ends(struct model *model, struct function *function, const struct body *body);

/* lengths.c: gives buffers their lengths. */
void pair_lengths(struct model *model, struct function *function, const struct body *body);

/* The length is named after the buffer: buflen is the length of buf, nitems that of items. */
bool length_is_named_after(const char *length, const char *buffer);

/* The type that a pointer leads to, as spelled; NULL: the type is no pointer. */
const struct type *pointee_of(const struct model *model, type_id type);

#endif
