/* sanitize: faults that the sanitizers of the checked build find inside the C library. (Faults that
 * instrumented code finds go to reports.c.)
 *
 * Sanitizers hold locks while they report, so a report ends the worker. Their text is not printed:
 * the parts of it are asked for one by one. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"

#if SKEP_CHECKED

#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

const char *__asan_default_options(void);
const char *__ubsan_default_options(void);
void __ubsan_on_report(void);
void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file, unsigned *line,
                                     unsigned *column, char **address);

/* The runtime handles signals. An allocation that fails returns null. The quarantine is small,
 * because tests are short and a large one is slow; so is the fake stack, because all of it is
 * searched after each jump out of a function. The text of a report names no modules, because
 * finding them takes longer than the test and nobody reads it. */
const char *__asan_default_options(void)
{
	return "detect_leaks=0:halt_on_error=1:abort_on_error=0:exitcode=203:symbolize=0:print_summary=0:"
	       "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:handle_sigtrap=0:"
	       "use_sigaltstack=0:allocator_may_return_null=1:detect_stack_use_after_return=1:"
	       "max_uar_stack_size_log=18:quarantine_size_mb=8:thread_local_quarantine_size_kb=256:malloc_context_size=12:"
	       "detect_odr_violation=0:check_initialization_order=0:print_legend=0:print_full_thread_history=0:"
	       "intercept_tls_get_addr=0:print_scariness=0:"
	       "allocator_release_to_os_interval_ms=-1:color=never:stack_trace_format=%p";
}

const char *__ubsan_default_options(void)
{
	return "print_stacktrace=0:halt_on_error=1:abort_on_error=0:exitcode=203:symbolize=0:print_summary=0";
}

_Noreturn static void end_worker(void)
{
	if (__skep_now.phase == PHASE_RESET)
		end_process(SK_END_RETIRED);
	if (__skep_now.phase != PHASE_TEST)
		end_process(SK_END_LOST);
	__skep_record_end(SK_FAULT, &__skep_fault);
	end_process(SK_END_FAULT);
}

/* The red zone around a block tells which block was overrun. */
static void describe_heap(struct sk_fault *fault, uintptr_t region, size_t size)
{
	struct heap_block block;
	uintptr_t start;
	size_t of_test;
	uint32_t step;
	void *trace[SK_MAX_FRAMES];
	int thread;
	fault->owner = SK_OWNER_UNIT_HEAP;
	fault->region = region;
	fault->region_size = size;
	if (__skep_area_find(region, &step, &start, &of_test)) {
		fault->owner = SK_OWNER_TEST;
		fault->owner_step = step;
		return;
	}
	size_t depth = __asan_get_alloc_stack((void *)region, trace, SK_MAX_FRAMES, &thread);
	fault->n_alloc_frames = __skep_frames_from(fault->alloc_frames, trace, depth);
	depth = __asan_get_free_stack((void *)region, trace, SK_MAX_FRAMES, &thread);
	fault->n_free_frames = __skep_frames_from(fault->free_frames, trace, depth);
	if (!__skep_heap_find(region, &block))
		return;
	fault->owner_step = block.step;
	if (block.freed)
		fault->owner = SK_OWNER_FREED;
}

void __skep_describe_region(struct sk_fault *fault, void *address)
{
	char name[64];
	void *region = NULL;
	size_t size = 0;
	const char *where = __asan_locate_address(address, name, sizeof name, &region, &size);
	if (where && strncmp(where, "heap", 4) == 0)
		describe_heap(fault, (uintptr_t)region, size);
	else if (where && strcmp(where, "stack") == 0)
		fault->owner = SK_OWNER_STACK;
	else if (where && strcmp(where, "global") == 0)
		fault->owner = SK_OWNER_GLOBAL;
	else if ((uintptr_t)address < NULL_ZONE)
		fault->owner = SK_OWNER_NULL;
	else
		fault->owner = SK_OWNER_WILD;
	if (fault->owner == SK_OWNER_GLOBAL || fault->owner == SK_OWNER_STACK) {
		fault->region = (uintptr_t)region;
		fault->region_size = size;
	}
}

/* The first frame of a report may be the reporting function, which returns to the place of the
 * second frame; one of them is dropped. */
static void drop_double(struct sk_fault *fault)
{
	if (fault->n_frames < 2 || fault->frames[0] != fault->frames[1])
		return;
	fault->n_frames--;
	memmove(fault->frames, fault->frames + 1, fault->n_frames * sizeof *fault->frames);
}

static void on_asan_report(const char *text)
{
	(void)text;
	struct sk_fault *fault = &__skep_fault;
	void *address = __asan_get_report_address();
	uintptr_t pc = (uintptr_t)__asan_get_report_pc(), fp = (uintptr_t)__asan_get_report_bp();
	__skep_fault_begin(fault, SK_ASAN, 0, 0);
	fault->address = (uintptr_t)address;
	fault->is_write = (uint32_t)__asan_get_report_access_type();
	fault->access_size = (uint32_t)__asan_get_report_access_size();
	__skep_set_text(fault->message, __asan_get_report_description());
	__skep_describe_region(fault, address);
	fault->n_frames = __skep_frames(fault->frames, pc - 1, fp, (uintptr_t)__asan_get_report_sp());
	drop_double(fault);
	end_worker();
}

void __ubsan_on_report(void)
{
	const char *kind = "", *message = "", *file = "";
	unsigned line = 0, column = 0;
	char *address = NULL;
	struct sk_fault *fault = &__skep_fault;
	__ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
	__skep_fault_begin(fault, SK_UBSAN, 0, (uintptr_t)address);
	snprintf(fault->message, sizeof fault->message, "%s: %s", kind, message);
	__skep_set_text(fault->file, file);
	fault->line = line;
	uintptr_t fp = (uintptr_t)__builtin_frame_address(0);
	fault->n_frames = __skep_frames(fault->frames, (uintptr_t)__builtin_return_address(0) - 1, fp, fp - sizeof fp);
	end_worker();
}

/* Sanitizers also end the process for other reasons, for example without memory. */
static void on_death(void)
{
	if (__skep_now.phase != PHASE_TEST)
		return;
	__skep_fault_begin(&__skep_fault, SK_ASAN, 0, 0);
	__skep_set_text(__skep_fault.message, "the sanitizer gave up");
	end_worker();
}

__attribute__((constructor(102))) static void listen_to_sanitizers(void)
{
	__asan_set_error_report_callback(on_asan_report);
	__sanitizer_set_death_callback(on_death);
}

bool __skep_is_poisoned(const void *start, size_t size)
{
	return size && __asan_region_is_poisoned(unqualified(start), size);
}

#else

bool __skep_is_poisoned(const void *start, size_t size)
{
	(void)start;
	(void)size;
	return false;
}

#endif
