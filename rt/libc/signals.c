/* signals: keeps signal handlers within the test.
 *
 * The process's own handlers belong to the runtime. The unit's handlers are kept in a table and
 * called when the unit raises a signal itself; no other signal comes. Timers are accepted and never
 * expire. */
#define _GNU_SOURCE
#include <errno.h>

#include "inside.h"
#include "libc.h"

#define N_SIGNALS 65

static struct sigaction actions[N_SIGNALS];
static sigset_t blocked;
static bool dirty;

void __skep_signals_reset(void)
{
	if (!dirty)
		return;
	memset(actions, 0, sizeof actions);
	sigemptyset(&blocked);
	dirty = false;
}

static bool is_signal(int number)
{
	if (number > 0 && number < N_SIGNALS)
		return true;
	errno = EINVAL;
	return false;
}

int __skep_sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
	if (!is_signal(number) || (action && (number == SIGKILL || number == SIGSTOP))) {
		errno = EINVAL;
		return -1;
	}
	struct sigaction before = actions[number];
	if (action) {
		actions[number] = *action;
		dirty = true;
	}
	if (old)
		*old = before;
	return 0;
}

__sighandler_t __skep_signal(int number, __sighandler_t handler)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESTART }, old;
	return __skep_sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

__sighandler_t __skep_bsd_signal(int number, __sighandler_t handler)
{
	return __skep_signal(number, handler);
}

__sighandler_t __skep___sysv_signal(int number, __sighandler_t handler)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_RESETHAND }, old;
	return __skep_sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

static void unblock(const sigset_t *set)
{
	for (int i = 1; i < N_SIGNALS; i++)
		if (sigismember(set, i) == 1)
			sigdelset(&blocked, i);
}

int __skep_pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	sigset_t before = blocked;
	if (set && how == SIG_BLOCK)
		sigorset(&blocked, &before, set);
	else if (set && how == SIG_SETMASK)
		blocked = *set;
	else if (set && how == SIG_UNBLOCK)
		unblock(set);
	else if (set)
		return EINVAL;
	dirty |= set != NULL;
	if (old)
		*old = before;
	return 0;
}

int __skep_sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	int error = __skep_pthread_sigmask(how, set, old);
	if (!error)
		return 0;
	errno = error;
	return -1;
}

int __skep_sigaltstack(const stack_t *restrict stack, stack_t *restrict old)
{
	(void)stack;
	if (old)
		*old = (stack_t){ .ss_flags = SS_DISABLE };
	return 0;
}

static bool is_ignored_by_default(int number)
{
	return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

int __skep_raise(int number)
{
	if (!is_signal(number))
		return -1;
	struct sigaction action = actions[number];
	if (action.sa_handler == SIG_IGN || sigismember(&blocked, number) == 1)
		return 0;
	if (action.sa_handler == SIG_DFL) {
		if (is_ignored_by_default(number))
			return 0;
		__skep_fail(number == SIGABRT ? SK_ABORT : SK_SIGNAL, number, 0, "");
	}
	if (action.sa_flags & SA_RESETHAND)
		actions[number].sa_handler = SIG_DFL;
	if (action.sa_flags & SA_SIGINFO) {
		siginfo_t info = { .si_signo = number, .si_code = SI_TKILL };
		action.sa_sigaction(number, &info, NULL);
	} else {
		action.sa_handler(number);
	}
	return 0;
}

int __skep_kill(pid_t pid, int number)
{
	if (pid == 0 || pid == __skep_getpid())
		return number ? __skep_raise(number) : 0;
	if (__skep_is_child(pid))
		return 0;
	errno = pid > 0 ? ESRCH : EPERM;
	return -1;
}

int __skep_killpg(pid_t group, int number)
{
	return __skep_kill(group, number);
}

unsigned __skep_alarm(unsigned seconds)
{
	(void)seconds;
	return 0;
}

useconds_t __skep_ualarm(useconds_t value, useconds_t interval)
{
	(void)value;
	(void)interval;
	return 0;
}

int __skep_setitimer(__itimer_which_t which, const struct itimerval *restrict value, struct itimerval *restrict old)
{
	(void)which;
	(void)value;
	if (old)
		*old = (struct itimerval){ 0 };
	return 0;
}

int __skep_getitimer(__itimer_which_t which, struct itimerval *value)
{
	(void)which;
	*value = (struct itimerval){ 0 };
	return 0;
}
