/* A program whose marked twin must print the same. */
#include <assert.h>
#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof *(a))
#define SWAP(a, b) do { __typeof__(a) swap_ = (a); (a) = (b); (b) = swap_; } while (0)

static jmp_buf escape;

static void sort(int *v, int n)
{
	for (int i = 0; i < n; i++)
		for (int k = i; k > 0 && v[k - 1] > v[k]; k--)
			SWAP(v[k - 1], v[k]);
}

static const char *classify(int c)
{
	switch (c) {
	case '0' ... '9': return "digit";
	case 'a': case 'e': case 'i': case 'o': case 'u': return "vowel";
	case ' ': if (c) break; else return "never";
	default:
		if (isalpha(c)) return isupper(c) ? "upper" : "lower";
		else if (ispunct(c)) return "mark";
		else return "other";
	}
	return "blank";
}

static int copy(char *to, const char *from, int count)
{
	int n = (count + 3) / 4, all = count;
	if (!count) return 0;
	switch (count % 4) {
	case 0: do { *to++ = *from++;
	case 3: *to++ = *from++;
	case 2: *to++ = *from++;
	case 1: *to++ = *from++;
		} while (--n > 0);
	}
	return all;
}

static int dispatch(const char *program)
{
	static void *const table[] = { &&stop, &&add, &&twice };
	int value = 1;
next:	goto *table[*program++ - '0'];
add:	value++; goto next;
twice:	value *= 2; goto next;
stop:	return value;
}

static int deep(int n)
{
	if (n > 3) longjmp(escape, n);
	else return deep(n + 1) ?: -1;
}

static double blend(double x, const char *s, _Bool b, float f)
{
	int got = x && s && (b || f), other = !(x > 1.5 && !b) || !s;
	return (got ? x : f) + (other ?: 2) + ({ int t = got; if (t) t += 3; else t -= 3; t && other; });
}

static int counted(int *n)
{
	return (*n)++;
}

struct bits {
	unsigned bit : 3;
};

static const char *choose(char c, const char *name, const struct bits *bits)
{
	static int n;
	static char text[64];
	snprintf(text, sizeof text, "%d %s %d %zu %d", counted(&n) ?: counted(&n) ?: -1, name ?: (c ?: 'x') > 'm' ? "late" : "early", bits->bit ?: 9,
	         sizeof(c ?: c), n);
	return text;
}

int main(void)
{
	int v[] = { 5, 3, 9, -1, 0, 3 };
	char buffer[32] = "";
	sort(v, ARRAY_SIZE(v));
	for (unsigned i = 0; i < ARRAY_SIZE(v); i++) printf("%d%c", v[i], i + 1 < ARRAY_SIZE(v) ? ' ' : '\n');
	for (const char *c = "a7 Q,z\n"; *c; c++) puts(classify(*c));
	for (int n = 0; n < 9; n++) memset(buffer, 0, sizeof buffer), printf("%d %s\n", copy(buffer, "abcdefghi", n), buffer);
	printf("%d\n", dispatch("121120"));
	int code = setjmp(escape);
	if (code == 0) deep(0); else printf("escaped with %d\n", code);
	printf("%g %g %g\n", blend(1, "s", 0, 0.5f), blend(2, NULL, 1, 0), blend(2, "", 0, 0));
	puts(choose(0, NULL, &(struct bits){ 5 }));
	puts(choose('a', NULL, &(struct bits){ 0 }));
	puts(choose('a', "name", &(struct bits){ 8 - 1 }));
	assert(code && "escaped");
	return code == 4 && v[0] < 0 ? 3 : 4;
}
