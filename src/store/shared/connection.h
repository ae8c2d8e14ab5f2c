/* connection: a connection to the PostgreSQL server of a shared store. Private to store/.
 *
 * Only this file and connection.c see libpq. What libpq says may name the user or repeat a malformed URL with
 * its password, so no message of it reaches anybody as it is: the user and the password are taken out, and the
 * server is called by host, port and database alone. */
#ifndef SKEP_STORE_CONNECTION_H
#define SKEP_STORE_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/status.h"

struct connection;

/* Connects once. A URL that is none is TROUBLE_USAGE, a user, password or database that the server refuses is
 * TROUBLE_INPUT, a server that cannot be reached TROUBLE_SYSTEM. */
MUST_USE status connection_open(const char *url, struct connection **connection);
/* NULL is fine. */
void connection_close(struct connection *connection);
/* "postgresql://db.example:5432/nightly": neither user nor password. Of the connection. */
const char *connection_shown(const struct connection *connection);
/* The same of a URL, for output; in arena. A text that is no URL gives "postgresql://...". */
const char *url_shown(const char *url, struct arena *arena);

/* One parameter of a statement: text that ends with 0, or bytes. */
struct parameter {
	const char *text;        /* NULL: SQL's NULL, unless there are bytes */
	const void *bytes;
	size_t size;
};

struct rows;

/* Runs one statement, which is a transaction of its own. `rows` may be NULL. A connection that was lost is made
 * anew first, but not more often than once a second. */
MUST_USE status connection_ask(struct connection *connection, const char *sql, const struct parameter *parameters,
                               size_t n, struct rows **rows);
/* Statements without parameters. */
MUST_USE status connection_run(struct connection *connection, const char *sql);
/* Statements between these count together or not at all: a connection that is lost meanwhile is not made anew
 * before connection_finish(). */
MUST_USE status connection_begin(struct connection *connection);
/* Commits if `st` is NULL, else takes all back and hands it on. */
MUST_USE status connection_finish(struct connection *connection, status st);
/* Runs a statement as connection_ask() does, and again for as long as the trouble is one that passes, ten minutes
 * at most. The statement must do no harm if it is run twice. */
MUST_USE status connection_insist(struct connection *connection, const char *sql, const struct parameter *parameters,
                                  size_t n, struct rows **rows);
/* Was the last failure one that passes: the server is away, or without room? Then the same statement may succeed
 * later. */
bool connection_may_recover(const struct connection *connection);

/* The server answers, even if it refused the last statement. */
bool connection_is_there(const struct connection *connection);

size_t rows_n(const struct rows *rows);
/* NULL: SQL's NULL. Holds until rows_free(). */
const char *rows_text(const struct rows *rows, size_t row, int column);
int64_t rows_number(const struct rows *rows, size_t row, int column);
double rows_real(const struct rows *rows, size_t row, int column);
bool rows_truth(const struct rows *rows, size_t row, int column);
/* The bytes of a bytea, in arena. */
const void *rows_bytes(const struct rows *rows, size_t row, int column, struct arena *arena, size_t *size);
/* NULL is fine. */
void rows_free(struct rows *rows);

/* Traffic so far: statements, and bytes of parameters and results. */
struct traffic {
	uint64_t messages, bytes;
	double seconds;          /* waiting for answers */
};
struct traffic connection_traffic(const struct connection *connection);

#endif
