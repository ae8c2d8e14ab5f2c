/* exchange: see exchange.h. */
#include "campaign/sharing/exchange.h"

#include <stdlib.h>

#include "base/log.h"
#include "base/map.h"
#include "base/vec.h"
#include "campaign/test_text.h"
#include "model/text.h"
#include "proc/child.h"

#define WHOSE "a test of the kept campaign (without --continue it is begun anew)"

/* One journal, and the part of this campaign that it has. */
struct post {
	struct journal *journal;
	struct counts *known;
	VEC(uint32_t) findings;      /* per finding: the count that the journal has */
	size_t lessons;              /* lessons of the model in the journal */
	bool has_model;
	VEC(struct entry) waiting;
	struct arena *arena;         /* of entries that wait */
	double last;
	uint64_t next_at;            /* the next turn, in executions */
	bool takes_findings;
	bool is_broken;
};

/* The origin of a test in the archive. */
struct origin {
	const char *tag, *who;
	uint64_t cost;
};

struct exchange {
	struct ties ties;
	struct counts *counts;
	VEC(struct post *) posts;
	struct post *source;         /* whose entries are taken over; NULL: none */
	const char *who;             /* who appended the entry that is taken over */
	struct reading reading;      /* the functions for it */
	bool is_strict;              /* a test that makes no sense is a failure */
	struct arena *arena;         /* of one entry */
	struct arena *tags;
	double replaying;            /* processor seconds of running and judging entries of others */
	struct map origin_of;        /* hash of a test -> index in origins, plus one */
	VEC(struct origin) origins;
	struct {
		size_t tests, findings, not_found;
		uint64_t *probes;
	} taken;                     /* by exchange_begin() */
};

struct exchange *exchange_new(const struct ties *ties)
{
	struct exchange *exchange = xcalloc(1, sizeof *exchange);
	exchange->ties = *ties;
	exchange->counts = counts_new();
	exchange->arena = arena_new();
	exchange->tags = arena_new();
	exchange->taken.probes = xcalloc(ties->cover->n_words + 1, sizeof *exchange->taken.probes);
	return exchange;
}

static void free_post(struct post *post)
{
	counts_free(post->known);
	vec_release(&post->findings);
	vec_release(&post->waiting);
	arena_free(post->arena);
	free(post);
}

void exchange_free(struct exchange *exchange)
{
	if (!exchange)
		return;
	for (size_t i = 0; i < exchange->posts.n; i++)
		free_post(exchange->posts.at[i]);
	vec_release(&exchange->posts);
	vec_release(&exchange->origins);
	map_release(&exchange->origin_of);
	counts_free(exchange->counts);
	arena_free(exchange->arena);
	arena_free(exchange->tags);
	free(exchange->taken.probes);
	free(exchange);
}

void exchange_join(struct exchange *exchange, struct journal *journal, bool takes_findings)
{
	struct post *post = xcalloc(1, sizeof *post);
	post->journal = journal;
	post->known = counts_new();
	post->arena = arena_new();
	post->last = now_seconds();
	post->takes_findings = takes_findings;
	vec_push(&exchange->posts, post);
}

struct counts *exchange_counts(struct exchange *exchange)
{
	return exchange->counts;
}

static bool is_lasting(const struct post *post)
{
	return post->journal->kind->condense != NULL;
}

/* ---- writing ---- */

static struct entry test_entry(const struct exchange *exchange, const struct seq *seq, const uint64_t *probes,
                               const struct origin *origin, struct arena *arena)
{
	uint32_t n_words = exchange->ties.cover->n_words;
	char *text = test_text(exchange->ties.model, seq);
	struct entry entry = { .kind = ENTRY_TEST, .text = arena_strdup(arena, text) };
	entry.test = (struct test_entry){ .probes = arena_memdup(arena, probes, n_words * sizeof *probes),
		                          .n_words = n_words,
		                          .tag = arena_strdup(arena, origin->tag),
		                          .cost = origin->cost };
	entry.who = origin->who;
	free(text);
	return entry;
}

