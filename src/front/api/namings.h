/* namings.h: what namings.c and namings_read.c share. */
#ifndef SKEP_FRONT_NAMINGS_H
#define SKEP_FRONT_NAMINGS_H

#include "front/api/modeller.h"

/* A parameter of a function, or its result; the function by its name, for its body may come later.
 * Or a field of a struct or union. */
struct named_place {
	const char *function;     /* its key, see key_of(); NULL: a field */
	uint32_t param;           /* NONE: the result */
	const char *record;       /* as the compiler spells it */
	const char *field;
	uint32_t file;            /* where the field is declared */
};

/* The code has a named number at a place. */
struct mention {
	struct named_place place;
	const char *name;
	int64_t value;
	bool means_group;
};

/* The value at `place` comes from there, or goes there. */
struct handing {
	struct named_place place, other;
};

/* Where a named number is defined. */
struct named {
	const char *name;
	uint32_t file;
	uint32_t end;             /* in it */
	bool stands_apart;        /* behind an empty line, or first in its file */
	uint32_t list;            /* 1 + index of the enum it belongs to; 0: a macro */
	uint32_t group;           /* known at the end */
};

/* A function of the model. */
struct own {
	const char *key;
	uint32_t file;            /* of its body */
};

struct namings {
	VEC(struct named) named;
	struct strmap by_name;    /* -> index in `named` */
	uint32_t n_lists;
	VEC(struct mention) mentions;
	VEC(struct handing) handings;
	struct strmap counting;   /* functions with results of other kinds */
	struct strmap counted;    /* parameters and fields that the code computes with */
	struct strmap functions;  /* key -> index in the model */
	VEC(struct own) own;      /* per function of the model */
	struct strmap records;    /* types of the model, by how they are spelled; known at the end */
	struct map known, known_of_fields; /* hashes of what is in the model */
};

/* Made when first asked for. */
struct namings *namings_of(struct modeller *modeller);
/* A text that names the place, equal for equal places; in the model's arena. */
const char *named_place_key(struct modeller *modeller, const struct named_place *place);

#endif
