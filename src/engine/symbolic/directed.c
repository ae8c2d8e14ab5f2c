/* directed: see directed.h. */
#include "engine/symbolic/directed.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "engine/flips/inputs.h"
#include "seq/value.h"

#define MAX_WITNESSES 3u     /* of one frontier */
#define MAX_WAITING 64u      /* witnesses at a time */
#define MAX_DECISIONS 48u    /* the nearest decisions before the frontier, whose inputs may influence it */
#define MAX_VARIABLES 16u
#define MAX_COMPARED 4u      /* values that a variable was compared with */
#define MAX_PAIRED 4u        /* variables that are modified in pairs */

/* A scalar of a literal. */
struct variable {
	uint32_t step, offset, size;
	type_id type;
	uint64_t bits;                       /* its value in the run */
	uint64_t compared[MAX_COMPARED];
	uint32_t n_compared;
};

struct witness {
	struct arena *arena;
	const struct seq *seq;
	uint32_t edge;
	struct variable variables[MAX_VARIABLES];
	uint32_t n_variables;
	uint32_t next;                       /* the next modification */
};

struct directed {
	const struct model *model;
	const struct marks *marks;
	const struct structure *structure;
	uint8_t *witnesses;                  /* per condition outcome: witnesses as near as the nearest */
	double *nearest;                     /* per condition outcome: distance of its witnesses, not of
	                                        all tests (cover/nearest.h); 0: it has none */
	uint32_t *looked;                    /* per condition: the last trace in which it was looked at */
	uint32_t n_traces;
	VEC(struct witness *) waiting;
	struct directed_stats stats;
};

struct directed *directed_new(const struct model *model, const struct marks *marks, const struct structure *structure)
{
	struct directed *directed = xcalloc(1, sizeof *directed);
	directed->model = model;
	directed->marks = marks;
	directed->structure = structure;
	directed->witnesses = xcalloc(2 * marks->conditions.n + 1, 1);
	directed->nearest = xcalloc(2 * marks->conditions.n + 1, sizeof *directed->nearest);
	directed->looked = xcalloc(marks->conditions.n + 1, sizeof *directed->looked);
	return directed;
}

static void witness_free(struct witness *witness)
{
	arena_free(witness->arena);
	free(witness);
}

void directed_free(struct directed *directed)
{
	if (!directed)
		return;
	for (size_t i = 0; i < directed->waiting.n; i++)
		witness_free(directed->waiting.at[i]);
	vec_release(&directed->waiting);
	free(directed->witnesses);
	free(directed->nearest);
	free(directed->looked);
	free(directed);
}

struct directed_stats directed_stats(const struct directed *directed)
{
	return directed->stats;
}

/* ---- influencing variables ---- */

/* Returns the variable around an input byte, added if it is new; NULL: it may not be chosen, or there are
 * enough variables. */
static struct variable *variable_of(const struct directed *directed, struct witness *witness, struct input_byte byte)
{
	const struct step *step = witness->seq->steps[byte.step];
	uint64_t start = 0;
	type_id id = step_scalar_at(directed->model, step, byte.offset, &start);
	const struct type *type = model_canonical(directed->model, id);
	if (!id || !type_is_scalar(type) || type->kind == TYPE_POINTER || type->size > 8 ||
	    start + type->size > step->size)
		return NULL;
	for (uint32_t i = 0; i < witness->n_variables; i++)
		if (witness->variables[i].step == byte.step && witness->variables[i].offset == start)
			return &witness->variables[i];
	if (witness->n_variables == MAX_VARIABLES)
		return NULL;
	struct variable *variable = &witness->variables[witness->n_variables++];
	*variable = (struct variable){
		.step = byte.step, .offset = (uint32_t)start, .size = (uint32_t)type->size, .type = id
	};
	memcpy(&variable->bits, (const char *)step->bytes + start, variable->size);
	return variable;
}

static void add_compared(struct variable *variable, uint64_t value)
{
	for (uint32_t i = 0; i < variable->n_compared; i++)
		if (variable->compared[i] == value)
			return;
	if (value != variable->bits && variable->n_compared < MAX_COMPARED)
		variable->compared[variable->n_compared++] = value;
}

static bool is_comparison(const struct sk_node *node)
{
	return (node->op >= SK_NODE_EQ && node->op <= SK_NODE_SLE) || node->op == SK_NODE_FCMP;
}

/* True if tests may choose the byte: it is no part of a pointer or of a format. */
static bool is_free(const struct inputs *inputs, struct input_byte byte)
{
	for (size_t i = 0; i < inputs->bytes.n; i++)
		if (inputs->bytes.at[i].step == byte.step && inputs->bytes.at[i].offset == byte.offset)
			return !inputs->fixed.at[i];
	return false;
}

