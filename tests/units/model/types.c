/* Types to the bottom, constants and literals. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#define LIMIT 10
#define FLAG (1 << 3)
#define BOTH (FLAG | LATER)
#define LATER 0x40u
#define LETTER 'x'
#define NEWLINE '\n'
#define NEGATIVE (-5)
#define MASKED ~(3UL << 2) & 0xff
#define TEXT "no number"
#define CAST ((int)3)
#define ITSELF ITSELF
#define CALL(x) x

enum { ALPHA = 1, BETA };
enum sign { MINUS = -4, PLUS };
typedef enum { SMALL, LARGE } size_kind;

typedef struct {
	int a;
	union {
		int x;
		float y;
	};
	unsigned b : 3;
	unsigned : 5;
	signed c : 4;
	struct {
		int q;
	} in;
	uint8_t tail[];
} mixed_t;

struct node {
	struct node *next;
	const struct node *const last;
	int (*visit)(struct node *, void *);
};

struct hidden;

mixed_t by_value(mixed_t m, enum sign s, size_kind k, bool ok, long double real)
{
	(void)s;
	(void)k;
	(void)ok;
	(void)real;
	return m;
}

int walk(const struct node *node, int64_t *wide, char buf[10], int rows[3][4], va_list args)
{
	(void)wide;
	(void)buf;
	(void)rows;
	(void)args;
	return node->next ? 1 : 0;
}

int (*choose(int which))(int, char)
{
	(void)which;
	return 0;
}

int use_hidden(struct hidden *h)
{
	return h != 0;
}

int huge(__int128 x)
{
	return x != 0;
}

_Noreturn void stop(int code)
{
	for (;;)
		(void)code;
}

int oldstyle(a, b) int a; char *b;
{
	return a + *b;
}

int literals(int x, double d)
{
	if (x == -7 || x == 'a' || x == 0x1234u || d > 1.5)
		return sizeof("a\0b\x41\n\"");
	return 18446744073709551615ull > (unsigned)x;
}
