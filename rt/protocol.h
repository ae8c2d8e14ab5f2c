/* protocol: everything that the engine process and a target share.
 *
 * The engine maps one shared memory file and starts the target with its descriptor. The target's
 * zygote forks a worker; the worker runs batches of tests from `input` and writes one record per
 * test to `output`. Both sides wait only by futexes in the header, so a unit that closes every
 * descriptor does no harm. The worker runs hostile code that may overwrite any of this memory, so
 * the engine copies what it reads and checks every number. A record has a seal, by which an
 * overwritten record, or a record of another batch, is recognised.
 *
 * Wake-up: the engine fills the batch, sets `done` to 0, increments `go` and wakes it. The worker
 * notes the batch in `taken` and sets `done` to 1 when it is finished; the zygote sets it to 2 when
 * its worker has died (after writing the wait status to its report pipe); in both cases `done` is
 * woken. After a death the engine sets `first` to the next test and starts the rest of the batch. A
 * worker that stops itself is ended by the zygote, and reported as stopped. */
#ifndef SKEP_RT_PROTOCOL_H
#define SKEP_RT_PROTOCOL_H

#include <stdint.h>

#define SK_MAGIC 0x706b5321u
#define SK_VERSION 15u

#define SK_INPUT_SIZE (2u << 20)
#define SK_OUTPUT_SIZE (8u << 20)
#define SK_MAX_BATCH 256u
#define SK_MAX_STEPS 512u
#define SK_VALUE_BYTES 16u
#define SK_MAX_FRAMES 24u
#define SK_MESSAGE_SIZE 256u
#define SK_CALLBACK_SLOTS 4u
#define SK_NOTED_CALLS 8u       /* the first calls of a callback, whose arguments are noted */
#define SK_NOTED_BYTES 20u      /* of an argument that is a text, with its zero */
#define SK_NOTED_TEXT 0xffu     /* in the kinds of __skep_callback(): a text; else the size of a number, or 0 */
#define SK_MAX_ARGS 128u
#define SK_MAX_COMPARED 1024u
#define SK_MAX_TEXTS 256u
#define SK_TEXT_BYTES 28u
#define SK_MAX_STOOD_IN 15u
#define SK_MANY_TIMES 2u         /* decisions of a condition are counted up to this number */
#define SK_POINTER_BITS 0x80u    /* added to the width of a comparison: its operands are pointers */
#define SK_PEEK_MAX 4096u       /* most bytes that one SK_PEEK copies */
/* Address space beside the heap: libraries, stack, shared memory, snapshots. */
#define SK_OTHER_MEMORY ((uint64_t)1 << 30)
#define SK_PEEK_TOTAL 16384u    /* most bytes that all peeks of a test copy */

/* ---- tests: byte code ---- */

/* The numbers are those of enum step_kind in src/seq/seq.h. */
enum sk_op {
	SK_CALL,
	SK_LITERAL,
	SK_BLOCK,
	SK_CALLBACK,
	SK_STUB,
	SK_FILE,
	SK_PATH,
	SK_PEEK,
	SK_FREE,
	SK_PLACE,
	SK_PUT,
	SK_RUN,
	SK_N_OPS
};

/* The numbers are those of enum put in src/seq/seq.h; in sk_step.index of SK_PUT. */
enum sk_put { SK_PUT_STDIN, SK_PUT_FILE, SK_PUT_VARIABLE, SK_N_PUTS };

#define SK_ADDRESS 0x80000000u /* in an argument: the variable's address */
#define SK_ENDS 0x40000000u    /* in an argument: the call ends or takes over the object behind it */
#define SK_POINTER 0x80000000u /* in sk_step.object: the variable is a pointer to the object */

enum sk_step_flag { SK_ABSENT = 1, SK_PEEK_STRING = 2, SK_PEEK_CALLS = 4 };

/* SK_PEEK copies `size` bytes (at most SK_PEEK_MAX) from the memory that variable args[0] points
 * to, or from the variable itself with SK_ADDRESS; with SK_PEEK_STRING the bytes before the
 * terminator; with SK_PEEK_CALLS the number of calls of callback args[0] so far, a uint32_t, and a
 * struct sk_noted for each argument that is known. It gives no variable. If the memory cannot be read, the outcome stays SK_NOT_RUN.
 *
 * SK_PUT puts its bytes on standard input, or into the file or the environment variable whose name
 * is the text args[0]. SK_RUN runs main(), function `index`; its arguments are the texts args, and
 * its name is in the bytes. Its results are a struct sk_program in the record's peek area.
 *
 * SK_PLACE gives a pointer `index` bytes behind the pointer in variable args[0]. */

