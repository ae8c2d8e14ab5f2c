/* Threads, each doing something else; the unit has good.c beside it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hostile.h"

static volatile int stop;

static void *spin(void *argument)
{
	while (!stop)
		__asm__ volatile("");
	return argument;
}

/* More rounds than a test has fuel for: they are not its own. */
static void *count(void *argument)
{
	for (volatile int i = 0; i < 5000000; i++)
		;
	return argument;
}

/* Too long to be printed: the test ends here, in a thread that is not its own. */
static void *print_for_ever(void *argument)
{
	char text[8];
	while (!stop)
		snprintf(text, sizeof text, "%*d", 100000000, 1);
	return argument;
}

static void *crash(void *argument)
{
	return *(void *volatile *)argument;
}

static void *leave(void *argument)
{
	(void)argument;
	exit(5);
}

static void *give_up(void *argument)
{
	(void)argument;
	abort();
}

static void *write_for_ever(void *argument)
{
	int fd = open("from-a-thread", O_CREAT | O_WRONLY | O_TRUNC, 0600);
	while (!stop)
		if (write(fd, "x", 1) < 0)
			lseek(fd, 0, SEEK_SET);
	return argument;
}

/* In case nobody stops it, it stops by itself. */
#define ENOUGH 1000
static int alive, most;

static void *start(void *argument)
{
	pthread_t thread;
	int now = __atomic_add_fetch(&alive, 1, __ATOMIC_RELAXED);
	if (now > most)
		most = now;
	while (most < ENOUGH && pthread_create(&thread, NULL, start, argument) == 0)
		pthread_detach(thread);
	__atomic_sub_fetch(&alive, 1, __ATOMIC_RELAXED);
	return argument;
}

static int in_thread(void *(*function)(void *), int join)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, function, NULL) != 0)
		return -1;
	return join ? pthread_join(thread, NULL) : 0;
}

int leave_thread_spinning(void)
{
	return in_thread(spin, 0);
}

int join_spinning_thread(void)
{
	return in_thread(spin, 1);
}

/* More threads than processors delay each other for ever: that is no excuse. */
int join_spinning_threads(void)
{
	for (int i = 0; i < 7; i++)
		in_thread(spin, 0);
	return in_thread(spin, 1);
}

int join_counting_thread(void)
{
	return in_thread(count, 1);
}

int join_printing_thread(void)
{
	return in_thread(print_for_ever, 1);
}

int crash_in_thread(int join)
{
	return in_thread(crash, join);
}

int leave_in_thread(int join)
{
	return in_thread(leave, join);
}

int give_up_in_thread(int join)
{
	return in_thread(give_up, join);
}

int leave_thread_writing(void)
{
	return in_thread(write_for_ever, 0);
}

/* Threads that start threads. */
int start_many_threads(void)
{
	in_thread(start, 1);
	return most < ENOUGH ? 0 : BROKEN;
}

int end_main_thread(void)
{
	in_thread(spin, 0);
	pthread_exit(NULL);
}

int cancel_itself(void)
{
	pthread_cancel(pthread_self());
	pthread_testcancel();
	return 0;
}

int signal_thread(int number)
{
	return pthread_kill(pthread_self(), number) & 0;
}
