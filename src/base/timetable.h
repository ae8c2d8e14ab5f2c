/* timetable: when the stages of a run must be over.
 *
 * The user's time is for everything but building the unit: the search ends early enough for tests
 * and findings to be written and checked. Checking takes about as long as building, so the time of
 * the build tells how much to reserve. A stage that can be left unfinished (shortening, mutants,
 * findings that are no bugs) looks at its moment; a stage that cannot (the check of the written
 * tests) has reserved time after the others. */
#ifndef SKEP_BASE_TIMETABLE_H
#define SKEP_BASE_TIMETABLE_H

#include <stdbool.h>

/* Times on the clock of now_seconds(); 0: no limit. */
struct timetable {
	double begin;           /* the start of the search */
	double search;          /* the end of the search */
	double drafts;          /* the end of shortening tests */
	double mutants;         /* the end of trying mutants */
	double end;             /* the end of the user's time: after it only bugs are written */
	double build;           /* seconds of one build of the unit */
};

/* Begins now. `seconds` is the user's time for everything (0: no limit), `build` the time of one
 * build of the unit. */
void timetable_begin(struct timetable *timetable, double seconds, double build);
/* Computes the later moments again, because the search may have ended early. */
void timetable_search_over(struct timetable *timetable);
/* Sets them anew after an interrupt: the stages behind the search get a part of the time that the search took, also if
 * there was no limit. */
void timetable_interrupted(struct timetable *timetable);

/* The unit with mutants can be built before it is too late to try them. */
bool timetable_fits_mutants(const struct timetable *timetable);

/* The moment is over; false if it is 0. */
bool is_past(double moment);

#endif
