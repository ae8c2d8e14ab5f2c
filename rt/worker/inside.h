/* inside: what the files of the runtime share with each other.
 *
 * A target is: this runtime, the generated driver, the instrumented unit.
 * main.c is the zygote, worker.c runs batches, interpret.c runs one test,
 * record.c writes down what happened, and `__skep_..._reset` of the other files
 * undo what the test did to the process. Nothing here is reentrant: one test at
 * a time. Read next: protocol.h, runtime.h, then worker.c. */
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

/* Where the target's own memory lies: the same in every run. All of it, the executable
 * (low) and the stack and libraries (high) differ in their low 40 bits, which is all
 * that labels_layout.h looks at. The trace lies where an address fits an instruction: a
 * number of 32 bits that a unit takes for a pointer may lead there, where the fast build
 * has nothing. It costs the trace at most, which is checked before use. */
#define AREA_PLACE 0x201000000000
#define AREA_ADDRESS ((void *)AREA_PLACE)
#define HEAP_ADDRESS ((void *)0x212000000000)
#define SHARED_ADDRESS ((void *)0x223000000000)
#define SYMBOLIC_PLACE 0x6e000000
#define SYMBOLIC_ADDRESS ((void *)SYMBOLIC_PLACE)

/* Sections of its own, so that the runtime can leave itself out of stacks: what
 * calls the unit, and what the unit calls. */
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

/* The bytes that uninitialised and freed memory reads as: always the same. */
#define FILL_FRESH 0xa5
#define FILL_FREED 0xdd
/* heap_checked.c: what memory that nobody set reads as, and where blocks lie, in the test
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
	uint32_t object;                /* contracts.c: as in sk_step, if the unit gave it and it lives */
};

struct now {
	volatile enum phase phase;
	volatile uint64_t serial;       /* of the test, to see whether one lasts too long */
	uint32_t batch;                 /* value of `go` that asked for the test */
	uint32_t step;
	uint32_t n_steps, flags;
	uint32_t steps_done;
	bool retire;                    /* the worker must end after this test */
	volatile bool denied;           /* the sandbox denied it what it would get elsewhere */
	enum sk_outcome outcome;        /* when it escaped */
	int exit_status;
	const struct sk_contract *checking; /* the contract that is being asked; NULL: none */
	bool in_program, ran_program;   /* program.c */
	sigjmp_buf program_end;         /* out of the program, back to its step */
	sigjmp_buf escape;              /* out of the unit, back to the worker */
	struct variable variables[SK_MAX_STEPS];
};

extern struct now __skep_now;
extern struct sk_shared *__skep_shared;

/* Ends the process at once. Not by _exit(): what the C library needs for that the
 * unit may have damaged. Comes to an end even where the unit denied itself all
 * system calls: by one fault too many. */
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

/* Flags that C code expects to be clear: direction, alignment checks. */
static inline void clean_flags(void)
{
#if defined(__x86_64__) && defined(__clang__)
	__builtin_ia32_writeeflags_u64(0x202);
#endif
}

/* ---- worker.c ---- */

/* Runs batches until the engine says stop; `seen` is the last `go` already dealt with. */
_Noreturn void __skep_worker(uint32_t seen);
/* False if something wrote upwards over the whole stack of the worker. */
bool __skep_stack_is_intact(void); /* main.c */
/* Runs test `i` of the batch in a process of its own. */
extern bool __skep_has_threads; /* of the unit's */
_Noreturn void __skep_worker_once(uint32_t i);
void __skep_futex_wait(const uint32_t *word, uint32_t value);
void __skep_futex_wake(uint32_t *word);
/* Leaves the unit, from wherever it is, with this outcome. */
_Noreturn void __skep_escape(enum sk_outcome outcome);

/* ---- keys.c ---- */

/* Not a thread that the unit has started. */
bool __skep_is_own_thread(void);

/* ---- interpret.c ---- */

/* Runs a test of `length` bytes; false if the bytes make no sense. */
bool __skep_interpret(const uint8_t *bytes, uint32_t length);

/* ---- contracts.c ---- */

void __skep_contracts_init(void);
void __skep_contracts_reset(void);
/* Calls the function, with its contracts around it. */
void __skep_contracts_call(uint32_t function, const uint32_t *args, uint32_t n, void **places);
/* Looks at what the test holds once step i is done. */
void __skep_contracts_after(const struct sk_step *head, uint32_t i);
/* The variable's object can be compared by a contract with others of its type. */
bool __skep_contracts_compare(uint32_t variable);
/* Both can, and they are equal. */
bool __skep_contracts_equal(uint32_t a, uint32_t b);

/* ---- program.c ---- */

/* As SK_PUT says; false if it cannot be done. */
bool __skep_program_put(uint32_t where, const char *name, const uint8_t *bytes, uint32_t size, uint32_t step);
/* Runs main() to its end, with n arguments, the name of the program among them, and a null pointer
 * behind them; false if it cannot be done. */
