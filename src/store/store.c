/* store: see store.h.
 *
 * The write-ahead log makes a commit cheap (no waiting for the disk) and safe against
 * the end of the process. The lock is exclusive for as long as the store is open, which
 * also spares the file that processes would share. */
#include "store/store.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"
#include "base/version.h"

#define APPLICATION 0x534b4550 /* "SKEP" in the header of the file */
#define FORMAT 2               /* of the tables; raised when they change */

static const char schema[] = "CREATE TABLE fact(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
                             "CREATE TABLE test(number INTEGER PRIMARY KEY, text TEXT NOT NULL, probes BLOB NOT NULL,"
                             " tag TEXT NOT NULL, cost INTEGER NOT NULL);"
                             "CREATE TABLE finding(number INTEGER PRIMARY KEY, key INTEGER NOT NULL UNIQUE,"
                             " verdict TEXT NOT NULL, kind TEXT NOT NULL, summary TEXT NOT NULL, text TEXT NOT NULL,"
                             " n_own INTEGER NOT NULL, count INTEGER NOT NULL);"
                             "CREATE TABLE count(name TEXT NOT NULL, place INTEGER NOT NULL, value INTEGER NOT NULL,"
                             " PRIMARY KEY(name, place)) WITHOUT ROWID;";

/* Statements that run often; each is prepared when it is first needed. */
enum sentence { ADD_TEST, ADD_FINDING, COUNT_FINDING, ADD_COUNT, GET_COUNT, PUT_FACT, GET_FACT, N_SENTENCES };

static const char *const sentences[N_SENTENCES] = {
	[ADD_TEST] = "INSERT INTO test(text, probes, tag, cost) VALUES (?1, ?2, ?3, ?4)",
	[ADD_FINDING] = "INSERT INTO finding(key, verdict, kind, summary, text, n_own, count)"
	                " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(key) DO UPDATE SET"
	                " verdict = ?2, kind = ?3, summary = ?4, text = ?5, n_own = ?6, count = count + ?7",
	[COUNT_FINDING] = "UPDATE finding SET count = count + ?2 WHERE key = ?1",
	[ADD_COUNT] = "INSERT INTO count(name, place, value) VALUES (?1, ?2, ?3)"
	              " ON CONFLICT(name, place) DO UPDATE SET value = value + ?3",
	[GET_COUNT] = "SELECT value FROM count WHERE name = ?1 AND place = ?2",
	[PUT_FACT] = "INSERT INTO fact(name, value) VALUES (?1, ?2) ON CONFLICT(name) DO UPDATE SET value = ?2",
	[GET_FACT] = "SELECT value FROM fact WHERE name = ?1",
};

struct store {
	sqlite3 *db;
	char *path;
	sqlite3_stmt *prepared[N_SENTENCES];
};

/* ---- trouble ---- */

static status trouble(const struct store *store, const char *doing)
{
	int code = store->db ? sqlite3_errcode(store->db) : SQLITE_NOMEM;
	switch (code) {
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return fail(TROUBLE_INPUT,
		            "%s is damaged or no campaign of skep; nothing was changed: put a sound copy in its place, "
		            "or begin anew without --continue",
		            store->path);
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return fail(TROUBLE_INPUT, "%s is in use by another skep", store->path);
	case SQLITE_FULL:
		return fail(TROUBLE_SYSTEM, "cannot %s %s: No space left on device", doing, store->path);
	default:
		return fail(TROUBLE_SYSTEM, "cannot %s %s: %s", doing, store->path,
		            store->db ? sqlite3_errmsg(store->db) : "no memory");
	}
}

static status run(struct store *store, const char *sql, const char *doing)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? NULL : trouble(store, doing);
}

/* ---- statements ---- */

static status prepare(struct store *store, enum sentence sentence, sqlite3_stmt **statement)
{
	sqlite3_stmt **slot = &store->prepared[sentence];
	if (!*slot && sqlite3_prepare_v2(store->db, sentences[sentence], -1, slot, NULL) != SQLITE_OK)
		return trouble(store, "write to");
	sqlite3_reset(*slot);
	*statement = *slot;
	return NULL;
}

/* Binds a text, which must be valid until finish(). */
static void bind_text(sqlite3_stmt *statement, int i, const char *text)
{
	sqlite3_bind_text(statement, i, text, -1, SQLITE_STATIC);
}

static status finish(struct store *store, sqlite3_stmt *statement)
{
	status st = sqlite3_step(statement) == SQLITE_DONE ? NULL : trouble(store, "write to");
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
	return st;
}

/* Reads a single number: the answer of a PRAGMA. */
static status ask_number(struct store *store, const char *sql, int64_t *number)
{
	sqlite3_stmt *statement = NULL;
	status st = NULL;
	*number = 0;
	if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK ||
	    sqlite3_step(statement) != SQLITE_ROW)
		st = trouble(store, "read");
	else
		*number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return st;
}

