/* models_text: text and memory. See models.h. */
#define _GNU_SOURCE
#include "models.h"

#undef tolower
#undef toupper

/* ---- comparing ---- */

static int compare(const char *a, const char *b, size_t limit)
{
	for (size_t i = 0; i < limit; i++) {
		unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
		if (x != y)
			return x - y;
		if (!x)
			return 0;
	}
	return 0;
}

static int compare_folded(const char *a, const char *b, size_t limit)
{
	const int *fold = *__ctype_tolower_loc();
	for (size_t i = 0; i < limit; i++) {
		int x = fold[(unsigned char)a[i]], y = fold[(unsigned char)b[i]];
		if (x != y)
			return x - y;
		if (!x)
			return 0;
	}
	return 0;
}

int __skep_model_strcmp(const char *a, const char *b)
{
	return compare(a, b, SIZE_MAX);
}

int __skep_model_strncmp(const char *a, const char *b, size_t n)
{
	return compare(a, b, n);
}

int __skep_model_strcoll(const char *a, const char *b)
{
	return compare(a, b, SIZE_MAX);
}

int __skep_model_strcasecmp(const char *a, const char *b)
{
	return a == b ? 0 : compare_folded(a, b, SIZE_MAX);
}

int __skep_model_strncasecmp(const char *a, const char *b, size_t n)
{
	return a == b ? 0 : compare_folded(a, b, n);
}

/* The C library returns the difference of two bytes, or only its sign, depending on the length and
 * on the processor. */
int __skep_model_memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;
	size_t i = 0;
	while (i < n && x[i] == y[i])
		i++;
	if (i == n)
		return 0;
	int result = __skep_memcmp(a, b, n);
	if (result == 1 || result == -1)
		return x[i] < y[i] ? -1 : 1;
	return x[i] - y[i];
}

int __skep_model_bcmp(const void *a, const void *b, size_t n)
{
	return __skep_model_memcmp(a, b, n);
}

/* ---- measuring and finding ---- */

static size_t length(const char *text)
{
	size_t n = 0;
	while (text[n])
		n++;
	return n;
}

static size_t length_within(const char *text, size_t limit)
{
	size_t n = 0;
	while (n < limit && text[n])
		n++;
	return n;
}

size_t __skep_model_strlen(const char *text)
{
	return length(text);
}

size_t __skep_model_strnlen(const char *text, size_t limit)
{
	return length_within(text, limit);
}

void *__skep_model_memchr(const void *start, int c, size_t n)
{
	const unsigned char *at = start;
	for (size_t i = 0; i < n; i++)
		if (at[i] == (unsigned char)c)
			return unqualified(at + i);
	return NULL;
}

void *__skep_model_memrchr(const void *start, int c, size_t n)
{
	const unsigned char *at = start;
	while (n-- > 0)
		if (at[n] == (unsigned char)c)
			return unqualified(at + n);
	return NULL;
}

void *__skep_model_rawmemchr(const void *start, int c)
{
	const unsigned char *at = start;
	while (*at != (unsigned char)c)
		at++;
	return unqualified(at);
}

static char *find_or_end(const char *text, int c)
{
	while (*text && *text != (char)c)
		text++;
	return unqualified(text);
}

char *__skep_model_strchrnul(const char *text, int c)
{
	return find_or_end(text, c);
}

char *__skep_model_strchr(const char *text, int c)
{
	char *found = find_or_end(text, c);
	return *found == (char)c ? found : NULL;
}

char *__skep_model_index(const char *text, int c)
{
	return __skep_model_strchr(text, c);
}

char *__skep_model_strrchr(const char *text, int c)
{
	const char *last = NULL;
	for (;; text++) {
		if (*text == (char)c)
			last = text;
		if (!*text)
			return unqualified(last);
	}
}

char *__skep_model_rindex(const char *text, int c)
{
	return __skep_model_strrchr(text, c);
}

static bool starts_with(const char *text, const char *start)
{
	for (; *start; text++, start++)
		if (*text != *start)
			return false;
	return true;
}

char *__skep_model_strstr(const char *text, const char *wanted)
{
	for (;; text++) {
		if (starts_with(text, wanted))
			return unqualified(text);
		if (!*text)
			return NULL;
	}
}

void *__skep_model_memmem(const void *start, size_t n, const void *wanted, size_t n_wanted)
{
	const unsigned char *at = start, *of = wanted;
	for (size_t i = 0; n_wanted <= n && i <= n - n_wanted; i++) {
		size_t k = 0;
		while (k < n_wanted && at[i + k] == of[k])
			k++;
		if (k == n_wanted)
			return unqualified(at + i);
	}
	return NULL;
}

/* ---- sets of characters ---- */

