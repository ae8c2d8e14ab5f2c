/* bubble: the sort of the paper on coverage-driven symbolic execution.
 * executions: 5 */
#define MAXLEN 6

struct sample {
	int v[MAXLEN];
};

void bubble(struct sample *sample, int n);

void bubble(struct sample *sample, int n)
{
	int i, j, k, *v = sample->v;
	if (n >= MAXLEN)
		return;
	for (i = n; i > 1; --i)
		for (j = 1; j < i; ++j)
			if (v[j] > v[j + 1]) {
				k = v[j];
				v[j] = v[j + 1];
				v[j + 1] = k;
			}
}
