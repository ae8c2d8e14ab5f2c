/* interrupt: ctrl-C as a flag, and as a descriptor that poll() can wait for.
 *
 * The handler only sets both, however often it is called: skep ends in its ordinary ways, so its
 * findings are still written. */
#define _GNU_SOURCE
#include "proc/child.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static volatile sig_atomic_t was_interrupted;
static volatile sig_atomic_t event = -1;

static void on_signal(int number)
{
	(void)number;
	int error = errno;
	was_interrupted = 1;
	const uint64_t one = 1;
	/* Fails only if the counter is full, and then the descriptor is readable anyway. */
	if (event >= 0 && write(event, &one, sizeof one) < 0)
		errno = error;
	errno = error;
}

bool interrupted(void)
{
	return was_interrupted;
}

int interrupt_fd(void)
{
	return event;
}

void interrupt_forget(void)
{
	uint64_t count;
	if (event >= 0 && read(event, &count, sizeof count) < 0)
		count = 0; /* no interruption was pending */
	was_interrupted = 0;
}

void interrupt_catch(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	/* Without SA_RESTART, because blocking calls must return for the flag to be seen. */
	struct sigaction action = { .sa_handler = on_signal };

	/* A file that is too large is an error of write(), not the end of skep. */
	signal(SIGXFSZ, SIG_IGN);
	if (event < 0)
		event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
		struct sigaction before;
		/* nohup and background jobs of a shell ignore these signals on purpose */
		if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}