/* Adds the inputs of one decision, with the values that they were compared with. */
static void add_decision(const struct directed *directed, struct witness *witness, const struct trace *trace,
                         uint32_t label, const struct inputs *inputs, struct arena *scratch)
{
	const struct sk_node *node = &trace->nodes[label];
	struct input_byte *bytes;
	size_t n = solve_inputs_of(trace, label, scratch, &bytes);
	for (size_t i = 0; i < n; i++) {
		const struct step *step = bytes[i].step < witness->seq->n ? witness->seq->steps[bytes[i].step] : NULL;
		if (!step || !step->bytes || bytes[i].offset >= step->size || !is_free(inputs, bytes[i]))
			continue;
		struct variable *variable = variable_of(directed, witness, bytes[i]);
		if (!variable || !is_comparison(node))
			continue;
		add_compared(variable, node->left_value);
		add_compared(variable, node->right_value);
	}
}

/* Shares compared values between the elements of a text or an array: the element that ends the text was
 * compared with zero only. */
static void share_compared(struct witness *witness)
{
	for (uint32_t i = 0; i < witness->n_variables; i++)
		for (uint32_t k = 0; k < witness->n_variables; k++) {
			struct variable *variable = &witness->variables[i];
			const struct variable *other = &witness->variables[k];
			if (other->step != variable->step || other->size != variable->size)
				continue;
			for (uint32_t c = 0; c < other->n_compared; c++)
				add_compared(variable, other->compared[c]);
		}
}

/* Finds the variables. Any decision before may influence control; the nearest come first. */
static void find_variables(const struct directed *directed, struct witness *witness, const struct trace *trace,
                           uint32_t position)
{
	struct arena *scratch = arena_new();
	struct inputs inputs = { 0 };
	uint32_t decisions = 0;
	inputs_read(&inputs, directed->model, witness->seq, true);
	for (uint32_t i = position; i-- > 0 && decisions < MAX_DECISIONS;) {
		const struct sk_met *met = &trace->met[i];
		bool decides = met->kind == SK_MET_CONDITION || met->kind == SK_MET_SWITCH ||
		               met->kind == SK_MET_HIDDEN;
		if (!decides || !met->label)
			continue;
		add_decision(directed, witness, trace, met->label, &inputs, scratch);
		decisions++;
	}
	share_compared(witness);
	inputs_release(&inputs);
	arena_free(scratch);
}

/* ---- witnesses ---- */

/* Drops witness i; the order of the others stays. */
static void drop_witness(struct directed *directed, size_t i)
{
	witness_free(directed->waiting.at[i]);
	memmove(&directed->waiting.at[i], &directed->waiting.at[i + 1],
	        (directed->waiting.n - i - 1) * sizeof *directed->waiting.at);
	directed->waiting.n--;
}

/* Moves the last witness to the front: where one test came nearer, others may. */
static void bring_to_front(struct directed *directed)
{
	struct witness *last = directed->waiting.at[directed->waiting.n - 1];
	memmove(&directed->waiting.at[1], &directed->waiting.at[0],
	        (directed->waiting.n - 1) * sizeof *directed->waiting.at);
	directed->waiting.at[0] = last;
}

/* Drops farther witnesses of the edge, which a nearer witness makes pointless. */
static void forget_farther(struct directed *directed, uint32_t edge)
{
	for (size_t i = directed->waiting.n; i-- > 0;)
		if (directed->waiting.at[i]->edge == edge)
			drop_witness(directed, i);
	directed->witnesses[edge - directed->marks->first_condition_probe] = 0;
}

static void add_witness(struct directed *directed, const struct seq *seq, const struct trace *trace, uint32_t position,
                        uint32_t edge, double distance)
{
	struct witness *witness = xcalloc(1, sizeof *witness);
	uint32_t e = edge - directed->marks->first_condition_probe;
	witness->arena = arena_new();
	witness->seq = seq_copy(witness->arena, seq);
	witness->edge = edge;
	find_variables(directed, witness, trace, position);
	if (!witness->n_variables) {
		witness_free(witness);
		return;
	}
	bool is_known = directed->nearest[e] > 0, is_nearer = is_known && distance < directed->nearest[e];
	if (is_nearer)
		forget_farther(directed, edge);
	directed->stats.frontiers += !is_known;
	directed->stats.witnesses++;
	directed->witnesses[e]++;
	directed->nearest[e] = distance;
	vec_push(&directed->waiting, witness);
	if (is_nearer)
		bring_to_front(directed);
}

static bool is_good_witness(const struct directed *directed, uint32_t e, double distance)
{
	double nearest = directed->nearest[e];
	return distance > 0 &&
	       (nearest == 0 || distance < nearest || (distance == nearest && directed->witnesses[e] < MAX_WITNESSES));
}

