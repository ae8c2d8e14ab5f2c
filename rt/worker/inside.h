/* inside: shared by the runtime's files.
 *
 * A target consists of this runtime, the generated driver and the instrumented unit. main.c is the
 * zygote, worker.c runs batches, interpret.c runs one test, record.c writes the results, and the
 * functions `__skep_..._reset` of the other files undo the test's changes to the process. Nothing
 * here is reentrant: there is one test at a time. Read next: protocol.h, runtime.h, then worker.c. */
#ifndef SKEP_RT_INSIDE_H
#define SKEP_RT_INSIDE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "protocol.h"
#include "unqualified.h"
#include "runtime.h"

#ifndef SKEP_CHECKED
#define SKEP_CHECKED 0
#endif

/* Places of the target's own memory, the same in every run. All memory, including the executable
 * (low) and the stack and libraries (high), differs in the low 40 bits of its addresses, because
 * labels_layout.h uses only these. The trace lies where an address fits into an instruction. A
 * number of 32 bits that a unit takes for a pointer may lead there, where the fast build has
 * nothing; it can only damage the trace, which is checked before use. */
#define AREA_PLACE 0x201000000000
#define AREA_ADDRESS ((void *)AREA_PLACE)
#define HEAP_ADDRESS ((void *)0x212000000000)
#define SHARED_ADDRESS ((void *)0x223000000000)
#define SYMBOLIC_PLACE 0x6e000000
#define SYMBOLIC_ADDRESS ((void *)SYMBOLIC_PLACE)

/* The runtime has sections of its own, so that it can be left out of stacks: one for code that
 * calls the unit, one for code that the unit calls. */
#ifdef __clang__
#ifdef CALLS_THE_UNIT
#pragma clang section text = "skep_outer"
#else
#pragma clang section text = "skep_text"
#endif
#endif
extern const unsigned char __start_skep_text[] __attribute__((weak));
extern const unsigned char __stop_skep_text[] __attribute__((weak));
extern const unsigned char __start_skep_outer[] __attribute__((weak));
extern const unsigned char __stop_skep_outer[] __attribute__((weak));

/* The bytes that uninitialised and freed memory reads as, always the same. */
#define FILL_FRESH SK_FILL_FRESH
#define FILL_FREED 0xdd
/* heap_checked.c: sets the value of memory that nobody set, and the layout of blocks, for the test
 * that begins; see protocol.h. */
void __skep_heap_vary(uint32_t flags);
#define PAGE ((uintptr_t)4096)
/* Addresses below this are a null pointer with an offset. */
#define NULL_ZONE ((uintptr_t)65536)

/* ---- the test being run ---- */

enum phase { PHASE_START, PHASE_IDLE, PHASE_TEST, PHASE_RESET };

struct variable {
	void *place;
	uint32_t size;
	uint32_t object;                /* contracts.c: as in sk_step, if the unit gave it and it is alive */
};

struct now {
	volatile enum phase phase;
	volatile uint64_t serial;       /* number of the test, by which a test that lasts too long is seen */
	uint32_t batch;                 /* value of `go` for the test's batch */
	uint32_t step;
	uint32_t n_steps, flags;
	uint32_t steps_done;
	bool retire;                    /* the worker must end after this test */
	volatile bool denied;           /* the sandbox denied the test something that it would get elsewhere */
	enum sk_outcome outcome;        /* of a test that left by __skep_escape() */
	int exit_status;
	const struct sk_contract *checking; /* the contract that is being checked; NULL: none */
	bool in_program, ran_program;   /* program.c */
	sigjmp_buf program_end;         /* from the program back to its step */
	sigjmp_buf escape;              /* from the unit back to the worker */
	struct variable variables[SK_MAX_STEPS];
};

extern struct now __skep_now;
extern struct sk_shared *__skep_shared;

/* Ends the process at once. It does not use _exit(), because the unit may have damaged the C
 * library's data. If the unit denied itself all system calls, the process ends by a further fault. */
