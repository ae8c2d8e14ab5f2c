/* unqualified: the only place where const is removed.
 *
 * Some old functions of C take a pointer to const, and return or keep it without const: strchr(),
 * bsearch(), pthread_setspecific(). Code that does the same, or that calls a function which lacks a
 * const, uses this function; the compiler forbids casts that remove const (-Wcast-qual). */
#ifndef SKEP_RT_UNQUALIFIED_H
#define SKEP_RT_UNQUALIFIED_H

static inline __attribute__((always_inline)) void *unqualified(const void *pointer)
{
	const union {
		const void *given;
		void *taken;
	} both = { .given = pointer };
	return both.taken;
}

#endif
