/* Functions that behave: whatever ran before them, their results are the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int calls;
static int table[5000];
static char *kept;

int count_calls(void)
{
	static int again = 10;
	calls++;
	again += calls;
	return calls * 100 + again; /* 111 */
}

/* Marks one place in a large table; more than one mark is somebody else's. */
int mark(int place)
{
	int marks = 0;
	if (place < 0 || place >= 5000)
		return -1;
	table[place] = place + 1;
	for (int i = 0; i < 5000; i++)
		if (table[i])
			marks++;
	return marks;
}

int keep_text(const char *text)
{
	int had = kept ? (int)strlen(kept) : 0;
	free(kept);
	kept = strdup(text);
	return had * 1000 + (kept ? (int)strlen(kept) : -1);
}

int sum_of_squares(int n)
{
	int sum = 0;
	int *numbers = malloc((size_t)n * sizeof *numbers);
	for (int i = 0; numbers && i < n; i++)
		numbers[i] = i * i;
	for (int i = 0; numbers && i < n; i++)
		sum += numbers[i];
	free(numbers);
	return sum;
}

/* What nobody has written yet reads the same every time. */
unsigned sum_unwritten(int size)
{
	unsigned sum = 0;
	unsigned char *bytes = malloc((size_t)size);
	for (int i = 0; bytes && i < size; i++)
		sum = sum * 31 + bytes[i];
	return sum;
}

int note_on_disk(const char *name)
{
	int entries = access(name, F_OK) == 0;
	FILE *file = fopen(name, "w");
	if (!file)
		return -1;
	fputs("twelve bytes", file);
	fclose(file);
	struct stat info;
	return stat(name, &info) == 0 ? entries * 1000 + (int)info.st_size : -2; /* 12 */
}

int draw(void)
{
	return rand() % 1000;
}

int classify(int x)
{
	if (x < 0)
		return x < -1000 ? 1 : 2;
	switch (x) {
	case 0:
		return 3;
	case 7:
		return 4;
	default:
		return x % 2 == 0 && x > 100 ? 5 : 6;
	}
}

int compare_words(const char *a, const char *b)
{
	return strcmp(a, b) == 0 ? 1 : strlen(a) > strlen(b) ? 2 : 3;
}

int count_bytes(FILE *file)
{
	int n = 0;
	while (fgetc(file) != EOF)
		n++;
	fputs("more", file);
	return n;
}