/* A test is a struct sk_test, then its steps one behind the other; all parts
 * are aligned to 8 bytes. A step is this head, n_args x uint32_t (variable
 * number | SK_ADDRESS | SK_ENDS), padding to 8, n_fills x struct sk_fill, then n_bytes
 * bytes (for SK_CALLBACK and SK_STUB a struct sk_behaviour and its data). */
struct sk_step {
	uint16_t op;
	uint16_t flags;
	uint32_t n_args;
	uint32_t index;     /* function, missing function, function type (SK_CALLBACK), or offset (SK_PLACE) */
	uint32_t size;      /* of the variable it gives; 0: none. SK_PEEK: bytes to copy */
	uint32_t n_fills;
	uint32_t n_bytes;
	uint32_t length;    /* of the whole step with head and padding, up to the next step */
	uint32_t object;    /* 1 + a contract about the type of the variable, | SK_POINTER; 0: none */
};

/* An argument of a callback: a number, or a text with its zero. */
struct sk_noted {
	uint8_t call, param, size, is_text;
	uint8_t bytes[SK_NOTED_BYTES];
};

struct sk_fill {
	uint32_t offset;
	uint32_t arg;
};

/* Calls of the unit into the C library that a test can make fail: see rt/libc/failing.c. */
enum sk_failing { SK_FAIL_MEMORY, SK_FAIL_OPEN, SK_FAIL_READ, SK_FAIL_WRITE, SK_N_FAILING };

/* Data: result bytes, later bytes, write bytes, each padded to 8; a size of 0
 * means absent. */
struct sk_behaviour {
	uint32_t result_size;
	uint32_t change_after;
	uint32_t later_size;
	uint32_t write_arg;   /* UINT32_MAX: none */
	uint32_t write_size;
	uint32_t acts;        /* SK_ACT(): it works like a function of the C library; 0: it does not */
};

/* Callbacks that work like functions of the C library: the function, and the places of the pointer, the size and
 * the count among the arguments. */
enum sk_act { SK_ACT_NONE, SK_ACT_MALLOC, SK_ACT_CALLOC, SK_ACT_REALLOC, SK_ACT_FREE, SK_N_ACTS };
#define SK_ACT(act, pointer, size, count) \
	((uint32_t)(act) | (uint32_t)(pointer) << 8 | (uint32_t)(size) << 16 | (uint32_t)(count) << 24)

enum sk_test_flag {
	SK_WANT_DISTANCES = 1,  /* record branch distances and compared values */
	SK_WANT_VALUES = 2,     /* record the value of each step */
	SK_WANT_LEAKS = 4,       /* checked build: look for unreachable blocks after the test */
	SK_WANT_SHAPES = 8,      /* with values: the shape behind each pointer */
	SK_WANT_TRACE = 16,      /* symbolic build: labels.h */
	SK_WANT_SHIFTS = 32      /* checked build: a shift of bits into the sign is a fault */
};

/* Checked build, in the flags of a test: the value of memory that nobody set, and the layout. Bits
 * 8 to 15: the usual fill with these bits inverted. Bits 16 to 23: numbers of this value instead,
 * each in a word of its own; 0: none. A test that behaves differently then depends on such memory.
 * Bits 24 to 31: other addresses of heap blocks; 0: the usual ones. A test that behaves differently
 * then depends on addresses. In every build, an odd number of a layout reverses the order of the
 * test's own blocks and variables. */
#define SK_FILL_FRESH 0xa5      /* the usual fill: each byte of memory of the heap that nobody set */
#define SK_FILL_SHIFT 8u
#define SK_FILL_WORD_SHIFT 16u
#define SK_LAYOUT_SHIFT 24u

struct sk_test {
	uint32_t n_steps;
	uint32_t flags;
	uint32_t length;   /* in bytes, with this head */
	uint32_t unused;
};

/* ---- runs: records ---- */

enum sk_outcome {
	SK_NOT_RUN,
	SK_NORMAL,
	SK_FAULT,     /* see struct sk_fault */
	SK_HANG,
	SK_EXIT,      /* the unit ended the process; `value` has the exit status */
	SK_ILLEGAL, /* a contract forbids the call, or the object has no such method: the call was not made, or the sandbox denied the test something
	               that it would get elsewhere */
	SK_N_OUTCOMES
};

