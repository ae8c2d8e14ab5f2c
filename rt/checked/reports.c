/* reports: the functions that instrumented code of the checked build calls when a check fails, and
 * before it copies or fills memory.
 *
 * The sanitizers' own functions hold locks while they report, so a report could only end the
 * process. The names in the unit's code are redefined (redefine.h) to these functions, which note
 * the fault and leave the test. The bad access or operation has not happened yet, so the worker
 * goes on with the next test. Faults that the sanitizers find inside the C library still end the
 * worker (sanitize.c). */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"

#if SKEP_CHECKED

#include <sanitizer/asan_interface.h>

/* The first words of clang's static data about a check. */
struct source_place {
	const char *file;
	uint32_t line, column;
};

struct type_note {
	uint16_t kind;
	uint16_t info;      /* integers: bit 0 is the sign, log2 of the width above it; floats: the width */
	char name[];
};

struct check_data {
	struct source_place place;
	const struct type_note *type, *other_type;
};

struct mismatch_data {
	struct source_place place;
	const struct type_note *type;
	uint8_t log_alignment, access;
};

_Noreturn static void leave(void)
{
	if (__skep_now.phase == PHASE_RESET)
		end_process(SK_END_RETIRED);
	if (__skep_now.phase != PHASE_TEST)
		end_process(SK_END_LOST);
	__skep_escape(SK_FAULT);
}

/* The frames of the unit, from the function that its code called. */
#define FRAMES()                                                                                              \
	__skep_frames(__skep_fault.frames, (uintptr_t)__builtin_return_address(0) - 1,                        \
	              *(uintptr_t *)__builtin_frame_address(0), (uintptr_t)__builtin_frame_address(0))

/* ---- memory ---- */

/* The word for the memory around an address, by AddressSanitizer's shadow. */
static const char *memory_word(uintptr_t address)
{
	const uint8_t *shadow = (const uint8_t *)((address >> 3) + 0x7fff8000);
	uint8_t state = *shadow > 0 && *shadow < 8 ? shadow[1] : *shadow;
	switch (state) {
	case 0xfd:
		return "heap-use-after-free";
	case 0xf1:
		return "stack-buffer-underflow";
	case 0xf2:
	case 0xf3:
	case 0xca:
	case 0xcb:
		return "stack-buffer-overflow";
	case 0xf5:
		return "stack-use-after-return";
	case 0xf8:
		return "stack-use-after-scope";
	case 0xf9:
		return "global-buffer-overflow";
	case 0xf7:
		return "use-after-poison";
	default:
		return "heap-buffer-overflow";
	}
}

static void note_access(uintptr_t address, size_t size, uint32_t is_write)
{
	struct sk_fault *fault = &__skep_fault;
	__skep_fault_begin(fault, SK_ASAN, 0, 0);
	fault->address = address;
	fault->access_size = (uint32_t)size;
	fault->is_write = is_write;
	__skep_set_text(fault->message, memory_word(address));
	__skep_describe_region(fault, (void *)address);
}

#define REPORT(name, size, is_write)                                                                          \
	void __skep_report_##name(uintptr_t address);                                                         \
	void __skep_report_##name(uintptr_t address)                                                          \
	{                                                                                                     \
		note_access(address, size, is_write);                                                         \
		__skep_fault.n_frames = FRAMES();                                                             \
		leave();                                                                                      \
	}
#define REPORT_N(name, is_write)                                                                              \
	void __skep_report_##name(uintptr_t address, size_t size);                                            \
	void __skep_report_##name(uintptr_t address, size_t size)                                             \
	{                                                                                                     \
		note_access(address, size, is_write);                                                         \
		__skep_fault.n_frames = FRAMES();                                                             \
		leave();                                                                                      \
	}

REPORT(load1, 1, 0)
REPORT(load2, 2, 0)
REPORT(load4, 4, 0)
REPORT(load8, 8, 0)
REPORT(load16, 16, 0)
REPORT_N(load_n, 0)
REPORT(store1, 1, 1)
REPORT(store2, 2, 1)
REPORT(store4, 4, 1)
REPORT(store8, 8, 1)
REPORT(store16, 16, 1)
REPORT_N(store_n, 1)

