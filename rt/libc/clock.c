/* clock: time that is the same in every run.
 *
 * Each test starts at the same moment. Every look at a clock takes a millisecond, so code that
 * waits for time to pass sees it pass. A sleep moves the clock by its length and takes no time. */
#define _GNU_SOURCE
#include <errno.h>

#include "inside.h"
#include "libc.h"

#define START_SECONDS 1700000000ll
#define UPTIME_SECONDS 1000ll /* time of monotonic clocks at the start */
#define LOOK_NANOSECONDS 1000000ll
#define SECOND 1000000000ll

static int64_t passed; /* nanoseconds since the test started */
static int64_t slept;  /* those of them that the test slept */
static int64_t waited; /* those of them that it waited for descriptors */

void __skep_clock_reset(void)
{
	passed = slept = waited = 0;
}

static uint32_t in_milliseconds(int64_t nanoseconds)
{
	int64_t milliseconds = nanoseconds / (SECOND / 1000);
	return milliseconds < UINT32_MAX ? (uint32_t)milliseconds : UINT32_MAX;
}

struct sk_idle __skep_idle(void)
{
	return (struct sk_idle){ in_milliseconds(slept), in_milliseconds(waited) };
}

static int64_t look(void)
{
	passed += LOOK_NANOSECONDS;
	return passed;
}

/* Lets time pass, and adds it to *sum. */
static void pass(int64_t seconds, int64_t nanoseconds, int64_t *sum)
{
	int64_t more, before = passed;
	if (__builtin_mul_overflow(seconds, SECOND, &more) || __builtin_add_overflow(more, nanoseconds, &more) ||
	    __builtin_add_overflow(passed, more, &passed))
		passed = INT64_MAX / 2;
	*sum += passed > before ? passed - before : 0;
}

static struct timespec moment(int64_t start)
{
	int64_t now = look();
	return (struct timespec){ start + now / SECOND, now % SECOND };
}

time_t __skep_time(time_t *out)
{
	time_t now = moment(START_SECONDS).tv_sec;
	if (out)
		*out = now;
	return now;
}

clock_t __skep_clock(void)
{
	return look() / 1000;
}

int __skep_gettimeofday(struct timeval *restrict out, void *restrict zone)
{
	struct timespec now = moment(START_SECONDS);
	if (out)
		*out = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
	if (zone)
		memset(zone, 0, sizeof(struct timezone));
	return 0;
}

int __skep_clock_gettime(clockid_t id, struct timespec *out)
{
	bool is_date = id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI;
	bool is_work = id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID;
	struct timespec probe;
	if (clock_getres(id, &probe) != 0)
		return -1;
	*out = moment(is_date ? START_SECONDS : is_work ? 0 : UPTIME_SECONDS);
	return 0;
}

int __skep_timespec_get(struct timespec *out, int base)
{
	if (base != TIME_UTC)
		return 0;
	*out = moment(START_SECONDS);
	return base;
}

clock_t __skep_times(struct tms *out)
{
	clock_t now = look() / (SECOND / 100);
	if (out)
		*out = (struct tms){ .tms_utime = now };
	return now;
}

int __skep_getrusage(__rusage_who_t who, struct rusage *out)
{
	(void)who;
	int64_t now = look();
	memset(out, 0, sizeof *out);
	out->ru_utime = (struct timeval){ now / SECOND, now % SECOND / 1000 };
	return 0;
}

unsigned __skep_sleep(unsigned seconds)
{
	pass(seconds, 0, &slept);
	return 0;
}

int __skep_usleep(useconds_t microseconds)
{
	pass(0, (int64_t)microseconds * 1000, &slept);
	return 0;
}

static bool is_duration(const struct timespec *duration)
{
	return duration->tv_sec >= 0 && duration->tv_nsec >= 0 && duration->tv_nsec < SECOND;
}

int __skep_nanosleep(const struct timespec *duration, struct timespec *rest)
{
	(void)rest;
	if (!is_duration(duration)) {
		errno = EINVAL;
		return -1;
	}
	pass(duration->tv_sec, duration->tv_nsec, &slept);
	return 0;
}

int __skep_clock_nanosleep(clockid_t id, int flags, const struct timespec *duration, struct timespec *rest)
{
	(void)id;
	(void)rest;
	if (!is_duration(duration))
		return EINVAL;
	if (!(flags & TIMER_ABSTIME))
		pass(duration->tv_sec, duration->tv_nsec, &slept);
	return 0;
}

/* Nobody sends a signal, so this would last for ever. */
int __skep_pause(void)
{
	if (__skep_has_threads)
		return pause();
	__skep_out_of_fuel();
	errno = EINTR;
	return -1;
}

/* ---- waiting for descriptors ----
 *
 * Only the test itself does anything to descriptors, so one that is not ready now will not be ready
 * later. A wait without a limit in time would never end, so the test ends at once. If the unit has
 * threads, these functions wait like the C library's. */

static int without_limit(int ready)
{
	if (ready == 0)
		__skep_out_of_fuel(); /* returns only if no test is running */
	return ready;
}

int __skep_select(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict odd,
                  struct timeval *restrict limit)
{
	struct timeval none = { 0, 0 };
	if (__skep_has_threads)
		return select(n, in, out, odd, limit);
	if (!limit)
		return without_limit(select(n, in, out, odd, &none));
	if (limit->tv_sec < 0 || limit->tv_usec < 0) {
		errno = EINVAL;
		return -1;
	}
	int ready = select(n, in, out, odd, &none);
	if (ready == 0) {
		pass(limit->tv_sec, (int64_t)limit->tv_usec * 1000, &waited);
		*limit = none;
	}
	return ready;
}

int __skep_pselect(int n, fd_set *restrict in, fd_set *restrict out, fd_set *restrict odd,
                   const struct timespec *restrict limit, const sigset_t *restrict mask)
{
	const struct timespec none = { 0, 0 };
	if (__skep_has_threads || (limit && !is_duration(limit)))
		return pselect(n, in, out, odd, limit, mask);
	if (!limit)
		return without_limit(pselect(n, in, out, odd, &none, mask));
	int ready = pselect(n, in, out, odd, &none, mask);
	if (ready == 0)
		pass(limit->tv_sec, limit->tv_nsec, &waited);
	return ready;
}

int __skep_poll(struct pollfd *files, nfds_t n, int milliseconds)
{
	if (__skep_has_threads)
		return poll(files, n, milliseconds);
	int ready = poll(files, n, 0);
	if (milliseconds < 0)
		return without_limit(ready);
	if (ready == 0)
		pass(milliseconds / 1000, milliseconds % 1000 * 1000000ll, &waited);
	return ready;
}

int __skep_ppoll(struct pollfd *files, nfds_t n, const struct timespec *limit, const sigset_t *mask)
{
	const struct timespec none = { 0, 0 };
	if (__skep_has_threads || (limit && !is_duration(limit)))
		return ppoll(files, n, limit, mask);
	int ready = ppoll(files, n, &none, mask);
	if (!limit)
		return without_limit(ready);
	if (ready == 0)
		pass(limit->tv_sec, limit->tv_nsec, &waited);
	return ready;
}

int __skep_epoll_wait(int set, struct epoll_event *events, int room, int milliseconds)
{
	if (__skep_has_threads)
		return epoll_wait(set, events, room, milliseconds);
	int ready = epoll_wait(set, events, room, 0);
	if (milliseconds < 0)
		return without_limit(ready);
	if (ready == 0)
		pass(milliseconds / 1000, milliseconds % 1000 * 1000000ll, &waited);
	return ready;
}
