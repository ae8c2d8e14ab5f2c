/* namings.h: shared by namings.c and namings_read.c. */
#ifndef SKEP_FRONT_NAMINGS_H
#define SKEP_FRONT_NAMINGS_H

#include "front/api/modeller.h"

/* A parameter or result of a function, or a field of a struct or union. The function is given by
 * name, because its body may come later. */
struct named_place {
	const char *function;     /* the function's key, see key_of(); NULL: the place is a field */
	uint32_t param;           /* NONE: the result */
	const char *record;       /* the struct or union, as the compiler spells it */
	const char *field;
	uint32_t file;            /* the file that declares the field */
};

/* The code uses a named number at a place. */
struct mention {
	struct named_place place;
	const char *name;
	int64_t value;
	bool means_group;
};

/* The value at `place` comes from `other`, or goes there. */
struct handing {
	struct named_place place, other;
};

/* The definition of a named number. */
struct named {
	const char *name;
	uint32_t file;
	uint32_t end;             /* the offset behind its definition in the file */
	bool stands_apart;        /* an empty line is before it, or it is the first in its file */
	uint32_t list;            /* 1 + index of the enum it belongs to; 0: a macro */
	uint32_t group;           /* set by find_groups() */
};

/* A function of the model. */
struct own {
	const char *key;
	uint32_t file;            /* of the function's body */
};

struct namings {
	VEC(struct named) named;
	struct strmap by_name;    /* name -> index in `named` */
	uint32_t n_lists;
	VEC(struct mention) mentions;
	VEC(struct handing) handings;
	struct strmap counting;   /* functions that also return counts or other numbers */
	struct strmap counted;    /* parameters and fields that the code computes with */
	struct strmap functions;  /* key -> index in the model */
	VEC(struct own) own;      /* one for each function of the model */
	struct strmap records;    /* types of the model by their spelling; set at the end */
	struct map known, known_of_fields; /* hashes of the namings that the model has already */
};

/* The namings of the modeller, made on first use. */
struct namings *namings_of(struct modeller *modeller);
/* A text that is equal for equal places; in the model's arena. */
const char *named_place_key(struct modeller *modeller, const struct named_place *place);

#endif
