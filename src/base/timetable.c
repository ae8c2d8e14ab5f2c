/* timetable: see timetable.h. */
#include "base/timetable.h"

#include "base/log.h"

#define BUILDS 5.0          /* cost of checking the written tests, in builds: three compilers, mutants, bugs */
#define WRITING 0.1         /* share of the whole time for shortening and findings */
#define LEAST_SHARE 0.15    /* least share of the whole time behind the search */
#define MOST_SHARE 0.5
#define DRAFTS_SHARE 0.3    /* share of the time behind the search, after which tests are no longer shortened */
#define MUTANTS_SHARE 0.5   /* share of it after which mutants are no longer tried */
#define MUTANTS_BUILD 0.5   /* cost of building the mutants, in builds */
#define PATIENCE 0.25       /* of the time of a search that was interrupted, for all that comes behind it; */
#define LEAST_PATIENCE 5.0  /* seconds */
#define MOST_PATIENCE 60.0

static double within(double value, double least, double most)
{
	return value < least ? least : value > most ? most : value;
}

void timetable_begin(struct timetable *timetable, double seconds, double build)
{
	*timetable = (struct timetable){ .begin = now_seconds(), .build = build };
	if (seconds <= 0)
		return;
	double behind = within(BUILDS * build + WRITING * seconds, LEAST_SHARE * seconds, MOST_SHARE * seconds);
	timetable->end = timetable->begin + seconds;
	timetable->search = timetable->end - behind;
	timetable_search_over(timetable);
}

void timetable_search_over(struct timetable *timetable)
{
	double now = now_seconds();
	if (timetable->end <= 0)
		return;
	if (now < timetable->search && timetable->drafts > 0)
		timetable->search = now;
	double left = timetable->end - timetable->search;
	timetable->drafts = timetable->search + DRAFTS_SHARE * left;
	timetable->mutants = timetable->search + MUTANTS_SHARE * left;
}

void timetable_interrupted(struct timetable *timetable)
{
	double now = now_seconds();
	double end = now + within(PATIENCE * (now - timetable->begin), LEAST_PATIENCE, MOST_PATIENCE);
	if (timetable->end <= 0 || end < timetable->end)
		timetable->end = end;
	timetable->drafts = 0;
	timetable->search = now;
	timetable_search_over(timetable);
}

bool timetable_fits_mutants(const struct timetable *timetable)
{
	return timetable->mutants <= 0 || now_seconds() + MUTANTS_BUILD * timetable->build < timetable->mutants;
}

bool is_past(double moment)
{
	return moment > 0 && now_seconds() > moment;
}