bool __skep_program_run(uint32_t function, int n, char **arguments, uint32_t step);
/* A program that ended itself by an assertion or abort() has left something, too. */
void __skep_program_failed(void);
/* Ends the program, if one is running; else it returns. */
void __skep_program_exit(void);
/* These bytes were read from the descriptor, from `at` on. */
void __skep_program_label(int fd, const void *start, size_t size, off_t at);
void __skep_program_reset(void);

/* ---- record.c ---- */

/* Starts the record of test `i`; false if the output has no room for it. */
bool __skep_record_begin(uint32_t i, uint32_t n_steps, uint32_t flags);
void __skep_record_value(uint32_t step, enum sk_outcome outcome, const void *bytes, uint32_t size);
void __skep_record_peek(uint32_t step, const void *bytes, uint32_t size);
uint32_t __skep_record_peek_room(void);
/* Adds what pointers lead to; call at the end of a test that ended normally. */
void __skep_record_shapes(void);
/* Completes it; `fault` may be NULL. Fit for signal handlers. */
void __skep_record_end(enum sk_outcome outcome, const struct sk_fault *fault);

/* ---- area.c: memory of variables and blocks ---- */

void __skep_area_init(void);
/* How the area is laid out in the test that begins; see protocol.h. */
void __skep_area_vary(uint32_t flags);
/* Zeroed; NULL if there is no more. */
void *__skep_area_take(size_t size, uint32_t step);
void __skep_area_reset(void);
/* The block or variable that holds the address. */
/* A quick look: the address may be in the area. */
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

/* Set while the C library looks at a pointer of the unit: it aborts on a wild one. */
extern volatile bool __skep_in_libc_free;

/* The unit's own malloc() and friends, which fail only if there is no memory left. */
void *__skep_heap_malloc(size_t size);
void *__skep_heap_calloc(size_t count, size_t size);
void *__skep_heap_realloc(void *pointer, size_t size);
void *__skep_heap_aligned_alloc(size_t alignment, size_t size);
void __skep_heap_init(void);
void __skep_heap_snapshot(void);
void __skep_heap_reset(void);
/* Bytes of the heap that the test has used so far. */
size_t __skep_heap_touched(void);
/* A quick look: the address may be in the unit's heap. */
bool __skep_heap_spans(uintptr_t address);
/* Makes __skep_heap_find() quick until the heap changes. */
void __skep_heap_index(void);
bool __skep_heap_find(uintptr_t address, struct heap_block *block);

/* The function that free() of the unit is rerouted to. */
void __skep_free(void *pointer);
void *__skep_malloc(size_t size);
void *__skep_calloc(size_t count, size_t size);
void *__skep_realloc(void *pointer, size_t size);

/* leak.c: fills the fault and returns true if the unit left unreachable blocks. */
bool __skep_leaks(struct sk_fault *fault);
size_t __skep_heap_live(struct heap_block *blocks, size_t room);

/* shape.c: a hash of all that can be reached from the pointer; 0 for null. */
uint64_t __skep_shape(uintptr_t pointer);

/* ---- reset.c ---- */

void __skep_snapshot(void);
void __skep_reset(void);

/* ---- fault.c ---- */

extern struct sk_fault __skep_fault;
/* What is only told if nothing worse comes of it until the end of the test: its kind is
 * SK_NO_FAULT if there is nothing. */
extern struct sk_fault __skep_minor_fault;
void __skep_catch_signals(void);
void __skep_start_clock(void);
/* A fault found by the runtime itself, on behalf of the unit: ends the test. */
_Noreturn void __skep_fail(enum sk_fault_kind kind, int code, uintptr_t address, const char *message);
/* A fault found by the runtime at a place in the source that the unit itself names. */
_Noreturn void __skep_fail_at(enum sk_fault_kind kind, const char *message, const char *file, unsigned line);
/* Runs `access`; false if it met memory that is not there. */
bool __skep_guarded(void (*access)(void *), void *argument);
/* Copies unless the memory is not there. */
bool __skep_copy_guarded(void *to, const void *from, size_t size);
bool __skep_readable_string(const char *text, size_t limit, size_t *length);
/* Who owns the address; fills owner, owner_step, region and region_size. */
void __skep_describe_address(struct sk_fault *fault, uintptr_t address);
void __skep_fault_begin(struct sk_fault *fault, enum sk_fault_kind kind, int code, uintptr_t address);
/* Calls failed in this test that would not have failed elsewhere: sum of enum sk_refused. */
extern uint32_t __skep_refused;
/* As in struct sk_record. */
extern uint16_t __skep_stood_in[SK_MAX_STOOD_IN];
extern uint16_t __skep_n_stood_in;
void __skep_set_text(char *to, const char *from);