/* ---- open and close ---- */

static status connect(const char *path, int flags, struct store **out)
{
	struct store *store = xcalloc(1, sizeof *store);
	*out = store;
	store->path = xstrdup(path);
	if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK)
		return trouble(store, "open");
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(store->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	return run(store, "PRAGMA locking_mode = EXCLUSIVE", "open");
}

static status speed_up(struct store *store)
{
	return run(store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", "open");
}

static void hash_words(uint64_t hash, char words[20])
{
	snprintf(words, 20, "%016" PRIx64, hash);
}

static status put_identity(struct store *store, const struct store_unit *unit)
{
	char hash[20], header[80];
	hash_words(unit->hash, hash);
	snprintf(header, sizeof header, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION, FORMAT);
	TRY(store_begin(store));
	TRY(run(store, header, "write to"));
	TRY(run(store, schema, "write to"));
	TRY(store_put_text(store, "skep", SKEP_VERSION));
	TRY(store_put_text(store, "unit", unit->name));
	TRY(store_put_text(store, "unit hash", hash));
	return store_commit(store);
}

static status keep_or_close(status st, struct store **store)
{
	if (!st)
		return NULL;
	store_close(*store);
	*store = NULL;
	return st;
}

status store_create(const char *path, const struct store_unit *unit, struct store **store)
{
	store_remove_file(path);
	status st = connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, store);
	if (!st)
		st = speed_up(*store);
	if (!st)
		st = put_identity(*store, unit);
	return keep_or_close(st, store);
}

static status check_kind(struct store *store)
{
	int64_t application, format;
	TRY(ask_number(store, "PRAGMA application_id", &application));
	TRY(ask_number(store, "PRAGMA user_version", &format));
	if (application != APPLICATION)
		return fail(TROUBLE_INPUT, "%s is no campaign of skep", store->path);
	if (format != FORMAT)
		return fail(
		        TROUBLE_INPUT,
		        "%s was written by a version of skep that keeps campaigns differently (form %lld, this is %d); "
		        "begin anew without --continue",
		        store->path, (long long)format, FORMAT);
	return NULL;
}

