/* overview: see overview.h. */
#include "store/shared/overview.h"

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "store/entry.h"
#include "store/shared/connection.h"
#include "store/shared/words.h"

#define CAMPAIGNS                                                                                                        \
	"SELECT c.id, c.name, c.unit, c.skep,"                                                                           \
	" CASE WHEN c.state <> 'closed' AND c.held <= now() THEN 'left' ELSE c.state END,"                               \
	" extract(epoch FROM now() - c.began), extract(epoch FROM coalesce(c.ended, least(now(), c.held)) - c.began),"   \
	" (SELECT coalesce(sum(s.executions), 0) FROM skep.stint s WHERE s.campaign = c.id),"                            \
	" (SELECT coalesce(sum(s.executions / greatest(extract(epoch FROM s.seen - s.began), 0.1)), 0)"                  \
	"  FROM skep.stint s WHERE s.campaign = c.id AND s.seen > now() - interval '10 seconds'),"                       \
	" (SELECT count(DISTINCT h.worker) FROM skep.share h WHERE h.campaign = c.id AND h.state = 'leased'"             \
	"  AND h.deadline > now()),"                                                                                     \
	" (SELECT coalesce(max(s.covered), 0) FROM skep.stint s WHERE s.campaign = c.id), c.goals"                       \
	" FROM skep.campaign c WHERE $1::text IS NULL OR c.name = $1 OR starts_with(c.name, $1 || '/') ORDER BY c.id DESC"

static status read_views(struct connection *connection, const char *name, struct arena *arena,
                         struct campaign_view **views, size_t *n)
{
	struct rows *rows;
	TRY(connection_ask(connection, CAMPAIGNS, (struct parameter[]){ text_of(name) }, 1, &rows));
	*n = rows_n(rows);
	*views = ARENA_ARRAY(arena, struct campaign_view, *n + 1);
	for (size_t i = 0; i < *n; i++)
		(*views)[i] = (struct campaign_view){ .id = rows_number(rows, i, 0),
			                              .name = arena_strdup(arena, rows_text(rows, i, 1)),
			                              .unit = arena_strdup(arena, rows_text(rows, i, 2)),
			                              .skep = arena_strdup(arena, rows_text(rows, i, 3)),
			                              .state = arena_strdup(arena, rows_text(rows, i, 4)),
			                              .age = rows_real(rows, i, 5),
			                              .length = rows_real(rows, i, 6),
			                              .executions = (uint64_t)rows_number(rows, i, 7),
			                              .rate = rows_real(rows, i, 8),
			                              .workers = (uint32_t)rows_number(rows, i, 9),
			                              .covered = (uint32_t)rows_number(rows, i, 10),
			                              .goals = (uint32_t)rows_number(rows, i, 11) };
	rows_free(rows);
	return NULL;
}

status overview_campaigns(struct connection *connection, const char *name, struct arena *arena,
                          struct campaign_view **views, size_t *n)
{
	TRY(read_views(connection, name, arena, views, n));
	for (size_t i = 0; i < *n; i++) {
		const char *const *lines;
		size_t n_lines;
		TRY(overview_findings(connection, (*views)[i].id, arena, &lines, &n_lines));
		(*views)[i].findings = (uint32_t)n_lines;
	}
	return NULL;
}

#define WORKERS                                                                                                         \
	"SELECT w.name, bool_or(h.state = 'leased' AND h.deadline > now() AND h.attempt = s.attempt),"                  \
	" sum(s.executions), count(*), sum(s.tests), count(*) FILTER (WHERE h.attempt <> s.attempt),"                   \
	" sum(extract(epoch FROM s.seen - s.began)), sum(s.messages), sum(s.bytes), sum(s.waiting), sum(s.processor)"              \
	" FROM skep.stint s JOIN skep.worker w ON w.id = s.worker"                                                      \
	" JOIN skep.share h ON h.campaign = s.campaign AND h.number = s.share WHERE s.campaign = $1"                    \
	" GROUP BY w.id, w.name ORDER BY w.id"

static double per(double what, double seconds)
{
	return seconds > 0 ? what / seconds : 0;
}

status overview_workers(struct connection *connection, int64_t campaign, struct arena *arena,
                        struct worker_view **views, size_t *n)
{
	struct words id;
	struct rows *rows;
	TRY(connection_ask(connection, WORKERS, (struct parameter[]){ number_of(campaign, &id) }, 1, &rows));
	*n = rows_n(rows);
	*views = ARENA_ARRAY(arena, struct worker_view, *n + 1);
	for (size_t i = 0; i < *n; i++) {
		double seconds = rows_real(rows, i, 6);
		(*views)[i] = (struct worker_view){ .name = arena_strdup(arena, rows_text(rows, i, 0)),
			                            .is_at_work = rows_truth(rows, i, 1),
			                            .executions = (uint64_t)rows_number(rows, i, 2),
			                            .stints = (uint32_t)rows_number(rows, i, 3),
			                            .tests = (uint32_t)rows_number(rows, i, 4),
			                            .broken_off = (uint32_t)rows_number(rows, i, 5),
			                            .seconds = seconds,
			                            .messages = per(rows_real(rows, i, 7), seconds),
			                            .bytes = per(rows_real(rows, i, 8), seconds),
			                            .waiting = per(rows_real(rows, i, 9), seconds),
			                            .processor = per(rows_real(rows, i, 10), seconds) };
	}
	rows_free(rows);
	return NULL;
}

#define MOMENTS "SELECT extract(epoch FROM m.at - c.began), m.covered FROM (" MOMENTS_OF_CAMPAIGN ") m, skep.campaign c WHERE c.id = $1 ORDER BY 1"

status overview_moments(struct connection *connection, int64_t campaign, struct arena *arena,
                        struct moment_view **views, size_t *n)
{
	struct words id;
	struct rows *rows;
	TRY(connection_ask(connection, MOMENTS, (struct parameter[]){ number_of(campaign, &id) }, 1, &rows));
	*n = rows_n(rows);
	*views = ARENA_ARRAY(arena, struct moment_view, *n + 1);
	for (size_t i = 0; i < *n; i++)
		(*views)[i] = (struct moment_view){ rows_real(rows, i, 0), (uint32_t)rows_number(rows, i, 1) };
	rows_free(rows);
	return NULL;
}

status overview_findings(struct connection *connection, int64_t campaign, struct arena *arena,
                         const char *const **lines, size_t *n)
{
	struct words id, kind;
	struct rows *rows;
	struct map seen = { 0 };
	TRY(connection_ask(connection, "SELECT body FROM skep.entry WHERE campaign = $1 AND kind = $2 ORDER BY number",
	                   (struct parameter[]){ number_of(campaign, &id), number_of(ENTRY_FINDING, &kind) }, 2,
	                   &rows));
	const char **all = ARENA_ARRAY(arena, const char *, rows_n(rows) + 1);
	*n = 0;
	for (size_t i = 0; i < rows_n(rows); i++) {
		struct entry entry;
		size_t size;
		bool added;
		const void *bytes = rows_bytes(rows, i, 0, arena, &size);
		if (!entry_decode(bytes, size, arena, &entry) || !entry.finding.verdict || !entry.finding.summary)
			continue;
		map_put(&seen, entry.finding.key, &added);
		if (added)
			all[(*n)++] = arena_printf(arena, "%-8s %s", entry.finding.verdict, entry.finding.summary);
	}
	map_release(&seen);
	rows_free(rows);
	*lines = all;
	return NULL;
}
