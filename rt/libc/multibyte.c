/* multibyte: functions that remember half a character between two calls.
 *
 * If the caller gives no state, they use one of their own. Here each has a state that can be
 * cleared after the test. */
#define _GNU_SOURCE
#include "inside.h"
#include "libc.h"

static struct {
	mbstate_t mbrlen, mbrtowc, wcrtomb, mbsrtowcs, mbsnrtowcs, wcsrtombs, wcsnrtombs, mbrtoc16, c16rtomb, mbrtoc32,
	        c32rtomb;
} states;
static bool simple_used, used;

void __skep_multibyte_reset(void)
{
	if (used)
		memset(&states, 0, sizeof states);
	if (simple_used) {
		mblen(NULL, 0);
		mbtowc(NULL, NULL, 0);
		wctomb(NULL, 0);
	}
	used = simple_used = false;
}

static mbstate_t *state_or(mbstate_t *given, mbstate_t *own)
{
	used |= !given;
	return given ? given : own;
}

int __skep_mblen(const char *text, size_t size)
{
	simple_used = true;
	return mblen(text, size);
}

int __skep_mbtowc(wchar_t *restrict wide, const char *restrict text, size_t size)
{
	simple_used = true;
	return mbtowc(wide, text, size);
}

int __skep_wctomb(char *text, wchar_t wide)
{
	simple_used = true;
	return wctomb(text, wide);
}

size_t __skep_mbrlen(const char *restrict text, size_t size, mbstate_t *restrict state)
{
	return mbrlen(text, size, state_or(state, &states.mbrlen));
}

size_t __skep_mbrtowc(wchar_t *restrict wide, const char *restrict text, size_t size, mbstate_t *restrict state)
{
	return mbrtowc(wide, text, size, state_or(state, &states.mbrtowc));
}

size_t __skep_wcrtomb(char *restrict text, wchar_t wide, mbstate_t *restrict state)
{
	return wcrtomb(text, wide, state_or(state, &states.wcrtomb));
}

size_t __skep_mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t size, mbstate_t *restrict state)
{
	return mbsrtowcs(to, from, size, state_or(state, &states.mbsrtowcs));
}

size_t __skep_mbsnrtowcs(wchar_t *restrict to, const char **restrict from, size_t n, size_t size,
                         mbstate_t *restrict state)
{
	return mbsnrtowcs(to, from, n, size, state_or(state, &states.mbsnrtowcs));
}

size_t __skep_wcsrtombs(char *restrict to, const wchar_t **restrict from, size_t size, mbstate_t *restrict state)
{
	return wcsrtombs(to, from, size, state_or(state, &states.wcsrtombs));
}

size_t __skep_wcsnrtombs(char *restrict to, const wchar_t **restrict from, size_t n, size_t size,
                         mbstate_t *restrict state)
{
	return wcsnrtombs(to, from, n, size, state_or(state, &states.wcsnrtombs));
}

size_t __skep_mbrtoc16(char16_t *restrict wide, const char *restrict text, size_t size, mbstate_t *restrict state)
{
	return mbrtoc16(wide, text, size, state_or(state, &states.mbrtoc16));
}

size_t __skep_c16rtomb(char *restrict text, char16_t wide, mbstate_t *restrict state)
{
	return c16rtomb(text, wide, state_or(state, &states.c16rtomb));
}

size_t __skep_mbrtoc32(char32_t *restrict wide, const char *restrict text, size_t size, mbstate_t *restrict state)
{
	return mbrtoc32(wide, text, size, state_or(state, &states.mbrtoc32));
}

size_t __skep_c32rtomb(char *restrict text, char32_t wide, mbstate_t *restrict state)
{
	return c32rtomb(text, wide, state_or(state, &states.c32rtomb));
}
