/* print_family: the functions that print into memory, as one table.
 *
 * All eight do the same with different parameters. Two builds have a body of their own for them: one burns fuel
 * (libc/print.c), one follows labels (inlined/models_print.c). PRINT_FAMILY defines the eight in terms of
 * print(text, size, format, args), where the size SIZE_MAX means no limit. */
#ifndef SKEP_RT_PRINT_FAMILY_H
#define SKEP_RT_PRINT_FAMILY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define PRINT_LIST(name, parameters, size)                                     \
	int name parameters                                                    \
	{                                                                      \
		return PRINT_INTO(text, size, format, args);                   \
	}
#define PRINT_DOTS(name, parameters, size)                                     \
	int name parameters                                                    \
	{                                                                      \
		va_list args;                                                  \
		va_start(args, format);                                        \
		int length = PRINT_INTO(text, size, format, args);             \
		va_end(args);                                                  \
		return length;                                                 \
	}

/* PRINT_INTO must be defined as the name of the function that prints. The checks of the _chk
 * functions are left to the sanitizers. */
#define TEXT char *restrict text
#define FORMAT const char *restrict format
#define CHECKS __attribute__((unused)) int flag, __attribute__((unused)) size_t room
#define PRINT_FAMILY(prefix)                                                                            \
	PRINT_LIST(prefix##vsnprintf, (TEXT, size_t size, FORMAT, va_list args), size)                  \
	PRINT_LIST(prefix##vsprintf, (TEXT, FORMAT, va_list args), SIZE_MAX)                            \
	PRINT_LIST(prefix##__vsnprintf_chk, (TEXT, size_t size, CHECKS, FORMAT, va_list args), size)    \
	PRINT_LIST(prefix##__vsprintf_chk, (TEXT, CHECKS, FORMAT, va_list args), SIZE_MAX)              \
	PRINT_DOTS(prefix##snprintf, (TEXT, size_t size, FORMAT, ...), size)                            \
	PRINT_DOTS(prefix##sprintf, (TEXT, FORMAT, ...), SIZE_MAX)                                      \
	PRINT_DOTS(prefix##__snprintf_chk, (TEXT, size_t size, CHECKS, FORMAT, ...), size)              \
	PRINT_DOTS(prefix##__sprintf_chk, (TEXT, CHECKS, FORMAT, ...), SIZE_MAX)

#endif
