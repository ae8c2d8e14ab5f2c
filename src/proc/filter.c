/* filter: a seccomp program that denies calls with lasting effects or effects on others.
 *
 * All other calls are allowed: the code under test may use any other service of the kernel. A
 * denied call fails with an error, as on a system that forbids it, instead of killing the process,
 * because code that handles errors is there to be tested. The tables below are the whole policy.
 * Only the worker can restrict signals and new processes, because it knows its own number: see
 * sandbox.h. */
#define _GNU_SOURCE
#include "proc/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#else
#error "the sandbox knows the system calls of x86-64 and aarch64 only"
#endif

/* Numbers that are newer than the headers skep may be built with, and equal on both machines. */
enum {
	NR_fchmodat2 = 452,
	NR_lsm_set_self_attr = 460,
	NR_setxattrat = 463,
	NR_removexattrat = 466,
	NR_open_tree_attr = 467,
	NR_file_setattr = 469,
};

struct denied {
	int number;
	int error;
};

/* Calls that are denied with any arguments. */
static const struct denied always[] = {
	/* the network */
	{ SYS_socket, EACCES },
	{ SYS_socketpair, EACCES },
	{ SYS_bind, EACCES },
	{ SYS_connect, EACCES },
	{ SYS_listen, EACCES },
	{ SYS_accept, EACCES },
	{ SYS_accept4, EACCES },
	/* modes, owners, times, attributes: Landlock does not restrict them */
	{ SYS_fchmod, EPERM },
	{ SYS_fchmodat, EPERM },
	{ NR_fchmodat2, EPERM },
	{ SYS_fchown, EPERM },
	{ SYS_fchownat, EPERM },
	{ SYS_utimensat, EPERM },
	{ SYS_setxattr, EPERM },
	{ SYS_lsetxattr, EPERM },
	{ SYS_fsetxattr, EPERM },
	{ SYS_removexattr, EPERM },
	{ SYS_lremovexattr, EPERM },
	{ SYS_fremovexattr, EPERM },
	{ NR_setxattrat, EPERM },
	{ NR_removexattrat, EPERM },
	{ NR_file_setattr, EPERM },
	{ SYS_mknodat, EPERM },
	/* the tree of mounts, other views of the system */
	{ SYS_mount, EPERM },
	{ SYS_umount2, EPERM },
	{ SYS_pivot_root, EPERM },
	{ SYS_chroot, EPERM },
	{ SYS_unshare, EPERM },
	{ SYS_setns, EPERM },
	{ SYS_move_mount, EPERM },
	{ SYS_open_tree, EPERM },
	{ SYS_fsopen, EPERM },
	{ SYS_fsconfig, EPERM },
	{ SYS_fsmount, EPERM },
	{ SYS_fspick, EPERM },
	{ SYS_mount_setattr, EPERM },
	{ NR_open_tree_attr, EPERM },
	{ SYS_open_by_handle_at, EPERM },
	{ SYS_name_to_handle_at, EPERM },
	{ SYS_quotactl, EPERM },
	{ SYS_quotactl_fd, EPERM },
	{ SYS_swapon, EPERM },
	{ SYS_swapoff, EPERM },
	{ SYS_fanotify_init, EPERM },
	{ SYS_fanotify_mark, EPERM },
	/* the machine */
	{ SYS_reboot, EPERM },
	{ SYS_kexec_load, EPERM },
	{ SYS_init_module, EPERM },
	{ SYS_finit_module, EPERM },
	{ SYS_delete_module, EPERM },
	{ SYS_sethostname, EPERM },
	{ SYS_setdomainname, EPERM },
	{ SYS_settimeofday, EPERM },
	{ SYS_clock_settime, EPERM },
	{ SYS_adjtimex, EPERM },
	{ SYS_clock_adjtime, EPERM },
	{ SYS_acct, EPERM },
	{ SYS_syslog, EPERM },
	{ SYS_vhangup, EPERM },
	{ SYS_bpf, EPERM },
	{ SYS_perf_event_open, EPERM },
	{ SYS_kexec_file_load, EPERM },
	/* keys and identities */
	{ SYS_add_key, EPERM },
	{ SYS_request_key, EPERM },
	{ SYS_keyctl, EPERM },
	{ SYS_setuid, EPERM },
	{ SYS_setgid, EPERM },
	{ SYS_setreuid, EPERM },
	{ SYS_setregid, EPERM },
	{ SYS_setresuid, EPERM },
	{ SYS_setresgid, EPERM },
	{ SYS_setfsuid, EPERM },
	{ SYS_setfsgid, EPERM },
	{ SYS_setgroups, EPERM },
	{ SYS_capset, EPERM },
	{ NR_lsm_set_self_attr, EPERM },
	/* other processes; leaving the group that sandbox_end() kills */
	{ SYS_process_vm_readv, EPERM },
	{ SYS_process_vm_writev, EPERM },
	{ SYS_process_madvise, EPERM },
	{ SYS_process_mrelease, EPERM },
	{ SYS_pidfd_getfd, EPERM },
	{ SYS_pidfd_send_signal, EPERM },
	{ SYS_tkill, EPERM },
	{ SYS_rt_sigqueueinfo, EPERM },
	{ SYS_rt_tgsigqueueinfo, EPERM },
	{ SYS_migrate_pages, EPERM },
	{ SYS_move_pages, EPERM },
	{ SYS_setpriority, EPERM },
	{ SYS_ioprio_set, EPERM },
	{ SYS_setsid, EPERM },
	{ SYS_setpgid, EPERM },
	/* memory and queues that outlive the process */
	{ SYS_shmget, EACCES },
	{ SYS_shmat, EACCES },
	{ SYS_shmctl, EACCES },
	{ SYS_semget, EACCES },
	{ SYS_semop, EACCES },
	{ SYS_semtimedop, EACCES },
	{ SYS_semctl, EACCES },
	{ SYS_msgget, EACCES },
	{ SYS_msgsnd, EACCES },
	{ SYS_msgrcv, EACCES },
	{ SYS_msgctl, EACCES },
	{ SYS_mq_open, EACCES },
	{ SYS_mq_unlink, EACCES },
	/* ways around this filter: other ways to the same calls */
	{ SYS_io_uring_setup, EPERM },
	{ SYS_io_uring_enter, EPERM },
	{ SYS_io_uring_register, EPERM },
	{ SYS_userfaultfd, EPERM },
	/* its flags are in memory, which a filter cannot read; the C library uses clone instead */
	{ SYS_clone3, ENOSYS },
#ifdef __x86_64__
	{ SYS_chmod, EPERM },
	{ SYS_chown, EPERM },
	{ SYS_lchown, EPERM },
	{ SYS_utime, EPERM },
	{ SYS_utimes, EPERM },
	{ SYS_futimesat, EPERM },
	{ SYS_mknod, EPERM },
	{ SYS_iopl, EPERM },
	{ SYS_ioperm, EPERM },
#endif
};

