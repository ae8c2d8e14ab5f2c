/* fft: a fast Fourier transform that refuses what it cannot do, and checks of sampled functions. */
#include <math.h>
#include <stddef.h>

#define MOST 64u

static int is_power_of_2(size_t n)
{
	return n > 0 && (n & (n - 1)) == 0;
}

static void swap(double *a, double *b)
{
	double t = *a;
	*a = *b;
	*b = t;
}

static void reorder(double *re, double *im, size_t n)
{
	size_t k = 0;
	for (size_t i = 0; i < n; i++) {
		if (i < k) {
			swap(&re[i], &re[k]);
			swap(&im[i], &im[k]);
		}
		size_t half = n >> 1;
		while (k >= half && half > 0) {
			k -= half;
			half >>= 1;
		}
		k += half;
	}
}

/* -1: no numbers, -2: too many, -3: no power of two, -4: not finite; 1: all output is nothing. */
int fft_transform(double *re, double *im, size_t n, int inverse)
{
	int zero = 1;
	if (!re || !im || n == 0)
		return -1;
	if (n > MOST)
		return -2;
	if (!is_power_of_2(n))
		return -3;
	for (size_t i = 0; i < n; i++)
		if (!isfinite(re[i]) || !isfinite(im[i]))
			return -4;
	reorder(re, im, n);
	for (size_t size = 2; size <= n; size *= 2) {
		double angle = (inverse ? 2 : -2) * 3.14159265358979323846 / (double)size;
		for (size_t start = 0; start < n; start += size)
			for (size_t i = 0; i < size / 2; i++) {
				size_t a = start + i, b = a + size / 2;
				double c = cos(angle * (double)i), s = sin(angle * (double)i);
				double r = re[b] * c - im[b] * s, j = re[b] * s + im[b] * c;
				re[b] = re[a] - r;
				im[b] = im[a] - j;
				re[a] += r;
				im[a] += j;
			}
	}
	for (size_t i = 0; i < n; i++) {
		if (inverse) {
			re[i] /= (double)n;
			im[i] /= (double)n;
		}
		if (re[i] != 0 || im[i] != 0)
			zero = 0;
	}
	return zero;
}

/* Samples of a line from `from` to `to`; -1: bad range, -2: bad number. */
int fft_sample(double from, double to, int n, double *out, int room)
{
	if (!(from < to))
		return -1;
	if (n <= 0 || n > room || n > (int)MOST)
		return -2;
	for (int i = 0; i < n; i++)
		out[i] = from + i * (to - from) / n;
	return is_power_of_2((size_t)n) ? 1 : 0;
}
