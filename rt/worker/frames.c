/* frames: places of code, and the layout of stack and executable.
 *
 * All code of the unit has frame pointers; the C library has not. So frame pointers are followed
 * first, which takes almost no time, and the unwinder is asked only if they do not lead back to the
 * runtime. Either may meet damaged memory, so reads are guarded. */
#define _GNU_SOURCE
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unwind.h>

#include "inside.h"

#define STACK_LIMIT ((uintptr_t)8 << 20)
#define OVERFLOW_REACH ((uintptr_t)16 << 20) /* how far below the stack's end a large frame may reach */
#define SCRUB_UNIT 512
#define SCRUB_HOLE 4096

uintptr_t __skep_stack_top;

static struct {
	uintptr_t bias;
	uintptr_t start, end;
	uintptr_t code_start, code_end;
	uintptr_t stack_low, stack_high;
} image;

static int note_image(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size;
	(void)unused;
	image.bias = info->dlpi_addr;
	image.start = UINTPTR_MAX;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];
		uintptr_t start = image.bias + part->p_vaddr, end = start + part->p_memsz;
		if (part->p_type != PT_LOAD)
			continue;
		image.start = start < image.start ? start : image.start;
		image.end = end > image.end ? end : image.end;
		if (part->p_flags & PF_X) {
			image.code_start = start;
			image.code_end = end;
		}
	}
	return 1; /* the executable is the first, and no other is needed */
}

void __skep_image_init(void)
{
	struct rlimit limit;
	dl_iterate_phdr(note_image, NULL);
	if (getrlimit(RLIMIT_STACK, &limit) == 0) {
		limit.rlim_cur = limit.rlim_max < STACK_LIMIT ? limit.rlim_max : STACK_LIMIT;
		setrlimit(RLIMIT_STACK, &limit);
	}
	uintptr_t name = (uintptr_t)getauxval(AT_EXECFN); /* lies at the very top of the stack */
	image.stack_high = (name + PAGE) & ~(PAGE - 1);
	image.stack_low = image.stack_high - limit.rlim_cur;
}

bool __skep_in_image(uintptr_t address)
{
	return address >= image.start && address < image.end;
}

static bool calls_the_unit(uintptr_t pc)
{
	return pc >= (uintptr_t)__start_skep_outer && pc < (uintptr_t)__stop_skep_outer;
}

static bool in_runtime(uintptr_t pc)
{
	return (pc >= (uintptr_t)__start_skep_text && pc < (uintptr_t)__stop_skep_text) || calls_the_unit(pc);
}

bool __skep_in_unit_code(uintptr_t pc)
{
	return pc >= image.code_start && pc < image.code_end && !in_runtime(pc);
}

bool __skep_in_stack(uintptr_t address)
{
	return address >= image.stack_low && address < image.stack_high;
}

bool __skep_is_stack_overflow(uintptr_t address)
{
	return address < image.stack_low + PAGE && address >= image.stack_low - OVERFLOW_REACH;
}

struct list {
	uint64_t *frames;
	uint32_t n;
	bool complete; /* the walk reached the code that calls the unit */
	bool broken;   /* the walk went through a library, whose caller may be missing */
};

static void add(struct list *list, uintptr_t pc)
{
	if (calls_the_unit(pc))
		list->complete = true;
	else if (__skep_in_unit_code(pc) && list->n < SK_MAX_FRAMES)
		list->frames[list->n++] = pc - image.bias;
}

static void follow_frame_pointers(struct list *list, uintptr_t fp, uintptr_t sp)
{
	uintptr_t pair[2];
	uintptr_t last = sp;
	while (!list->complete && list->n < SK_MAX_FRAMES && fp > last && fp % sizeof fp == 0) {
		if (!__skep_copy_guarded(pair, (const void *)fp, sizeof pair))
			return;
		add(list, pair[1] - 1);
		list->broken |= !__skep_in_image(pair[1]);
		last = fp;
		fp = pair[0];
	}
}

static _Unwind_Reason_Code add_unwound(struct _Unwind_Context *context, void *argument)
{
	struct list *list = argument;
	int exact = 0;
	uintptr_t pc = _Unwind_GetIPInfo(context, &exact);
	add(list, exact ? pc : pc - 1);
	return list->complete || list->n == SK_MAX_FRAMES ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static void unwind(void *argument)
{
	_Unwind_Backtrace(add_unwound, argument);
}

uint32_t __skep_frames(uint64_t *frames, uintptr_t pc, uintptr_t fp, uintptr_t sp)
{
	struct list followed = { .frames = frames, .broken = !__skep_in_image(pc) };
	add(&followed, pc);
	if (followed.broken) {
		/* For a call to a bad address, or into a library, the caller's address may be on
		 * top of the stack. */
		uintptr_t caller = 0;
		if (__skep_copy_guarded(&caller, (const void *)sp, sizeof caller))
			add(&followed, caller - 1);
	}
	follow_frame_pointers(&followed, fp, sp - 1);
	if (!followed.broken && (followed.complete || followed.n == SK_MAX_FRAMES))
		return followed.n;
	uint64_t others[SK_MAX_FRAMES];
	struct list unwound = { .frames = others };
	__skep_guarded(unwind, &unwound);
	if (!unwound.complete && unwound.n <= followed.n)
		return followed.n;
	memcpy(frames, others, unwound.n * sizeof *frames);
	return unwound.n;
}

uint32_t __skep_frames_from(uint64_t *frames, void *const *trace, size_t n)
{
	struct list list = { .frames = frames };
	for (size_t i = 0; i < n && !list.complete; i++)
		add(&list, (uintptr_t)trace[i] - (i > 0));
	return list.n;
}

typedef uint64_t quad __attribute__((vector_size(16), may_alias));
#define SCRUB_QUADS (SCRUB_UNIT / sizeof(quad))

/* The compiler must not turn either function into a call of memset() or the like, whose frame would
 * lie in the wiped memory. */
__attribute__((no_builtin)) static void wipe(quad *low)
{
	for (size_t i = 0; i < SCRUB_QUADS; i++)
		low[i] = (quad){ 0, 0 };
}

/* Four sums are computed side by side, because each step of one sum has to wait for the step
 * before. */
__attribute__((no_builtin)) static bool is_clean(const quad *low)
{
	quad any[4] = { { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } };
	for (size_t i = 0; i < SCRUB_QUADS; i += 4)
		for (size_t k = 0; k < 4; k++)
			any[k] |= low[i + k];
	quad all = any[0] | any[1] | any[2] | any[3];
	return (all[0] | all[1]) == 0;
}

/* Wipes down to the first large hole that is clean already. Most tests use little of the stack, and
 * looking takes less time than wiping. */
__attribute__((noinline)) void __skep_scrub_stack(void)
{
	uintptr_t low = (((uintptr_t)__builtin_frame_address(0) - 512) & ~(uintptr_t)15) - SCRUB_UNIT;
	uintptr_t end = image.stack_low + 2 * SCRUB_HOLE;
	for (uintptr_t clean = 0; clean < SCRUB_HOLE && low > end; low -= SCRUB_UNIT) {
		if (is_clean((const quad *)low)) {
			clean += SCRUB_UNIT;
			continue;
		}
		wipe((quad *)low);
		clean = 0;
	}
}
