/* finding_text: see finding_text.h. */
#include "emit/findings/finding_text.h"

static void add_bytes(struct sb *out, unsigned long long n)
{
	sb_addf(out, "%llu byte%s", n, n == 1 ? "" : "s");
}

/* Adds where the access is, as seen from the block. */
static void add_place(struct sb *out, int64_t distance, uint64_t size, bool follows)
{
	const char *space = follows ? " " : "", *comma = follows ? ", " : "";
	if (distance == (int64_t)size) {
		sb_addf(out, "%sjust past", space);
	} else if (distance < 0 || (uint64_t)distance > size) {
		sb_add(out, comma);
		add_bytes(out, distance < 0 ? (unsigned long long)-distance : (unsigned long long)distance - size);
		sb_add(out, distance < 0 ? " before" : " past");
	} else {
		sb_addf(out, "%sat offset %lld of", space, (long long)distance);
	}
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
	add_place(out, distance, fault->region_size, fault->access_size != 0);
	sb_add(out, " a block of ");
	add_bytes(out, fault->region_size);
	sb_add_char(out, '.');
}
