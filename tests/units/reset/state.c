/* Functions that change what a process keeps. Each gives the number that it gives
 * in a fresh process, as long as every test starts in one. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <getopt.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int count_static(void)
{
	static int calls;
	return ++calls;
}

int count_initialised(void)
{
	static int calls = 40;
	return ++calls; /* 41 */
}

static _Thread_local int local_calls;

int count_local(void)
{
	return ++local_calls;
}

static char table[1 << 20];

/* Touches pages far apart of a variable too large to copy for every test. */
int count_large(void)
{
	int found = 0;
	for (size_t i = 100; i < sizeof table; i += 50000)
		found += table[i]++;
	return found; /* 0 */
}

int count_heap(void)
{
	static int *calls;
	if (!calls)
		calls = calloc(1, sizeof *calls);
	return ++*calls;
}

static int *made_early;

__attribute__((constructor)) static void make_early(void)
{
	made_early = malloc(sizeof *made_early);
	*made_early = 6;
}

int count_constructed(void)
{
	return ++*made_early; /* 7 */
}

/* A sum over memory that nobody wrote. */
unsigned sum_uninitialised(size_t size)
{
	unsigned sum = 0;
	unsigned char *bytes = malloc(size);
	for (size_t i = 0; bytes && i < size; i += size / 97 + 1)
		sum = sum * 31 + bytes[i];
	if (bytes)
		memset(bytes, (int)size, size);
	return sum;
}

__attribute__((noinline)) static unsigned sum_of(volatile unsigned char *bytes, size_t size)
{
	unsigned sum = 0;
	for (size_t i = 0; i < size; i++) {
		sum = sum * 31 + bytes[i];
		bytes[i] = (unsigned char)(bytes[i] + 1);
	}
	return sum;
}

unsigned sum_below_stack(void)
{
	volatile unsigned char *low = (volatile unsigned char *)__builtin_frame_address(0) - 3000;
	return sum_of(low, 1500);
}

int variable_is_new(void)
{
	int is_new = !getenv("RESET_STATE") && getenv("PATH");
	setenv("RESET_STATE", "1", 1);
	setenv("PATH", "/nowhere", 1);
	unsetenv("HOME");
	return is_new; /* 1 */
}

int error_is_clear(void)
{
	int was = errno;
	errno = 5;
	return was; /* 0 */
}

int draw(void)
{
	int number = rand() ^ (int)lrand48() ^ (int)random();
	srand((unsigned)number);
	return number;
}

long look_at_clock(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	sleep(3);
	return time(NULL) * 1000 + clock() / 1000 + t.tv_sec;
}

int file_is_new(void)
{
	int is_new = access("left-behind", F_OK) != 0 && access("folder/inside", F_OK) != 0;
	FILE *file = fopen("left-behind", "w");
	if (!file)
		return -1;
	fputs("text", file);
	mkdir("folder", 0755);
	int fd = open("folder/inside", O_CREAT | O_WRONLY, 0600);
	return is_new && fd >= 0; /* 1; neither is closed */
}

int lowest_descriptor(void)
{
	return open("/dev/null", O_RDONLY); /* the same in each test, never closed */
}

int folder_is_usual(void)
{
	static char before[4096], after[4096];
	int usual = getcwd(before, sizeof before) && strstr(before, "scratch") != NULL;
	if (chdir("/") != 0 || !getcwd(after, sizeof after))
		return -1;
	return usual && strcmp(after, "/") == 0; /* 1 */
}

int mask_is_usual(void)
{
	return umask(077) == 022;
}

static void on_signal(int number)
{
	local_calls += number;
}

int handler_is_default(void)
{
	int is_default = signal(SIGUSR1, on_signal) == SIG_DFL;
	raise(SIGUSR1);
	return is_default && local_calls == SIGUSR1; /* 1 */
}

int locale_is_c(void)
{
	int is_c = strcmp(setlocale(LC_ALL, NULL), "C") == 0;
	setlocale(LC_ALL, "C.UTF-8");
	return is_c;
}

int rounding_is_nearest(void)
{
	int nearest = fegetround() == FE_TONEAREST && !fetestexcept(FE_ALL_EXCEPT);
	volatile double zero = 0, one = 1;
	volatile double huge = one / zero;
	(void)huge;
	fesetround(FE_UPWARD);
	return nearest;
}

int first_option(void)
{
	char name[] = "unit", first[] = "-ab", second[] = "-c";
	char *arguments[] = { name, first, second, NULL };
	return getopt(3, arguments, "abc") * 10 + optind; /* 'a', in the middle of a word */
}

int end_of_input(void)
{
	int was = feof(stdin) != 0;
	getchar();
	ungetc('x', stdin);
	return was; /* 0 */
}

/* Where it goes is the same as long as earlier ones are gone. */
void *map_page(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int process_number(void)
{
	return getpid();
}

char *temporary_name(void)
{
	char pattern[] = "made-XXXXXX";
	int fd = mkstemp(pattern);
	return fd < 0 ? NULL : strdup(pattern);
}

long descriptor_length(int fd)
{
	char bytes[16];
	long length = read(fd, bytes, sizeof bytes);
	return write(fd, bytes, 1) == 1 ? length : -1;
}

long file_length(FILE *file)
{
	fseek(file, 0, SEEK_END);
	long length = ftell(file);
	fputs("more", file);
	return length;
}

int first_letter(const char *path)
{
	FILE *file = fopen(path, "r");
	return file ? fgetc(file) : -1;
}