static bool is_among(char c, const char *set)
{
	for (; *set; set++)
		if (*set == c)
			return true;
	return false;
}

size_t __skep_model_strspn(const char *text, const char *set)
{
	size_t n = 0;
	while (text[n] && is_among(text[n], set))
		n++;
	return n;
}

static size_t span_without(const char *text, const char *set)
{
	size_t n = 0;
	while (text[n] && !is_among(text[n], set))
		n++;
	return n;
}

size_t __skep_model_strcspn(const char *text, const char *set)
{
	return span_without(text, set);
}

char *__skep_model_strpbrk(const char *text, const char *set)
{
	text += span_without(text, set);
	return *text ? unqualified(text) : NULL;
}

char *__skep_model_strsep(char **at, const char *set)
{
	char *start = *at;
	if (!start)
		return NULL;
	char *end = start + span_without(start, set);
	if (*end) {
		*end = 0;
		*at = end + 1;
	} else {
		*at = NULL;
	}
	return start;
}

char *__skep_model_strtok_r(char *text, const char *set, char **saved)
{
	if (!text)
		text = *saved;
	if (!*text) {
		*saved = text;
		return NULL;
	}
	text += __skep_model_strspn(text, set);
	if (!*text) {
		*saved = text;
		return NULL;
	}
	char *end = text + span_without(text, set);
	if (*end) {
		*end = 0;
		end++;
	}
	*saved = end;
	return text;
}

char *__skep_model___strtok_r(char *text, const char *set, char **saved)
{
	return __skep_model_strtok_r(text, set, saved);
}

char *__skep_model_strtok(char *text, const char *set)
{
	return __skep_model_strtok_r(text, set, __skep_strtok_rest());
}

/* ---- copying ---- */

void *__skep_model_mempcpy(void *to, const void *from, size_t n)
{
	return (char *)memcpy(to, from, n) + n;
}

void *__skep_model_memccpy(void *to, const void *from, int c, size_t n)
{
	unsigned char *out = to;
	const unsigned char *in = from;
	for (size_t i = 0; i < n; i++) {
		out[i] = in[i];
		if (in[i] == (unsigned char)c)
			return out + i + 1;
	}
	return NULL;
}

char *__skep_model_strcpy(char *to, const char *from)
{
	return memcpy(to, from, length(from) + 1);
}

char *__skep_model_stpcpy(char *to, const char *from)
{
	size_t n = length(from);
	memcpy(to, from, n + 1);
	return to + n;
}

char *__skep_model_stpncpy(char *to, const char *from, size_t size)
{
	size_t n = length_within(from, size);
	memcpy(to, from, n);
	memset(to + n, 0, size - n);
	return to + n;
}

char *__skep_model_strncpy(char *to, const char *from, size_t size)
{
	__skep_model_stpncpy(to, from, size);
	return to;
}

char *__skep_model_strcat(char *to, const char *from)
{
	memcpy(to + length(to), from, length(from) + 1);
	return to;
}

char *__skep_model_strncat(char *to, const char *from, size_t limit)
{
	char *end = to + length(to);
	size_t n = length_within(from, limit);
	memcpy(end, from, n);
	end[n] = 0;
	return to;
}

char *__skep_model_strdup(const char *text)
{
	size_t n = length(text) + 1;
	char *copy = __skep_malloc(n);
	return copy ? memcpy(copy, text, n) : NULL;
}

char *__skep_model_strndup(const char *text, size_t limit)
{
	size_t n = length_within(text, limit);
	char *copy = __skep_malloc(n + 1);
	if (!copy)
		return NULL;
	copy[n] = 0;
	return memcpy(copy, text, n);
}

/* ---- classes of characters: lookups in the C library's own tables ---- */

#define CLASS(name, mask)                                \
	int __skep_model_##name(int c)                   \
	{                                                \
		return (*__ctype_b_loc())[c] & (mask);   \
	}
#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
CLASS(isalnum, _ISalnum)
CLASS(isalpha, _ISalpha)
CLASS(isblank, _ISblank)
CLASS(iscntrl, _IScntrl)
CLASS(isdigit, _ISdigit)
CLASS(isgraph, _ISgraph)
CLASS(islower, _ISlower)
CLASS(isprint, _ISprint)
CLASS(ispunct, _ISpunct)
CLASS(isspace, _ISspace)
CLASS(isupper, _ISupper)
CLASS(isxdigit, _ISxdigit)

int __skep_model_tolower(int c)
{
	return c >= -128 && c < 256 ? (*__ctype_tolower_loc())[c] : c;
}

int __skep_model_toupper(int c)
{
	return c >= -128 && c < 256 ? (*__ctype_toupper_loc())[c] : c;
}
