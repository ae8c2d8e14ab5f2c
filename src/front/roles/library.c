/* library: the uses that functions of the C library make of their arguments, as far as they tell
 * the role of a parameter that is passed to them. */
#include "base/str.h"
#include "front/roles/evidence.h"

#define STRING(name, s) { name, s, -1, -1, -1, -1, -1, -1 }
#define STRINGS(name, s, t) { name, s, t, -1, -1, -1, -1, -1 }
#define PATH(name, p) { name, -1, -1, p, -1, -1, -1, -1 }
#define FORMAT(name, f) { name, -1, -1, -1, f, -1, -1, -1 }
#define MEMORY(name, m, n) { name, -1, -1, -1, -1, m, -1, n }
#define MEMORIES(name, m, k, n) { name, -1, -1, -1, -1, m, k, n }

static const struct library_call calls[] = {
	STRING("strlen", 0),
	STRINGS("strcmp", 0, 1),
	STRINGS("strcasecmp", 0, 1),
	STRING("strchr", 0),
	STRING("strrchr", 0),
	STRINGS("strstr", 0, 1),
	STRINGS("strpbrk", 0, 1),
	STRINGS("strspn", 0, 1),
	STRINGS("strcspn", 0, 1),
	STRINGS("strncmp", 0, 1),
	STRINGS("strncasecmp", 0, 1),
	STRING("strncat", 1),
	STRING("strchrnul", 0),
	STRINGS("strcasestr", 0, 1),
	{ "strncpy", 1, -1, -1, -1, 0, -1, 2 },
	{ "stpncpy", 1, -1, -1, -1, 0, -1, 2 },
	{ "strlcpy", 1, -1, -1, -1, 0, -1, 2 },
	{ "strlcat", 1, -1, -1, -1, 0, -1, 2 },
	STRING("strdup", 0),
	STRING("strcpy", 1),
	STRING("stpcpy", 1),
	STRINGS("strcat", 0, 1),
	STRINGS("strtok", 0, 1),
	STRING("atoi", 0),
	STRING("atol", 0),
	STRING("atoll", 0),
	STRING("atof", 0),
	STRING("strtol", 0),
	STRING("strtoul", 0),
	STRING("strtoll", 0),
	STRING("strtoull", 0),
	STRING("strtod", 0),
	STRING("strtof", 0),
	STRING("strtold", 0),
	STRING("puts", 0),
	STRING("fputs", 0),
	STRING("getenv", 0),
	STRINGS("strcoll", 0, 1),
	STRING("sscanf", 0),
	PATH("fopen", 0),
	PATH("open", 0),
	PATH("openat", 1),
	PATH("stat", 0),
	PATH("lstat", 0),
	PATH("access", 0),
	PATH("unlink", 0),
	PATH("remove", 0),
	PATH("mkdir", 0),
	PATH("rmdir", 0),
	PATH("opendir", 0),
	PATH("chdir", 0),
	PATH("chmod", 0),
	PATH("freopen", 0),
	PATH("truncate", 0),
	PATH("realpath", 0),
	PATH("creat", 0),
	FORMAT("printf", 0),
	FORMAT("fprintf", 1),
	FORMAT("sprintf", 1),
	{ "snprintf", -1, -1, -1, 2, 0, -1, 1 },
	FORMAT("vprintf", 0),
	FORMAT("vfprintf", 1),
	FORMAT("vsprintf", 1),
	{ "vsnprintf", -1, -1, -1, 2, 0, -1, 1 },
	FORMAT("vasprintf", 1),
	FORMAT("asprintf", 1),
	FORMAT("vsyslog", 1),
	FORMAT("syslog", 1),
	MEMORIES("memcpy", 0, 1, 2),
	MEMORIES("memmove", 0, 1, 2),
	MEMORIES("memcmp", 0, 1, 2),
	MEMORY("memset", 0, 2),
	MEMORY("memchr", 0, 2),
	MEMORY("memrchr", 0, 2),
	MEMORY("write", 1, 2),
	MEMORY("read", 1, 2),
	MEMORY("send", 1, 2),
	MEMORY("recv", 1, 2),
	MEMORY("fgets", 0, 1),
	MEMORY("strnlen", 0, 1),
	MEMORY("strndup", 0, 1),
	MEMORY("getcwd", 0, 1),
	MEMORIES("__builtin___memcpy_chk", 0, 1, 2),
	MEMORY("__builtin___memset_chk", 0, 2),
};

const struct library_call *library_call_find(const char *name)
{
	if (str_starts(name, "__builtin_") && !str_ends(name, "_chk"))
		name += sizeof "__builtin_" - 1;
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (str_equal(calls[i].name, name))
			return &calls[i];
	return NULL;
}

bool library_call_is_harmless(const char *name)
{
	static const char *const others[] = {
		"malloc",
		"calloc",
		"realloc",
		"reallocarray",
		"free",
		"abort",
		"exit",
		"__errno_location",
		"__assert_fail",
		"qsort",
		"bsearch",
		"strerror",
		"__ctype_b_loc",
		"__ctype_toupper_loc",
		"__ctype_tolower_loc",
		"toupper",
		"tolower",
		"isalpha",
		"isdigit",
		"isalnum",
		"isspace",
		"isupper",
		"islower",
		"ispunct",
		"isxdigit",
		"isprint",
		"iscntrl",
		"memccpy",
		"strsep",
		"strtok_r",
		"strsignal",
		"strxfrm",
		"setjmp",
		"_setjmp",
		"longjmp",
		"mempcpy",
		"memmem",
		"basename",
		"dirname",
		"__xpg_basename",
		"abs",
		"labs",
		"time",
		"clock",
		"localeconv",
		"setlocale",
		"gettimeofday",
		"getpid",
	};
	const struct library_call *known = library_call_find(name);
	for (size_t i = 0; i < sizeof others / sizeof *others && !known; i++)
		if (str_equal(name, others[i]))
			return true;
	return (known && known->file_name < 0) || str_starts(name, "__builtin_");
}

/* Functions that take the descriptor of an open file. Functions that also take a socket or a folder
 * are left out: send(), openat(), ioctl(). */
static const struct {
	const char *name;
	int arg;
} on_descriptors[] = {
	{ "read", 0 },          { "write", 0 },     { "pread", 0 },       { "pwrite", 0 },
	{ "pread64", 0 },       { "pwrite64", 0 },  { "readv", 0 },       { "writev", 0 },
	{ "lseek", 0 },         { "lseek64", 0 },   { "fstat", 0 },       { "fstat64", 0 },
	{ "mmap", 4 },          { "mmap64", 4 },    { "close", 0 },       { "fdopen", 0 },
	{ "isatty", 0 },        { "ftruncate", 0 }, { "ftruncate64", 0 }, { "fsync", 0 },
	{ "fdatasync", 0 },     { "flock", 0 },     { "lockf", 0 },       { "fchmod", 0 },
	{ "dup", 0 },           { "dprintf", 0 },   { "vdprintf", 0 },    { "posix_fallocate", 0 },
	{ "posix_fadvise", 0 }, { "sendfile", 0 },  { "sendfile", 1 },
};

bool library_call_takes_descriptor(const char *name, int arg)
{
	for (size_t i = 0; i < sizeof on_descriptors / sizeof *on_descriptors; i++)
		if (on_descriptors[i].arg == arg && str_equal(on_descriptors[i].name, name))
			return true;
	return false;
}