/* ---- blocks of memory ---- */

/* Most faults in blocks of memory are overruns, which can be seen before they happen. Other faults
 * (an absurd size, overlap) are left to the sanitizer's own report. */
#define MOST_BYTES ((size_t)1 << 40)

/* The last bytes of the two parts of memory that have a shadow. */
#define LAST_LOW ((uintptr_t)0x7fff7fff)
#define LAST_HIGH ((uintptr_t)0x7fffffffffff)

/* The first byte that must not be used; 0: there is none. If a block leaves its part of memory,
 * only the bytes up to the end of that part have a shadow to look at. */
static uintptr_t bad_byte(const void *start, size_t size)
{
	uintptr_t at = (uintptr_t)start, last = at <= LAST_LOW ? LAST_LOW : LAST_HIGH;
	if (!size || size > MOST_BYTES || at >= last)
		return 0;
	size_t room = last - at; /* the sanitizer also looks at the byte behind the block, which must have a
	                            shadow */
	return (uintptr_t)__asan_region_is_poisoned(unqualified(start), size < room ? size : room);
}

#define CHECK_BLOCK(start, size, is_write)                                                                    \
	do {                                                                                                  \
		uintptr_t bad = bad_byte(start, size);                                                        \
		if (__builtin_expect(bad != 0, 0)) {                                                          \
			note_access(bad, size, is_write);                                                     \
			__skep_fault.n_frames = FRAMES();                                                     \
			leave();                                                                              \
		}                                                                                             \
	} while (0)

void *__asan_memcpy(void *to, const void *from, size_t size);
void *__asan_memmove(void *to, const void *from, size_t size);
void *__asan_memset(void *to, int byte, size_t size);
void *__skep_report_memcpy(void *to, const void *from, size_t size);
void *__skep_report_memmove(void *to, const void *from, size_t size);
void *__skep_report_memset(void *to, int byte, size_t size);

void *__skep_report_memcpy(void *to, const void *from, size_t size)
{
	CHECK_BLOCK(from, size, 0);
	CHECK_BLOCK(to, size, 1);
	return __asan_memcpy(to, from, size);
}

void *__skep_report_memmove(void *to, const void *from, size_t size)
{
	CHECK_BLOCK(from, size, 0);
	CHECK_BLOCK(to, size, 1);
	return __asan_memmove(to, from, size);
}

void *__skep_report_memset(void *to, int byte, size_t size)
{
	CHECK_BLOCK(to, size, 1);
	return __asan_memset(to, byte, size);
}

void __skep_report_free(void *pointer, uintptr_t pc, uintptr_t fp, uintptr_t sp)
{
	struct sk_fault *fault = &__skep_fault;
	__skep_fault_begin(fault, SK_ASAN, 0, 0);
	fault->address = (uintptr_t)pointer;
	__skep_set_text(fault->message, "double-free");
	__skep_describe_region(fault, pointer);
	fault->n_frames = __skep_frames(fault->frames, pc, fp, sp);
	leave();
}

/* ---- undefined behaviour ---- */

static void note_place(const struct source_place *place, const char *message)
{
	struct sk_fault *fault = &__skep_fault;
	__skep_fault_begin(fault, SK_UBSAN, 0, 0);
	__skep_set_text(fault->message, message);
	__skep_set_text(fault->file, place->file ? place->file : "");
	fault->line = place->line;
}

/* Kinds of type_note. */
enum { INTEGER_TYPE, FLOAT_TYPE };

static double real(const struct type_note *type, uintptr_t bits)
{
	double wide;
	float narrow;
	memcpy(&wide, &bits, sizeof wide);
	memcpy(&narrow, &bits, sizeof narrow);
	return type->info == 64 ? wide : (double)narrow;
}

