/* A unit that starts threads: each test has a process to itself. */
#include <pthread.h>
#include <stdlib.h>

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *argument)
{
	pthread_mutex_lock(&lock);
	total += *(int *)argument;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int add_in_threads(int n)
{
	pthread_t threads[4];
	for (int i = 0; i < 4; i++)
		if (pthread_create(&threads[i], NULL, add, &n) != 0)
			return -1;
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return total;
}

static void *crash(void *argument)
{
	return *(void **)argument;
}

int crash_in_thread(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, crash, NULL) != 0)
		return -1;
	pthread_join(thread, NULL);
	return 0;
}
