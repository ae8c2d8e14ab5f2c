/* models_print: formatted output into memory. See models.h.
 *
 * The C library prints. Then the model walks through the format again, and gives each printed byte
 * its label. So the output is always the C library's, even if the model is wrong, and a label that
 * does not fit its byte is ignored like any label that is out of date. Numbers in their shortest
 * form, characters and text have labels. Other output (floats, widths, ...) is printed by the C
 * library piece by piece, which makes it concrete and counts its length. */
#define _GNU_SOURCE
#include "models.h"
#include "print_family.h"

#define MAX_DIRECTIVE 32

/* The output of the C library, and the place of the walk in it. */
struct printed {
	char *text;
	size_t size; /* with the zero at the end; bytes behind it were not printed */
	size_t at;
};

/* A conversion in the format. */
struct directive {
	const char *start, *end; /* `end` is behind the letter */
	int precision;           /* -1: none */
	unsigned size;           /* of an integer: 1, 2, 4 or 8 */
	bool is_plain;           /* it has nothing but a precision and a size */
	bool is_long_double;
	char letter;
};

/* The next n bytes of output are copies of the bytes at `from`. */
static void is_from(struct printed *printed, const char *from, size_t n)
{
	if (printed->at < printed->size && n) {
		size_t room = printed->size - printed->at;
		__skep_labels_copy(printed->text + printed->at, from, n < room ? n : room);
	}
	printed->at += n;
}

/* The next n bytes have no labels. */
static void is_known(struct printed *printed, size_t n)
{
	if (printed->at < printed->size && n) {
		size_t room = printed->size - printed->at;
		__skep_labels_forget(printed->text + printed->at, n < room ? n : room);
	}
	printed->at += n;
}

/* ---- reading the format ---- */

static bool is_one_of(char c, const char *letters)
{
	while (*letters && *letters != c)
		letters++;
	return c && *letters;
}

static const char *read_size(const char *p, struct directive *directive)
{
	directive->size = 4;
	for (; *p == 'h' || *p == 'l' || *p == 'q' || *p == 'L' || *p == 'j' || *p == 'z' || *p == 't'; p++) {
		directive->is_long_double |= *p == 'L';
		directive->size = *p == 'h' ? directive->size / 2 : 8;
	}
	return p;
}

/* Reads a conversion; false if the walk cannot continue behind it, because it takes arguments out
 * of order, or takes numbers from them. */
static bool read_directive(const char *start, struct directive *directive)
{
	const char *p = start + 1;
	*directive = (struct directive){ .start = start, .precision = -1, .is_plain = true };
	for (; *p == '-' || *p == '+' || *p == ' ' || *p == '#' || *p == '0' || *p == '\''; p++)
		directive->is_plain = false;
	for (; *p >= '0' && *p <= '9'; p++)
		directive->is_plain = false;
	if (*p == '.') {
		directive->precision = 0;
		for (p++; *p >= '0' && *p <= '9' && directive->precision < 100000; p++)
			directive->precision = 10 * directive->precision + (*p - '0');
	}
	p = read_size(p, directive);
	directive->letter = *p;
	directive->end = p + 1;
	return directive->end - start < MAX_DIRECTIVE && *p && is_one_of(*p, "diouxXcsaAeEfFgGp%") &&
	       !(directive->size == 8 && (*p == 'c' || *p == 's'));
}

/* ---- numbers ---- */

static char digit(unsigned value, char letter)
{
	return (char)(value < 10 ? '0' + value : letter - 'x' + 'a' + value - 10);
}

/* Uses half the bits if they are enough, because such expressions are solved sooner. */
static void is_small_number(struct printed *printed, uint32_t value, uint32_t base, char letter)
{
	char digits[16];
	size_t n = sizeof digits;
	do {
		digits[--n] = digit(value % base, letter);
		value /= base;
	} while (value);
	is_from(printed, digits + n, sizeof digits - n);
}

static void is_large_number(struct printed *printed, uint64_t value, uint64_t base, char letter)
{
	char digits[24];
	size_t n = sizeof digits;
	do {
		digits[--n] = digit((unsigned)(value % base), letter);
		value /= base;
	} while (value);
	is_from(printed, digits + n, sizeof digits - n);
}