static status check_sound(struct store *store)
{
	sqlite3_stmt *statement = NULL;
	status st = NULL;
	if (sqlite3_prepare_v2(store->db, "PRAGMA quick_check(1)", -1, &statement, NULL) != SQLITE_OK ||
	    sqlite3_step(statement) != SQLITE_ROW)
		st = trouble(store, "read");
	else if (!str_equal((const char *)sqlite3_column_text(statement, 0), "ok"))
		st = fail(TROUBLE_INPUT,
		          "%s is damaged (%s); nothing was changed: put a sound copy in its place, or begin anew "
		          "without --continue",
		          store->path, (const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	return st;
}

/* Fails if the store belongs to another unit. `any_state`: sources and flags may differ. */
static status check_owner(struct store *store, const struct store_unit *unit, bool any_state)
{
	struct arena *arena = arena_new();
	const char *version = NULL, *name = NULL, *hash = NULL;
	char wanted[20];
	status st = NULL;
	hash_words(unit->hash, wanted);
	TRY_OUT(store_text(store, "skep", arena, &version));
	TRY_OUT(store_text(store, "unit", arena, &name));
	TRY_OUT(store_text(store, "unit hash", arena, &hash));
	if (!version || !name || !hash)
		st = fail(TROUBLE_INPUT, "%s does not say whose campaign it is; begin anew without --continue",
		          store->path);
	else if (!str_equal(version, SKEP_VERSION))
		st = fail(TROUBLE_INPUT, "%s is of skep %s, this is %s; begin anew without --continue", store->path,
		          version, SKEP_VERSION);
	else if (!str_equal(name, unit->name))
		st = fail(TROUBLE_INPUT, "%s is the campaign of another unit, %s; name another folder with --out",
		          store->path, name);
	else if (!any_state && !str_equal(hash, wanted))
		st = fail(
		        TROUBLE_INPUT,
		        "%s is of another state of %s: its sources, flags or contracts have changed since; begin anew "
		        "without --continue",
		        store->path, name);
out:
	arena_free(arena);
	return st;
}

static status open_checked(const char *path, int flags, const struct store_unit *unit, bool any_state,
                           struct store **store)
{
	status st = connect(path, flags, store);
	if (!st)
		st = check_kind(*store);
	if (!st)
		st = check_sound(*store);
	return st ? st : check_owner(*store, unit, any_state);
}

status store_open(const char *path, const struct store_unit *unit, struct store **store)
{
	status st = open_checked(path, SQLITE_OPEN_READWRITE, unit, false, store);
	if (!st)
		st = speed_up(*store);
	return keep_or_close(st, store);
}

status store_open_any(const char *path, const char *unit, struct store **store)
{
	struct store_unit owner = { unit, 0 };
	return keep_or_close(open_checked(path, SQLITE_OPEN_READONLY, &owner, true, store), store);
}

status store_check(const char *path, const struct store_unit *unit)
{
	struct store *store;
	status st = open_checked(path, SQLITE_OPEN_READONLY, unit, false, &store);
	store_close(store);
	return st;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	for (int i = 0; i < N_SENTENCES; i++)
		sqlite3_finalize(store->prepared[i]);
	sqlite3_close(store->db);
	free(store->path);
	free(store);
}

void store_remove_file(const char *path)
{
	static const char *const beside[] = { "", "-wal", "-shm", "-journal" };
	for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
		char *name = xprintf("%s%s", path, beside[i]);
		unlink(name);
		free(name);
	}
}

void store_remove(struct store *store)
{
	char *path = xstrdup(store->path);
	store_close(store);
	store_remove_file(path);
	free(path);
}

status store_write(struct store *store, const char *path)
{
	sqlite3_stmt *statement = NULL;
	status st = NULL;
	store_remove_file(path);
	if (sqlite3_prepare_v2(store->db, "VACUUM INTO ?1", -1, &statement, NULL) != SQLITE_OK)
		return trouble(store, "copy");
	bind_text(statement, 1, path);
	if (sqlite3_step(statement) != SQLITE_DONE)
		st = trouble(store, "copy");
	sqlite3_finalize(statement);
	return st;
}

/* ---- writing ---- */

status store_begin(struct store *store)
{
	return run(store, "BEGIN IMMEDIATE", "write to");
}

status store_commit(struct store *store)
{
	return run(store, "COMMIT", "write to");
}

void store_abandon(struct store *store)
{
	if (!sqlite3_get_autocommit(store->db))
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

status store_add_test(struct store *store, const struct entry *entry)
{
	sqlite3_stmt *statement = NULL;
	const struct test_entry *test = &entry->test;
	TRY(prepare(store, ADD_TEST, &statement));
	bind_text(statement, 1, entry->text);
	sqlite3_bind_blob64(statement, 2, test->probes, test->n_words * sizeof *test->probes, SQLITE_STATIC);
	bind_text(statement, 3, test->tag ? test->tag : "");
	sqlite3_bind_int64(statement, 4, (sqlite3_int64)test->cost);
	return finish(store, statement);
}

status store_clear_tests(struct store *store)
{
	return run(store, "DELETE FROM test", "write to");
}

static status count_finding(struct store *store, const struct finding_entry *finding)
{
	sqlite3_stmt *statement = NULL;
	TRY(prepare(store, COUNT_FINDING, &statement));
	sqlite3_bind_int64(statement, 1, (sqlite3_int64)finding->key);
	sqlite3_bind_int64(statement, 2, finding->count);
	return finish(store, statement);
}

status store_add_finding(struct store *store, const struct entry *entry)
{
	sqlite3_stmt *statement = NULL;
	const struct finding_entry *finding = &entry->finding;
	if (!entry->text)
		return count_finding(store, finding);
	TRY(prepare(store, ADD_FINDING, &statement));
	sqlite3_bind_int64(statement, 1, (sqlite3_int64)finding->key);
	bind_text(statement, 2, finding->verdict);
	bind_text(statement, 3, finding->kind);
	bind_text(statement, 4, finding->summary);
	bind_text(statement, 5, entry->text);
	sqlite3_bind_int64(statement, 6, finding->n_own);
	sqlite3_bind_int64(statement, 7, finding->count);
	return finish(store, statement);
}

status store_add_counts(struct store *store, const struct entry *entry)
{
	for (size_t i = 0; i < entry->counts.n; i++) {
		sqlite3_stmt *statement = NULL;
		TRY(prepare(store, ADD_COUNT, &statement));
		bind_text(statement, 1, entry->counts.name);
		sqlite3_bind_int64(statement, 2, entry->counts.at[i].index);
		sqlite3_bind_int64(statement, 3, (sqlite3_int64)entry->counts.at[i].by);
		TRY(finish(store, statement));
	}
	return NULL;
}

status store_put_text(struct store *store, const char *name, const char *text)
{
	sqlite3_stmt *statement = NULL;
	TRY(prepare(store, PUT_FACT, &statement));
	bind_text(statement, 1, name);
	bind_text(statement, 2, text);
	return finish(store, statement);
}

/* ---- reading ---- */

static const char *column_text(sqlite3_stmt *statement, int i, struct arena *arena)
{
	const unsigned char *text = sqlite3_column_text(statement, i);
	return arena_strdup(arena, text ? (const char *)text : "");
}

static void read_test(sqlite3_stmt *statement, struct arena *arena, struct entry *entry)
{
	const void *bytes = sqlite3_column_blob(statement, 1);
	size_t size = bytes ? (size_t)sqlite3_column_bytes(statement, 1) : 0;
	*entry = (struct entry){ .kind = ENTRY_TEST, .text = column_text(statement, 0, arena) };
	entry->test = (struct test_entry){ .probes = arena_memdup(arena, bytes ? bytes : "", size),
		                           .n_words = (uint32_t)(size / sizeof(uint64_t)),
		                           .tag = column_text(statement, 2, arena),
		                           .cost = (uint64_t)sqlite3_column_int64(statement, 3) };
}

static void read_finding(sqlite3_stmt *statement, struct arena *arena, struct entry *entry)
{
	*entry = (struct entry){ .kind = ENTRY_FINDING, .text = column_text(statement, 4, arena) };
	entry->finding = (struct finding_entry){ .key = (uint64_t)sqlite3_column_int64(statement, 0),
		                                 .verdict = column_text(statement, 1, arena),
		                                 .kind = column_text(statement, 2, arena),
		                                 .summary = column_text(statement, 3, arena),
		                                 .n_own = (uint32_t)sqlite3_column_int64(statement, 5),
		                                 .count = (uint32_t)sqlite3_column_int64(statement, 6) };
}

/* Reads a count as an entry. The table has few names, and names with many indices are read once. */
static void read_count(sqlite3_stmt *statement, struct arena *arena, struct entry *entry)
{
	struct increment *increment = ARENA_NEW(arena, struct increment);
	*increment = (struct increment){ (uint32_t)sqlite3_column_int64(statement, 1),
		                         (uint64_t)sqlite3_column_int64(statement, 2) };
	*entry = (struct entry){ .kind = ENTRY_COUNTS };
	entry->counts = (struct counts_entry){ column_text(statement, 0, arena), increment, 1 };
}

/* A table as an array of entries. */
struct table {
	const char *count, *rows;
	void (*read)(sqlite3_stmt *statement, struct arena *arena, struct entry *entry);
};

static status read_table(struct store *store, const struct table *table, struct arena *arena, struct entry **entries,
                         size_t *n)
{
	sqlite3_stmt *statement = NULL;
	int64_t most;
	int code;
	*n = 0;
	TRY(ask_number(store, table->count, &most));
	*entries = ARENA_ARRAY(arena, struct entry, (size_t)most + 1);
	if (sqlite3_prepare_v2(store->db, table->rows, -1, &statement, NULL) != SQLITE_OK)
		return trouble(store, "read");
	while ((code = sqlite3_step(statement)) == SQLITE_ROW && *n < (size_t)most)
		table->read(statement, arena, &(*entries)[(*n)++]);
	status st = code == SQLITE_DONE ? NULL : trouble(store, "read");
	sqlite3_finalize(statement);
	return st;
}

status store_tests(struct store *store, struct arena *arena, struct entry **entries, size_t *n)
{
	static const struct table table = { "SELECT count(*) FROM test",
		                            "SELECT text, probes, tag, cost FROM test ORDER BY number", read_test };
	return read_table(store, &table, arena, entries, n);
}

status store_findings(struct store *store, struct arena *arena, struct entry **entries, size_t *n)
{
	static const struct table table = {
		"SELECT count(*) FROM finding",
		"SELECT key, verdict, kind, summary, text, n_own, count FROM finding ORDER BY number", read_finding
	};
	return read_table(store, &table, arena, entries, n);
}

status store_counts(struct store *store, struct arena *arena, struct entry **entries, size_t *n)
{
	static const struct table table = { "SELECT count(*) FROM count",
		                            "SELECT name, place, value FROM count ORDER BY name, place", read_count };
	return read_table(store, &table, arena, entries, n);
}

/* Makes the statement ready for the next use. `code` is of its last step. */
static status end_reading(struct store *store, sqlite3_stmt *statement, int code)
{
	status st = code == SQLITE_ROW || code == SQLITE_DONE ? NULL : trouble(store, "read");
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
	return st;
}

status store_text(struct store *store, const char *name, struct arena *arena, const char **text)
{
	sqlite3_stmt *statement = NULL;
	*text = NULL;
	TRY(prepare(store, GET_FACT, &statement));
	bind_text(statement, 1, name);
	int code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		*text = column_text(statement, 0, arena);
	return end_reading(store, statement, code);
}

status store_count(struct store *store, const char *name, uint32_t index, uint64_t *value)
{
	sqlite3_stmt *statement = NULL;
	*value = 0;
	TRY(prepare(store, GET_COUNT, &statement));
	bind_text(statement, 1, name);
	sqlite3_bind_int64(statement, 2, index);
	int code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		*value = (uint64_t)sqlite3_column_int64(statement, 0);
	return end_reading(store, statement, code);
}
