/* mean_of_none: samples and their mean. Planted: the mean of no samples divides by zero. */
#include <stdlib.h>

struct samples {
	long sum;
	int n, limit;
};

struct samples *samples_new(int limit)
{
	if (limit < 1 || limit > 1000)
		return NULL;
	struct samples *samples = calloc(1, sizeof *samples);
	if (samples)
		samples->limit = limit;
	return samples;
}

void samples_free(struct samples *samples)
{
	free(samples);
}

int samples_add(struct samples *samples, short value)
{
	if (samples->n == samples->limit)
		return -1;
	samples->sum += value;
	return ++samples->n;
}

void samples_forget(struct samples *samples)
{
	samples->sum = 0;
	samples->n = 0;
}

long samples_mean(const struct samples *samples)
{
	if (samples->sum == 0 && samples->n > 0)
		return 0;
	return samples->sum / samples->n;
}
