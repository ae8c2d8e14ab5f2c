/* connection: see connection.h. */
#include "store/shared/connection.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/str.h"
#include "base/vec.h"
#include "proc/child.h"

#define RETRY_SECONDS 1.0
#define MOST_PARAMETERS 32u
#define PATIENCE_SECONDS 600.0
#define NAP_MICROSECONDS 200000u
#define OPENING_SECONDS 10.0     /* for a connection that is opened while the caller works on */
#define STATEMENT "exchange"     /* the name that the server knows it by */

/* Options that make the kernel give up on a dead server, which would otherwise keep a worker waiting for minutes. */
static const char *const habits[][2] = {
	{ "connect_timeout", "10" },        { "keepalives_idle", "10" },     { "keepalives_interval", "5" },
	{ "keepalives_count", "3" },        { "tcp_user_timeout", "25000" }, { "application_name", "skep" },
	{ "client_encoding", "SQL_ASCII" },
};

/* Work with the server that goes on while nobody waits. */
enum errand { NOTHING, OPENING, TEACHING, ASKING };

struct connection {
	PGconn *pg;
	char *shown, *user, *password;
	VEC(char *) keywords, values;    /* options of the connection; ends with NULL */
	double tried;                    /* time of the last attempt to connect again */
	enum errand errand;
	PostgresPollingStatusType wants; /* OPENING: when libpq can go on */
	PGresult *result;                /* of the errand, as far as it is there */
	bool knows;                      /* the server knows the statement of connection_send() */
	bool may_recover;
	bool in_transaction;
	struct traffic traffic;
};

struct rows {
	PGresult *result;
};

/* ---- the address ---- */

static const char *option_value(const PQconninfoOption *options, const char *keyword)
{
	for (; options->keyword; options++)
		if (str_equal(options->keyword, keyword))
			return options->val && options->val[0] ? options->val : NULL;
	return NULL;
}

/* True if host, port and database can be shown. If the password in a URL is not escaped, a part of it may stand
 * in them. */
static bool is_plain(const PQconninfoOption *options)
{
	const char *host = option_value(options, "host"), *port = option_value(options, "port"),
	           *database = option_value(options, "dbname");
	return (!port || strspn(port, "0123456789,") == strlen(port)) && (!host || !strpbrk(host, "@ ?#%")) &&
	       (!database || !strpbrk(database, "@/:"));
}

static PQconninfoOption *parse_url(const char *url)
{
	if (!str_starts(url, "postgresql://") && !str_starts(url, "postgres://"))
		return NULL;
	char *said = NULL; /* it repeats the URL */
	PQconninfoOption *options = PQconninfoParse(url, &said);
	PQfreemem(said);
	if (!options || is_plain(options))
		return options;
	PQconninfoFree(options);
	return NULL;
}

static char *shown_of(const PQconninfoOption *options)
{
	const char *host = option_value(options, "host"), *port = option_value(options, "port"),
	           *database = option_value(options, "dbname");
	struct sb text = { 0 };
	sb_add(&text, "postgresql://");
	if (host && host[0] != '/')
		sb_add(&text, host);
	if (port)
		sb_addf(&text, ":%s", port);
	sb_addf(&text, "/%s", database ? database : "");
	return sb_take(&text);
}

const char *url_shown(const char *url, struct arena *arena)
{
	PQconninfoOption *options = parse_url(url);
	if (!options)
		return "postgresql://...";
	char *shown = shown_of(options);
	const char *kept = arena_strdup(arena, shown);
	free(shown);
	PQconninfoFree(options);
	return kept;
}

/* ---- trouble ---- */

static void add_without(struct sb *out, const char *text, const char *secret)
{
	const char *found;
	while (secret && secret[0] && (found = strstr(text, secret))) {
		sb_add_bytes(out, text, (size_t)(found - text));
		sb_add(out, "***");
		text = found + strlen(secret);
	}
	sb_add(out, text);
}

/* Returns the first line of libpq's message, without the user and the password. The caller frees it. */
static char *masked(const struct connection *connection, const char *said)
{
	struct sb line = { 0 }, without = { 0 }, out = { 0 };
	char *user = connection->user ? xprintf("\"%s\"", connection->user) : NULL;
	sb_add_bytes(&line, said, strcspn(said, "\n"));
	add_without(&without, sb_text(&line), connection->password);
	add_without(&out, sb_text(&without), user);
	free(user);
	sb_release(&line);
	sb_release(&without);
	return sb_take(&out);
}

