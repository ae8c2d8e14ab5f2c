/* vec: a growing array of any type.
 *
 *     VEC(int) numbers = {0};
 *     vec_push(&numbers, 7);
 *     for (size_t i = 0; i < numbers.n; i++) use(numbers.at[i]);
 *     vec_release(&numbers);
 */
#ifndef SKEP_BASE_VEC_H
#define SKEP_BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>

#include "base/mem.h"

#define VEC(type)                                                              \
	struct {                                                               \
		type *at;                                                      \
		size_t n, cap;                                                 \
	}

#define vec_reserve(v, want)                                                   \
	do {                                                                   \
		size_t want_ = (want);                                         \
		if (want_ > (v)->cap) {                                        \
			(v)->cap = want_ > 2 * (v)->cap ? want_ : 2 * (v)->cap; \
			(v)->at = xrealloc((v)->at, (v)->cap * sizeof *(v)->at); \
		}                                                              \
	} while (0)

#define vec_push(v, ...)                                                       \
	do {                                                                   \
		if ((v)->n == (v)->cap)                                        \
			vec_reserve((v), (v)->cap ? 2 * (v)->cap : 8);         \
		(v)->at[(v)->n++] = (__VA_ARGS__);                             \
	} while (0)

#define vec_last(v) ((v)->at[(v)->n - 1])
#define vec_clear(v) ((v)->n = 0)

#define vec_release(v)                                                         \
	do {                                                                   \
		free((v)->at);                                                 \
		(v)->at = NULL;                                                \
		(v)->n = (v)->cap = 0;                                         \
	} while (0)

#endif
