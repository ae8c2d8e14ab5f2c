/* batch: writes tests into shared memory. */
#define _GNU_SOURCE
#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "exec/executor.h"

/* Adds one sequence; false if it does not fit beside the others. */
static bool add(struct executor *executor, const struct seq *seq, uint64_t *output)
{
	struct batch *batch = &executor->batch;
	size_t start = batch->code.n;
	seq_encode(seq, executor->model, &batch->code);
	uint64_t bound = sk_record_bound(seq->n, batch->flags, executor->sizes.n_probes, executor->sizes.n_distances);
	if (batch->code.n > SK_INPUT_SIZE || *output + bound > SK_OUTPUT_SIZE) {
		batch->code.n = start;
		return false;
	}
	*output += bound;
	struct sk_test *head = (struct sk_test *)(batch->code.text + start);
	head->flags = batch->flags;
	batch->offsets[batch->n_tests] = (uint32_t)start;
	batch->n_steps[batch->n_tests++] = seq->n;
	return true;
}

/* Where the code of the tests starts that the target has now. */
static uint32_t code_start(const struct batch *batch)
{
	return batch->offsets[batch->first];
}

static size_t code_size(const struct batch *batch)
{
	size_t end = batch->until < batch->n_tests ? batch->offsets[batch->until] : batch->code.n;
	return end - code_start(batch);
}

bool batch_is_intact(const struct executor *executor)
{
	const struct batch *batch = &executor->batch;
	const struct sk_shared *shared = executor->shared;
	uint32_t start = code_start(batch);
	return head_is_intact(executor) &&
	       memcmp(shared->test_offset, batch->offsets, batch->n_tests * sizeof *batch->offsets) == 0 &&
	       memcmp(shared->input + start, batch->code.text + start, code_size(batch)) == 0;
}

void batch_go(struct executor *executor)
{
	struct batch *batch = &executor->batch;
	struct sk_shared *shared = executor->shared;
	target_listen(executor); /* reads old reports first, because they do not belong to this batch */
	executor->worker.used &= !executor->worker.ended;
	executor->worker.ended = executor->worker.killed = false;
	batch->first = batch->next;
	batch->until = batch->careful ? batch->next + 1 : batch->n_tests;
	memcpy(shared->input + code_start(batch), batch->code.text + code_start(batch), code_size(batch));
	memcpy(shared->test_offset, batch->offsets, batch->n_tests * sizeof *batch->offsets);
	write_limits(executor);
	shared->batch.n_tests = (uint32_t)batch->until;
	shared->batch.first = shared->batch.current = shared->batch.finished = (uint32_t)batch->next;
	shared->batch.delayed = 0;
	shared->batch.output_used = 0; /* the earlier output was read */
	__atomic_store_n(&shared->done, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&shared->go, ++executor->go, __ATOMIC_RELEASE);
	syscall(SYS_futex, &shared->go, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

size_t executor_submit(struct executor *executor, const struct seq *const *seqs, size_t n, unsigned want)
{
	struct batch *batch = &executor->batch;
	uint64_t output = 0;
	INVARIANT(batch->n == 0 && n > 0);
	sb_clear(&batch->code);
	batch->next = batch->n_tests = 0;
	batch->careful = false;
	batch->flags = want | executor->always;
	size_t most = want & WANT_TRACE ? 1 : SK_MAX_BATCH; /* there is room for only one trace */
	while (batch->n_tests < n && batch->n_tests < most && add(executor, seqs[batch->n_tests], &output))
		;
	batch->n = batch->n_tests ? batch->n_tests : 1;
	if (!batch->n_tests)
		batch->n_steps[0] = seqs[0]->n;
	if (!executor->is_up)
		executor->failure = target_start(executor);
	if (!executor->failure && batch->n_tests)
		batch_go(executor);
	return batch->n;
}

status executor_run(struct executor *executor, const struct seq *const *seqs, size_t n, unsigned want,
                    void (*each)(void *context, size_t i, const struct run *run), void *context)
{
	for (size_t done = 0; done < n;) {
		const struct run *runs;
		size_t n_runs;
		executor_submit(executor, seqs + done, n - done, want);
		TRY(executor_collect(executor, &runs, &n_runs));
		for (size_t i = 0; i < n_runs; i++)
			each(context, done + i, &runs[i]);
		done += n_runs;
	}
	return NULL;
}

status executor_one(struct executor *executor, const struct seq *seq, unsigned want, const struct run **run)
{
	size_t n;
	executor_submit(executor, &seq, 1, want);
	TRY(executor_collect(executor, run, &n));
	return n == 1 ? NULL : fail(TROUBLE_TARGET, "the target %s takes no tests", executor->target->path);
}
