/* Functions that remember: in variables, on the heap, on the stack, in the C
 * library, in the kernel. Called twice in one test, most give two numbers; called
 * in any other test, the first number is again the first. See state.c for more. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <getopt.h>
#include <libintl.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <pwd.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/* ---- variables ---- */

int seen_by_all;
static int seen_here = -3;
static _Thread_local long own_thread = 7;
static struct {
	unsigned low : 3, high : 13;
	char text[5];
} packed = { 1, 2, "abc" };
static long large[60000];      /* restored by pages, not by copying */
static int much[3000];         /* restored by copying */
static const char *word = "first";

int count_all(void)
{
	static int inside;
	seen_by_all += 2;
	seen_here *= 3;
	inside++;
	own_thread += inside;
	return seen_by_all * 1000 + seen_here * 10 + (int)own_thread;
}

/* Memory that only a key leads to; the first test to ask makes it. */
static pthread_key_t tally;
static pthread_once_t tally_once = PTHREAD_ONCE_INIT;

static void make_tally(void)
{
	pthread_key_create(&tally, free);
}

int count_by_key(void)
{
	pthread_once(&tally_once, make_tally);
	int *count = pthread_getspecific(tally);
	if (!count) {
		count = calloc(1, sizeof *count);
		if (!count || pthread_setspecific(tally, count) != 0)
			return -1;
	}
	return ++*count;
}

int count_packed(void)
{
	packed.low++;
	packed.high += packed.low;
	packed.text[packed.low % 4]++;
	return packed.high * 1000 + packed.text[2];
}

/* Every call leaves marks far apart, and counts those it finds. */
int count_marks(int step)
{
	int found = 0;
	for (size_t i = 0; i < 60000; i += (size_t)step)
		found += large[i]++ != 0;
	for (size_t i = 0; i < 3000; i += 7)
		found += much[i]++ != 0;
	return found;
}

int change_word(void)
{
	int length = (int)strlen(word);
	word = length == 5 ? "another" : "first";
	return length;
}

static int add_one(int x)
{
	return x + 1;
}

static int add_two(int x)
{
	return x + 2;
}

static int (*operation)(int) = add_one;

int change_function(void)
{
	int result = operation(1);
	operation = operation == add_one ? add_two : add_one;
	return result;
}

/* ---- the heap ---- */

struct node {
	struct node *next;
	int value;
};

static struct node *list;
static char *buffer;
static size_t buffer_size;

int count_nodes(void)
{
	int n = 0;
	struct node *node = malloc(sizeof *node);
	node->next = list;
	node->value = list ? list->value + 1 : 1;
	list = node;
	for (; node; node = node->next)
		n += node->value;
	return n;
}

int grow_buffer(int by)
{
	buffer_size += (size_t)by;
	buffer = realloc(buffer, buffer_size);
	if (!buffer)
		return -1;
	memset(buffer + buffer_size - (size_t)by, 'x', (size_t)by);
	return (int)buffer_size;
}

/* What a block that grows brings along. */
unsigned look_at_grown(int size)
{
	unsigned sum = 0;
	unsigned char *block = malloc(5000);
	unsigned char *larger = block ? realloc(block, (size_t)size) : NULL;
	for (int i = 5000; larger && i < size; i++)
		sum = 31 * sum + larger[i];
	free(larger);
	return sum;
}

int stays_when_it_grows(int size)
{
	char *block = malloc((size_t)size);
	uintptr_t before = (uintptr_t)block;
	block = realloc(block, 4 * (size_t)size);
	int stays = (uintptr_t)block == before;
	free(block);
	return stays;
}

static struct node *early;

__attribute__((constructor)) static void make_early(void)
{
	early = calloc(2, sizeof *early);
	early->next = early + 1;
	early->next->value = 40;
}

int count_early(void)
{
	return ++early->next->value + early->value++;
}

int free_early(void)
{
	int had = early != NULL;
	free(early);
	early = NULL;
	return had;
}

