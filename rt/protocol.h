/* protocol: all that the engine process and a target share.
 *
 * The engine maps one shared memory file and starts the target with its
 * descriptor. The target's zygote forks a worker; the worker runs batches of
 * tests from `input` and writes one record per test to `output`. Only futexes in
 * the header are used to wait, so a unit that closes every descriptor harms
 * nobody. The worker runs hostile code that may scribble anywhere in this
 * memory: the engine copies what it reads and checks every number. A record has a
 * seal, so that one that was written over, or is of another batch, is no record.
 *
 * Wake-up: the engine fills the batch, sets `done` to 0, increments `go` and
 * wakes it. The worker notes the batch in `taken` and sets `done` to 1 when it is
 * finished; the zygote sets it to 2 when its worker has died (after writing the
 * wait status to its report pipe) - in both cases waking `done`. After a death the
 * engine sets `first` to the next test and starts the rest of the batch. A worker
 * that stops itself is ended by the zygote, and reported as stopped. */
#ifndef SKEP_RT_PROTOCOL_H
#define SKEP_RT_PROTOCOL_H

#include <stdint.h>

#define SK_MAGIC 0x706b5321u
#define SK_VERSION 11u

#define SK_INPUT_SIZE (2u << 20)
#define SK_OUTPUT_SIZE (8u << 20)
#define SK_MAX_BATCH 256u
#define SK_MAX_STEPS 512u
#define SK_VALUE_BYTES 16u
#define SK_MAX_FRAMES 24u
#define SK_MESSAGE_SIZE 256u
#define SK_CALLBACK_SLOTS 4u
#define SK_MAX_ARGS 128u
#define SK_MAX_COMPARED 1024u
#define SK_MAX_TEXTS 256u
#define SK_TEXT_BYTES 28u
#define SK_MAX_STOOD_IN 15u
#define SK_MANY_TIMES 2u         /* a condition that decided so often is not counted on */
#define SK_POINTER_BITS 0x80u    /* added to the width of what a condition compares: these are pointers */
#define SK_PEEK_MAX 4096u       /* bytes one SK_PEEK copies at most */
/* Address space beside the heap: libraries, stack, shared memory, snapshots. */
#define SK_OTHER_MEMORY ((uint64_t)1 << 30)
#define SK_PEEK_TOTAL 16384u    /* bytes all peeks of a test copy at most */

/* ---- tests: byte code ---- */

/* Same numbers as enum step_kind in src/seq/seq.h. */
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

/* Same numbers as enum put in src/seq/seq.h: in sk_step.index of SK_PUT. */
enum sk_put { SK_PUT_STDIN, SK_PUT_FILE, SK_PUT_VARIABLE, SK_N_PUTS };

#define SK_ADDRESS 0x80000000u /* in an argument: the variable's address */
#define SK_ENDS 0x40000000u    /* in an argument: the call ends or takes over what it points to */
#define SK_POINTER 0x80000000u /* in sk_step.object: the variable is a pointer to the object */

enum sk_step_flag { SK_ABSENT = 1, SK_PEEK_STRING = 2, SK_PEEK_CALLS = 4 };

/* SK_PEEK copies `size` bytes (at most SK_PEEK_MAX) from where the variable
 * args[0] points, or from the variable itself with SK_ADDRESS; with
 * SK_PEEK_STRING the bytes up to the terminator, which is left out; with SK_PEEK_CALLS
 * how often the callback args[0] was called so far, a uint32_t. It gives no
 * variable. Memory that cannot be read leaves the outcome SK_NOT_RUN.
 *
 * SK_PUT puts its bytes on standard input, or into the file or the environment variable that the
 * text args[0] names. SK_RUN runs main(), function `index`; its arguments are the texts args, its
 * name is in the bytes. What came of it is a struct sk_program in the record's peek area.
 *
 * SK_PLACE gives a pointer `index` bytes behind where the variable args[0] points. */

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
	uint32_t length;    /* of the whole step with head and padding: where the next one starts */
	uint32_t object;    /* 1 + a contract about the type of the variable, | SK_POINTER; 0: none */
};

