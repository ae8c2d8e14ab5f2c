/* archive: see archive.h.
 *
 * An entry counts the probes that hold it, and is freed with the last one. The sequences share one
 * arena; when more than half of it is waste, the living ones move to a fresh arena. */
#include "cover/archive.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/vec.h"
#include "seq/raw.h"

struct entry {
	const struct seq *seq;
	size_t size;             /* of its byte code */
	uint32_t n_doubtful;     /* steps */
	uint32_t number;
	uint32_t held_by;        /* number of probes */
	struct entry *older, *newer;
	uint64_t probes[];
};

struct archive {
	uint32_t n_probes, n_words;
	const struct model *model; /* the model that tells which steps are doubtful; NULL: no steps are */
	bool *is_set_up;         /* types that no test needs to fill by hand */
	struct entry **best;     /* for each probe */
	struct entry *oldest, *newest;
	uint32_t next_number;
	struct arena *arena;     /* owns the sequences */
	size_t stored, living;   /* bytes of byte code in the arena, and of sequences that are still held */
};

#define WASTE_ALLOWED ((size_t)64 * 1024)

struct archive *archive_new(uint32_t n_probes)
{
	struct archive *archive = xcalloc(1, sizeof *archive);
	archive->n_probes = n_probes;
	archive->n_words = (n_probes + 63) / 64;
	archive->best = xcalloc(n_probes, sizeof *archive->best);
	archive->arena = arena_new();
	return archive;
}

void archive_prefer_clean(struct archive *archive, const struct model *model)
{
	archive->model = model;
	free(archive->is_set_up);
	archive->is_set_up = model ? model_types_set_up(model) : NULL;
}

void archive_free(struct archive *archive)
{
	if (!archive)
		return;
	for (struct entry *e = archive->oldest; e;) {
		struct entry *newer = e->newer;
		free(e);
		e = newer;
	}
	free(archive->best);
	free(archive->is_set_up);
	arena_free(archive->arena);
	free(archive);
}

/* ---- entries ---- */

/* A person would rather not have such a test. Content of an object that a function sets up afterwards counts half. */
static uint32_t count_doubtful(const struct archive *archive, const struct seq *seq)
{
	if (!archive->model)
		return 0;
	uint32_t n = 2 * seq_count_raw(archive->model, archive->is_set_up, seq) +
	             seq_count_filled(archive->model, archive->is_set_up, seq);
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		if (!step_is_call(step))
			continue;
		const struct function *function = step_function(archive->model, step);
		n += 2 * (function->sets || function->is_last_resort);
	}
	return n;
}

/* A test that is offered. */
struct offer {
	const struct seq *seq;
	size_t size;
	uint32_t n_doubtful;
	const uint64_t *probes;
	struct archive_gain gain;
	struct entry *entry;     /* set when the test has won a probe */
};

static struct offer new_offer(const struct archive *archive, const struct seq *seq, const uint64_t *probes)
{
	return (struct offer){
		.seq = seq, .size = seq_encoded_size(seq), .n_doubtful = count_doubtful(archive, seq), .probes = probes
	};
}

static struct entry *keep(struct archive *archive, const struct offer *offer)
{
	struct entry *e = xcalloc(1, sizeof *e + archive->n_words * sizeof *offer->probes);
	size_t size = offer->size;
	const uint64_t *probes = offer->probes;
	e->seq = seq_copy(archive->arena, offer->seq);
	e->size = size;
	e->n_doubtful = offer->n_doubtful;
	e->number = archive->next_number++;
	memcpy(e->probes, probes, archive->n_words * sizeof *probes);
	if (archive->n_probes % 64) /* bits beyond the last probe do not count */
		e->probes[archive->n_words - 1] &= ((uint64_t)1 << (archive->n_probes % 64)) - 1;
	e->older = archive->newest;
	if (e->older)
		e->older->newer = e;
	else
		archive->oldest = e;
	archive->newest = e;
	archive->stored += size;
	archive->living += size;
	return e;
}

