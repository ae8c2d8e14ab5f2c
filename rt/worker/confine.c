/* confine: restrictions of a worker beyond those of the whole target: it cannot start processes,
 * signal others, or outlive its parent. The outer sandbox cannot have these restrictions, because
 * the zygote forks. If the kernel lacks seccomp, the outer sandbox has reported that already. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "inside.h"

#if defined(__x86_64__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#define OTHER_TABLE 0x40000000u /* x32 calls have this bit set */
#elif defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#define OTHER_TABLE 0xffffffffu
#else
#error "the system calls of this processor are not known here"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* Loads the low half of an argument; both processors are little-endian. */
#define LOAD_ARG(i) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[i]))
#define GIVE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* Goes on with the next statement if the value is equal, else skips `n`. */
#define UNLESS_SKIP(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (n))

#define DENY(call, error) UNLESS_SKIP(SYS_##call, 1), GIVE(error)
/* Allows the call only if argument `i` is `value`. */
#define ONLY_WITH(call, i, value)                                              \
	UNLESS_SKIP(SYS_##call, 4), LOAD_ARG(i), UNLESS_SKIP(value, 1), ALLOW, GIVE(EPERM)

void __skep_confine(void)
{
	uint32_t self = (uint32_t)getpid(), threads = __skep_shared->limits.no_threads ? 0 : CLONE_THREAD;
	struct sock_filter filter[] = {
		LOAD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 1, 0),
		GIVE(ENOSYS),
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_TABLE, 0, 1),
		GIVE(ENOSYS),
#ifdef SYS_fork
		DENY(fork, EAGAIN),
		DENY(vfork, EAGAIN),
#endif
		DENY(clone3, ENOSYS), /* the C library uses clone() instead then */
		DENY(execve, EACCES),
		DENY(execveat, EACCES),
		DENY(ptrace, EPERM),
		DENY(process_vm_writev, EPERM),
		DENY(process_vm_readv, EPERM),
		DENY(pidfd_send_signal, EPERM),
		DENY(pidfd_getfd, EPERM),
		ONLY_WITH(kill, 0, self),
		ONLY_WITH(tkill, 0, self),
		ONLY_WITH(tgkill, 0, self),
		ONLY_WITH(rt_sigqueueinfo, 0, self),
		ONLY_WITH(rt_tgsigqueueinfo, 0, self),
		UNLESS_SKIP(SYS_clone, 4),
		LOAD_ARG(0),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, threads, 0, 1),
		ALLOW,
		GIVE(EAGAIN),
		UNLESS_SKIP(SYS_prctl, 4),
		LOAD_ARG(0),
		UNLESS_SKIP(PR_SET_PDEATHSIG, 1),
		GIVE(EPERM),
		ALLOW,
		ALLOW,
	};
	struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