void exchange_accepted(struct exchange *exchange, const struct accepted *test)
{
	const char *who = exchange->source && exchange->who ? arena_strdup(exchange->tags, exchange->who) : NULL;
	struct origin origin = { arena_strdup(exchange->tags, test->tag), who, test->cost };
	vec_push(&exchange->origins, origin);
	*map_put(&exchange->origin_of, test->seq->hash, NULL) = exchange->origins.n;
	for (size_t i = 0; i < exchange->posts.n; i++) {
		struct post *post = exchange->posts.at[i];
		if (post == exchange->source || post->is_broken || (!test->is_new && !is_lasting(post)))
			continue;
		struct entry entry = test_entry(exchange, test->seq, test->probes, &origin, post->arena);
		entry.test.covered = test->covered;
		vec_push(&post->waiting, entry);
	}
}

static uint32_t *known_count(struct post *post, size_t finding)
{
	while (post->findings.n <= finding)
		vec_push(&post->findings, 0);
	return &post->findings.at[finding];
}

/* Adds a finding. If the journal lasts, a finding that it has gets its test again, because a shorter test may
 * have come. */
static void add_finding(const struct exchange *exchange, struct post *post, const struct finding *finding,
                        uint32_t known)
{
	struct entry entry = { .kind = ENTRY_FINDING };
	if (!known || is_lasting(post)) {
		char *text = test_text(exchange->ties.model, finding->seq);
		entry.text = arena_strdup(post->arena, text);
		free(text);
	}
	entry.finding = (struct finding_entry){ .key = finding->key,
		                                .verdict = verdict_word(finding->verdict),
		                                .kind = finding->kind,
		                                .summary = finding->summary,
		                                .n_own = finding->n_own,
		                                .count = finding->count - known };
	vec_push(&post->waiting, entry);
}

static void add_findings(const struct exchange *exchange, struct post *post)
{
	const struct finding *const *findings;
	size_t n = judge_findings(exchange->ties.judge, &findings);
	for (size_t i = 0; i < n; i++) {
		uint32_t *known = known_count(post, i);
		if (findings[i]->count > *known) {
			add_finding(exchange, post, findings[i], *known);
			*known = findings[i]->count;
		}
	}
}

/* Adds the lessons to journals that last. Workers learn by themselves, because a lesson needs proof where it is
 * used. */
static void add_lessons(const struct exchange *exchange, struct post *post)
{
	size_t lessons = judge_lessons(exchange->ties.judge);
	if (!is_lasting(post) || (post->has_model && lessons == post->lessons))
		return;
	struct sb text = { 0 };
	model_print(exchange->ties.model, NULL, &text);
	vec_push(&post->waiting,
	         (struct entry){ .kind = ENTRY_LESSONS, .text = arena_strdup(post->arena, sb_text(&text)) });
	sb_release(&text);
	post->has_model = true;
	post->lessons = lessons;
}

static void add_counts(const struct exchange *exchange, struct post *post)
{
	struct entry *entries;
	size_t n = counts_since(exchange->counts, post->known, post->arena, &entries);
	for (size_t i = 0; i < n; i++) {
		counts_take(post->known, &entries[i]);
		vec_push(&post->waiting, entries[i]);
	}
}

static void unless_broken(struct post *post, status st)
{
	if (!st)
		return;
	log_warn("the campaign is not kept any more, --continue will miss later results: %s", st->message);
	status_free(st);
	post->is_broken = true;
}

static void write_post(const struct exchange *exchange, struct post *post)
{
	if (post->is_broken)
		return;
	add_findings(exchange, post);
	add_lessons(exchange, post);
	add_counts(exchange, post);
	unless_broken(post, post->journal->kind->append(post->journal, post->waiting.at, post->waiting.n));
	vec_clear(&post->waiting);
	arena_clear(post->arena);
}

/* ---- reading ---- */

/* Decides about an entry that makes no sense. A journal's first entries were written by this user's skep, so
 * such an entry is damage. Later it means one test less. */
static status pass_over(const struct exchange *exchange, status st)
{
	if (exchange->is_strict)
		return st;
	log_verbose("%s", st->message);
	status_free(st);
	return NULL;
}

