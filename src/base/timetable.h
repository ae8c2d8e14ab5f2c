/* timetable: by when the stages of a run are over.
 *
 * The time that a user gives is the time for everything but building the unit: the search
 * ends early enough for the tests and findings to be written and checked. Checking takes
 * about as long as building does, so the time that the build took says how much to set
 * aside. A stage that can be left unfinished (shortening, mutants, findings that are no
 * bugs) looks at its moment; a stage that cannot (the check of the written tests) has room
 * behind the others. */
#ifndef SKEP_BASE_TIMETABLE_H
#define SKEP_BASE_TIMETABLE_H

#include <stdbool.h>

/* Moments on the clock of now_seconds(); 0: no limit. */
struct timetable {
	double begin;           /* when the search began */
	double search;          /* the search ends */
	double drafts;          /* tests are no longer shortened */
	double mutants;         /* mutants are no longer tried */
	double end;             /* the time is up: only bugs are still written */
};

/* Begins now. `seconds`: for everything, 0: no limit. `build`: seconds that one build of the
 * unit takes. */
void timetable_begin(struct timetable *timetable, double seconds, double build);
/* Sets the moments behind the search anew: the search is over, maybe before its time. */
void timetable_search_over(struct timetable *timetable);
/* The same, for a user who waits: writing gets a part of the time that the search took, whatever was given, also without a
 * limit. */
void timetable_interrupted(struct timetable *timetable);

/* Is the moment over? Never, if it is 0. */
bool is_past(double moment);

#endif
