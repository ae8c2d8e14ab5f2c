/* clash: no header of the C library, and its own things under their names. */
typedef struct {
	int size;
} FILE;

static int fork;
static char printf[8];

static int exit(int code)
{
	fork += code;
	return fork;
}

static void strcmp(int n)
{
	printf[n & 7] = 'x';
}

int lookup(int n)
{
	strcmp(n);
	return n > 3 ? exit(1) : printf[n & 7];
}

int waitpid_size(const FILE *file)
{
	return file && file->size > 7 ? file->size : 0;
}
