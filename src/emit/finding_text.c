/* finding_text: see finding_text.h. */
#include "emit/finding_text.h"

static void add_bytes(struct sb *out, unsigned long long n)
{
	sb_addf(out, "%llu byte%s", n, n == 1 ? "" : "s");
}

void finding_memory(const struct finding *finding, struct sb *out)
{
	const struct sk_fault *fault = &finding->fault;
	static const char *const access[] = { "reads", "writes", "touches" };
	if (!fault->region_size || finding->n_frames == 0 || fault->kind == SK_LEAK)
		return;
	int64_t distance = (int64_t)(fault->address - fault->region);
	sb_addf(out, "It %s ", fault->access_size ? access[fault->is_write < 3 ? fault->is_write : 2] : "is");
	if (fault->access_size)
		add_bytes(out, fault->access_size);
	if (fault->access_size && (distance < 0 || (uint64_t)distance >= fault->region_size))
		sb_add(out, ", ");
	if (distance < 0)
		sb_addf(out, "%lld before", (long long)-distance);
	else if ((uint64_t)distance >= fault->region_size)
		sb_addf(out, "%llu past", (unsigned long long)distance - (unsigned long long)fault->region_size);
	else
		sb_addf(out, "%sat offset %lld of", fault->access_size ? " " : "", (long long)distance);
	sb_add(out, " a block of ");
	add_bytes(out, fault->region_size);
	sb_add_char(out, '.');
}