struct sk_fill {
	uint32_t offset;
	uint32_t arg;
};

/* Calls of the unit into the C library that a test can have fail: see rt/libc/failing.c. */
enum sk_failing { SK_FAIL_MEMORY, SK_FAIL_OPEN, SK_FAIL_READ, SK_FAIL_WRITE, SK_N_FAILING };

/* Data: result bytes, later bytes, write bytes, each padded to 8; a size of 0
 * means absent. */
struct sk_behaviour {
	uint32_t result_size;
	uint32_t change_after;
	uint32_t later_size;
	uint32_t write_arg;   /* UINT32_MAX: none */
	uint32_t write_size;
	uint32_t acts;        /* SK_ACT(): it does what a function of the C library does; 0: it does not */
};

/* Callbacks that work: the function, and which arguments are the pointer, the size and the count. */
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

/* Checked build: what memory that nobody set reads as, in the flags of a test. Bits 8 to
 * 15: the usual fill with these bits turned over. Bits 16 to 23: numbers of this size
 * instead, each in a word of its own; 0: none. A test that does something else then
 * depends on such memory. Bits 24 to 31: which other addresses the heap gives; 0: the
 * usual ones. A test that does something else then depends on addresses. In every build an
 * odd number of a layout turns the order of the test's own blocks and variables round. */
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
	SK_EXIT,      /* the unit ended the process; value = exit status */
	SK_ILLEGAL, /* the test breaks what a contract requires of a call, which was not made, or the sandbox denied it
	                 what it would get elsewhere */
	SK_N_OUTCOMES
};

enum sk_fault_kind {
	SK_NO_FAULT,
	SK_SEGV, /* bad address */
	SK_BUS,
	SK_FPE, /* division by zero and such */
	SK_ILL,
	SK_ABORT,
	SK_ASSERT, /* message: the expression; file and line follow */
	SK_STACK_OVERFLOW,
	SK_SIGNAL, /* another signal; number in `code` */
	SK_OUT_OF_MEMORY,
	SK_ASAN, /* message: kind as AddressSanitizer names it */
	SK_UBSAN, /* message: kind and text */
	SK_BAD_FREE, /* found by the arena: double or wild free */
	SK_LEAK, /* checked build: memory nobody points to after a test that was
	                       asked for leaks; its step is the number of steps */
	SK_LOST, /* the worker vanished without a word */
	SK_CONTRACT, /* a contract does not hold; message: its name; file and line follow;
	                       for an invariant owner_step is the variable */
	SK_UNSET_DECISION, /* no target tells of these, the judge sees them: what is decided, */
	SK_UNSET_RESULT, /* what a call gives, */
	SK_UNSET_USE, /* or whether there is another fault depends on memory that nobody set; */
	SK_LAW /* or a built-in contract does not hold; code: which */
};

enum sk_owner {
	SK_OWNER_UNKNOWN,
	SK_OWNER_NULL, /* near address 0 */
	SK_OWNER_TEST, /* a block or variable that the test made (step) */
	SK_OWNER_UNIT_HEAP, /* allocated by the unit during `step` */
	SK_OWNER_FREED, /* was allocated by the unit, freed */
	SK_OWNER_GLOBAL,
	SK_OWNER_STACK,
	SK_OWNER_WILD
};

enum sk_refused {
	SK_REFUSED_BY_LIMIT = 1, /* an allocation, by the limit of the test's memory */
	SK_REFUSED_BY_TEST = 2 /* a call that the test wanted to fail */
};

