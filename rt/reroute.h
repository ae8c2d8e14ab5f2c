/* reroute: which calls of the unit into the C library go elsewhere.
 *
 * HEAP(name)    fast build only: call __skep_NAME (the arena) instead
 * REROUTE(name) every build: call __skep_NAME instead (deterministic, tracked)
 * RETIRE(name)  call it as it is, but the worker ends after this test, because
 *               nothing undoes the effect
 * THREADS(name) the unit starts threads: a fork per test */
HEAP(malloc)
HEAP(calloc)
HEAP(realloc)
HEAP(free)
RETIRE(setlocale)
THREADS(pthread_create)