/* The value as the source sees it, in text; values that are too wide have no number. */
static const char *number(const struct type_note *type, uintptr_t value, char *text, size_t size)
{
	unsigned bits = type->kind == INTEGER_TYPE ? 1u << (type->info >> 1) : 0;
	if (type->kind == FLOAT_TYPE && (type->info == 64 || type->info == 32))
		snprintf(text, size, "%g", real(type, value));
	else if (type->kind != INTEGER_TYPE || bits > 64)
		snprintf(text, size, "a value");
	else if (type->info & 1)
		snprintf(text, size, "%lld", (long long)((int64_t)(value << (64 - bits)) >> (64 - bits)));
	else
		snprintf(text, size, "%llu", (unsigned long long)value);
	return text;
}

static void note_binary(const struct check_data *data, uintptr_t left, uintptr_t right, const char *kind,
                        const char *sign, const struct type_note *right_type)
{
	char message[SK_MESSAGE_SIZE], a[32], b[32];
	snprintf(message, sizeof message, "%s: %s %s %s in type %s", kind, number(data->type, left, a, sizeof a), sign,
	         number(right_type, right, b, sizeof b), data->type->name);
	note_place(&data->place, message);
}

#define END()                                                                                                 \
	do {                                                                                                  \
		__skep_fault.n_frames = FRAMES();                                                             \
		leave();                                                                                      \
	} while (0)

/* A program with undefined arithmetic goes on with the machine's result, as it does outside of
 * skep, and its first such fault is reported at the end. Any other test ends here. */
static bool goes_on(void)
{
	if (!__skep_now.in_program || __skep_now.phase != PHASE_TEST)
		return false;
	if (__skep_minor_fault.kind == SK_NO_FAULT)
		__skep_minor_fault = __skep_fault;
	return true;
}

#define END_OR_GO_ON()                                                                                        \
	do {                                                                                                  \
		__skep_fault.n_frames = FRAMES();                                                             \
		if (!goes_on())                                                                               \
			leave();                                                                              \
	} while (0)

#define ARITHMETIC(name, kind, sign)                                                                          \
	void __skep_ubsan_##name(const struct check_data *data, uintptr_t left, uintptr_t right);             \
	void __skep_ubsan_##name(const struct check_data *data, uintptr_t left, uintptr_t right)              \
	{                                                                                                     \
		note_binary(data, left, right, kind, sign, data->type);                                       \
		END_OR_GO_ON();                                                                                        \
	}

ARITHMETIC(add_overflow, "signed-integer-overflow", "+")
ARITHMETIC(sub_overflow, "signed-integer-overflow", "-")
ARITHMETIC(mul_overflow, "signed-integer-overflow", "*")

void __skep_ubsan_divrem_overflow(const struct check_data *data, uintptr_t left, uintptr_t right);
void __skep_ubsan_divrem_overflow(const struct check_data *data, uintptr_t left, uintptr_t right)
{
	note_binary(data, left, right, right ? "signed-integer-overflow" : "integer-divide-by-zero", "/", data->type);
	END();
}

/* The shift is by a number of bits that the type has, so all common compilers give the same result. */
static bool shifts_sign(const struct check_data *data, uintptr_t by)
{
	return data->type->kind == INTEGER_TYPE && by < 1u << (data->type->info >> 1);
}

void __skep_ubsan_shift_out_of_bounds(const struct check_data *data, uintptr_t left, uintptr_t right);
void __skep_ubsan_shift_out_of_bounds(const struct check_data *data, uintptr_t left, uintptr_t right)
{
	if (shifts_sign(data, right) && !(__skep_now.flags & SK_WANT_SHIFTS) && !__skep_now.in_program)
		return;
	note_binary(data, left, right, "invalid-shift", "shifted by", data->other_type);
	END_OR_GO_ON();
}

/* For checks with one value, or none, in the message. */
static void note_value(const struct check_data *data, const struct type_note *type, uintptr_t value, const char *kind)
{
	char message[SK_MESSAGE_SIZE], text[32];
	snprintf(message, sizeof message, "%s: %s", kind, number(type, value, text, sizeof text));
	note_place(&data->place, message);
}