enum sk_fault_kind {
	SK_NO_FAULT,
	SK_SEGV, /* bad address */
	SK_BUS,
	SK_FPE, /* division by zero and such */
	SK_ILL,
	SK_ABORT,
	SK_ASSERT, /* message: the expression; `file` and `line` have its place */
	SK_STACK_OVERFLOW,
	SK_SIGNAL, /* another signal; number in `code` */
	SK_OUT_OF_MEMORY,
	SK_ASAN, /* message: kind as AddressSanitizer names it */
	SK_UBSAN, /* message: AddressSanitizer's name of the kind */
	SK_BAD_FREE, /* found by the arena: double or wild free */
	SK_LEAK, /* checked build, for tests with SK_WANT_LEAKS: nothing points to the memory after the test;
	            the step is the number of steps */
	SK_LOST, /* the worker vanished without a record */
	SK_CONTRACT, /* a contract does not hold; message: its name; `file` and `line` have its place; for an
	                invariant owner_step is the variable */
	SK_UNSET_DECISION, /* from here on no target reports these kinds, but the judge finds them: a decision, */
	SK_UNSET_RESULT, /* the result of a call, */
	SK_UNSET_USE, /* or another fault depends on memory that nobody set; */
	SK_LAW /* or a built-in contract does not hold; code: its number */
};

enum sk_owner {
	SK_OWNER_UNKNOWN,
	SK_OWNER_NULL, /* near address 0 */
	SK_OWNER_TEST, /* a block or variable that `step` of the test made */
	SK_OWNER_UNIT_HEAP, /* allocated by the unit during `step` */
	SK_OWNER_FREED, /* allocated by the unit, and freed */
	SK_OWNER_GLOBAL,
	SK_OWNER_STACK,
	SK_OWNER_WILD
};

enum sk_refused {
	SK_REFUSED_BY_LIMIT = 1, /* an allocation, because of the test's limit of memory */
	SK_REFUSED_BY_TEST = 2 /* a call, because the test wanted it to fail */
};

struct sk_fault {
	uint32_t kind; /* enum sk_fault_kind */
	int32_t code; /* signal number or exit status; SK_CONTRACT: the function called */
	uint32_t step; /* the step in which it happened; UINT32_MAX: not known */
	uint32_t owner; /* enum sk_owner */
	uint32_t owner_step; /* UINT32_MAX: none */
	uint32_t is_write; /* 0 read, 1 write, 2 unknown */
	uint32_t access_size;
	uint32_t line; /* SK_ASSERT, SK_UBSAN: the line in the user's source */
	uint64_t address;
	uint64_t region; /* start of the block that contains the address or is next to it */
	uint64_t region_size;
	uint32_t n_frames, n_alloc_frames, n_free_frames;
	uint32_t refused; /* why calls into the C library failed earlier: sum of enum sk_refused */
	uint64_t frames[SK_MAX_FRAMES]; /* innermost first: offsets into the executable, inside of the calling
	                                   instruction; other images are left out */
	uint64_t alloc_frames[SK_MAX_FRAMES];
	uint64_t free_frames[SK_MAX_FRAMES];
	char message[SK_MESSAGE_SIZE];
	char file[SK_MESSAGE_SIZE];
};

/* One for each step in a record. */
struct sk_value {
	uint8_t outcome; /* enum sk_outcome */
	uint8_t size; /* bytes valid in `bytes` */
	uint16_t unused;
	uint32_t peek_size; /* SK_PEEK: its bytes in the record's peek area */
	uint64_t shape; /* pointers, and objects that a contract compares: a hash of everything that can be
	                   reached at the end, equal for equal objects; 0: none */
	uint8_t bytes[SK_VALUE_BYTES];
};

/* The results of a program, in the peek area: this head, standard output, standard error, then for
 * each of n_files, sorted by name, a struct sk_left, the name and the contents. Nothing is padded. */
struct sk_program {
	int32_t status; /* exit status */
	uint32_t cut; /* bits: 1 output, 2 errors, 4 files are incomplete */
	uint32_t n_out, n_err;
	uint32_t n_files; /* in the scratch folder when it ended */
};

struct sk_left {
	uint32_t name_size, size;
};

#define SK_MAX_OUT 6144u
#define SK_MAX_ERR 3072u
#define SK_MAX_LEFT 6144u         /* most bytes of files, with names and heads */

/* In the number that a stand-in passes to __skep_stub(): the record must name it. */
#define SK_STUB_MATTERS 0x80000000u
#define SK_STOOD_IN_VARIABLE 0x8000u

/* A compared pair of values, for literals and distances. */
struct sk_compared {
	uint32_t condition;
	uint32_t size; /* bytes of the operands */
	uint64_t left, right;
};

/* Two texts, or two pieces of memory, that were compared and differ; each is cut to the room there
 * is. */