/* Calls that fail only in the sandbox, so their results say nothing about the world outside. A
 * local socket may be made, because the C library asks name services through one, but it leads
 * nowhere: connecting it is denied, and sending from it to an address kills. */
static const int differing[] = {
	SYS_socketpair, SYS_fchmodat, NR_fchmodat2, SYS_fchownat, SYS_utimensat, SYS_mknodat,   SYS_shmget,
	SYS_semget,     SYS_msgget,   SYS_mq_open,  SYS_setuid,   SYS_setgid,    SYS_setsid,
#ifdef __x86_64__
	SYS_chmod,      SYS_chown,    SYS_lchown,   SYS_utime,    SYS_utimes,    SYS_futimesat, SYS_mknod,
#endif
};

/* Denied if Landlock does not know truncation, which is before version 3. */
static const struct denied truncating[] = {
	{ SYS_truncate, EACCES }, { SYS_openat2, ENOSYS }, /* their flags are in memory */
};

/* Denied without Landlock. */
static const struct denied writing[] = {
	{ SYS_unlinkat, EACCES },  { SYS_renameat2, EACCES }, { SYS_mkdirat, EACCES }, { SYS_linkat, EACCES },
	{ SYS_symlinkat, EACCES }, { SYS_renameat, EACCES },
#ifdef __x86_64__
	{ SYS_unlink, EACCES },    { SYS_rename, EACCES },    { SYS_mkdir, EACCES },   { SYS_rmdir, EACCES },
	{ SYS_link, EACCES },      { SYS_symlink, EACCES },   { SYS_creat, EACCES },
#endif
};

/* All of ioctl that is allowed. A list of denied commands would never be complete (attributes of
 * files, terminals, disks; many work on a file that is open for reading). */
static const uint32_t harmless_ioctls[] = {
	TCGETS, TIOCGWINSZ, TIOCGPGRP, TIOCOUTQ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX,
};

/* Commands that make the kernel signal another process, or block processes that open a file. */
static const uint32_t denied_fcntls[] = { F_SETOWN, F_SETOWN_EX, F_SETSIG, F_SETLEASE, F_NOTIFY };

#define NEW_NAMESPACES                                                         \
	(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |         \
	 CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWTIME)

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define DENY(error) (SECCOMP_RET_ERRNO | ((uint32_t)(error) & SECCOMP_RET_DATA))
#define ALLOW SECCOMP_RET_ALLOW

