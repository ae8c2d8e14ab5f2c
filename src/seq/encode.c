/* encode: a sequence as the byte code that targets interpret (rt/protocol.h). */
#include <stddef.h>
#include <string.h>

#include "protocol.h"
#include "base/status.h"
#include "model/act.h"
#include "seq/seq.h"
#include "seq/step.h"

_Static_assert((int)STEP_CALL == SK_CALL && (int)STEP_VALUE == SK_LITERAL && (int)STEP_BLOCK == SK_BLOCK &&
                       (int)STEP_CALLBACK == SK_CALLBACK && (int)STEP_STUB == SK_STUB && (int)STEP_FILE == SK_FILE &&
                       (int)STEP_PATH == SK_PATH && (int)STEP_PEEK == SK_PEEK && (int)STEP_FREE == SK_FREE &&
                       (int)STEP_PLACE == SK_PLACE && (int)STEP_PUT == SK_PUT && (int)STEP_RUN == SK_RUN &&
                       (int)N_STEP_KINDS == SK_N_OPS && (int)N_PUTS == SK_N_PUTS,
               "steps are encoded by their number");
_Static_assert(SEQ_MAX_STEPS == SK_MAX_STEPS, "any sequence can be run");
_Static_assert(NONE == UINT32_MAX, "no argument to write through is UINT32_MAX on both sides");

static size_t padded(size_t size)
{
	return (size + 7) & ~(size_t)7;
}

_Static_assert((int)ACT_FREE == (int)SK_ACT_FREE && (int)ACT_MALLOC == (int)SK_ACT_MALLOC &&
                       (int)ACT_REALLOC == (int)SK_ACT_REALLOC && (int)N_ACTS == (int)SK_N_ACTS,
               "acts are encoded as they are");

static uint32_t behaviour_size(const struct behaviour *b)
{
	size_t size = sizeof(struct sk_behaviour);
	if (b && b->result)
		size += padded(b->result_size);
	if (b && b->later)
		size += padded(b->result_size);
	if (b)
		size += padded(b->write_size);
	return (uint32_t)size;
}

static uint32_t data_size(const struct step *step)
{
	if (step->kind == STEP_CALLBACK || step->kind == STEP_STUB)
		return behaviour_size(step->behaviour);
	return step_has_bytes(step) ? step->size : 0;
}

static size_t step_size(const struct step *step)
{
	return sizeof(struct sk_step) + padded(step->n_args * sizeof(uint32_t)) +
	       step->n_fills * sizeof(struct sk_fill) + padded(data_size(step));
}

size_t seq_encoded_size(const struct seq *seq)
{
	size_t size = sizeof(struct sk_test);
	for (uint32_t i = 0; i < seq->n; i++)
		size += step_size(seq->steps[i]);
	return size;
}

/* The place of the next bytes, in memory that has room for all of them. */
struct writer {
	uint8_t *at;
};

static void add_padded(struct writer *out, const void *bytes, size_t size)
{
	if (!size)
		return;
	memset(out->at + padded(size) - 8, 0, 8);
	memcpy(out->at, bytes, size);
	out->at += padded(size);
}

/* Adds a part whose size the compiler knows. */
#define ADD(out, part) (memcpy((out)->at, &(part), sizeof(part)), (out)->at += sizeof(part))

static uint32_t encoded_arg(uint32_t i, struct arg arg)
{
	return seq_index(i, arg) | (arg.address ? SK_ADDRESS : 0);
}

static void add_behaviour(struct writer *out, const struct behaviour *b)
{
	static const struct behaviour nothing = { .write_arg = NONE };
	if (!b)
		b = &nothing;
	struct sk_behaviour head = {
		.result_size = b->result ? b->result_size : 0,
		.change_after = b->change_after,
		.later_size = b->later ? b->result_size : 0,
		.write_arg = b->write_size ? b->write_arg : UINT32_MAX,
		.write_size = b->write_size,
		.acts = b->acts,
	};
	add_padded(out, &head, sizeof head);
	add_padded(out, b->result, head.result_size);
	add_padded(out, b->later, head.later_size);
	add_padded(out, b->write, head.write_size);
}

/* A callback is known by the canonical type of its function, so that all spellings of the type
 * share it. */
static uint32_t encoded_index(const struct step *step, const struct model *model)
{
	if (step->kind != STEP_CALLBACK)
		return step->index;
	return model_type(model, model_canonical(model, step->type)->target)->canonical;
}

/* The target must know which variables are objects that contracts are about. */
static uint32_t encoded_object(const struct step *step, const struct model *model)
{
	if (!model->contracts.n || !step->type)
		return 0;
	const struct type *type = model_canonical(model, step->type);
	bool is_pointer = type->kind == TYPE_POINTER;
	type_id object = model_type(model, is_pointer ? type->target : step->type)->canonical;
	uint32_t contract = model_contract_of_type(model, CONTRACT_INVARIANT, object);
	if (contract == NONE)
		contract = model_contract_of_type(model, CONTRACT_EQUAL, object);
	return contract == NONE ? 0 : (contract + 1) | (is_pointer ? SK_POINTER : 0);
}

/* ... and which of them a call ends. */
static uint32_t encoded_end(const struct step *step, uint32_t a, const struct model *model)
{
	if (!model->contracts.n || step->kind != STEP_CALL)
		return 0;
	const struct param *param = &model->functions.at[step->index].params[a];
	return param->destroyed || param->taken ? SK_ENDS : 0;
}

static void add_step(struct writer *out, const struct step *step, uint32_t i, const struct model *model)
{
	struct sk_step head = {
		.op = (uint16_t)step->kind,
		.flags = (uint16_t)((step->absent ? SK_ABSENT : 0) |
		                    (step->kind == STEP_PEEK && step->peek == PEEK_STRING ? SK_PEEK_STRING : 0) |
		                    (step->kind == STEP_PEEK && step->peek == PEEK_CALLS ? SK_PEEK_CALLS : 0)),
		.n_args = step->n_args,
		.index = encoded_index(step, model),
		.size = step->kind == STEP_PEEK ? step->size : step_variable_size(step, model),
		.n_fills = step->n_fills,
		.n_bytes = data_size(step),
		.length = (uint32_t)step_size(step),
		.object = encoded_object(step, model),
	};
	ADD(out, head);
	for (uint32_t a = 0; a < step->n_args; a++) {
		uint32_t arg = encoded_arg(i, step->args[a]) | encoded_end(step, a, model);
		ADD(out, arg);
	}
	if (step->n_args % 2)
		ADD(out, (uint32_t){ 0 });
	for (uint32_t f = 0; f < step->n_fills; f++) {
		struct sk_fill fill = { step->fills[f].offset, encoded_arg(i, step->fills[f].arg) };
		ADD(out, fill);
	}
	if (step->kind == STEP_CALLBACK || step->kind == STEP_STUB)
		add_behaviour(out, step->behaviour);
	else
		add_padded(out, step->bytes, data_size(step));
}

void seq_encode(const struct seq *seq, const struct model *model, struct sb *out)
{
	size_t length = seq_encoded_size(seq);
	struct sk_test head = { .n_steps = seq->n, .length = (uint32_t)length };
	uint8_t *start = (uint8_t *)sb_extend(out, length);
	struct writer writer = { start };
	ADD(&writer, head);
	for (uint32_t i = 0; i < seq->n; i++)
		add_step(&writer, seq->steps[i], i, model);
	INVARIANT(writer.at == start + length);
}
