/* connection: a connection to the PostgreSQL server of a shared store. Private to store/.
 *
 * Only this file and connection.c see libpq. Messages of libpq may name the user or repeat a malformed URL with
 * its password. So they are passed on without the user and the password, and the server is named by host, port
 * and database alone. */
#ifndef SKEP_STORE_CONNECTION_H
#define SKEP_STORE_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/status.h"

struct connection;

/* Connects once. A malformed URL is TROUBLE_USAGE. A user, password or database that the server refuses is
 * TROUBLE_INPUT. A server that cannot be reached is TROUBLE_SYSTEM. */
MUST_USE status connection_open(const char *url, struct connection **connection);
/* `connection` may be NULL. */
void connection_close(struct connection *connection);
/* Returns "postgresql://db.example:5432/nightly", without user and password. It belongs to the connection. */
const char *connection_shown(const struct connection *connection);
/* Returns a URL in that form, for output; in arena. A text that is no URL gives "postgresql://...". */
const char *url_shown(const char *url, struct arena *arena);

/* One parameter of a statement: text that ends with 0, or bytes. */
struct parameter {
	const char *text;        /* NULL: SQL's NULL, unless there are bytes */
	const void *bytes;
	size_t size;
};

struct rows;

/* Runs one statement, which is a transaction of its own. `rows` may be NULL. A lost connection is first opened
 * again, at most once a second. */
MUST_USE status connection_ask(struct connection *connection, const char *sql, const struct parameter *parameters,
                               size_t n, struct rows **rows);
/* ---- a statement that the caller does not wait for ----
 *
 * The caller works on, and takes the answer later. Such a statement is prepared by the server, so `sql` must be the
 * same text at each call. Results are binary, which rows_number() and its like know. connection_ask() and
 * connection_run() must not be called between the statement and its answer. */

/* Sends a statement. *sent false: it cannot be sent now, because a lost connection is being opened again, or the server
 * is learning the statement; call again soon. No answer may be under way. */
MUST_USE status connection_send(struct connection *connection, const char *sql, const struct parameter *parameters,
                                size_t n, bool *sent);
/* Takes the answer to the statement; *rows NULL: it is not there yet. With `wait`, waits for it. After a failure no
 * answer is under way any more, and the statement has run or not. */
MUST_USE status connection_take(struct connection *connection, bool wait, struct rows **rows);

/* Runs statements without parameters. */
MUST_USE status connection_run(struct connection *connection, const char *sql);
/* Begins a transaction: statements up to connection_finish() count together or not at all. A connection that is
 * lost meanwhile is not opened again before that. */
MUST_USE status connection_begin(struct connection *connection);
/* Commits if `st` is NULL; otherwise takes everything back and returns `st`. */
MUST_USE status connection_finish(struct connection *connection, status st);
/* Runs a statement as connection_ask() does, and repeats it while the trouble is one that passes, ten minutes
 * at most. The statement must do no harm if it runs twice. */
MUST_USE status connection_insist(struct connection *connection, const char *sql, const struct parameter *parameters,
                                  size_t n, struct rows **rows);
/* True if the last failure is one that passes: the server is away, or has no room. The statement may
 * succeed later. */
bool connection_may_recover(const struct connection *connection);

/* True if the server answers, even if it refused the last statement. */
bool connection_is_there(const struct connection *connection);

size_t rows_n(const struct rows *rows);
/* Returns a text; NULL: SQL's NULL. Valid until rows_free(). */
const char *rows_text(const struct rows *rows, size_t row, int column);
int64_t rows_number(const struct rows *rows, size_t row, int column);
double rows_real(const struct rows *rows, size_t row, int column);
bool rows_truth(const struct rows *rows, size_t row, int column);
/* Returns the bytes of a bytea, in arena. */
const void *rows_bytes(const struct rows *rows, size_t row, int column, struct arena *arena, size_t *size);
/* `rows` may be NULL. */
void rows_free(struct rows *rows);

/* Traffic so far: statements, and bytes of parameters and results. */
struct traffic {
	uint64_t messages, bytes;
	double seconds; /* spent waiting for answers */
};
/* `connection` may be NULL. */
struct traffic connection_traffic(const struct connection *connection);

static inline struct traffic traffic_sum(struct traffic a, struct traffic b)
{
	return (struct traffic){ a.messages + b.messages, a.bytes + b.bytes, a.seconds + b.seconds };
}

#endif