#define VALUE(name, kind, which)                                                                              \
	void __skep_ubsan_##name(const struct check_data *data, uintptr_t value);                             \
	void __skep_ubsan_##name(const struct check_data *data, uintptr_t value)                              \
	{                                                                                                     \
		note_value(data, data->which, value, kind);                                                   \
		END();                                                                                        \
	}

VALUE(negate_overflow, "signed-integer-overflow: negation of", type)
VALUE(out_of_bounds, "out-of-bounds-index", other_type)
VALUE(vla_bound_not_positive, "non-positive-vla-bound", type)
VALUE(load_invalid_value, "invalid-value", type)

void __skep_ubsan_float_cast_overflow(const struct check_data *data, uintptr_t value);
void __skep_ubsan_float_cast_overflow(const struct check_data *data, uintptr_t value)
{
	char message[SK_MESSAGE_SIZE], text[32];
	snprintf(message, sizeof message, "float-cast-overflow: %s is outside of what type %s can hold",
	         number(data->type, value, text, sizeof text), data->other_type->name);
	note_place(&data->place, message);
	END_OR_GO_ON();
}

#define PLAIN(name, message)                                                                                  \
	void __skep_ubsan_##name(const struct check_data *data);                                              \
	void __skep_ubsan_##name(const struct check_data *data)                                               \
	{                                                                                                     \
		note_place(&data->place, message);                                                            \
		END();                                                                                        \
	}

PLAIN(builtin_unreachable, "unreachable-call: code that is promised never to run")
PLAIN(missing_return, "missing-return: the end of a function that should return a value")
PLAIN(invalid_builtin, "invalid-builtin-use: a builtin that is undefined for zero")
PLAIN(nonnull_arg, "invalid-null-argument: null passed where the callee forbids it")
PLAIN(alignment_assumption, "alignment-assumption: an address is not aligned as promised")

void __skep_ubsan_nonnull_return(const void *attribute, const struct source_place *place);
void __skep_ubsan_nonnull_return(const void *attribute, const struct source_place *place)
{
	(void)attribute;
	note_place(place, "invalid-null-return: null returned where the function forbids it");
	END();
}

void __skep_ubsan_pointer_overflow(const struct check_data *data, uintptr_t base, uintptr_t result);
void __skep_ubsan_pointer_overflow(const struct check_data *data, uintptr_t base, uintptr_t result)
{
	if (base || result) {
		note_place(&data->place, base ? "pointer-overflow: an offset leaves the address space"
		                              : "nullptr-with-offset: an offset applied to a null pointer");
		END_OR_GO_ON();
		return;
	}
	/* Does no harm by itself; p[0] comes here, too, before the access itself. */
	if (__skep_now.phase != PHASE_TEST || __skep_minor_fault.kind != SK_NO_FAULT)
		return;
	note_place(&data->place, "nullptr-with-zero-offset: zero added to a null pointer");
	__skep_fault.n_frames = FRAMES();
	__skep_minor_fault = __skep_fault;
}

void __skep_ubsan_type_mismatch(const struct mismatch_data *data, uintptr_t pointer);
void __skep_ubsan_type_mismatch(const struct mismatch_data *data, uintptr_t pointer)
{
	static const char *const accesses[] = { "load of", "store to", "reference to", "member access within" };
	const char *access = data->access < 4 ? accesses[data->access] : "use of";
	bool misaligned = pointer & (((uintptr_t)1 << data->log_alignment) - 1);
	char message[SK_MESSAGE_SIZE];
	snprintf(message, sizeof message, "%s: %s %s of type %s",
	         !pointer     ? "null-pointer-use"
	         : misaligned ? "misaligned-pointer-use"
	                      : "insufficient-object-size",
	         access,
	         !pointer     ? "null pointer"
	         : misaligned ? "misaligned address"
	                      : "address with too little room",
	         data->type->name);
	note_place(&data->place, message);
	__skep_fault.address = pointer;
	if (pointer)
		__skep_describe_region(&__skep_fault, (void *)pointer);
	else
		__skep_fault.owner = SK_OWNER_NULL;
	END();
}

#endif