struct sk_fault {
	uint32_t kind; /* enum sk_fault_kind */
	int32_t code; /* signal number or exit status; SK_CONTRACT: the function called */
	uint32_t step; /* in which it happened; UINT32_MAX: not known */
	uint32_t owner; /* enum sk_owner */
	uint32_t owner_step; /* UINT32_MAX: none */
	uint32_t is_write; /* 0 read, 1 write, 2 unknown */
	uint32_t access_size;
	uint32_t line; /* SK_ASSERT, SK_UBSAN: where, in the user's source */
	uint64_t address;
	uint64_t region; /* start of the block the address belongs to or is next to */
	uint64_t region_size;
	uint32_t n_frames, n_alloc_frames, n_free_frames;
	uint32_t refused; /* why calls into the C library failed before: sum of enum sk_refused */
	uint64_t frames[SK_MAX_FRAMES]; /* innermost first: offsets into the executable that lie
	                                         inside the calling instruction; other images left out */
	uint64_t alloc_frames[SK_MAX_FRAMES];
	uint64_t free_frames[SK_MAX_FRAMES];
	char message[SK_MESSAGE_SIZE];
	char file[SK_MESSAGE_SIZE];
};

/* One per step in a record. */
struct sk_value {
	uint8_t outcome; /* enum sk_outcome */
	uint8_t size; /* bytes valid in `bytes` */
	uint16_t unused;
	uint32_t peek_size; /* SK_PEEK: bytes in the record's peek area */
	uint64_t shape; /* pointers, and objects that a contract compares: hash of all that can be
	                             reached from it at the end, the same for what is equal; 0: none */
	uint8_t bytes[SK_VALUE_BYTES];
};

/* The remains of a program, in the peek area: this head, standard output, standard error, then
 * n_files times a struct sk_left, the name and the contents, by name. Nothing is padded. */
struct sk_program {
	int32_t status; /* exit status */
	uint32_t cut; /* bits: 1 output, 2 errors, 4 files are not all there */
	uint32_t n_out, n_err;
	uint32_t n_files; /* in the scratch folder when it ended */
};

struct sk_left {
	uint32_t name_size, size;
};

#define SK_MAX_OUT 6144u
#define SK_MAX_ERR 3072u
#define SK_MAX_LEFT 6144u         /* bytes of files, with names and heads */

/* In the number that a stand-in calls __skep_stub() with: it is to be told in the record. */
#define SK_STUB_MATTERS 0x80000000u
#define SK_STOOD_IN_VARIABLE 0x8000u

/* One compared pair, for literals and distances. */
struct sk_compared {
	uint32_t condition;
	uint32_t size; /* bytes of the operands */
	uint64_t left, right;
};

/* Two texts, or two pieces of memory, that were compared and differ; of each so many
 * bytes as there is room for. */
struct sk_texts {
	uint32_t condition; /* UINT32_MAX: no condition asked for the result */
	uint8_t sizes[2];
	uint8_t unused[2];
	uint8_t sides[2][SK_TEXT_BYTES];
};

/* A record: this head, n_values x struct sk_value, the probe bits padded to 8,
 * n_distances x double (one per condition outcome, negative: not reached; then
 * one per case), as many bytes (how often the condition or switch decided, at most
 * SK_MANY_TIMES) padded to 8, n_compared x struct sk_compared, n_texts x struct sk_texts, peeked
 * bytes padded to 8, and with fault_bytes one struct sk_fault. */
struct sk_record {
	uint64_t seal; /* sk_seal() of all that follows */
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
	uint64_t fuel_used; /* and in the fast build what using so much of the heap is worth */
	uint64_t n_decisions; /* of conditions and switches of the unit, each as often as it decided; with distances */
	uint32_t fault_bytes; /* 0 or sizeof(struct sk_fault) */
	uint32_t n_texts;
	uint32_t refused; /* sum of enum sk_refused; the limit is that of the checked build */
	/* The first stand-ins that gave, wrote or should have written something: numbers of missing
	 * functions, or of variables | SK_STOOD_IN_VARIABLE. */
	uint16_t n_stood_in;
	uint16_t stood_in[SK_MAX_STOOD_IN];
	uint32_t failed_step; /* the step during which a call failed last because the test wanted it;
	                             UINT32_MAX: none did */
	uint32_t slept; /* milliseconds that the unit wanted to sleep, and did not */
};

