/* sandbox: see sandbox.h. Everything that allocates or opens is done in skep. The child only makes
 * the system calls of confinement_enter(), whose order matters: each step takes away a right that
 * earlier steps needed. */
#define _GNU_SOURCE
#include "proc/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/confine.h"
#include "proc/landlock.h"
#include "proc/spawn.h"

#define DEFAULT_FILE_LIMIT (16u << 20)
#define STACK_LIMIT (8u << 20)
#define LOCKED_LIMIT (64u << 10)
#define DESCRIPTOR_LIMIT 256

struct sandbox_support sandbox_probe(void)
{
	return (struct sandbox_support){ .landlock_abi = landlock_abi(), .seccomp = filter_is_supported() };
}

/* ---- in the child ---- */

static int limit(int resource, uint64_t wanted)
{
	struct rlimit now;
	if (getrlimit(resource, &now) < 0)
		return -1;
	rlim_t value = wanted < now.rlim_max ? wanted : now.rlim_max;
	const struct rlimit lower = { value, value };
	return setrlimit(resource, &lower);
}

static const char *limit_amounts(const struct sandbox *sandbox)
{
	const struct {
		int resource;
		uint64_t value;
	} limits[] = {
		{ RLIMIT_FSIZE, sandbox->file_limit ? sandbox->file_limit : DEFAULT_FILE_LIMIT },
		/* 1, not 0: a crash handler of the system (a pipe in core_pattern) is started in
		 * spite of 0, and the kernel takes 1 as "never" */
		{ RLIMIT_CORE, 1 },
		{ RLIMIT_NOFILE, DESCRIPTOR_LIMIT },
		{ RLIMIT_STACK, STACK_LIMIT },
		{ RLIMIT_MEMLOCK, LOCKED_LIMIT },
		{ RLIMIT_MSGQUEUE, 0 },
	};
	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
		if (limit(limits[i].resource, limits[i].value) < 0)
			return "limit its resources";
	if (sandbox->memory_limit && limit(RLIMIT_AS, sandbox->memory_limit) < 0)
		return "limit its memory";
	if (sandbox->cpu_limit && limit(RLIMIT_CPU, sandbox->cpu_limit) < 0)
		return "limit its CPU time";
	/* Beyond the file limit, write() fails with EFBIG instead of killing, unless the sandbox
	 * says otherwise. */
	signal(SIGXFSZ, sandbox->file_limit_kills ? SIG_DFL : SIG_IGN);
	return NULL;
}

/* Root keeps one capability, to read what skep could read (its own program may be in a user's
 * private folder), and none that changes anything. Without SECBIT_NOROOT, exec would try to give
 * root all capabilities back, which PR_SET_NO_NEW_PRIVS prevents; but the attempt would turn
 * address randomisation on again. */
static const char *drop_capabilities(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3] = { 0 };
	if (syscall(SYS_capget, &head, sets) < 0)
		return "read its capabilities";
	const uint32_t reading = sets[0].permitted & (1u << CAP_DAC_READ_SEARCH);
	prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED); /* only root may do this, and only root
	                                                                   needs it */
	memset(sets, 0, sizeof sets);
	sets[0].permitted = sets[0].effective = sets[0].inheritable = reading;
	if (syscall(SYS_capset, &head, sets) < 0)
		return "drop its capabilities";
	if (reading)
		prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0); /* keeps it over exec */
	return NULL;
}

static const char *keep_descriptors(const struct confinement *plan)
{
	for (size_t i = 0; i < plan->n_keep; i++)
		if (fcntl(plan->keep[i], F_SETFD, 0) < 0)
			return "hand over a descriptor";
	return NULL;
}

static int turn_randomisation_off(void)
{
	return personality(ADDR_NO_RANDOMIZE | (unsigned long)personality(0xffffffff));
}

const char *confinement_enter(void *context)
{
	const struct confinement *plan = context;
	const char *trouble = keep_descriptors(plan);
	if (!trouble)
		trouble = limit_amounts(plan->sandbox);
	if (!trouble)
		trouble = drop_capabilities();
	if (trouble)
		return trouble;
	if (!plan->sandbox->random_addresses && turn_randomisation_off() < 0 && errno != EPERM)
		return "turn address randomisation off"; /* EPERM: see say_what_is_missing() */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return "give up privileges";
	if (plan->ruleset >= 0 && landlock_enter(plan->ruleset) < 0)
		return "enter its Landlock rules";
	if (filter_enter(&plan->filter) < 0)
		return "enter its seccomp filter";
	return NULL;
}