/* What malloc gives is not initialised; what it was before is not for this test. */
unsigned look_at_fresh(int size)
{
	unsigned sum = 1;
	unsigned char *bytes = malloc((size_t)size);
	for (int i = 0; bytes && i < size; i += size / 61 + 1)
		sum = sum * 33 + bytes[i];
	if (bytes)
		memset(bytes, size & 0x7f, (size_t)size);
	free(bytes);
	return sum;
}

/* A little beyond the end of a block, and far beyond. */
int overrun(int by)
{
	volatile char *bytes = malloc(64);
	for (int i = 0; i < by; i++)
		bytes[64 + i] = 'o';
	return by;
}

/* ---- the stack ---- */

__attribute__((noinline)) static unsigned sum_and_fill(volatile unsigned char *bytes, int size, int value)
{
	unsigned sum = 0;
	for (int i = 0; i < size; i++) {
		sum = sum * 31 + bytes[i];
		bytes[i] = (unsigned char)value;
	}
	return sum;
}

/* Sees what was there before it, at the far end of a large frame. */
unsigned look_at_stack_near(int value)
{
	volatile unsigned char room[600];
	return sum_and_fill(room, 200, value);
}

unsigned look_at_stack(int value)
{
	volatile unsigned char room[9000];
	return sum_and_fill(room, 200, value);
}

unsigned look_at_stack_deep(int value)
{
	volatile unsigned char room[200000];
	return sum_and_fill(room, 200, value);
}

unsigned look_at_stack_deeper(int value)
{
	volatile unsigned char room[3000000];
	return sum_and_fill(room, 200, value);
}

int use_stack(int depth)
{
	volatile char room[512];
	memset((char *)room, depth, sizeof room);
	return depth <= 0 ? room[0] : use_stack(depth - 1) + room[1];
}

/* ---- the C library ---- */

int look_at_error(int next)
{
	int was = errno;
	errno = next;
	return was;
}

int draw_random(void)
{
	return (int)((rand() ^ random() ^ lrand48()) & 0xffffff);
}

int seed_random(int seed)
{
	srand((unsigned)seed);
	srand48(seed);
	return draw_random();
}

int next_token(char *text)
{
	char *token = strtok(text[0] ? text : NULL, " ");
	return token ? token[0] : -1;
}

int next_option(void)
{
	static char name[] = "unit", first[] = "-ab", second[] = "-cvalue", *arguments[] = { name, first, second, NULL };
	int letter = getopt(3, arguments, "abc:");
	return letter * 1000 + optind * 10 + (optarg != NULL);
}

int set_option_index(int index)
{
	int was = optind;
	optind = index;
	opterr = 0;
	return was;
}

/* A variable of the environment, changed in each way there is. */
int change_environment(int how)
{
	extern char **environ;
	static char own[] = "KEEPS=own";
	static char *none[] = { NULL };
	const char *path = getenv("PATH");
	int was = (getenv("KEEPS") != NULL) * 100 + (path ? path[0] == '/' ? 2 : 1 : 0);
	switch (how) {
	case 0:
		setenv("KEEPS", "1", 1);
		break;
	case 1:
		putenv(own);
		break;
	case 2:
		unsetenv("PATH");
		break;
	case 3:
		clearenv();
		break;
	case 4:
		environ = none;
		break;
	case 5:
		if (path)
			((char *)(uintptr_t)path)[0] = '?';
		break;
	default:
		if (environ && environ[0])
			environ[0] = environ[1];
	}
	return was;
}

int change_zone(void)
{
	time_t start = 1000000000;
	struct tm there;
	localtime_r(&start, &there);
	setenv("TZ", "XYZ-5", 1);
	tzset();
	return there.tm_hour * 100 + (int)(timezone / 3600);
}

/* Without tzset(): localtime() looks at TZ by itself. */
int change_zone_quietly(void)
{
	time_t start = 1000000000;
	struct tm there;
	localtime_r(&start, &there);
	setenv("TZ", "ABC3", 1);
	localtime(&start);
	return there.tm_hour;
}