/* Tells the record of test `i` of batch `go` from anything else; `length` as in the
 * record. Four sums side by side: one would wait for itself. */
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

/* The most bytes the record of such a test can take. */
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

/* How far the tests of a batch have got. */
struct sk_batch {
	uint32_t n_tests;
	uint32_t first; /* start with this one: the earlier ones have run */
	uint32_t current; /* being run now */
	uint32_t finished; /* records complete in output */
	uint32_t output_used;
	uint32_t taken; /* value of go when the worker took this batch */
};

/* The limits of one test. */
struct sk_limits {
	uint32_t milliseconds; /* behind the fuel */
	uint32_t busy_milliseconds; /* of processor time, behind the fuel: the C library burns none */
	uint64_t fuel; /* conditions and calls */
	uint64_t heap_limit; /* bytes allocated */
	uint64_t no_threads; /* none can be started: tests share a process */
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
	uint32_t test_offset[SK_MAX_BATCH]; /* into input */
	uint32_t record_offset[SK_MAX_BATCH]; /* into output */
	uint64_t unused[8];
	_Alignas(4096) uint8_t input[SK_INPUT_SIZE];
	_Alignas(4096) uint8_t output[SK_OUTPUT_SIZE];
};

enum sk_report_kind {
	SK_WORKER_STARTED = 1,
	SK_WORKER_ENDED,
	SK_ZYGOTE_READY,
	SK_NO_WORKER /* none can be started: the system refuses */
};

/* Sent by the zygote through its report pipe, one per worker start or end. */
struct sk_report {
	uint32_t what; /* enum sk_report_kind */
	int32_t pid;
	int32_t status;
	uint32_t test; /* SK_FORK_PER_TEST: which one it was for */
};

/* How a worker ends on purpose; any other end is the unit's doing. */
enum sk_worker_exit {
	SK_END_RETIRED = 201, /* records are complete, state could not be reset */
	SK_END_FAULT = 202, /* the last record tells of a fault */
	SK_END_LOST = 203, /* a fault while dealing with a fault, or no sense in the batch */
	SK_END_ONE = 204 /* SK_FORK_PER_TEST: the one test has run */
};

_Static_assert(sizeof(struct sk_step) == 32, "byte code layout");
_Static_assert(sizeof(struct sk_test) == 16, "byte code layout");
_Static_assert(sizeof(struct sk_value) == 32, "record layout");
_Static_assert(sizeof(struct sk_record) % 8 == 0 && sizeof(struct sk_fault) % 8 == 0, "record layout");

/* How the engine names things to a new target: in its environment. */
#define SK_ENV_SHARED "SKEP_SHARED_FD"
#define SK_ENV_REPORT "SKEP_REPORT_FD"
#define SK_ENV_SCRATCH "SKEP_SCRATCH"
#define SK_ENV_TUNABLES "GLIBC_TUNABLES"

/* ---- what the generated driver defines, for the runtime ---- */

typedef void sk_call(void **args); /* args[0]: place of the result; args[1..]: places of the arguments */

struct sk_switch_case {
	int64_t low, high;
	uint32_t of_switch;
	uint32_t is_default;
};

/* The numbers are those of enum contract_kind in src/model/model.h. */
enum sk_contract_kind { SK_REQUIRES, SK_ENSURES, SK_INVARIANT, SK_EQUAL, SK_MAKE };

/* args as in sk_call for a contract about a function; else the objects. */
typedef int sk_holds(void **args);

struct sk_contract {
	sk_holds *holds; /* NULL: SK_MAKE */
	const char *name;
	uint32_t kind;
	uint32_t line;
	uint32_t invariant, equal; /* 1 + the contract about the same type; 0: none */
};

/* 1 + contract, or 0. */
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
	void *const (*callbacks)[SK_CALLBACK_SLOTS]; /* by function type; all NULL: none */
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