struct sk_texts {
	uint32_t condition; /* UINT32_MAX: no condition tested the result */
	uint8_t sizes[2];
	uint8_t unused[2];
	uint8_t sides[2][SK_TEXT_BYTES];
};

/* Milliseconds for which the unit wanted to do nothing, and did not. */
struct sk_idle {
	uint32_t slept; /* in sleep() and the like */
	uint32_t waited; /* in select(), poll() and the like */
};

/* A record: this head, n_values x struct sk_value, the probe bits padded to 8, n_distances x double
 * (one per condition outcome, negative: not reached; then one per case), as many bytes (how often
 * the condition or switch decided, at most SK_MANY_TIMES) padded to 8, n_compared x struct
 * sk_compared, n_texts x struct sk_texts, peeked bytes padded to 8, and with fault_bytes one struct
 * sk_fault. */
struct sk_record {
	uint64_t seal; /* sk_seal() of everything behind it */
	uint32_t length; /* of the whole record, padded to 8 */
	uint32_t outcome; /* enum sk_outcome of the test */
	uint32_t steps_done; /* steps that finished */
	uint32_t n_values;
	uint32_t probe_bytes;
	uint32_t n_distances;
	uint32_t n_compared;
	uint32_t peek_bytes;
	int32_t exit_status;
	uint32_t retired; /* the worker ends after this test: its state could not be reset */
	uint64_t fuel_used; /* in the fast build including the use of the heap, converted to fuel */
	uint64_t n_decisions; /* of conditions and switches of the unit, each as often as it decided; with
	                         distances only */
	uint32_t fault_bytes; /* 0 or sizeof(struct sk_fault) */
	uint32_t n_texts;
	uint32_t refused; /* sum of enum sk_refused; the limit is that of the checked build */
	/* The first stand-ins that gave, wrote or should have written something: numbers of missing
	 * functions, or of variables | SK_STOOD_IN_VARIABLE. */
	uint16_t n_stood_in;
	uint16_t stood_in[SK_MAX_STOOD_IN];
	uint32_t failed_step; /* the step during which the last call failed because the test wanted it;
	                         UINT32_MAX: no call did */
	struct sk_idle idle;
};

/* The seal of the record of test `i` of batch `go`; `length` as in the record. Four sums are
 * computed side by side, because each step of one sum has to wait for the step before. */
static inline uint64_t sk_seal(const struct sk_record *record, uint32_t length, uint32_t go, uint32_t i)
{
	typedef uint64_t word __attribute__((may_alias));
	const word *words = (const word *)record;
	const uint64_t factor = 0x9e3779b97f4a7c15u;
	uint64_t sums[4] = { go, i, length, 0 };
	uint32_t n = length / 8, w = 1;
	for (; w + 4 <= n; w += 4)
		for (uint32_t s = 0; s < 4; s++)
			sums[s] = (sums[s] ^ words[w + s]) * factor;
	for (; w < n; w++)
		sums[0] = (sums[0] ^ words[w]) * factor;
	for (uint32_t s = 1; s < 4; s++)
		sums[0] = (sums[0] ^ sums[s] ^ sums[s] >> 29) * factor;
	return sums[0];
}

/* The most bytes that the record of such a test can have. */
static inline uint64_t sk_record_bound(uint32_t n_steps, uint32_t flags, uint32_t n_probes, uint32_t n_distances)
{
	uint64_t bound = sizeof(struct sk_record) + (n_probes + 63) / 64 * 8 + sizeof(struct sk_fault);
	if (flags & SK_WANT_VALUES)
		bound += n_steps * (uint64_t)sizeof(struct sk_value) + SK_PEEK_TOTAL;
	if (flags & SK_WANT_DISTANCES)
		bound += n_distances * (uint64_t)9 + 7 + SK_MAX_COMPARED * sizeof(struct sk_compared) +
		         SK_MAX_TEXTS * sizeof(struct sk_texts);
	return bound;
}

/* ---- shared memory ---- */

enum sk_mode { SK_PERSISTENT, SK_FORK_PER_TEST };

/* The progress of a batch. */
struct sk_batch {
	uint32_t n_tests;
	uint32_t first; /* the first test to run: earlier tests have run already */
	uint32_t current; /* the test that is running */
	uint32_t finished; /* records complete in output */
	uint32_t output_used;
	uint32_t taken; /* value of go when the worker took this batch */
	uint32_t delayed; /* milliseconds in which the running test waited for a processor; written by skep */
};