static void let_go(struct archive *archive, struct entry *e)
{
	if (!e || --e->held_by > 0)
		return;
	archive->living -= e->size;
	if (e->older)
		e->older->newer = e->newer;
	else
		archive->oldest = e->newer;
	if (e->newer)
		e->newer->older = e->older;
	else
		archive->newest = e->older;
	free(e);
}

static void move_to_fresh_arena(struct archive *archive)
{
	struct arena *fresh = arena_new();
	for (struct entry *e = archive->oldest; e; e = e->newer)
		e->seq = seq_copy(fresh, e->seq);
	arena_free(archive->arena);
	archive->arena = fresh;
	archive->stored = archive->living;
}

/* ---- offers ---- */

/* Compares an offer with an entry; the older one wins a tie. */
static bool is_shorter(const struct seq *seq, size_t size, uint32_t n_doubtful, const struct entry *than)
{
	if (n_doubtful != than->n_doubtful)
		return n_doubtful < than->n_doubtful;
	return seq->n != than->seq->n ? seq->n < than->seq->n : size < than->size;
}

static bool wins(const struct archive *archive, struct offer *offer, uint32_t probe)
{
	const struct entry *held = archive->best[probe];
	if (held && !is_shorter(offer->seq, offer->size, offer->n_doubtful, held))
		return false;
	if (held)
		offer->gain.shorter++;
	else
		offer->gain.first++;
	return true;
}

static void take(struct archive *archive, struct offer *offer, uint32_t probe)
{
	if (!offer->entry) {
		offer->entry = keep(archive, offer);
		/* The archive's own copy from here on, because the caller's may belong to an entry
		 * that ends now. */
		offer->seq = offer->entry->seq;
		offer->probes = offer->entry->probes;
	}
	offer->entry->held_by++;
	struct entry *old = archive->best[probe];
	archive->best[probe] = offer->entry;
	let_go(archive, old);
}

/* The first probe of the offer at or after `from`, or n_probes. */
static uint32_t next_probe(const struct archive *archive, const uint64_t *probes, uint32_t from)
{
	for (uint32_t w = from / 64; w < archive->n_words; w++) {
		uint64_t word = probes[w];
		if (w == from / 64)
			word &= ~(uint64_t)0 << (from % 64);
		if (!word)
			continue;
		uint32_t probe = 64 * w + (uint32_t)__builtin_ctzll(word);
		return probe < archive->n_probes ? probe : archive->n_probes;
	}
	return archive->n_probes;
}

struct archive_gain archive_would_gain(const struct archive *archive, const struct seq *seq, const uint64_t *probes)
{
	struct offer offer = new_offer(archive, seq, probes);
	uint32_t n = archive->n_probes;
	for (uint32_t p = next_probe(archive, probes, 0); p < n; p = next_probe(archive, probes, p + 1))
		wins(archive, &offer, p);
	return offer.gain;
}

static struct archive_gain take_offer(struct archive *archive, struct offer *offer)
{
	uint32_t n = archive->n_probes;
	for (uint32_t p = next_probe(archive, offer->probes, 0); p < n; p = next_probe(archive, offer->probes, p + 1))
		if (wins(archive, offer, p))
			take(archive, offer, p);
	if (archive->stored > 2 * archive->living + WASTE_ALLOWED)
		move_to_fresh_arena(archive);
	return offer->gain;
}

struct archive_gain archive_offer(struct archive *archive, const struct seq *seq, const uint64_t *probes)
{
	struct offer offer = new_offer(archive, seq, probes);
	return take_offer(archive, &offer);
}

struct archive_gain archive_offer_inferior(struct archive *archive, const struct seq *seq, const uint64_t *probes)
{
	struct offer offer = new_offer(archive, seq, probes);
	offer.n_doubtful += SEQ_MAX_STEPS; /* more than any other test has */
	return take_offer(archive, &offer);
}

/* ---- asking ---- */

static struct archived shown(const struct entry *e)
{
	return (struct archived){ .seq = e->seq, .probes = e->probes, .number = e->number };
}