static status refused(const struct connection *connection)
{
	const char *said = PQerrorMessage(connection->pg);
	if (PQconnectionNeedsPassword(connection->pg))
		return fail(TROUBLE_INPUT, "the store at %s asks for a password; give it in PGPASSWORD or ~/.pgpass",
		            connection->shown);
	if (PQconnectionUsedPassword(connection->pg) && strstr(said, "authentication"))
		return fail(TROUBLE_INPUT, "the store at %s refuses the user or the password", connection->shown);
	char *text = masked(connection, said);
	/* FATAL comes from the server itself: it is there, and will give the same answer again. */
	bool answered = strstr(said, "FATAL") && !strstr(said, "the database system is") && !strstr(said, "too many");
	status st = fail(answered ? TROUBLE_INPUT : TROUBLE_SYSTEM, "cannot connect to the store at %s: %s",
	                 connection->shown, text);
	free(text);
	return st;
}

/* True for codes of trouble that passes: 08 connection, 53 resources (disk, memory, connections), 57P the
 * server goes down or comes up, 40 a conflict of transactions, 58 trouble of its system. */
static bool passes(const char *code)
{
	static const char *const classes[] = { "08", "53", "57P", "40", "58" };
	for (size_t i = 0; code && i < sizeof classes / sizeof *classes; i++)
		if (str_starts(code, classes[i]))
			return true;
	return !code;
}

static status trouble(struct connection *connection, const PGresult *result)
{
	const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	bool lost = PQstatus(connection->pg) != CONNECTION_OK;
	connection->may_recover = lost || passes(code);
	if (lost)
		return fail(TROUBLE_SYSTEM, "the connection to the store at %s is lost", connection->shown);
	if (code && str_equal(code, "53100"))
		return fail(TROUBLE_SYSTEM, "the disk of the store at %s is full", connection->shown);
	if (code && str_equal(code, "42501"))
		return fail(TROUBLE_INPUT, "the store at %s does not let this user write or read there",
		            connection->shown);
	char *text = masked(connection, PQresultErrorMessage(result));
	status st = fail(TROUBLE_SYSTEM, "the store at %s: %s", connection->shown, text);
	free(text);
	return st;
}

/* ---- connecting ---- */

static void want(struct connection *connection, const char *keyword, const char *value)
{
	vec_push(&connection->keywords, keyword ? xstrdup(keyword) : NULL);
	vec_push(&connection->values, value ? xstrdup(value) : NULL);
}

static void remember(struct connection *connection, const PQconninfoOption *options)
{
	const char *password = option_value(options, "password"), *user = option_value(options, "user");
	connection->shown = shown_of(options);
	connection->password = password ? xstrdup(password) : NULL;
	connection->user = user ? xstrdup(user) : NULL;
	for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
		if (!option_value(options, habits[i][0]))
			want(connection, habits[i][0], habits[i][1]);
	for (; options->keyword; options++)
		if (options->val && options->val[0])
			want(connection, options->keyword, options->val);
	want(connection, NULL, NULL);
}

static void ignore_notice(void *context, const PGresult *result)
{
	(void)context;
	(void)result;
}

static void hang_up(struct connection *connection)
{
	PQclear(connection->result);
	PQfinish(connection->pg);
	connection->result = NULL;
	connection->pg = NULL;
	connection->errand = NOTHING;
	connection->knows = false;
	connection->may_recover = true;
	connection->tried = now_seconds();
}

static status connect_anew(struct connection *connection)
{
	hang_up(connection);
	connection->pg = PQconnectdbParams((const char *const *)connection->keywords.at,
	                                   (const char *const *)connection->values.at, 0);
	PQsetNoticeReceiver(connection->pg, ignore_notice, NULL);
	connection->traffic.seconds += now_seconds() - connection->tried;
	if (PQstatus(connection->pg) == CONNECTION_OK)
		return NULL;
	status st = refused(connection);
	connection->may_recover = st->kind == TROUBLE_SYSTEM;
	return st;
}