/* The limits of one test. */
struct sk_limits {
	uint32_t milliseconds; /* a limit in case the fuel does not end the test */
	uint32_t busy_milliseconds; /* of processor time, a limit for the C library, which burns no fuel */
	uint64_t fuel; /* conditions and calls */
	uint64_t heap_limit; /* bytes allocated */
	uint64_t no_threads; /* no threads can be started, because tests share a process */
};

struct sk_shared {
	uint32_t magic, version;
	uint32_t go; /* futex */
	uint32_t done; /* futex: 0 running, 1 batch finished, 2 worker died */
	uint32_t stop; /* the engine wants the zygote to end */
	uint32_t mode; /* enum sk_mode */
	uint32_t n_probes;
	uint32_t ready; /* futex: zygote is up (1) */
	struct sk_batch batch;
	struct sk_limits limits;
	uint32_t test_offset[SK_MAX_BATCH]; /* offset of the test in `input` */
	uint32_t record_offset[SK_MAX_BATCH]; /* offset of the record in `output` */
	uint64_t unused[8];
	_Alignas(4096) uint8_t input[SK_INPUT_SIZE];
	_Alignas(4096) uint8_t output[SK_OUTPUT_SIZE];
};

enum sk_report_kind {
	SK_WORKER_STARTED = 1,
	SK_WORKER_ENDED,
	SK_ZYGOTE_READY,
	SK_NO_WORKER /* no worker can be started: the system refuses */
};

/* Written by the zygote to its report pipe, at each start or end of a worker. */
struct sk_report {
	uint32_t what; /* enum sk_report_kind */
	int32_t pid;
	int32_t status;
	uint32_t test; /* SK_FORK_PER_TEST: the number of its test */
};

/* Exit codes of a worker that ends on purpose; with any other, the unit ended it. */
enum sk_worker_exit {
	SK_END_RETIRED = 201, /* records are complete, but the state could not be reset */
	SK_END_FAULT = 202, /* the last record has a fault */
	SK_END_LOST = 203, /* a fault during the handling of a fault, or a batch that makes no sense */
	SK_END_ONE = 204 /* SK_FORK_PER_TEST: the one test has run */
};

_Static_assert(sizeof(struct sk_step) == 32, "byte code layout");
_Static_assert(sizeof(struct sk_test) == 16, "byte code layout");
_Static_assert(sizeof(struct sk_value) == 32, "record layout");
_Static_assert(sizeof(struct sk_record) % 8 == 0 && sizeof(struct sk_fault) % 8 == 0, "record layout");

/* Environment variables by which the engine tells a new target about these things. */
#define SK_ENV_SHARED "SKEP_SHARED_FD"
#define SK_ENV_REPORT "SKEP_REPORT_FD"
#define SK_ENV_SCRATCH "SKEP_SCRATCH"
#define SK_ENV_TUNABLES "GLIBC_TUNABLES"

/* ---- defined by the generated driver, for the runtime ---- */

typedef void sk_call(void **args); /* args[0]: place of the result; args[1..]: places of the arguments */

struct sk_switch_case {
	int64_t low, high;
	uint32_t of_switch;
	uint32_t is_default;
};

/* The numbers are those of enum contract_kind in src/model/model.h. */
enum sk_contract_kind { SK_REQUIRES, SK_ENSURES, SK_INVARIANT, SK_EQUAL, SK_MAKE };

/* For a contract about a function, args are as in sk_call; else they are the objects. */
typedef int sk_holds(void **args);

struct sk_contract {
	sk_holds *holds; /* NULL: SK_MAKE */
	const char *name;
	uint32_t kind;
	uint32_t line;
	uint32_t invariant, equal; /* 1 + the contract of this kind about the same type; 0: none */
};

/* For a function: 1 + its contract, or 0. */
struct sk_function_contracts {
	uint32_t
	        requires,
	ensures;
};

struct sk_target {
	uint32_t version; /* SK_VERSION */
	uint32_t n_probes;
	uint32_t first_condition_probe, n_conditions;
	uint32_t first_case_probe, n_cases;
	uint32_t n_functions;
	sk_call *const *calls; /* by function index; NULL: not callable */
	uint32_t n_types;
	void *const (*callbacks)[SK_CALLBACK_SLOTS]; /* by function type; all NULL if the type has none */
	uint32_t n_missing;
	const struct sk_switch_case *cases; /* n_cases */
	uint32_t is_checked;
	uint32_t n_contracts;
	const struct sk_contract *contracts;
	const struct sk_function_contracts *function_contracts; /* by function */
	const char *contract_file;
};

extern const struct sk_target __skep_target;
extern unsigned char __skep_hits[]; /* n_probes bytes; page aligned */

#endif