int change_locale(void)
{
	int was = (int)strlen(setlocale(LC_ALL, NULL)) * 10 + (int)MB_CUR_MAX;
	setlocale(LC_CTYPE, "C.UTF-8");
	return was;
}

int use_own_locale(void)
{
	locale_t here = newlocale(LC_ALL_MASK, "C.UTF-8", NULL);
	int was = uselocale(NULL) == LC_GLOBAL_LOCALE;
	if (here)
		uselocale(here);
	return was;
}

/* Half of a character, which the next call is to complete. */
int read_half_character(int half)
{
	wchar_t wide = 0;
	char byte = half ? (char)0xa9 : (char)0xc3;
	setlocale(LC_CTYPE, "C.UTF-8");
	size_t n = mbrtowc(&wide, &byte, 1, NULL);
	return (int)n * 1000 + (int)wide;
}

int change_domain(void)
{
	int was = (int)strlen(textdomain(NULL));
	textdomain("a-domain-of-the-unit");
	return was;
}

int change_log_mask(void)
{
	return setlogmask(LOG_MASK(LOG_ERR));
}

int next_user(void)
{
	struct passwd *user = getpwent();
	return user ? (int)user->pw_uid : -1;
}

int use_hash_table(void)
{
	ENTRY entry = { .key = "key", .data = NULL };
	int is_new = hcreate(16) != 0;
	ENTRY *found = hsearch(entry, FIND);
	hsearch(entry, ENTER);
	return is_new * 10 + (found != NULL);
}

int gamma_sign(double x)
{
	int was = signgam;
	lgamma(x);
	return was;
}

int change_rounding(double x)
{
	volatile double third = x / 3;
	double rest = third * 3 - x;
	long rounded = lrint(x);
#if defined(__x86_64__)
	unsigned mode = __builtin_ia32_stmxcsr();
	__builtin_ia32_ldmxcsr(mode ^ 0x6000);
#endif
	return (int)rounded * 10 + (rest != 0);
}

/* ---- streams ---- */

int talk(void)
{
	int n = printf("%s", "talk");
	return n * 10 + (fwide(stdout, 0) < 0);
}

int talk_wide(void)
{
	int was = fwide(stdout, 0);
	return was * 100 + wprintf(L"%ls", L"wide");
}

int change_stream(void)
{
	static char own[64];
	int was = ferror(stdout) != 0;
	setvbuf(stdout, own, _IOFBF, sizeof own);
	fputc('x', stdin);
	printf("into its own memory");
	return was * 10 + (ferror(stdin) != 0);
}

int replace_stream(void)
{
	FILE *before = stdout;
	stdout = stderr;
	return before == stderr;
}

int leave_stream_open(const char *name)
{
	FILE *file = fopen(name, "a+");
	if (!file)
		return -1;
	fseek(file, 0, SEEK_END);
	long length = ftell(file);
	fputs("line\n", file);
	return (int)length * 100 + fileno(file);
}

/* Where the C library puts a stream. */
void *give_stream(void)
{
	return fopen("/dev/null", "r");
}

/* In the order in which they were opened, not the other way round. */
int close_streams(int n)
{
	FILE *streams[300];
	int opened = 0, closed = 0;
	for (; opened < n && (streams[opened] = fopen("/dev/null", "r")); opened++)
		fgetc(streams[opened]);
	for (; closed < opened; closed++)
		fclose(streams[closed]);
	return opened;
}

int read_folder(const char *path)
{
	int n = 0;
	DIR *dir = opendir(path);
	while (dir && readdir(dir))
		n++;
	return n;
}

int read_input(void)
{
	int c = getchar();
	ungetc('q', stdin);
	return c * 10 + (feof(stdin) != 0);
}

/* ---- files and descriptors ---- */

