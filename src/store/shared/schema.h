/* schema: the tables of a shared store, made and brought up to date by skep. Private to store/.
 *
 *     piece      texts of units, by the hash of their content, so that two campaigns share equal texts
 *     campaign   a unit that is being tested, or was; `held` is renewed by the skep gen that writes its results
 *     part       the pieces that a campaign's unit consists of
 *     share      a part of the work: a seed, engines, a number of executions or none
 *     worker     a process of skep work or skep gen
 *     stint      one worker's turn at one share, with its results
 *     moment     when more goals were covered, of entries that the writer has replaced
 *     entry      the journal: entries that stints append, in one order per campaign */
#ifndef SKEP_STORE_SCHEMA_H
#define SKEP_STORE_SCHEMA_H

#include "store/shared/connection.h"

/* Makes the tables, or upgrades tables of an earlier version. Tables of a later version are TROUBLE_INPUT. */
MUST_USE status schema_prepare(struct connection *connection);

#endif
