/* classes: see classes.h. */
#include "engine/random/classes.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"

#define MAX_CLASSES 256u         /* of one type; later ones are not compared with */
#define MAX_STEPS 384u           /* of a question that compares with more than one object */
#define MAX_WAITING 4096u        /* objects that wait; others are left out */
#define MAX_QUESTIONS 6u         /* about one object: then it is taken for new */

typedef VEC(struct component) object_list;

/* An object in question. It is unlike all objects before `next` in its type's list. */
struct candidate {
	struct component object;
	uint32_t next;
	uint32_t questions;          /* so far */
	uint32_t n;                  /* objects that the present question compares with */
	uint32_t *variables;         /* their places in the question; the last is the object in question */
};

struct classes {
	const struct model *model;
	object_list *by_type;        /* by canonical type: one object of each class */
	VEC(struct candidate) waiting, under_way;
	size_t first_waiting, first_under_way;
};

struct classes *classes_new(const struct model *model)
{
	struct classes *classes = xcalloc(1, sizeof *classes);
	classes->model = model;
	classes->by_type = xcalloc(model->types.n, sizeof *classes->by_type);
	return classes;
}

void classes_free(struct classes *classes)
{
	for (size_t i = 0; i < classes->model->types.n; i++)
		vec_release(&classes->by_type[i]);
	free(classes->by_type);
	vec_release(&classes->waiting);
	vec_release(&classes->under_way);
	free(classes);
}

bool classes_has(const struct classes *classes, type_id type)
{
	const struct model *model = classes->model;
	const struct type *canonical = model_canonical(model, type);
	type_id object = canonical->kind == TYPE_POINTER ? model_type(model, canonical->target)->canonical
	                                                 : canonical->canonical;
	return model->contracts.n && model_contract_of_type(model, CONTRACT_EQUAL, object) != NONE;
}

void classes_ask(struct classes *classes, struct component object)
{
	if (classes->waiting.n - classes->first_waiting < MAX_WAITING)
		vec_push(&classes->waiting, (struct candidate){ .object = object });
}

/* Takes the next waiting object. The front of the list is removed once it is most of the list. */
static struct candidate take_waiting(struct classes *classes)
{
	struct candidate candidate = classes->waiting.at[classes->first_waiting++];
	size_t left = classes->waiting.n - classes->first_waiting;
	if (classes->first_waiting > MAX_WAITING || !left) {
		memmove(classes->waiting.at, classes->waiting.at + classes->first_waiting, left * sizeof candidate);
		classes->waiting.n = left;
		classes->first_waiting = 0;
	}
	return candidate;
}

static object_list *list_for(const struct classes *classes, const struct component *object)
{
	const struct step *step = object->seq->steps[object->variable];
	return &classes->by_type[model_type(classes->model, step->type)->canonical];
}

const struct seq *classes_question(struct classes *classes, struct arena *arena)
{
	if (classes->first_waiting == classes->waiting.n)
		return NULL;
	struct candidate candidate = take_waiting(classes);
	const object_list *known = list_for(classes, &candidate.object);
	uint32_t n_steps = candidate.object.seq->n;
	struct seq_builder builder;
	while (candidate.next < known->n && n_steps + known->at[candidate.next].seq->n > SEQ_MAX_STEPS)
		candidate.next++; /* no room for it in the question */
	seq_begin(&builder, arena);
	candidate.questions++;
	candidate.variables = ARENA_ARRAY(arena, uint32_t, known->n + 1);
	for (candidate.n = 0; candidate.next + candidate.n < known->n; candidate.n++) {
		const struct component *other = &known->at[candidate.next + candidate.n];
		if (candidate.n && n_steps + other->seq->n > MAX_STEPS)
			break;
		n_steps += other->seq->n;
		candidate.variables[candidate.n] = seq_add_all(&builder, other->seq) + other->variable;
	}
	candidate.variables[candidate.n] = seq_add_all(&builder, candidate.object.seq) + candidate.object.variable;
	vec_push(&classes->under_way, candidate);
	return seq_finish(&builder);
}

/* Returns the number of the object's class, or NONE. */
static uint32_t find_class(const struct candidate *candidate, const struct run *run)
{
	uint32_t own = candidate->variables[candidate->n];
	if (run->outcome != SK_NORMAL || !run->steps || own >= run->n_steps || !run->steps[own].shape)
		return NONE;
	for (uint32_t i = 0; i < candidate->n; i++)
		if (run->steps[candidate->variables[i]].shape == run->steps[own].shape)
			return candidate->next + i;
	return NONE;
}

enum class_answer classes_answer(struct classes *classes, const struct run *run, struct component *object)
{
	struct candidate candidate = classes->under_way.at[classes->first_under_way++];
	object_list *known = list_for(classes, &candidate.object);
	uint32_t class = find_class(&candidate, run);
	if (classes->first_under_way == classes->under_way.n) {
		vec_clear(&classes->under_way);
		classes->first_under_way = 0;
	}
	if (class != NONE) { /* the shorter of both represents the class: questions hold more of them */
		if (candidate.object.seq->n < known->at[class].seq->n)
			known->at[class] = candidate.object;
		return CLASS_KNOWN;
	}
	candidate.next += candidate.n;
	if (candidate.next < known->n && candidate.questions < MAX_QUESTIONS) {
		vec_push(&classes->waiting, candidate);
		return CLASS_NOT_SURE;
	}
	if (known->n < MAX_CLASSES)
		vec_push(known, candidate.object);
	*object = candidate.object;
	return CLASS_NEW;
}