static status parse(const struct exchange *exchange, const char *text, const struct seq **seq)
{
	return test_parse(exchange->arena, exchange->ties.model, text ? text : "", WHOSE, seq);
}

static bool has_fresh(const struct cover *cover, const struct test_entry *test)
{
	for (uint32_t i = 0; i < cover->n_words && i < test->n_words; i++)
		if (test->probes[i] & ~cover->probes[i])
			return true;
	return false;
}

static status take_test(struct exchange *exchange, const struct entry *entry)
{
	const struct seq *seq;
	const struct cover *cover = exchange->ties.cover;
	if (!exchange->is_strict && !has_fresh(cover, &entry->test))
		return NULL;
	status st = parse(exchange, entry->text, &seq);
	if (st)
		return pass_over(exchange, st);
	exchange->taken.tests++;
	for (uint32_t i = 0; i < cover->n_words && i < entry->test.n_words; i++)
		exchange->taken.probes[i] |= entry->test.probes[i];
	double start = processor_seconds();
	st = exchange->ties.replay(exchange->ties.campaign, seq, entry);
	exchange->replaying += processor_seconds() - start;
	return st;
}

static enum verdict verdict_of(const char *word)
{
	enum verdict verdict = VERDICT_FINE;
	while (verdict < VERDICT_UNCLEAR && !str_equal(verdict_word(verdict), word))
		verdict++;
	return verdict;
}

/* Returns the number of the finding with that key, or the number of all findings. */
static size_t find_finding(const struct judge *judge, uint64_t key)
{
	const struct finding *const *findings;
	size_t n = judge_findings(judge, &findings), i = 0;
	while (i < n && findings[i]->key != key)
		i++;
	return i;
}

static status judge_finding(struct exchange *exchange, const struct entry *entry)
{
	const struct finding_entry *finding = &entry->finding;
	struct earlier_finding earlier = { .n_own = finding->n_own,
		                           .count = finding->count,
		                           .verdict = verdict_of(finding->verdict),
		                           .key = finding->key,
		                           .summary = finding->summary };
	bool happens = false;
	status st = parse(exchange, entry->text, &earlier.seq);
	if (st)
		return pass_over(exchange, st);
	if (earlier.n_own > earlier.seq->n)
		earlier.n_own = earlier.seq->n;
	double start = processor_seconds();
	st = judge_again(exchange->ties.judge, exchange->arena, &earlier, &happens);
	exchange->replaying += processor_seconds() - start;
	TRY(st);
	if (!happens)
		log_verbose("not seen again: %s", finding->summary);
	else if (exchange->ties.found)
		exchange->ties.found(exchange->ties.campaign, entry);
	exchange->taken.findings++;
	exchange->taken.not_found += !happens;
	return NULL;
}

static status take_finding(struct exchange *exchange, const struct entry *entry)
{
	const struct finding *const *findings;
	uint64_t key = entry->finding.key;
	struct judge *judge = exchange->ties.judge;
	if (!exchange->source->takes_findings)
		return NULL;
	if (find_finding(judge, key) < judge_findings(judge, &findings))
		judge_seen(judge, key, entry->finding.count);
	else if (entry->text)
		TRY(judge_finding(exchange, entry));
	size_t number = find_finding(judge, key);
	if (number < judge_findings(judge, &findings))
		*known_count(exchange->source, number) += entry->finding.count;
	return NULL;
}

static status take_entry(void *context, const struct entry *entry)
{
	struct exchange *exchange = context;
	arena_clear(exchange->arena);
	exchange->who = entry->who;
	switch (entry->kind) {
	case ENTRY_TEST:
		return take_test(exchange, entry);
	case ENTRY_FINDING:
		return take_finding(exchange, entry);
	case ENTRY_COUNTS:
		counts_take(exchange->counts, entry);
		counts_take(exchange->source->known, entry);
		return NULL;
	default: /* lessons are read before a campaign begins: its model parses the tests */
		return NULL;
	}
}

static const struct reading *reading_of(struct exchange *exchange, struct post *post)
{
	exchange->source = post;
	exchange->reading = (struct reading){ take_entry, exchange };
	return &exchange->reading;
}