status connection_open(const char *url, struct connection **out)
{
	PQconninfoOption *options = parse_url(url);
	*out = NULL;
	if (!options)
		return fail(TROUBLE_USAGE,
		            "--store takes postgresql://HOST:PORT/DATABASE; the given text is no such URL");
	struct connection *connection = xcalloc(1, sizeof *connection);
	remember(connection, options);
	PQconninfoFree(options);
	status st = connect_anew(connection);
	if (st)
		connection_close(connection);
	else
		*out = connection;
	return st;
}

void connection_close(struct connection *connection)
{
	if (!connection)
		return;
	hang_up(connection);
	for (size_t i = 0; i < connection->keywords.n; i++) {
		free(connection->keywords.at[i]);
		free(connection->values.at[i]);
	}
	vec_release(&connection->keywords);
	vec_release(&connection->values);
	free(connection->shown);
	free(connection->user);
	free(connection->password);
	free(connection);
}

const char *connection_shown(const struct connection *connection)
{
	return connection->shown;
}

bool connection_may_recover(const struct connection *connection)
{
	return connection->may_recover;
}

bool connection_is_there(const struct connection *connection)
{
	return PQstatus(connection->pg) == CONNECTION_OK;
}

struct traffic connection_traffic(const struct connection *connection)
{
	return connection ? connection->traffic : (struct traffic){ 0 };
}

/* ---- statements ---- */

static status lost(struct connection *connection)
{
	connection->may_recover = true;
	return fail(TROUBLE_SYSTEM, "the connection to the store at %s is lost", connection->shown);
}

static status be_connected(struct connection *connection)
{
	if (PQstatus(connection->pg) == CONNECTION_OK)
		return NULL;
	if (connection->in_transaction || now_seconds() - connection->tried < RETRY_SECONDS)
		return lost(connection);
	return connect_anew(connection);
}

/* Parameters as libpq takes them. */
struct arguments {
	int n;
	const char *values[MOST_PARAMETERS];
	int lengths[MOST_PARAMETERS], formats[MOST_PARAMETERS];
};

static struct arguments arguments_of(struct connection *connection, const struct parameter *parameters, size_t n)
{
	struct arguments to = { .n = (int)n };
	INVARIANT(n <= MOST_PARAMETERS);
	for (size_t i = 0; i < n; i++) {
		to.values[i] = parameters[i].bytes ? parameters[i].bytes : parameters[i].text;
		to.lengths[i] = (int)parameters[i].size;
		to.formats[i] = parameters[i].bytes != NULL;
		connection->traffic.bytes += parameters[i].bytes  ? parameters[i].size
		                             : parameters[i].text ? strlen(parameters[i].text)
		                                                  : 0;
	}
	return to;
}

static uint64_t size_of(const PGresult *result)
{
	uint64_t size = 0;
	for (int row = 0; row < PQntuples(result); row++)
		for (int column = 0; column < PQnfields(result); column++)
			size += (uint64_t)PQgetlength(result, row, column);
	return size;
}

static bool is_good(const PGresult *result)
{
	ExecStatusType how = PQresultStatus(result);
	return how == PGRES_COMMAND_OK || how == PGRES_TUPLES_OK;
}

/* Takes the result: its rows if it is good and `rows` is not NULL. */
static status judge_result(struct connection *connection, PGresult *result, struct rows **rows)
{
	connection->may_recover = false;
	status st = is_good(result) ? NULL : trouble(connection, result);
	if (st || !rows) {
		PQclear(result);
		return st;
	}
	*rows = xcalloc(1, sizeof **rows);
	(*rows)->result = result;
	return NULL;
}

status connection_ask(struct connection *connection, const char *sql, const struct parameter *parameters, size_t n,
                      struct rows **rows)
{
	if (rows)
		*rows = NULL;
	TRY(be_connected(connection));
	double start = now_seconds();
	struct arguments to = arguments_of(connection, parameters, n);
	PGresult *result = PQexecParams(connection->pg, sql, to.n, NULL, to.values, to.lengths, to.formats, 0);
	connection->traffic.messages++;
	connection->traffic.bytes += strlen(sql) + size_of(result);
	connection->traffic.seconds += now_seconds() - start;
	return judge_result(connection, result, rows);
}

