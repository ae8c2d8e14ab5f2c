/* Names of keys, as a terminal program has them: it calls strlcat and a snprintf of its own. */
#include <stddef.h>

size_t strlcat(char *, const char *, size_t);
int xsnprintf(char *, size_t, const char *, ...);
char *xstrdup(const char *);
void die(const char *, ...);
void give_up(int) __attribute__((noreturn));

/* 1: a function key, 2: another one. */
int key_name(int key, char *out, size_t size)
{
	char text[16];
	if (size < 20)
		return 0;
	out[0] = 0;
	if (key & 0x100)
		strlcat(out, "C-", size);
	if ((key & 0xff) >= 200)
		die("no such key: %d", key);
	if (key < 0)
		give_up(2);
	if ((key & 0xff) < 12) {
		xsnprintf(text, sizeof text, "F%d", key & 0xff);
		strlcat(out, text, size);
		return 1;
	}
	text[0] = 'k';
	text[1] = 0;
	strlcat(out, text, size);
	return 2;
}

char *key_label(const char *name)
{
	return name[0] == 'F' ? xstrdup("function key") : xstrdup(name);
}