/* clock.c: milliseconds that the test has slept, as it thinks. */
uint32_t __skep_slept(void);

/* ---- failing.c ---- */

/* Per kind: which call from now on fails; 0: none. Tests set them. */
extern uint32_t __skep_until_failure[SK_N_FAILING];
/* As in struct sk_record. */
extern uint32_t __skep_failed_step;
/* A call of this kind is made: true if it is the one that is to fail, with this in errno. */
bool __skep_fails_with(enum sk_failing kind, int error);
void __skep_failing_reset(void);

/* ---- sanitize.c, reports.c (checked build) ---- */

/* Fills owner and region of the fault as AddressSanitizer knows them. */
void __skep_describe_region(struct sk_fault *fault, void *address);
/* The unit frees what it has freed already, at this place. */
_Noreturn void __skep_report_free(void *pointer, uintptr_t pc, uintptr_t fp, uintptr_t sp);

/* ---- frames.c ---- */

void __skep_image_init(void);
bool __skep_in_image(uintptr_t address);
bool __skep_in_unit_code(uintptr_t pc);
bool __skep_in_stack(uintptr_t address);
bool __skep_is_stack_overflow(uintptr_t address);
extern uintptr_t __skep_stack_top;
/* Offsets of the frames from pc and frame pointer outwards; returns how many. */
uint32_t __skep_frames(uint64_t *frames, uintptr_t pc, uintptr_t fp, uintptr_t sp);
/* The frames of a trace that somebody else took. */
uint32_t __skep_frames_from(uint64_t *frames, void *const *trace, size_t n);
/* Wipes the stack below the caller, so that no test sees another's leftovers. */
void __skep_scrub_stack(void);

/* ---- what the unit does to the process, and how it is undone ---- */

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
/* Whoever used the folder before did not clean up; false if it cannot be done. */
bool __skep_scratch_clean(void);
bool __skep_empty(const char *folder); /* empty.c: deletes all that is in it; true if nothing is left */
void __skep_cwd_dirty(void);
/* The name of a scratch file for a step, in memory of the test. */
char *__skep_scratch_name(uint32_t step);
bool __skep_scratch_write(const char *name, const void *bytes, size_t size);
void *__skep_scratch_open(const void *bytes, size_t size);
int __skep_scratch_descriptor(const void *bytes, size_t size); /* < 0: it cannot be opened */
void __skep_process_reset(void);      /* process.c */
void __skep_signals_reset(void);      /* signals.c */
void __skep_environ_init(void);       /* environ.c */
void __skep_environ_reset(void);
void __skep_clock_reset(void);        /* clock.c */
void __skep_random_reset(void);       /* random.c */
void __skep_libc_heap_init(void);     /* libc_heap.c */
void __skep_libc_heap_snapshot(void);
void __skep_libc_heap_check(void);    /* last of all: the worker retires if something is left there */
void __skep_hidden_reset(void);       /* hidden.c */
char **__skep_strtok_rest(void);      /* where strtok goes on */
void __skep_multibyte_reset(void);    /* multibyte.c */
void __skep_maps_reset(void);         /* maps.c */

/* ---- distance.c, compare.c, stubs.c ---- */

void __skep_distances_init(void);
void __skep_distances_reset(void);
uint32_t __skep_n_distances(void);
extern double *__skep_distances;
extern uint8_t *__skep_decided;         /* per distance */
extern struct sk_compared __skep_compared[SK_MAX_COMPARED];
extern uint32_t __skep_n_compared;
extern uint64_t __skep_n_decisions;    /* conditions and switches that decided, each as often as it did */
/* How far the last text comparison was from equal; 0: equal. */
extern double __skep_text_distance;
extern struct sk_texts __skep_texts[SK_MAX_TEXTS];
extern uint32_t __skep_n_texts;
/* The last comparison decided this condition. */
void __skep_texts_decided(uint32_t condition);
/* Two texts were compared, or might be: kept if they differ. */
void __skep_texts_note(const void *a, size_t a_size, const void *b, size_t b_size);
void __skep_texts_reset(void);

void __skep_stubs_init(void);
void __skep_stubs_reset(void);
/* `pointer`: what it returns instead of the behaviour's result; NULL: that. */
void __skep_stub_set(uint32_t missing, const struct sk_behaviour *behaviour, void *pointer);
/* The function to pass as this callback; NULL: the type has none. */
void *__skep_callback_set(uint32_t type, const struct sk_behaviour *behaviour);
/* How often it was called since; false: this is none. */
bool __skep_callback_calls(const void *function, uint32_t *calls);

/* sanitize.c: true if AddressSanitizer would object to an access; never in the fast build. */
bool __skep_is_poisoned(const void *start, size_t size);

/* ---- confine.c ---- */

/* No processes, no signals to others: for the worker, which needs neither. */
void __skep_confine(void);

#endif