status connection_run(struct connection *connection, const char *sql)
{
	TRY(be_connected(connection));
	return judge_result(connection, PQexec(connection->pg, sql), NULL);
}

status connection_begin(struct connection *connection)
{
	TRY(connection_run(connection, "BEGIN"));
	connection->in_transaction = true;
	return NULL;
}

status connection_finish(struct connection *connection, status st)
{
	if (!st)
		st = connection_run(connection, "COMMIT");
	else
		status_free(connection_run(connection, "ROLLBACK"));
	connection->in_transaction = false;
	return st;
}

/* ---- statements that nobody waits for ---- */

static bool is_ready(const struct connection *connection)
{
	bool writes = connection->wants == PGRES_POLLING_WRITING;
	struct pollfd socket = { .fd = PQsocket(connection->pg), .events = writes ? POLLOUT : POLLIN };
	return socket.fd < 0 || poll(&socket, 1, 0) > 0;
}

static void begin_opening(struct connection *connection)
{
	hang_up(connection);
	connection->pg = PQconnectStartParams((const char *const *)connection->keywords.at,
	                                      (const char *const *)connection->values.at, 0);
	connection->errand = OPENING;
	connection->wants = PGRES_POLLING_WRITING; /* as libpq wants it for a new connection */
}

/* Opens a lost connection again, as far as that goes without waiting. */
static status open_on(struct connection *connection)
{
	if (connection->errand != OPENING) {
		if (now_seconds() - connection->tried < RETRY_SECONDS)
			return lost(connection);
		begin_opening(connection);
	}
	while (PQstatus(connection->pg) != CONNECTION_BAD && connection->wants != PGRES_POLLING_OK &&
	       connection->wants != PGRES_POLLING_FAILED && is_ready(connection))
		connection->wants = PQconnectPoll(connection->pg);
	if (connection->wants == PGRES_POLLING_OK) {
		PQsetNoticeReceiver(connection->pg, ignore_notice, NULL);
		connection->errand = NOTHING;
		return NULL;
	}
	bool is_late = now_seconds() - connection->tried > OPENING_SECONDS;
	if (PQstatus(connection->pg) != CONNECTION_BAD && connection->wants != PGRES_POLLING_FAILED && !is_late)
		return NULL;
	status st = is_late ? lost(connection) : refused(connection);
	hang_up(connection);
	connection->may_recover = st->kind == TROUBLE_SYSTEM;
	return st;
}

/* Gathers the answer, which is complete when the server is ready for the next statement: a failure can still come
 * behind the rows. */
static bool gather(struct connection *connection, bool wait)
{
	PGconn *pg = connection->pg;
	if (!wait && (PQflush(pg) < 0 || !PQconsumeInput(pg)))
		wait = true; /* the connection is lost, so the answer is a failure, and it is there */
	while (wait || !PQisBusy(pg)) {
		PGresult *next = PQgetResult(pg);
		if (!next)
			return true;
		bool is_failure = connection->result && !is_good(connection->result);
		PQclear(is_failure ? next : connection->result);
		connection->result = is_failure ? connection->result : next;
	}
	return false;
}

static status end_errand(struct connection *connection, struct rows **rows)
{
	PGresult *result = connection->result;
	connection->result = NULL;
	connection->errand = NOTHING;
	connection->traffic.bytes += size_of(result);
	return judge_result(connection, result, rows);
}

/* Tells the server the statement, unless it knows it. */
static status teach(struct connection *connection, const char *sql)
{
	if (connection->knows)
		return NULL;
	if (connection->errand != TEACHING) {
		PQsetnonblocking(connection->pg, 1);
		connection->traffic.messages++;
		connection->traffic.bytes += strlen(sql);
		if (!PQsendPrepare(connection->pg, STATEMENT, sql, 0, NULL))
			return lost(connection);
		connection->errand = TEACHING;
	}
	if (!gather(connection, false))
		return NULL;
	TRY(end_errand(connection, NULL));
	connection->knows = true;
	return NULL;
}

