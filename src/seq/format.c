/* format: see format.h. */
#include "seq/format.h"

#include <string.h>

#include "base/str.h"
#include "seq/value.h"

/* The width of a number, by the letters of its directive. */
enum width { WIDTH_INT, WIDTH_LONG, WIDTH_OTHER };

static const char *one_of(const char *const *directives, size_t n, uint64_t choice)
{
	return directives[choice % n];
}

const char *format_directive(const struct type *type, uint64_t choice)
{
	static const char *const numbers[] = { "%d", "%i", "%5d", "%-4d|", "%03d", "%x", "%u", "%c", "%+d" };
	static const char *const wide[] = { "%ld", "%lu", "%lx", "%10ld", "%-3ld|" };
	static const char *const reals[] = { "%f", "%g", "%e", "%.2f", "%8.3f" };
	static const char *const texts[] = { "%s", "%s", "%10s", "%-8s|", "%.3s" };
	if (type->kind == TYPE_FLOAT && type->size == 8)
		return one_of(reals, sizeof reals / sizeof *reals, choice);
	if (type->kind == TYPE_INT && type->size == 4)
		return one_of(numbers, sizeof numbers / sizeof *numbers, choice);
	if (type->kind == TYPE_INT && type->size == 8)
		return one_of(wide, sizeof wide / sizeof *wide, choice);
	return type->kind == TYPE_POINTER ? one_of(texts, sizeof texts / sizeof *texts, choice) : NULL;
}

static bool reads(const struct model *model, const struct param *param, char letter, enum width width)
{
	const struct type *type = model_canonical(model, param->type);
	const struct type *target = type->kind == TYPE_POINTER ? model_canonical(model, type->target) : NULL;
	if (strchr("diouxXc", letter))
		return type->kind == TYPE_INT && width != WIDTH_OTHER && type->size == (width == WIDTH_LONG ? 8 : 4);
	if (strchr("eEfFgGaA", letter))
		return type->kind == TYPE_FLOAT && type->size == 8 && width != WIDTH_OTHER;
	return letter == 's' ? target && type_is_char(target) && width == WIDTH_INT : false;
}

bool format_agrees(const struct model *model, const struct function *function, const char *text, size_t size)
{
	uint32_t next = function->n_named ? function->n_named : function->n_params;
	const char *end = text + strnlen(text, size);
	while (text < end) {
		if (*text++ != '%')
			continue;
		text += strspn(text, "-+ #0123456789.");
		size_t n_long = strspn(text, "lzjt");
		enum width width = !n_long ? WIDTH_INT : n_long == 1 ? WIDTH_LONG : WIDTH_OTHER;
		text += n_long;
		if (*text == '%' && text[-1] == '%') {
			text++;
			continue;
		}
		if (!*text || next >= function->n_params || !reads(model, &function->params[next++], *text++, width))
			return false;
	}
	return next == function->n_params;
}

bool seq_formats_agree(const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct function *function = step_function(model, seq->steps[i]);
		for (uint32_t a = 0; function && function->variadic && a < seq->steps[i]->n_args; a++) {
			const struct step *text = seq->steps[seq_index(i, seq->steps[i]->args[a])];
			if (function->params[a].role == ROLE_FORMAT && text->is_string &&
			    !format_agrees(model, function, text->bytes, text->size))
				return false;
		}
	}
	return true;
}