/* ---- in skep ---- */

/* Tries it on skep itself, where it only affects programs that skep starts. */
static bool may_fix_addresses(void)
{
	int before = personality(0xffffffff);
	bool may = turn_randomisation_off() >= 0;
	if (may)
		personality((unsigned long)before);
	return may;
}

static void say_what_is_missing(int abi)
{
	static bool said;
	if (__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
		return;
	if (abi <= 0)
		log_warn("this kernel has no Landlock: code under test cannot write any file, not even temporary ones "
		         "(Linux 5.13 or newer, with landlock in its lsm= list, can confine it to a scratch folder "
		         "instead)");
	if (!may_fix_addresses())
		log_warn(
		        "address randomisation cannot be turned off here: what depends on addresses may differ from run to "
		        "run (docker run --security-opt seccomp=unconfined lets skep do it)");
}

static int usable_abi(const struct sandbox *sandbox)
{
	int abi = landlock_abi();
	if (sandbox->landlock_limit < 0)
		return 0;
	return sandbox->landlock_limit && sandbox->landlock_limit < abi ? sandbox->landlock_limit : abi;
}

status confinement_make(const struct sandbox *sandbox, struct confinement *plan)
{
	int abi = usable_abi(sandbox);
	*plan = (struct confinement){ .sandbox = sandbox, .ruleset = -1 };
	if (!filter_is_supported())
		return fail(TROUBLE_SYSTEM, "this kernel has no seccomp filters: code under test cannot be run safely "
		                            "(it needs Linux 4.14 or newer, and a container that allows seccomp)");
	say_what_is_missing(abi);
	if (abi)
		TRY(landlock_make_rules(sandbox->scratch, abi, &plan->ruleset));
	const struct filter_options options = {
		.landlock_abi = abi,
		.may_trace = sandbox->may_trace,
		.denial = sandbox->denial,
		.pretends = sandbox->pretends,
		.keeper = getpid(),
	};
	filter_build(&plan->filter, &options);
	return NULL;
}

void confinement_release(struct confinement *plan)
{
	if (plan->ruleset >= 0)
		close(plan->ruleset);
	vec_release(&plan->filter.code);
}

static status open_null(int *fd)
{
	*fd = spawn_lift(open("/dev/null", O_RDWR | O_CLOEXEC));
	return *fd < 0 ? fail_errno("cannot open /dev/null") : NULL;
}

status sandbox_start(const struct sandbox *sandbox, const char *path, const char *const *env, const int *keep,
                     size_t n_keep, bool show_output, struct sandboxed *out)
{
	status st = NULL;
	int null = -1;
	struct confinement plan = { .ruleset = -1 };
	/* The child is in another folder when it starts the program. */
	char *program = realpath(path, NULL);

	*out = (struct sandboxed){ 0 };
	if (!program) {
		st = fail_errno("cannot start '%s'", path);
		goto out;
	}
	for (size_t i = 0; i < n_keep; i++)
		INVARIANT(keep[i] > 2);
	TRY_OUT(confinement_make(sandbox, &plan));
	plan.keep = keep;
	plan.n_keep = n_keep;
	TRY_OUT(open_null(&null));
	const char *argv[] = { program, NULL };
	const struct spawn start = {
		.argv = argv,
		.env = env,
		.directory = sandbox->scratch,
		.in = null,
		.out = show_output ? -1 : null,
		.err = show_output ? -1 : null,
		.new_session = true,
		.prepare = confinement_enter,
		.context = &plan,
	};
	TRY_OUT(spawn(&start, &out->pid));
out:
	if (null >= 0)
		close(null);
	confinement_release(&plan);
	free(program);
	return st;
}

void sandbox_end(struct sandboxed *child)
{
	if (child->pid <= 0)
		return;
	/* Ends all descendants, because the filter lets no process leave the group. */
	kill(-child->pid, SIGKILL);
	spawn_wait(child->pid);
	spawn_reap_group(child->pid, true);
	*child = (struct sandboxed){ 0 };
}
