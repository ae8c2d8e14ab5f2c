/* classes: keeps one object of each class, where the user's skep_equal_T tells which objects are alike.
 *
 * The user's function compares objects that are alive at the same time, and a test ends before the next begins.
 * So a question is a test that makes one object of every class known so far, and then the new object. The
 * target compares them all (equal objects have one shape). An object that equals none of them begins a class of
 * its own. */
#ifndef SKEP_ENGINE_RANDOM_CLASSES_H
#define SKEP_ENGINE_RANDOM_CLASSES_H

#include "engine/pool.h"
#include "exec/exec.h"

struct classes;

struct classes *classes_new(const struct model *model);
void classes_free(struct classes *classes);

/* True if the user has a function for values of this type, or for the values that it points to. */
bool classes_has(const struct classes *classes, type_id type);
/* Asks whether the object is like a known object. The sequence must live as long as classes. */
void classes_ask(struct classes *classes, struct component object);

/* Returns the next question, a sequence to run; NULL: there is none. Answers come in the order of the
 * questions. A question that a fault cuts short has no answer. */
const struct seq *classes_question(struct classes *classes, struct arena *arena);
enum class_answer {
	CLASS_KNOWN,         /* the object is like another */
	CLASS_NEW,           /* the object is like no other: *object is that object */
	CLASS_NOT_SURE,      /* more objects to compare with: another question follows */
};
enum class_answer classes_answer(struct classes *classes, const struct run *run, struct component *object);

#endif
