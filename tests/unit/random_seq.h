/* random_seq: valid random sequences over hand_model.h, for tests of properties. Equal seeds give
 * equal sequences. */
#ifndef SKEP_RANDOM_SEQ_H
#define SKEP_RANDOM_SEQ_H

#include "base/rng.h"
#include "hand_model.h"
#include "seq/seq.h"
#include "seq/value.h"

struct maker {
	struct rng rng;
	const struct model *model;
	struct seq_builder builder;
};

static inline void random_bytes(struct maker *m, unsigned char *bytes, size_t size)
{
	uint64_t style = rng_below(&m->rng, 4);
	for (size_t i = 0; i < size; i++)
		bytes[i] = style == 0   ? 0
		           : style == 1 ? (unsigned char)rng_next(&m->rng)
		           : style == 2 ? (i == 0) * 65
		                        : "ab \"\\\n1\t"[rng_below(&m->rng, 8)];
}

/* A variable that fits, or NONE. */
static inline uint32_t random_fit(struct maker *m, type_id type, bool *address)
{
	uint32_t n = (uint32_t)m->builder.steps.n, start = n ? (uint32_t)rng_below(&m->rng, n) : 0;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t v = (start + k) % n;
		const struct step *step = m->builder.steps.at[v];
		if (!step_variable_size(step, m->model))
			continue;
		for (int a = 0; a < 2; a++)
			if (seq_fits(m->model, type, step->type, a)) {
				*address = a;
				return v;
			}
	}
	return NONE;
}

static inline uint32_t random_fills(struct maker *m, type_id element, uint32_t size, struct fill *fills,
                                    unsigned char *bytes)
{
	static const struct {
		type_id type;
		uint32_t at;
	} pointers[] = { { H_CHAR_P, 8 }, { H_INNER, 24 }, { H_PAIR_P, 40 }, { H_CONST_CHAR_P, 48 } };
	uint32_t n = 0;
	for (uint32_t k = 0; element == H_PAIR && k < 4; k++) {
		bool address;
		uint32_t v = random_fit(m, pointers[k].type, &address);
		if (v == NONE || rng_chance(&m->rng, 0.5) || pointers[k].at >= size)
			continue;
		fills[n++] = (struct fill){ pointers[k].at, seq_arg(&m->builder, v, address) };
		if (rng_chance(&m->rng, 0.8))
			memset(bytes + pointers[k].at, 0, 8 - 4 * (k == 1));
	}
	return n;
}

static inline uint32_t random_value(struct maker *m, type_id type)
{
	unsigned char bytes[64];
	struct fill fills[4];
	struct step step = { .kind = STEP_VALUE,
		             .type = type,
		             .bytes = bytes,
		             .fills = fills,
		             .size = (uint32_t)model_canonical(m->model, type)->size };
	random_bytes(m, bytes, step.size);
	if (model_canonical(m->model, type)->kind == TYPE_POINTER)
		memset(bytes, 0, step.size);
	step.n_fills = random_fills(m, type, step.size, fills, bytes);
	return seq_add(&m->builder, &step);
}

static inline uint32_t random_block(struct maker *m, type_id type)
{
	unsigned char bytes[256];
	struct fill fills[4];
	type_id element = model_type(m->model, type)->target;
	const struct type *canonical = model_canonical(m->model, element);
	uint32_t unit = canonical->size ? (uint32_t)canonical->size : 1;
	struct step step = { .kind = STEP_BLOCK, .type = type, .bytes = bytes, .fills = fills };
	step.size = unit * (uint32_t)rng_below(&m->rng, sizeof bytes / unit);
	if (rng_chance(&m->rng, 0.7))
		step.size = unit * (uint32_t)rng_below(&m->rng, 4);
	random_bytes(m, bytes, step.size);
	step.is_string = unit == 1 && step.size && rng_chance(&m->rng, 0.7);
	if (step.is_string)
		bytes[step.size - 1] = 0;
	if (step.size >= unit)
		step.n_fills = random_fills(m, model_type(m->model, element)->canonical, step.size, fills, bytes);
	return seq_add(&m->builder, &step);
}

static inline struct step random_behaviour(struct maker *m, enum step_kind kind, struct behaviour *b, void *results)
{
	struct step step = { .kind = kind, .type = kind == STEP_CALLBACK ? H_CMP_P : 0 };
	memset(b, 0, sizeof *b);
	random_bytes(m, results, 8);
	b->result_size = 4;
	if (rng_chance(&m->rng, 0.7))
		b->result = results;
	if (rng_chance(&m->rng, 0.3)) {
		b->later = (char *)results + 4;
		b->change_after = 1 + (uint32_t)rng_below(&m->rng, 9);
	}
	if (kind == STEP_STUB && rng_chance(&m->rng, 0.4)) {
		b->write_arg = 1;
		b->write = results;
		b->write_size = 4;
	}
	step.behaviour = b->result || b->later || b->write_size ? b : NULL;
	return step;
}

