/* Functions called as words of the text form of tests are: tests of them go from one worker
 * to the other as text. */
#include "keywords.h"

struct stack {
	int items[4];
	int n;
};

static struct stack stack;

int push(int item)
{
	if (stack.n == 4)
		return -1;
	stack.items[stack.n++] = item;
	return 0;
}

int peek(int from_top)
{
	if (from_top < 0 || from_top >= stack.n)
		return -1;
	return stack.items[stack.n - 1 - from_top];
}

int stub(int items)
{
	if (items < 0)
		return -1;
	while (items-- > 0 && stack.n)
		stack.n--;
	return stack.n;
}
