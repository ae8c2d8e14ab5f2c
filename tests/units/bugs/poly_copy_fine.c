/* poly_copy: polynomials. A copy has every coefficient. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct poly {
	int *at;
	size_t n;
};

struct poly *poly_new(void)
{
	return calloc(1, sizeof(struct poly));
}

void poly_free(struct poly *poly)
{
	if (poly)
		free(poly->at);
	free(poly);
}

bool poly_add_term(struct poly *poly, int coefficient)
{
	int *at = realloc(poly->at, (poly->n + 1) * sizeof *at);
	if (!at)
		return false;
	poly->at = at;
	poly->at[poly->n++] = coefficient;
	return true;
}

struct poly *poly_clone(const struct poly *poly)
{
	struct poly *copy = poly_new();
	for (size_t i = 0; copy && i < poly->n; i++)
		poly_add_term(copy, poly->at[i]);
	return copy;
}

bool poly_equals(const struct poly *a, const struct poly *b)
{
	return a->n == b->n && (a->n == 0 || memcmp(a->at, b->at, a->n * sizeof *a->at) == 0);
}