static inline uint32_t random_other(struct maker *m)
{
	unsigned char bytes[16];
	struct behaviour b;
	struct step step;
	random_bytes(m, bytes, sizeof bytes);
	switch (rng_below(&m->rng, 5)) {
	case 0:
		step = random_behaviour(m, STEP_CALLBACK, &b, bytes);
		break;
	case 1:
		step = random_behaviour(m, STEP_STUB, &b, bytes);
		break;
	case 2:
		step = (struct step){ .kind = STEP_FILE, .type = H_FILE_P, .bytes = bytes, .size = 5 };
		break;
	case 3:
		step = (struct step){ .kind = STEP_PATH,
			              .type = rng_chance(&m->rng, 0.5) ? H_CONST_CHAR_P : H_CHAR_P,
			              .bytes = bytes,
			              .size = 5 };
		if (rng_chance(&m->rng, 0.3)) {
			step.absent = true;
			step.size = 0;
		}
		break;
	default:
		return random_value(m, rng_chance(&m->rng, 0.5) ? H_INT3 : H_BOTH);
	}
	return seq_add(&m->builder, &step);
}

static inline uint32_t random_made(struct maker *m, type_id type)
{
	const struct type *t = model_canonical(m->model, type);
	bool block = t->kind == TYPE_POINTER && (model_canonical(m->model, t->target)->size || t->target == H_VOID);
	return block && rng_chance(&m->rng, 0.8) ? random_block(m, type) : random_value(m, type);
}

static inline void random_call(struct maker *m)
{
	uint32_t f = (uint32_t)rng_below(&m->rng, F_N), variables[4];
	bool addresses[4] = { 0 };
	const struct function *function = &m->model->functions.at[f];
	for (uint32_t a = 0; a < function->n_params; a++) {
		type_id type = function->params[a].type;
		variables[a] = rng_chance(&m->rng, 0.5) ? random_fit(m, type, &addresses[a]) : NONE;
		if (variables[a] == NONE)
			variables[a] = random_made(m, type);
	}
	struct arg args[4];
	for (uint32_t a = 0; a < function->n_params; a++)
		args[a] = seq_arg(&m->builder, variables[a], addresses[a]);
	seq_add(&m->builder, &(struct step){ .kind = STEP_CALL,
	                                     .type = function->result,
	                                     .index = f,
	                                     .n_args = function->n_params,
	                                     .args = args });
}

static inline void random_peek(struct maker *m)
{
	bool address;
	uint32_t v = random_fit(m, H_CONST_VOID_P, &address);
	if (v == NONE)
		return;
	struct arg arg = seq_arg(&m->builder, v, address);
	bool string = rng_chance(&m->rng, 0.5);
	seq_add(&m->builder, &(struct step){ .kind = STEP_PEEK,
	                                     .n_args = 1,
	                                     .args = &arg,
	                                     .peek = string ? PEEK_STRING : PEEK_BYTES,
	                                     .size = string ? 0 : 12 });
}

/* Frees what a call gave. */
static inline void random_free(struct maker *m)
{
	bool address;
	uint32_t v = random_fit(m, H_CHAR_P, &address);
	if (v == NONE || address || m->builder.steps.at[v]->kind != STEP_CALL)
		return;
	struct arg arg = seq_arg(&m->builder, v, false);
	seq_add(&m->builder, &(struct step){ .kind = STEP_FREE, .n_args = 1, .args = &arg });
}

/* Somewhere in a block, its end included. */
static inline void random_place(struct maker *m)
{
	uint32_t v = (uint32_t)rng_below(&m->rng, m->builder.steps.n + 1);
	if (v == m->builder.steps.n || m->builder.steps.at[v]->kind != STEP_BLOCK)
		return;
	const struct step *block = m->builder.steps.at[v];
	struct arg arg = seq_arg(&m->builder, v, false);
	seq_add(&m->builder, &(struct step){ .kind = STEP_PLACE,
	                                     .type = block->type,
	                                     .n_args = 1,
	                                     .args = &arg,
	                                     .index = (uint32_t)rng_below(&m->rng, block->size + 1) });
}

static inline const struct seq *random_seq(const struct model *model, struct arena *arena, uint64_t seed)
{
	struct maker m = { .model = model };
	rng_init(&m.rng, seed);
	seq_begin(&m.builder, arena);
	uint64_t n = 1 + rng_below(&m.rng, 12);
	for (uint64_t i = 0; i < n; i++) {
		double dice = rng_unit(&m.rng);
		if (dice < 0.7)
			random_call(&m);
		else if (dice < 0.75)
			random_place(&m);
		else if (dice < 0.9)
			random_other(&m);
		else if (dice < 0.97)
			random_peek(&m);
		else
			random_free(&m);
	}
	return seq_finish(&m.builder);
}

#endif