static status read_post(struct exchange *exchange, struct post *post)
{
	status st = post->journal->kind->read(post->journal, reading_of(exchange, post));
	exchange->source = NULL;
	return st;
}

static void tell_taken(const struct exchange *exchange)
{
	const struct cover *cover = exchange->ties.cover;
	size_t lost = 0;
	for (uint32_t w = 0; w < cover->n_words; w++)
		lost += (size_t)__builtin_popcountll(exchange->taken.probes[w] & ~cover->probes[w]);
	if (exchange->taken.tests + exchange->taken.findings)
		log_verbose("taken up: %zu tests and %zu findings; not seen again: %zu probes, %zu findings",
		            exchange->taken.tests, exchange->taken.findings, lost, exchange->taken.not_found);
}

status exchange_begin(struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->posts.n; i++) {
		struct post *post = exchange->posts.at[i];
		double start = processor_seconds() - exchange->replaying;
		exchange->is_strict = !post->journal->has_others;
		TRY(read_post(exchange, post));
		post->journal->processor += processor_seconds() - exchange->replaying - start;
	}
	exchange->is_strict = false;
	tell_taken(exchange);
	return NULL;
}

/* ---- when ---- */

static bool is_time(const struct post *post, uint64_t executions)
{
	const struct pace *pace = &post->journal->pace;
	return pace->executions ? executions >= post->next_at : now_seconds() - post->last >= pace->seconds;
}

bool exchange_is_due(const struct exchange *exchange, uint64_t executions)
{
	for (size_t i = 0; i < exchange->posts.n; i++)
		if (is_time(exchange->posts.at[i], executions))
			return true;
	return false;
}

status exchange_turn(struct exchange *exchange, uint64_t executions)
{
	for (size_t i = 0; i < exchange->posts.n; i++) {
		struct post *post = exchange->posts.at[i];
		if (!is_time(post, executions))
			continue;
		double start = processor_seconds() - exchange->replaying;
		write_post(exchange, post);
		TRY(read_post(exchange, post));
		post->journal->processor += processor_seconds() - exchange->replaying - start;
		post->last = now_seconds();
		post->next_at = executions + post->journal->pace.executions;
	}
	return NULL;
}

bool exchange_is_dismissed(const struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->posts.n; i++)
		if (exchange->posts.at[i]->journal->is_dismissed)
			return true;
	return false;
}

static status end_post(struct exchange *exchange, struct post *post, bool spent)
{
	write_post(exchange, post);
	if (!post->journal->kind->finish)
		return NULL;
	status st = post->journal->kind->finish(post->journal, spent, reading_of(exchange, post));
	exchange->source = NULL;
	return st;
}

status exchange_end(struct exchange *exchange, bool spent)
{
	for (size_t i = 0; i < exchange->posts.n; i++)
		TRY(end_post(exchange, exchange->posts.at[i], spent));
	return NULL;
}

/* ---- the end ---- */

static status condense(const struct exchange *exchange, struct post *post, struct arena *arena)
{
	struct archived *tests;
	size_t n = archive_all(exchange->ties.archive, arena, &tests);
	struct entry *entries = ARENA_ARRAY(arena, struct entry, n + 1);
	for (size_t i = 0; i < n; i++) {
		const uint64_t *place = map_get(&exchange->origin_of, tests[i].seq->hash);
		struct origin origin = place ? exchange->origins.at[*place - 1] : (struct origin){ "", NULL, 0 };
		entries[i] = test_entry(exchange, tests[i].seq, tests[i].probes, &origin, arena);
	}
	return post->journal->kind->condense(post->journal, entries, n);
}

void exchange_close(struct exchange *exchange)
{
	for (size_t i = 0; i < exchange->posts.n; i++) {
		struct post *post = exchange->posts.at[i];
		if (!is_lasting(post) || post->is_broken)
			continue;
		struct arena *arena = arena_new();
		write_post(exchange, post);
		if (!post->is_broken)
			unless_broken(post, condense(exchange, post, arena));
		arena_free(arena);
	}
}
