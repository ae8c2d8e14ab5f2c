/* edits: see edits.h. At one offset, closing edits come first, innermost first, then opening edits,
 * outermost first; so edits nest like the expressions. */
#include "front/read/edits.h"

#include <string.h>

#include "base/str.h"

/* %u stands for the mark's number. */
static const char *const texts[] = {
	[EDIT_FUNCTION] = "__skep_function(%u);",
	[EDIT_REGION] = "__skep_region(%u);",
	[EDIT_REGION_COMMA] = "__skep_region(%u),",
	[EDIT_OPEN_CONDITION] = "__skep_cond(%u,(",
	[EDIT_CLOSE_CONDITION] = ")!=0)",
	[EDIT_OPEN_SWITCH] = "(__skep_switch(%u),(",
	[EDIT_CLOSE_SWITCH] = "))",
	[EDIT_OPEN_BODY] = "{",
	[EDIT_CLOSE_BODY] = "}",
	[EDIT_OPEN_KEPT] = "({__auto_type __skep_kept=(",
	[EDIT_TEST_KEPT] = ");__skep_cond(%u,(__skep_kept)!=0)",
	[EDIT_NAME_KEPT] = "__skep_kept",
	[EDIT_CLOSE_KEPT] = ";})",
};

static const char declarations[] = "int __skep_cond(unsigned,int);void __skep_region(unsigned);"
                                   "void __skep_function(unsigned);void __skep_switch(unsigned);\n";

static int compare(const void *left, const void *right)
{
	const struct edit *a = left, *b = right;
	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	bool a_closes = a->kind >= EDIT_CLOSE_CONDITION, b_closes = b->kind >= EDIT_CLOSE_CONDITION;
	if (a_closes != b_closes)
		return a_closes ? -1 : 1;
	if (a->order == b->order)
		return 0;
	return (a->order < b->order) == a_closes ? 1 : -1;
}

static void add_edit(struct sb *out, const struct edit *edit)
{
	const char *text = texts[edit->kind], *hole = strchr(text, '%');
	if (!hole) {
		sb_add(out, text);
		return;
	}
	sb_add_bytes(out, text, (size_t)(hole - text));
	sb_addf(out, "%u", edit->id);
	sb_add(out, hole + 2);
}

char *edits_apply(edit_vec *edits, const char *text, size_t length, size_t *marked_length)
{
	struct sb out = { 0 };
	size_t done = 0;
	if (edits->n)
		qsort(edits->at, edits->n, sizeof *edits->at, compare);
	sb_add(&out, declarations);
	for (size_t i = 0; i < edits->n; i++) {
		const struct edit *edit = &edits->at[i];
		sb_add_bytes(&out, text + done, edit->offset - done);
		done = edit->offset;
		add_edit(&out, edit);
	}
	sb_add_bytes(&out, text + done, length - done);
	*marked_length = out.n;
	return sb_take(&out);
}