_Noreturn static inline void end_process(int status)
{
#if defined(__x86_64__)
	__asm__ volatile("syscall" : : "a"(231L), "D"((long)status) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
	register long number __asm__("x8") = 94, argument __asm__("x0") = status;
	__asm__ volatile("svc 0" : : "r"(number), "r"(argument) : "memory");
#endif
	__builtin_trap();
}

/* Clears flags that C code expects to be clear: direction, alignment checks. */
static inline void clean_flags(void)
{
#if defined(__x86_64__) && defined(__clang__)
	__builtin_ia32_writeeflags_u64(0x202);
#endif
}

/* ---- worker.c ---- */

/* Runs batches until the engine says stop; `seen` is the last value of `go` that was handled. */
_Noreturn void __skep_worker(uint32_t seen);
/* False if the unit overwrote the whole stack of the worker upwards. */
bool __skep_stack_is_intact(void); /* main.c */
/* Runs test `i` of the batch in a process of its own. */
extern bool __skep_has_threads; /* the unit starts threads */
_Noreturn void __skep_worker_once(uint32_t i);
void __skep_futex_wait(const uint32_t *word, uint32_t value);
void __skep_futex_wake(uint32_t *word);
/* Leaves the unit, from any place in it, with this outcome. */
_Noreturn void __skep_escape(enum sk_outcome outcome);

/* ---- keys.c ---- */

/* The caller is not a thread that the unit started. */
bool __skep_is_own_thread(void);

/* ---- interpret.c ---- */

/* Runs a test of `length` bytes; false if the bytes make no sense. */
bool __skep_interpret(const uint8_t *bytes, uint32_t length);

/* ---- contracts.c ---- */

void __skep_contracts_init(void);
void __skep_contracts_reset(void);
/* Calls the function, and checks its contracts around the call. */
void __skep_contracts_call(uint32_t function, const uint32_t *args, uint32_t n, void **places);
/* Checks the test's objects after step i. */
void __skep_contracts_after(const struct sk_step *head, uint32_t i);
/* A contract can compare the variable's object with others of its type. */
bool __skep_contracts_compare(uint32_t variable);
/* A contract can compare both, and they are equal. */
bool __skep_contracts_equal(uint32_t a, uint32_t b);

/* ---- program.c ---- */

/* Does the work of SK_PUT; false if it cannot be done. */
bool __skep_program_put(uint32_t where, const char *name, const uint8_t *bytes, uint32_t size, uint32_t step);
/* Runs main() to its end. The n arguments include the name of the program, and a null pointer
 * follows them. False if it cannot be done. */
bool __skep_program_run(uint32_t function, int n, char **arguments, uint32_t step);
/* Records the results of a program that ended itself by an assertion or abort(), too. */
void __skep_program_failed(void);
/* Ends the program if one is running; otherwise returns. */
void __skep_program_exit(void);
/* Labels bytes that were read from the descriptor, from offset `at` on. */
void __skep_program_label(int fd, const void *start, size_t size, off_t at);
void __skep_program_reset(void);

/* ---- record.c ---- */

/* Starts the record of test `i`; false if the output has no room for it. */
bool __skep_record_begin(uint32_t i, uint32_t n_steps, uint32_t flags);
void __skep_record_value(uint32_t step, enum sk_outcome outcome, const void *bytes, uint32_t size);
void __skep_record_peek(uint32_t step, const void *bytes, uint32_t size);
uint32_t __skep_record_peek_room(void);
/* Adds the shapes of all that pointers lead to. Call it at the end of a test that ended normally. */
void __skep_record_shapes(void);
/* Completes the record; `fault` may be NULL. It can be called in signal handlers. */
void __skep_record_end(enum sk_outcome outcome, const struct sk_fault *fault);

/* ---- area.c: memory of variables and blocks ---- */

void __skep_area_init(void);
/* Sets the layout of the area for the test that begins; see protocol.h. */
void __skep_area_vary(uint32_t flags);
/* Memory filled with zeroes; NULL if there is no more. */
void *__skep_area_take(size_t size, uint32_t step);
void __skep_area_reset(void);
/* Finds the block or variable that contains the address. */
/* A quick check: the address may be in the area. */
bool __skep_area_spans(uintptr_t address);
bool __skep_area_find(uintptr_t address, uint32_t *step, uintptr_t *start, size_t *size);
size_t __skep_area_count(void);
void __skep_area_entry(size_t i, uintptr_t *start, size_t *size);

/* ---- heap.c, heap_checked.c: memory of the unit ---- */

struct heap_block {
	uintptr_t start;
	size_t size;
	uint32_t step;
	bool freed;
};

/* Set while the C library looks at a pointer of the unit, because it aborts on a wild pointer. */
extern volatile bool __skep_in_libc_free;

/* The unit's malloc() and related functions, without failures that a test wants. */
void *__skep_heap_malloc(size_t size);
void *__skep_heap_calloc(size_t count, size_t size);
void *__skep_heap_realloc(void *pointer, size_t size);
void *__skep_heap_aligned_alloc(size_t alignment, size_t size);
void __skep_heap_init(void);
void __skep_heap_snapshot(void);
void __skep_heap_reset(void);
/* Bytes of the heap that the test has used so far. */
size_t __skep_heap_touched(void);
/* A quick check: the address may be in the unit's heap. */
bool __skep_heap_spans(uintptr_t address);
/* Makes __skep_heap_find() quick until the heap changes. */
void __skep_heap_index(void);
bool __skep_heap_find(uintptr_t address, struct heap_block *block);

/* Replaces free() in the unit. */
void __skep_free(void *pointer);
void *__skep_malloc(size_t size);
void *__skep_calloc(size_t count, size_t size);
void *__skep_realloc(void *pointer, size_t size);

/* leak.c: fills the fault and returns true if the unit left unreachable blocks. */
bool __skep_leaks(struct sk_fault *fault);
size_t __skep_heap_live(struct heap_block *blocks, size_t room);

/* shape.c: a hash of everything that the pointer leads to; 0 for null. */
uint64_t __skep_shape(uintptr_t pointer);

/* ---- reset.c ---- */

void __skep_snapshot(void);
void __skep_reset(void);

/* ---- fault.c ---- */

extern struct sk_fault __skep_fault;
/* A fault that is only reported if no worse one follows in the test; its kind is SK_NO_FAULT if
 * there is none. */
extern struct sk_fault __skep_minor_fault;
void __skep_catch_signals(void);
void __skep_start_clock(void);
/* Ends the test with a fault that the runtime itself found in the unit's behaviour. */
_Noreturn void __skep_fail(enum sk_fault_kind kind, int code, uintptr_t address, const char *message);
/* Ends the test with a fault at a place in the source, which the unit names itself. */
_Noreturn void __skep_fail_at(enum sk_fault_kind kind, const char *message, const char *file, unsigned line);
/* Ends the test, whose call cannot be made: for wrappers (src/instr/driver.c). */
_Noreturn void __skep_refuse_call(void);
/* Runs `access`; false if it met memory that cannot be read. */
bool __skep_guarded(void (*access)(void *), void *argument);
/* Copies; false if the memory cannot be read. */
bool __skep_copy_guarded(void *to, const void *from, size_t size);
bool __skep_readable_string(const char *text, size_t limit, size_t *length);
/* Finds the owner of the address; fills owner, owner_step, region and region_size. */
void __skep_describe_address(struct sk_fault *fault, uintptr_t address);
void __skep_fault_begin(struct sk_fault *fault, enum sk_fault_kind kind, int code, uintptr_t address);
/* Why calls failed in this test that would not have failed elsewhere: sum of enum sk_refused. */
extern uint32_t __skep_refused;
/* Other machines may well have this much memory, or promise it. */
#define SK_GRANTED_ELSEWHERE (UINT64_C(1) << 36)
/* Notes that an allocation of this size is above the limit. */
static inline void __skep_refuse(size_t size)
{
	if (size < SK_GRANTED_ELSEWHERE)
		__skep_refused |= SK_REFUSED_BY_LIMIT;
}
/* As in struct sk_record. */
extern uint16_t __skep_stood_in[SK_MAX_STOOD_IN];
extern uint16_t __skep_n_stood_in;
void __skep_set_text(char *to, const char *from);

/* clock.c: milliseconds that the test slept, and waited for descriptors, by its own clock. */
struct sk_idle __skep_idle(void);

/* ---- failing.c ---- */

/* For each kind, the number of the call from now on that fails; 0: none. Tests set it. */
extern uint32_t __skep_until_failure[SK_N_FAILING];
/* As in struct sk_record. */
extern uint32_t __skep_failed_step;
/* Counts a call of this kind: true, with errno set to `error`, if the call must fail. */
bool __skep_fails_with(enum sk_failing kind, int error);
void __skep_failing_reset(void);

/* ---- sanitize.c, reports.c (checked build) ---- */

/* Fills owner and region of the fault from AddressSanitizer's knowledge. */
void __skep_describe_region(struct sk_fault *fault, void *address);
/* The unit frees a block for the second time, at this place. */
_Noreturn void __skep_report_free(void *pointer, uintptr_t pc, uintptr_t fp, uintptr_t sp);

/* ---- frames.c ---- */

void __skep_image_init(void);
bool __skep_in_image(uintptr_t address);
bool __skep_in_unit_code(uintptr_t pc);
bool __skep_in_stack(uintptr_t address);
bool __skep_is_stack_overflow(uintptr_t address);
extern uintptr_t __skep_stack_top;
/* Writes the offsets of the frames from pc and frame pointer outwards; returns their number. */
uint32_t __skep_frames(uint64_t *frames, uintptr_t pc, uintptr_t fp, uintptr_t sp);
/* Writes the frames of a trace that other code took. */
uint32_t __skep_frames_from(uint64_t *frames, void *const *trace, size_t n);
/* Wipes the stack below the caller, so that no test sees values of another. */
void __skep_scrub_stack(void);

/* ---- changes of the unit to the process, and their undoing ---- */

void __skep_files_init(void);         /* files.c */
void __skep_files_reset(void);
void __skep_files_track(void *file);
void __skep_descriptors_reset(void);  /* descriptors.c */
void __skep_descriptors_dirty(void);
bool __skep_descriptors_creates(int flags);
const char *__skep_path(const char *path);
void __skep_scratch_init(void);       /* scratch.c */
void __skep_scratch_dirty(void);
const char *__skep_scratch_folder(void);
void __skep_scratch_reset(void);
/* Empties the folder if an earlier user did not; false if that fails. */
bool __skep_scratch_clean(void);
bool __skep_empty(const char *folder); /* empty.c: deletes everything in the folder; true if nothing is left */
void __skep_cwd_dirty(void);
/* The name of a scratch file for a step, in memory of the test. */
char *__skep_scratch_name(uint32_t step);
bool __skep_scratch_write(const char *name, const void *bytes, size_t size);
void *__skep_scratch_open(const void *bytes, size_t size);
int __skep_scratch_descriptor(const void *bytes, size_t size); /* < 0: it cannot be opened */
void __skep_process_reset(void);      /* process.c */
void __skep_children_reset(void);     /* children.c */
void __skep_signals_reset(void);      /* signals.c */
void __skep_environ_init(void);       /* environ.c */
void __skep_environ_reset(void);
void __skep_clock_reset(void);        /* clock.c */
void __skep_random_reset(void);       /* random.c */
void __skep_libc_heap_init(void);     /* libc_heap.c */
void __skep_libc_heap_snapshot(void);
void __skep_libc_heap_check(void);    /* the last check: the worker retires if the C library kept memory */
void __skep_hidden_reset(void);       /* hidden.c */
char **__skep_strtok_rest(void);      /* the place where strtok() continues */
void __skep_multibyte_reset(void);    /* multibyte.c */
void __skep_maps_reset(void);         /* maps.c */

/* ---- distance.c, compare.c, stubs.c ---- */

void __skep_distances_init(void);
void __skep_distances_reset(void);
uint32_t __skep_n_distances(void);
extern double *__skep_distances;
extern uint8_t *__skep_decided;         /* for each distance */
extern struct sk_compared __skep_compared[SK_MAX_COMPARED];
extern uint32_t __skep_n_compared;
extern uint64_t __skep_n_decisions;    /* how often conditions and switches decided, in all */
/* The distance of the last text comparison from equality; 0: equal. */
extern double __skep_text_distance;
extern struct sk_texts __skep_texts[SK_MAX_TEXTS];
extern uint32_t __skep_n_texts;
/* The last comparison decided this condition. */
void __skep_texts_decided(uint32_t condition);
/* Records two texts that were compared, or might be, if they differ. */
void __skep_texts_note(const void *a, size_t a_size, const void *b, size_t b_size);
void __skep_texts_reset(void);

void __skep_stubs_init(void);
void __skep_stubs_reset(void);
/* `pointer` is returned instead of the behaviour's result; NULL: the behaviour decides. */
void __skep_stub_set(uint32_t missing, const struct sk_behaviour *behaviour, void *pointer);
/* The function to pass as this callback; NULL: the type has none. */
void *__skep_callback_set(uint32_t type, const struct sk_behaviour *behaviour);
/* Writes how often the callback was called since, and what is noted of its arguments (SK_PEEK_CALLS). Returns the number
 * of bytes; 0: the function is no callback. */
uint32_t __skep_callback_calls(const void *function, uint8_t *out, uint32_t room);

/* sanitize.c: true if AddressSanitizer would object to an access; never in the fast build. */
bool __skep_is_poisoned(const void *start, size_t size);

/* ---- confine.c ---- */

/* Forbids the worker to start processes or signal others, because it needs neither. */
void __skep_confine(void);

#endif