static status send_now(struct connection *connection, const char *sql, const struct parameter *parameters, size_t n,
                       bool *sent)
{
	if (connection->errand == OPENING || PQstatus(connection->pg) != CONNECTION_OK)
		TRY(open_on(connection));
	if (connection->errand == OPENING)
		return NULL;
	TRY(teach(connection, sql));
	if (!connection->knows)
		return NULL;
	struct arguments to = arguments_of(connection, parameters, n);
	connection->traffic.messages++;
	*sent = PQsendQueryPrepared(connection->pg, STATEMENT, to.n, to.values, to.lengths, to.formats, 1) &&
	        PQflush(connection->pg) >= 0;
	if (!*sent)
		return lost(connection);
	connection->errand = ASKING;
	return NULL;
}

status connection_send(struct connection *connection, const char *sql, const struct parameter *parameters, size_t n,
                       bool *sent)
{
	double start = now_seconds();
	INVARIANT(connection->errand != ASKING);
	*sent = false;
	status st = send_now(connection, sql, parameters, n, sent);
	connection->traffic.seconds += now_seconds() - start;
	return st;
}

status connection_take(struct connection *connection, bool wait, struct rows **rows)
{
	double start = now_seconds();
	INVARIANT(connection->errand == ASKING);
	*rows = NULL;
	bool there = gather(connection, wait);
	connection->traffic.seconds += now_seconds() - start;
	return there ? end_errand(connection, rows) : NULL;
}

/* The user is told of the trouble once. */
status connection_insist(struct connection *connection, const char *sql, const struct parameter *parameters, size_t n,
                         struct rows **rows)
{
	double start = now_seconds();
	status st = connection_ask(connection, sql, parameters, n, rows);
	if (st && connection->may_recover)
		log_warn("%s; trying again", st->message);
	while (st && connection->may_recover && !interrupted() && now_seconds() - start < PATIENCE_SECONDS) {
		status_free(st);
		usleep(NAP_MICROSECONDS);
		st = connection_ask(connection, sql, parameters, n, rows);
	}
	return st;
}

/* ---- rows ---- */

size_t rows_n(const struct rows *rows)
{
	return (size_t)PQntuples(rows->result);
}

const char *rows_text(const struct rows *rows, size_t row, int column)
{
	return PQgetisnull(rows->result, (int)row, column) ? NULL : PQgetvalue(rows->result, (int)row, column);
}

static bool is_binary(const struct rows *rows, int column)
{
	return PQfformat(rows->result, column) == 1;
}

/* Returns a whole number of any size, with its high bytes first. */
static int64_t number_in(const struct rows *rows, size_t row, int column)
{
	const unsigned char *bytes = (const unsigned char *)PQgetvalue(rows->result, (int)row, column);
	int size = PQgetlength(rows->result, (int)row, column);
	uint64_t number = size && bytes[0] & 0x80 ? UINT64_MAX : 0;
	for (int i = 0; i < size; i++)
		number = number << 8 | bytes[i];
	return (int64_t)number;
}

int64_t rows_number(const struct rows *rows, size_t row, int column)
{
	if (is_binary(rows, column))
		return number_in(rows, row, column);
	return strtoll(PQgetvalue(rows->result, (int)row, column), NULL, 10);
}

double rows_real(const struct rows *rows, size_t row, int column)
{
	return strtod(PQgetvalue(rows->result, (int)row, column), NULL);
}

bool rows_truth(const struct rows *rows, size_t row, int column)
{
	const char *value = PQgetvalue(rows->result, (int)row, column);
	return is_binary(rows, column) ? value[0] != 0 : value[0] == 't';
}

const void *rows_bytes(const struct rows *rows, size_t row, int column, struct arena *arena, size_t *size)
{
	const unsigned char *text = (const unsigned char *)PQgetvalue(rows->result, (int)row, column);
	if (is_binary(rows, column)) {
		*size = (size_t)PQgetlength(rows->result, (int)row, column);
		return arena_memdup(arena, text, *size);
	}
	unsigned char *bytes = PQunescapeBytea(text, size);
	if (!bytes)
		*size = 0;
	const void *kept = arena_memdup(arena, bytes ? (const void *)bytes : "", *size);
	PQfreemem(bytes);
	return kept;
}

void rows_free(struct rows *rows)
{
	if (!rows)
		return;
	PQclear(rows->result);
	free(rows);
}
