/* classes: one object of each kind, where the user says with skep_equal_T which are alike.
 *
 * The user's function compares objects that are alive at the same time, and a test ends
 * before the next begins. So a new object is made once more in a test behind one of every
 * class known so far: the target compares them all (what is equal has one shape), and
 * only an object that equals none of them begins a class of its own. */
#ifndef SKEP_ENGINE_RANDOM_CLASSES_H
#define SKEP_ENGINE_RANDOM_CLASSES_H

#include "engine/pool.h"
#include "exec/exec.h"

struct classes;

struct classes *classes_new(const struct model *model);
void classes_free(struct classes *classes);

/* The user says what is equal for values of this type, or for what it points to. */
bool classes_has(const struct classes *classes, type_id type);
/* Is this object like one that is known? The sequence must live as long as classes. */
void classes_ask(struct classes *classes, struct component object);

/* The next question as a sequence to run; NULL: there is none. Answers come in the order
 * of the questions; one that was cut short by a fault says nothing. */
const struct seq *classes_question(struct classes *classes, struct arena *arena);
enum class_answer {
	CLASS_KNOWN,         /* the object is like another */
	CLASS_NEW,           /* it is like none: *object is it */
	CLASS_NOT_SURE,      /* there are more to compare it with: another question follows */
};
enum class_answer classes_answer(struct classes *classes, const struct run *run, struct component *object);

#endif
