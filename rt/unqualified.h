/* unqualified: const is taken away here, and nowhere else.
 *
 * Old functions of C take a pointer to const, and return or keep it without: strchr(),
 * bsearch(), pthread_setspecific(). Who does the same, or calls a function that lacks a
 * const, says so with this function; the compiler forbids casts that do it (-Wcast-qual). */
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
