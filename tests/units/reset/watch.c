/* Conditions to be near to, callbacks and functions that nobody defines. */
#include <stddef.h>
#include <string.h>

int is_large(int x)
{
	if (x > 1000)
		return 1;
	return 0;
}

int is_magic(unsigned x)
{
	return x == 0xdead ? 1 : 0;
}

int is_help(const char *word)
{
	if (strcmp(word, "help") == 0)
		return 1;
	return 0;
}

int half(double x)
{
	if (x < 0.5)
		return 1;
	return 0;
}

int is_there(const char *p)
{
	return p == NULL ? 0 : 1;
}

int pick(int x)
{
	switch (x) {
	case 10:
		return 1;
	case 20:
		return 2;
	default:
		return 3;
	}
}

typedef int number_of(int x, int *out);

int call_twice(number_of *f)
{
	int a = 0, b = 0;
	int first = f(1, &a);
	int second = f(2, &b);
	return first * 1000 + second * 100 + a * 10 + b;
}

int call_with_null(number_of *f)
{
	return f(1, NULL);
}

int read_sensor(int channel);

int sum_sensors(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += read_sensor(i);
	return sum;
}

struct node {
	struct node *next;
	int value;
};

int list_sum(const struct node *node)
{
	int sum = 0;
	for (; node; node = node->next)
		sum += node->value;
	return sum;
}
