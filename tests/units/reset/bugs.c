/* What only the checked build sees. */
#include <stdlib.h>
#include <string.h>

int overrun(int i)
{
	char *block = malloc(10);
	block[i] = 1;
	int result = block[0];
	free(block);
	return result;
}

int read_text(const char *text, int i)
{
	return text[i];
}

int use_after_free(void)
{
	int *p = malloc(sizeof *p);
	*p = 1;
	free(p);
	return *p;
}

static int table[4];

int read_table(int i)
{
	return table[i];
}

int read_number(const int *numbers, int i)
{
	return numbers[i];
}

int read_table_far(int i)
{
	return read_number(table, i);
}

__attribute__((noinline)) static int *address_of_local(void)
{
	int local[4] = { 1, 2, 3, 4 };
	int *volatile first = local;
	return first;
}

int use_after_scope(int x)
{
	int *inside;
	{
		int local = x;
		inside = &local;
	}
	return *inside;
}

int use_after_return(void)
{
	return read_number(address_of_local(), 1) + 1;
}

static int far_from_stack(int i)
{
	int local[4] = { 1, 2, 3, 4 };
	return read_number(local, i);
}

int read_stack_far(int i)
{
	return far_from_stack(i) + 1;
}

int read_stack(int i)
{
	int local[4] = { 1, 2, 3, 4 };
	return local[i];
}

int add(int a, int b)
{
	return a + b;
}

int shift(int a, int b)
{
	return a << b;
}

void lose(size_t size)
{
	char *p = malloc(size);
	if (p)
		p[0] = 1;
	p = NULL;
}

static char *kept;

void keep(size_t size)
{
	kept = malloc(size);
}

char *give(size_t size)
{
	return malloc(size);
}

int deep(int n)
{
	volatile char room[100];
	room[n % 100] = 1;
	return n <= 0 ? 0 : deep(n + 1) + room[0];
}

int read_anywhere(unsigned long address)
{
	return *(volatile signed char *)address;
}

struct pair {
	struct pair *other;
	int value;
};

struct pair *chain(int n)
{
	struct pair *first = NULL;
	for (int i = 0; i < n; i++) {
		struct pair *pair = malloc(sizeof *pair);
		pair->other = first;
		first = pair;
	}
	return first;
}

void copy_text(char *to, const char *from)
{
	strcpy(to, from);
}

void release(void *p)
{
	free(p);
}

/* What the C library does with blocks: a block of eight bytes, and `n` of them. */
int copy_far(int n)
{
	char *block = malloc(8), from[32] = "0123456789";
	memcpy(block, from, (size_t)n);
	int first = block[0];
	free(block);
	return first;
}

int move_far(int n)
{
	char *block = malloc(8), to[32];
	memset(block, 1, 8);
	memmove(to, block, (size_t)n);
	free(block);
	return to[0];
}

int fill_far(int n)
{
	char *block = malloc(8);
	memset(block, 7, (size_t)n);
	int first = block[0];
	free(block);
	return first;
}

int fill_local(unsigned n)
{
	char block[8];
	memset(block, 7, n);
	return block[0];
}

static char filled[8];

int fill_global(unsigned n)
{
	memset(filled, 7, n);
	return filled[0];
}

int free_again(void)
{
	char *block = malloc(8);
	free(block);
	free(block);
	return 0;
}

int grow_freed(void)
{
	char *block = malloc(8);
	free(block);
	block = realloc(block, 16);
	return block != NULL;
}
