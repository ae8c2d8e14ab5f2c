/* pretend: lets the gate run a program that changes modes, owners and times, which the sandbox cannot allow, and lets
 * it live at another time in each round.
 *
 * In the target the runtime takes calls that change files (rt/libc/modes.c). While the gate looks at the suite, the
 * program that its Makefile builds gets the same replacements: from a source that is linked with it, and the linker's
 * --wrap. Clocks and times of files are moved by a time that differs from round to round in every part of a date, so
 * output that depends on the day is seen to differ. A file says how far. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emit/programs/program_test.h"
#include "proc/child.h"

static const char source[] =
        "#define _GNU_SOURCE\n"
        "#include <errno.h>\n"
        "#include <fcntl.h>\n"
        "#include <stdlib.h>\n"
        "#include <string.h>\n"
        "#include <sys/stat.h>\n"
        "#include <sys/time.h>\n"
        "#include <time.h>\n"
        "#include <unistd.h>\n"
        "#include <utime.h>\n"
        "static int pretend(int folder, const char *path, int flags)\n"
        "{\n"
        "\tstruct stat about;\n"
        "\tif (fstatat(folder, path, &about, flags & AT_SYMLINK_NOFOLLOW) != 0)\n"
        "\t\treturn -1;\n"
        "\tif (path[0] != '/' && !strstr(path, \"..\"))\n"
        "\t\treturn 0;\n"
        "\terrno = EPERM;\n"
        "\treturn -1;\n"
        "}\n"
        "int __wrap_chmod(const char *path, mode_t mode) { return pretend(AT_FDCWD, path, 0); }\n"
        "int __wrap_fchmodat(int f, const char *path, mode_t mode, int flags) { return pretend(f, path, flags); }\n"
        "int __wrap_chown(const char *path, uid_t u, gid_t g) { return pretend(AT_FDCWD, path, 0); }\n"
        "int __wrap_lchown(const char *path, uid_t u, gid_t g)\n"
        "{ return pretend(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW); }\n"
        "int __wrap_fchownat(int f, const char *path, uid_t u, gid_t g, int flags) { return pretend(f, path, flags); }\n"
        "int __wrap_utime(const char *path, const struct utimbuf *t) { return pretend(AT_FDCWD, path, 0); }\n"
        "int __wrap_utimes(const char *path, const struct timeval *t) { return pretend(AT_FDCWD, path, 0); }\n"
        "int __wrap_lutimes(const char *path, const struct timeval *t)\n"
        "{ return pretend(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW); }\n"
        "int __real_utimensat(int f, const char *path, const struct timespec *t, int flags);\n"
        "int __wrap_utimensat(int f, const char *path, const struct timespec *t, int flags)\n"
        "{ return path ? pretend(f, path, flags) : __real_utimensat(f, path, t, flags); }\n";

static const char clocks[] =
        "static long shift(void)\n"
        "{\n"
        "\tstatic long seconds = 1;\n"
        "\tchar text[32] = \"\";\n"
        "\tint before = errno, fd = seconds == 1 ? open(ROUND, O_RDONLY | O_CLOEXEC) : -1;\n"
        "\tif (fd >= 0 && read(fd, text, sizeof text - 1) > 0)\n"
        "\t\tseconds = atol(text);\n"
        "\tif (fd >= 0)\n"
        "\t\tclose(fd);\n"
        "\terrno = before;\n"
        "\treturn seconds == 1 ? 0 : seconds;\n"
        "}\n"
        "time_t __real_time(time_t *t);\n"
        "time_t __wrap_time(time_t *t)\n"
        "{\n"
        "\ttime_t now = __real_time(0) + shift();\n"
        "\tif (t)\n"
        "\t\t*t = now;\n"
        "\treturn now;\n"
        "}\n"
        "int __real_gettimeofday(struct timeval *t, void *zone);\n"
        "int __wrap_gettimeofday(struct timeval *t, void *zone)\n"
        "{\n"
        "\tint failed = __real_gettimeofday(t, zone);\n"
        "\tif (!failed && t)\n"
        "\t\tt->tv_sec += shift();\n"
        "\treturn failed;\n"
        "}\n"
        "int __real_clock_gettime(clockid_t clock, struct timespec *t);\n"
        "int __wrap_clock_gettime(clockid_t clock, struct timespec *t)\n"
        "{\n"
        "\tint failed = __real_clock_gettime(clock, t);\n"
        "\tif (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))\n"
        "\t\tt->tv_sec += shift();\n"
        "\treturn failed;\n"
        "}\n"
        "static int moved(int failed, struct stat *about)\n"
        "{\n"
        "\tif (failed)\n"
        "\t\treturn failed;\n"
        "\tabout->st_atim.tv_sec += shift();\n"
        "\tabout->st_mtim.tv_sec += shift();\n"
        "\tabout->st_ctim.tv_sec += shift();\n"
        "\treturn 0;\n"
        "}\n"
        "#define WRAP(name, parameters, arguments) \\\n"
        "\tint __real_##name parameters; \\\n"
        "\tint __wrap_##name parameters { return moved(__real_##name arguments, about); }\n"
        "WRAP(stat, (const char *path, struct stat *about), (path, about))\n"
        "WRAP(stat64, (const char *path, struct stat *about), (path, about))\n"
        "WRAP(lstat, (const char *path, struct stat *about), (path, about))\n"
        "WRAP(lstat64, (const char *path, struct stat *about), (path, about))\n"
        "WRAP(fstat, (int fd, struct stat *about), (fd, about))\n"
        "WRAP(fstat64, (int fd, struct stat *about), (fd, about))\n"
        "WRAP(fstatat, (int f, const char *path, struct stat *about, int flags), (f, path, about, flags))\n"
        "WRAP(fstatat64, (int f, const char *path, struct stat *about, int flags), (f, path, about, flags))\n"
        "int __real_statx(int f, const char *path, int flags, unsigned mask, struct statx *about);\n"
        "int __wrap_statx(int f, const char *path, int flags, unsigned mask, struct statx *about)\n"
        "{\n"
        "\tint failed = __real_statx(f, path, flags, mask, about);\n"
        "\tif (failed)\n"
        "\t\treturn failed;\n"
        "\tabout->stx_atime.tv_sec += shift();\n"
        "\tabout->stx_mtime.tv_sec += shift();\n"
        "\tabout->stx_ctime.tv_sec += shift();\n"
        "\tabout->stx_btime.tv_sec += shift();\n"
        "\treturn 0;\n"
        "}\n";

static const char *const names[] = { "chmod",   "fchmodat",  "chown",     "lchown",  "fchownat",     "utime",
	                             "utimes",  "lutimes",   "utimensat", "time",    "gettimeofday", "clock_gettime",
	                             "stat",    "stat64",    "lstat",     "lstat64", "fstat",        "fstat64",
	                             "fstatat", "fstatat64", "statx" };

static char *round_path(const char *suite)
{
	return xprintf("%s/bin/.round", suite);
}

/* A year and a day less in each round, and a bit of everything else. */
status pretend_round(const char *suite, unsigned round)
{
	char *path = round_path(suite), *text = xprintf("%ld\n", -(long)(round + 1) * (366 * 86400L + 97 * 3671L));
	status st = file_write(path, text, strlen(text));
	free(text);
	free(path);
	return st;
}

status pretend_flags(const char *suite, const char *folder, char **flags)
{
	char *path = xprintf("%s/pretend.c", folder);
	const char *users = getenv("LDFLAGS");
	char *round = round_path(suite);
	struct sb text = { 0 }, whole = { 0 };
	sb_addf(&text, "LDFLAGS=%s %s", users ? users : "", path);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		sb_addf(&text, " -Wl,--wrap=%s", names[i]);
	sb_add(&whole, source);
	sb_add(&whole, "#define ROUND ");
	sb_add_literal(&whole, round, strlen(round), "");
	sb_add(&whole, "\n");
	sb_add(&whole, clocks);
	status st = file_write(path, sb_text(&whole), whole.n);
	*flags = sb_take(&text);
	sb_release(&whole);
	free(round);
	free(path);
	return st;
}