struct archived archive_at(const struct archive *archive, uint32_t probe)
{
	const struct entry *e = archive->best[probe];
	return e ? shown(e) : (struct archived){ 0 };
}

static size_t count_entries(const struct archive *archive)
{
	size_t n = 0;
	for (const struct entry *e = archive->oldest; e; e = e->newer)
		n++;
	return n;
}

size_t archive_all(const struct archive *archive, struct arena *arena, struct archived **tests)
{
	size_t n = 0;
	*tests = ARENA_ARRAY(arena, struct archived, count_entries(archive));
	for (const struct entry *e = archive->oldest; e; e = e->newer)
		(*tests)[n++] = shown(e);
	return n;
}

/* ---- selecting ---- */

/* The number of bits in `probes` that `have` lacks. */
static uint32_t added_bits(const uint64_t *probes, const uint64_t *have, uint32_t n_words)
{
	uint32_t n = 0;
	for (uint32_t w = 0; w < n_words; w++)
		n += (uint32_t)__builtin_popcountll(probes[w] & ~have[w]);
	return n;
}

static void add_bits(uint64_t *to, const uint64_t *from, uint32_t n_words)
{
	for (uint32_t w = 0; w < n_words; w++)
		to[w] |= from[w];
}

/* Entries come oldest first, so the older of two equals is chosen. */
static const struct entry *most_useful(const struct archive *archive, const uint64_t *have)
{
	const struct entry *best = NULL;
	uint32_t most = 0;
	for (const struct entry *e = archive->oldest; e; e = e->newer) {
		uint32_t n = added_bits(e->probes, have, archive->n_words);
		if (n > most || (n == most && n && is_shorter(e->seq, e->size, e->n_doubtful, best))) {
			best = e;
			most = n;
		}
	}
	return best;
}

/* Every probe of test i is hit by another test that stays. */
static bool is_redundant(const struct archive *archive, const struct archived *tests, const bool *drop, size_t n,
                         size_t i, uint64_t *scratch)
{
	memset(scratch, 0, archive->n_words * sizeof *scratch);
	for (size_t k = 0; k < n; k++)
		if (k != i && !drop[k])
			add_bits(scratch, tests[k].probes, archive->n_words);
	return added_bits(tests[i].probes, scratch, archive->n_words) == 0;
}

static size_t drop_redundant(const struct archive *archive, struct archived *tests, size_t n)
{
	bool *drop = xcalloc(n, sizeof *drop);
	uint64_t *scratch = xcalloc(archive->n_words, sizeof *scratch);
	for (size_t i = n; i-- > 0;)
		drop[i] = is_redundant(archive, tests, drop, n, i, scratch);
	size_t kept = 0;
	for (size_t i = 0; i < n; i++)
		if (!drop[i])
			tests[kept++] = tests[i];
	free(drop);
	free(scratch);
	return kept;
}

size_t archive_select(const struct archive *archive, struct arena *arena, struct archived **tests)
{
	uint64_t *have = xcalloc(archive->n_words, sizeof *have);
	size_t n = 0;
	*tests = ARENA_ARRAY(arena, struct archived, count_entries(archive));
	for (const struct entry *e; (e = most_useful(archive, have));) {
		(*tests)[n++] = shown(e);
		add_bits(have, e->probes, archive->n_words);
	}
	free(have);
	return drop_redundant(archive, *tests, n);
}

/* ---- checking ---- */

bool archive_is_valid(const struct archive *archive)
{
	size_t held = 0, living = 0, filled = 0;
	for (const struct entry *e = archive->oldest; e; e = e->newer) {
		if (!e->held_by || e->size != seq_encoded_size(e->seq) || (e->newer && e->newer->number <= e->number))
			return false;
		held += e->held_by;
		living += e->size;
	}
	for (uint32_t p = 0; p < archive->n_probes; p++) {
		const struct entry *e = archive->best[p];
		filled += e != NULL;
		if (e && !(e->probes[p / 64] >> (p % 64) & 1))
			return false;
	}
	return held == filled && living == archive->living && archive->living <= archive->stored;
}
