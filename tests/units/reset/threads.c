/* A unit that starts threads: each test has a process to itself. */
#include <pthread.h>
#include <stdbool.h>
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

static pthread_key_t own;
static int ended;

static void note_end(void *value)
{
	ended += value == &total;
}

static void *use_key(void *argument)
{
	bool *alone = argument;
	*alone = pthread_getspecific(own) == NULL;
	pthread_setspecific(own, &total);
	*alone = *alone && pthread_getspecific(own) == &total;
	return NULL;
}

/* Each thread has a value of its own, and at its end the destructor is called. */
int keys_in_threads(void)
{
	pthread_t thread;
	bool alone = false;
	if (pthread_key_create(&own, note_end) != 0 || pthread_setspecific(own, &lock) != 0 ||
	    pthread_create(&thread, NULL, use_key, &alone) != 0)
		return -1;
	pthread_join(thread, NULL);
	bool kept = pthread_getspecific(own) == &lock;
	pthread_key_delete(own);
	return alone + 2 * kept + 4 * ended;
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