void directed_look(struct directed *directed, const struct seq *seq, const struct trace *trace, const double *distances)
{
	directed->n_traces++;
	for (uint32_t i = 0; i < trace->n_met && directed->waiting.n < MAX_WAITING; i++) {
		const struct sk_met *met = &trace->met[i];
		if (met->kind != SK_MET_CONDITION || met->label || directed->looked[met->id] == directed->n_traces)
			continue;
		directed->looked[met->id] = directed->n_traces;
		uint32_t edge = marks_condition_probe(directed->marks, met->id, !(met->value & 1));
		uint32_t e = edge - directed->marks->first_condition_probe;
		double distance = distances ? distances[e] : 1;
		if (is_good_witness(directed, e, distance) && structure_wants(directed->structure, edge))
			add_witness(directed, seq, trace, i, edge, distance);
	}
}

/* ---- modifications ---- */

static const int offsets[] = { 1, -1, 10, -10, 100, -100 };

#define N_OFFSETS (uint32_t)(sizeof offsets / sizeof *offsets)
#define N_UNARY (MAX_COMPARED + 2 + N_OFFSETS)
#define N_BINARY 3u /* ways to modify a pair */

/* Computes modification `m` of one variable: a value it was compared with, zero, the opposite, a little more or
 * less. False: it has no modification of that number. */
static bool modified_value(const struct model *model, const struct variable *variable, uint32_t m, uint64_t *bits)
{
	const struct type *type = model_canonical(model, variable->type);
	*bits = 0;
	if (m < MAX_COMPARED) {
		*bits = m < variable->n_compared ? variable->compared[m] : 0;
		return m < variable->n_compared;
	}
	m -= MAX_COMPARED;
	if (m == 0)
		return variable->bits != 0;
	if (type->kind == TYPE_FLOAT) {
		long double number = value_real(type, &variable->bits);
		value_set_real(type, bits, m == 1 ? -number : number + offsets[m - 2]);
	} else {
		int64_t number = value_int(type, &variable->bits);
		uint64_t next = m == 1 ? -(uint64_t)number : (uint64_t)number + (uint64_t)(int64_t)offsets[m - 2];
		value_set_int(type, bits, type->kind == TYPE_BOOL ? (int64_t)(next & 1) : (int64_t)next);
	}
	return true;
}

struct change_list {
	struct input_byte at[2 * 8];
	size_t n;
};

static void add_change(struct change_list *changes, const struct variable *variable, uint64_t bits)
{
	for (uint32_t i = 0; i < variable->size; i++)
		changes->at[changes->n++] = (struct input_byte){ .step = variable->step,
			                                         .offset = variable->offset + i,
			                                         .value = (uint8_t)(bits >> (8 * i)) };
}

/* Modifies the m-th pair of the first few variables: one gets the value of the other, or they swap values. */
static bool modify_pair(const struct witness *witness, uint32_t m, struct change_list *changes)
{
	uint32_t way = m % N_BINARY, pair = m / N_BINARY;
	uint32_t n = witness->n_variables < MAX_PAIRED ? witness->n_variables : MAX_PAIRED;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = i + 1; k < n; k++) {
			const struct variable *a = &witness->variables[i], *b = &witness->variables[k];
			if (pair-- > 0)
				continue;
			if (a->size != b->size || a->bits == b->bits)
				return false;
			const struct variable *first = a->step < b->step ||
			                                               (a->step == b->step && a->offset < b->offset)
			                                       ? a
			                                       : b;
			const struct variable *second = first == a ? b : a;
			if (way != 1)
				add_change(changes, first, second->bits);
			if (way != 0)
				add_change(changes, second, first->bits);
			return true;
		}
	return false;
}

static uint32_t n_modifications(const struct witness *witness)
{
	uint32_t n = witness->n_variables < MAX_PAIRED ? witness->n_variables : MAX_PAIRED;
	return witness->n_variables * N_UNARY + N_BINARY * (n * (n - 1) / 2);
}

static const struct seq *modify(const struct directed *directed, const struct witness *witness, uint32_t m,
                                struct arena *arena)
{
	struct change_list changes = { .n = 0 };
	uint32_t unary = witness->n_variables * N_UNARY;
	uint64_t bits;
	bool resized;
	if (m >= unary) {
		if (!modify_pair(witness, m - unary, &changes))
			return NULL;
	} else {
		/* The most promising modification of every variable comes first. */
		const struct variable *variable = &witness->variables[m % witness->n_variables];
		if (!modified_value(directed->model, variable, m / witness->n_variables, &bits))
			return NULL;
		add_change(&changes, variable, bits);
	}
	return inputs_change(arena, directed->model, witness->seq, changes.at, changes.n, &resized);
}

const struct seq *directed_next(struct directed *directed, struct arena *arena, uint32_t *edge)
{
	while (directed->waiting.n) {
		struct witness *witness = directed->waiting.at[0];
		if (!structure_wants(directed->structure, witness->edge) || witness->next >= n_modifications(witness)) {
			drop_witness(directed, 0);
			continue;
		}
		const struct seq *seq = modify(directed, witness, witness->next++, arena);
		if (!seq)
			continue;
		*edge = witness->edge;
		directed->stats.modifications++;
		return seq;
	}
	return NULL;
}

void directed_told(struct directed *directed, bool taken)
{
	directed->stats.crossed += taken;
}
