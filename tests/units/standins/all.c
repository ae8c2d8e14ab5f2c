/* Every kind of known function once: their bodies compile without a warning and do what they should. */
#include <stdarg.h>
#include <stddef.h>

size_t strlcpy(char *, const char *, size_t);
size_t our_strlcat(char *, const char *, size_t);
size_t my_strnlen(const char *, size_t);
void *xmalloc(size_t);
void *ck_alloc(unsigned);
void *xcalloc(size_t, size_t);
void *xzalloc(size_t);
void *xrealloc(void *, size_t);
void *xreallocarray(void *, size_t, size_t);
void *xrecallocarray(void *, size_t, size_t, size_t);
void xfree(void *);
void freezero(void *, size_t);
char *xstrdup(const char *);
char *xstrndup(const char *, size_t);
void *xmemdup(const void *, size_t);
int xasprintf(char **, const char *, ...);
int xvasprintf(char **, const char *, va_list);
char *g_strdup_printf(const char *, ...);
int xsnprintf(char *, size_t, const char *, ...);
void memzero(void *, size_t);
int streq(const char *, const char *);

static int print(char **text, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	int length = xvasprintf(text, format, args);
	va_end(args);
	return length;
}

/* 0 if all of them do what is known of them; else the first that does not. */
int first_wrong(void)
{
	char text[8], *a, *b, *c, *d, *e, *f;
	if (strlcpy(text, "abcdefghij", sizeof text) != 10 || !streq(text, "abcdefg"))
		return 1;
	memzero(text, sizeof text);
	if (our_strlcat(text, "12345", sizeof text) != 5 || our_strlcat(text, "6789", 8) != 9 || !streq(text, "1234567"))
		return 2;
	if (my_strnlen(text, 3) != 3 || my_strnlen("ab", 9) != 2)
		return 3;
	if (xsnprintf(text, 3, "%d", 4711) != 4 || !streq(text, "47"))
		return 4;
	a = xmalloc(0);
	b = xrecallocarray(xzalloc(2), 2, 4, 1);
	c = xreallocarray(xrealloc(ck_alloc(3), 5), 2, 4);
	d = xmemdup("xyz", 4);
	e = xcalloc(2, 2);
	if (!a || b[3] || !c || !streq(d, "xyz") || e[3])
		return 5;
	xfree(a), xfree(b), xfree(c), xfree(d), freezero(e, 4);
	a = xstrdup("one");
	b = xstrndup("two", 2);
	if (xasprintf(&c, "%s-%s", a, b) != 6 || print(&d, "<%s>", c) != 8)
		return 6;
	e = g_strdup_printf("%d%c", 12, 'x');
	f = xstrdup(e);
	int wrong = !streq(d, "<one-tw>") || !streq(f, "12x") ? 7 : 0;
	xfree(a), xfree(b), xfree(c), xfree(d), xfree(e), xfree(f);
	return wrong;
}