int leave_files(int how)
{
	char here[4096];
	struct stat info;
	int was = access("kept", F_OK) == 0 || access("kept-folder", F_OK) == 0 || lstat("kept-link", &info) == 0;
	int fd = how == 0 ? open("kept", O_CREAT | O_WRONLY, 0600) :
	         how == 1 ? mkdir("kept-folder", 0700) :
	         how == 2 ? symlinkat("nowhere", AT_FDCWD, "kept-link") :
	         how == 3 ? (int)syscall(SYS_openat, AT_FDCWD, "kept", O_CREAT | O_WRONLY, 0600) :
	                    creat("kept", 0600);
	return was * 10 + (fd >= 0) + (getcwd(here, sizeof here) ? 0 : 100);
}

int leave_deep_folders(int depth)
{
	int was = access("deep", F_OK) == 0;
	for (int i = 0; i < depth; i++)
		if (mkdir("deep", 0700) != 0 || chdir("deep") != 0)
			return -1;
	return was;
}

/* With a folder that cannot be listed. */
int leave_closed_folder(void)
{
	int was = access("closed", F_OK) == 0;
	mkdir("closed", 0300);
	int fd = open("closed/inside", O_CREAT | O_WRONLY, 0600);
	return was * 10 + (fd >= 0);
}

int change_folder(void)
{
	int was = access("/proc", F_OK) == 0 && access("proc", F_OK) == 0;
	return was * 10 + chdir("/");
}

int change_mask(int mask)
{
	return (int)umask((mode_t)mask);
}

int change_flags(void)
{
	int was = fcntl(1, F_GETFL) & (O_APPEND | O_NONBLOCK);
	fcntl(1, F_SETFL, O_APPEND | O_NONBLOCK);
	return was != 0;
}

int open_descriptor(void)
{
	return open("/dev/null", O_RDONLY);
}

int lose_descriptor(void)
{
	close(0);
	int fd = open("/dev/null", O_RDONLY);
	dup2(fd, 2);
	return fd;
}

/* ---- the kernel ---- */

static int handled;

static void handle(int number)
{
	handled += number;
}

int change_handler(void)
{
	struct sigaction action = { .sa_handler = handle }, old;
	sigaction(SIGUSR2, &action, &old);
	raise(SIGUSR2);
	return handled * 10 + (old.sa_handler == SIG_DFL);
}

int block_signals(void)
{
	sigset_t set, old;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	raise(SIGUSR1);
	return sigismember(&old, SIGUSR1);
}

int change_limit(void)
{
	struct rlimit limit;
	getrlimit(RLIMIT_NOFILE, &limit);
	int was = (int)limit.rlim_cur;
	limit.rlim_cur = 20;
	setrlimit(RLIMIT_NOFILE, &limit);
	return was;
}

int map_and_write(void)
{
	static char *last;
	int kept = last ? last[0] : 0;
	last = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	last[0] = (char)(kept + 1);
	return kept * 10 + last[4096];
}

long look_at_time(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return time(NULL) * 1000 + now.tv_nsec / 1000000 + clock();
}

int identify(void)
{
	return getpid() * 3 + getppid();
}

/* ---- ends ---- */

static int ended;

static void at_end(void)
{
	ended++;
	exit(ended * 10 + 1);
}

int leave_with_handlers(int n)
{
	for (int i = 0; i < n; i++)
		atexit(at_end);
	ended += n;
	exit(2);
}

int crash_after_change(const char *name)
{
	seen_by_all = 99;
	FILE *file = fopen(name, "w");
	fputs("crashed", file);
	fflush(file);
	setenv("KEEPS", "crashed", 1);
	return *(volatile int *)17;
}

int hang_after_change(int x)
{
	much[0] = large[0] = x;
	while (x != 1)
		x = x == 1 ? 1 : x ^ 2;
	return x;
}

static jmp_buf place;

int jump_about(int n)
{
	volatile int jumps = 0;
	if (setjmp(place) < n) {
		jumps++;
		longjmp(place, jumps);
	}
	return jumps + ++seen_here;
}
