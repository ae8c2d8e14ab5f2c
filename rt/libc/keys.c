/* keys: values that the unit keeps per thread under a key (pthread_setspecific).
 *
 * The C library's own keys outlive a test. These are among the unit's globals, so the reset of
 * globals restores them, and memory that only a key leads to counts as reachable. Other threads
 * live no longer than their test; their values are in their own memory, and one key of the C
 * library makes destructors run when they end. */
#define _GNU_SOURCE
#include <errno.h>
#include <unistd.h>

#include "inside.h"
#include "libc.h"

#define N_KEYS 128u
#define ROUNDS 4 /* rounds of destructors, which may set values again */

struct key {
	bool used;
	void (*destructor)(void *);
	void *value; /* of the worker's own thread */
};

__attribute__((section("skep_data"))) static struct key keys[N_KEYS] = { 0 };

static _Thread_local void *others[N_KEYS]; /* the values of any other thread */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t ending;

/* Found out once in each thread: it does not change, in a fork either. */
bool __skep_is_own_thread(void)
{
	static _Thread_local enum { UNKNOWN, OWN, OTHER } which;
	if (which == UNKNOWN)
		which = gettid() == getpid() ? OWN : OTHER;
	return which == OWN;
}

static void **value_of(pthread_key_t key)
{
	return __skep_is_own_thread() ? &keys[key].value : &others[key];
}

static void run_destructors(void *unused)
{
	(void)unused;
	for (int round = 0; round < ROUNDS; round++)
		for (unsigned key = 0; key < N_KEYS; key++) {
			void *value = others[key];
			others[key] = NULL;
			if (value && keys[key].used && keys[key].destructor)
				keys[key].destructor(value);
		}
}

static void watch_ends(void)
{
	pthread_key_create(&ending, run_destructors);
}

int __skep_pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	for (unsigned i = 0; i < N_KEYS; i++)
		if (!keys[i].used) {
			keys[i] = (struct key){ .used = true, .destructor = destructor };
			*key = i;
			return 0;
		}
	return EAGAIN;
}

int __skep_pthread_key_delete(pthread_key_t key)
{
	if (key >= N_KEYS || !keys[key].used)
		return EINVAL;
	keys[key] = (struct key){ 0 };
	return 0;
}

int __skep_pthread_setspecific(pthread_key_t key, const void *value)
{
	if (key >= N_KEYS || !keys[key].used)
		return EINVAL;
	if (!__skep_is_own_thread()) {
		pthread_once(&once, watch_ends);
		pthread_setspecific(ending, others);
	}
	*value_of(key) = unqualified(value);
	return 0;
}

void *__skep_pthread_getspecific(pthread_key_t key)
{
	return key < N_KEYS && keys[key].used ? *value_of(key) : NULL;
}

int __skep_tss_create(tss_t *key, tss_dtor_t destructor)
{
	return __skep_pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}

void __skep_tss_delete(tss_t key)
{
	__skep_pthread_key_delete(key);
}

int __skep_tss_set(tss_t key, void *value)
{
	return __skep_pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}

void *__skep_tss_get(tss_t key)
{
	return __skep_pthread_getspecific(key);
}