/* ---- pieces of a program; all jumps are forward, counted in instructions ---- */

static void emit(struct filter *f, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false)
{
	vec_push(&f->code, (struct sock_filter){ code, if_true, if_false, value });
}

static void load(struct filter *f, size_t offset)
{
	emit(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/* Loads the low half of an argument: all of these are ints, and the kernel uses no more. Both
 * machines store it first. */
static void load_arg(struct filter *f, size_t arg)
{
	load(f, offsetof(struct seccomp_data, args) + arg * sizeof(uint64_t));
}

static void give(struct filter *f, uint32_t verdict)
{
	emit(f, BPF_RET | BPF_K, verdict, 0, 0);
}

static void jump_equal(struct filter *f, uint32_t value, uint8_t if_true, uint8_t if_false)
{
	emit(f, BPF_JMP | BPF_JEQ | BPF_K, value, if_true, if_false);
}

/* The next `length` instructions, which end in a verdict, are for this system call only. */
static void for_call(struct filter *f, int number, size_t length)
{
	jump_equal(f, (uint32_t)number, 0, (uint8_t)length);
}

static void deny_all(struct filter *f, const struct denied *denied, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for_call(f, denied[i].number, 1);
		give(f, DENY(denied[i].error));
	}
}

/* Gives one verdict if the argument is among the values, and another if not. */
static void by_value(struct filter *f, int number, unsigned arg, const uint32_t *values, size_t n, uint32_t among,
                     uint32_t otherwise)
{
	for_call(f, number, n + 3);
	load_arg(f, arg);
	for (size_t i = 0; i < n; i++)
		jump_equal(f, values[i], (uint8_t)(n - i), 0);
	give(f, otherwise);
	give(f, among);
}

static void only_value(struct filter *f, int number, unsigned arg, uint32_t value, int error)
{
	by_value(f, number, arg, &value, 1, ALLOW, DENY(error));
}

static void deny_bits(struct filter *f, int number, unsigned arg, uint32_t bits, int error)
{
	for_call(f, number, 4);
	load_arg(f, arg);
	emit(f, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
	give(f, DENY(error));
	give(f, ALLOW);
}

/* O_RDONLY | O_TRUNC truncates, and Landlock before version 3 allows it. */
static void deny_truncating_reader(struct filter *f, int number, unsigned arg)
{
	for_call(f, number, 5);
	load_arg(f, arg);
	emit(f, BPF_JMP | BPF_JSET | BPF_K, O_ACCMODE, 1, 0);
	emit(f, BPF_JMP | BPF_JSET | BPF_K, O_TRUNC, 1, 0);
	give(f, ALLOW);
	give(f, DENY(EACCES));
}

/* Denies signals to groups, to all processes, to init and to skep. */
static void narrow_signals(struct filter *f, int number, pid_t keeper)
{
	for_call(f, number, 6);
	load_arg(f, 0);
	emit(f, BPF_JMP | BPF_JGE | BPF_K, 0x80000000u, 3, 0);
	emit(f, BPF_JMP | BPF_JGE | BPF_K, 2, 0, 2);
	jump_equal(f, (uint32_t)keeper, 1, 0);
	give(f, ALLOW);
	give(f, DENY(EPERM));
}

/* A number that is no descriptor fails in the same way everywhere, so it is allowed. */
static void allow_no_descriptor(struct filter *f, int number, uint32_t denial)
{
	for_call(f, number, 4);
	load_arg(f, 0);
	emit(f, BPF_JMP | BPF_JGE | BPF_K, 0x80000000u, 0, 1);
	give(f, ALLOW);
	give(f, denial);
}

/* Sending without an address, as send() does, on a socket that was never connected fails everywhere, so it is
 * allowed. */
static void allow_no_address(struct filter *f, int number, uint32_t denial)
{
	for_call(f, number, 6);
	load_arg(f, 4);
	jump_equal(f, 0, 0, 3);
	load(f, offsetof(struct seccomp_data, args) + 4 * sizeof(uint64_t) + sizeof(uint32_t));
	jump_equal(f, 0, 0, 1);
	give(f, ALLOW);
	give(f, denial);
}

static void deny_differing(struct filter *f, uint32_t denial)
{
	static const uint32_t local = AF_UNIX;
	static const int of_descriptors[] = { SYS_bind, SYS_listen, SYS_sendmsg, SYS_sendmmsg, SYS_fchmod, SYS_fchown };
	allow_no_address(f, SYS_sendto, denial);
	for (size_t i = 0; i < COUNT(of_descriptors); i++)
		allow_no_descriptor(f, of_descriptors[i], denial);
	/* A look-up of a user's name asks for a local socket, and goes on without one. */
	by_value(f, SYS_socket, 0, &local, 1, denial == SECCOMP_RET_TRAP ? DENY(EACCES) : ALLOW, denial);
	for (size_t i = 0; i < COUNT(differing); i++) {
		for_call(f, differing[i], 1);
		give(f, denial);
	}
}

/* A program that copies mode, owner and time from its input to its output goes on; the calls have no effect. */
static void pretend(struct filter *f, enum denial denial)
{
	static const uint32_t otherwise[] = { [DENIAL_FAILS] = DENY(EPERM),
		                              [DENIAL_KILLS] = SECCOMP_RET_KILL_PROCESS,
		                              [DENIAL_TELLS] = SECCOMP_RET_TRAP };
	static const uint32_t no_path = 0;
	static const int of_descriptors[] = { SYS_fchmod, SYS_fchown };
	for (size_t i = 0; i < COUNT(of_descriptors); i++) {
		for_call(f, of_descriptors[i], 1);
		give(f, DENY(0));
	}
	by_value(f, SYS_utimensat, 1, &no_path, 1, DENY(0), otherwise[denial]);
}

/* A process may tie its life to its parent's, but not untie it. */
static void keep_death_signal(struct filter *f)
{
	for_call(f, SYS_prctl, 6);
	load_arg(f, 0);
	jump_equal(f, PR_SET_PDEATHSIG, 0, 2);
	load_arg(f, 1);
	jump_equal(f, SIGKILL, 0, 1);
	give(f, ALLOW);
	give(f, DENY(EPERM));
}

/* ---- the policy ---- */

/* Denies other instruction sets (32-bit x86, x32), because their calls have other numbers. */
static void check_machine(struct filter *f)
{
	load(f, offsetof(struct seccomp_data, arch));
	jump_equal(f, OUR_ARCH, 1, 0);
	give(f, DENY(ENOSYS));
	load(f, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
	emit(f, BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1);
	give(f, DENY(ENOSYS));
#endif
}

static void narrow_arguments(struct filter *f, pid_t keeper)
{
	by_value(f, SYS_ioctl, 1, harmless_ioctls, COUNT(harmless_ioctls), ALLOW, DENY(ENOTTY));
	by_value(f, SYS_fcntl, 1, denied_fcntls, COUNT(denied_fcntls), DENY(EPERM), ALLOW);
	only_value(f, SYS_personality, 0, 0xffffffffu, EPERM); /* only asks */
	only_value(f, SYS_prlimit64, 0, 0, EPERM);             /* 0 is the caller */
	only_value(f, SYS_sched_setaffinity, 0, 0, EPERM);
	only_value(f, SYS_sched_setscheduler, 0, 0, EPERM);
	only_value(f, SYS_sched_setparam, 0, 0, EPERM);
	only_value(f, SYS_sched_setattr, 0, 0, EPERM);
	deny_bits(f, SYS_clone, 0, NEW_NAMESPACES | CLONE_PARENT, EPERM);
	narrow_signals(f, SYS_kill, keeper);
	narrow_signals(f, SYS_tgkill, keeper);
	keep_death_signal(f);
}

static void cover_for_landlock(struct filter *f, int abi)
{
	if (abi >= 3)
		return;
	deny_all(f, truncating, COUNT(truncating));
	if (abi >= 1) {
		deny_truncating_reader(f, SYS_openat, 2);
#ifdef __x86_64__
		deny_truncating_reader(f, SYS_open, 1);
#endif
		return;
	}
	deny_all(f, writing, COUNT(writing));
	deny_bits(f, SYS_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC, EACCES);
#ifdef __x86_64__
	deny_bits(f, SYS_open, 1, O_ACCMODE | O_CREAT | O_TRUNC, EACCES);
#endif
}

void filter_build(struct filter *filter, const struct filter_options *options)
{
	check_machine(filter);
	if (options->pretends)
		pretend(filter, options->denial);
	if (options->denial == DENIAL_KILLS)
		deny_differing(filter, SECCOMP_RET_KILL_PROCESS);
	if (options->denial == DENIAL_TELLS)
		deny_differing(filter, SECCOMP_RET_TRAP);
	deny_all(filter, always, COUNT(always));
	if (!options->may_trace || options->landlock_abi < 1) {
		const struct denied trace = { SYS_ptrace, EPERM };
		deny_all(filter, &trace, 1);
	}
	narrow_arguments(filter, options->keeper);
	cover_for_landlock(filter, options->landlock_abi);
	give(filter, ALLOW);
}

bool filter_is_supported(void)
{
	const uint32_t action = SECCOMP_RET_ERRNO;
	return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int filter_enter(const struct filter *filter)
{
	const struct sock_fprog program = { (unsigned short)filter->code.n, filter->code.at };
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