static void is_unsigned(struct printed *printed, uint64_t value, const struct directive *directive)
{
	unsigned base = directive->letter == 'o' ? 8 : directive->letter == 'x' || directive->letter == 'X' ? 16 : 10;
	if (directive->size == 8)
		is_large_number(printed, value, base, directive->letter);
	else if (directive->size == 4)
		is_small_number(printed, (uint32_t)value, base, directive->letter);
	else
		is_small_number(printed, directive->size == 2 ? (uint16_t)value : (uint8_t)value, base,
		                directive->letter);
}

static void is_signed(struct printed *printed, int64_t value, const struct directive *directive)
{
	int32_t small = directive->size == 4 ? (int32_t)value : directive->size == 2 ? (int16_t)value : (int8_t)value;
	bool negative = directive->size == 8 ? value < 0 : small < 0;
	if (negative)
		is_from(printed, "-", 1);
	if (directive->size == 8)
		is_large_number(printed, negative ? 0 - (uint64_t)value : (uint64_t)value, 10, 'x');
	else
		is_small_number(printed, negative ? 0 - (uint32_t)small : (uint32_t)small, 10, 'x');
}

static void is_integer(struct printed *printed, const struct directive *directive, va_list *args)
{
	bool is_wide = directive->size == 8;
	if (directive->letter == 'd' || directive->letter == 'i')
		is_signed(printed, is_wide ? va_arg(*args, int64_t) : va_arg(*args, int), directive);
	else
		is_unsigned(printed, is_wide ? va_arg(*args, uint64_t) : va_arg(*args, unsigned), directive);
}

/* ---- the rest ---- */

static size_t text_length(const char *text, size_t most)
{
	size_t n = 0;
	while (n < most && text[n])
		n++;
	return n;
}

static void is_text(struct printed *printed, const char *text, const struct directive *directive)
{
	size_t most = directive->precision < 0 ? SIZE_MAX : (size_t)directive->precision;
	if (!text)
		text = most < 6 ? "" : "(null)";
	is_from(printed, text, text_length(text, most));
}

/* The output of the C library for one conversion. Passing it the argument makes the argument
 * concrete. */
static void is_foreign(struct printed *printed, const struct directive *directive, va_list *args)
{
	char format[MAX_DIRECTIVE + 1] = { 0 };
	int length;
	for (size_t i = 0; directive->start + i < directive->end; i++)
		format[i] = directive->start[i];
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
	if (is_one_of(directive->letter, "aAeEfFgG"))
		length = directive->is_long_double ? snprintf(NULL, 0, format, va_arg(*args, long double))
		                                   : snprintf(NULL, 0, format, va_arg(*args, double));
	else if (directive->letter == 's' || directive->letter == 'p')
		length = snprintf(NULL, 0, format, va_arg(*args, void *));
	else
		length = directive->size == 8 ? snprintf(NULL, 0, format, va_arg(*args, long))
		                              : snprintf(NULL, 0, format, va_arg(*args, int));
#pragma clang diagnostic pop
	is_known(printed, length > 0 ? (size_t)length : 0);
}

static void is_converted(struct printed *printed, const struct directive *directive, va_list *args)
{
	if (directive->letter == '%') {
		is_from(printed, directive->end - 1, 1);
	} else if (directive->is_plain && directive->letter == 's') {
		is_text(printed, va_arg(*args, const char *), directive);
	} else if (directive->is_plain && directive->letter == 'c') {
		char c = (char)va_arg(*args, int);
		is_from(printed, &c, 1);
	} else if (directive->is_plain && directive->precision < 0 && is_one_of(directive->letter, "diouxX")) {
		is_integer(printed, directive, args);
	} else {
		is_foreign(printed, directive, args);
	}
}

/* ---- functions ---- */

static void walk(struct printed *printed, const char *format, va_list *args)
{
	struct directive directive;
	const char *p = format;
	while (*p) {
		size_t n = 0;
		while (p[n] && p[n] != '%')
			n++;
		is_from(printed, p, n);
		p += n;
		if (!*p)
			break;
		if (!read_directive(p, &directive)) {
			__skep_slow_reads_list("snprintf", (uintptr_t)*args);
			is_known(printed, printed->size);
			return;
		}
		is_converted(printed, &directive, args);
		p = directive.end;
	}
	is_known(printed, 1);
}

static int print_labelled(char *restrict text, size_t size, const char *restrict format, va_list args)
{
	va_list again;
	va_copy(again, args);
	int length = __skep_print_plain(text, size, format, args);
	if (length >= 0) {
		struct printed printed = { text, size, 0 };
		walk(&printed, format, &again);
	}
	va_end(again);
	return length;
}

#define PRINT_INTO print_labelled
PRINT_FAMILY(__skep_model_)
