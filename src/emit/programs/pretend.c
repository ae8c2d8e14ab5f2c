/* pretend: lets the gate run a program that changes modes, owners and times, which the sandbox cannot allow.
 *
 * In the target the runtime takes these calls (rt/libc/modes.c). While the gate looks at the suite, the program
 * that its Makefile builds gets the same replacements: from a source that is linked with it, and the linker's
 * --wrap. */
#include <stdlib.h>

#include "base/str.h"
#include "emit/programs/program_test.h"
#include "proc/child.h"

static const char source[] =
        "#define _GNU_SOURCE\n"
        "#include <errno.h>\n"
        "#include <fcntl.h>\n"
        "#include <string.h>\n"
        "#include <sys/stat.h>\n"
        "#include <sys/time.h>\n"
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

static const char *const names[] = { "chmod", "fchmodat", "chown",   "lchown",   "fchownat",
	                             "utime", "utimes",   "lutimes", "utimensat" };

status pretend_flags(const char *folder, char **flags)
{
	char *path = xprintf("%s/pretend.c", folder);
	const char *users = getenv("LDFLAGS");
	struct sb text = { 0 };
	sb_addf(&text, "LDFLAGS=%s %s", users ? users : "", path);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		sb_addf(&text, " -Wl,--wrap=%s", names[i]);
	status st = file_write(path, source, sizeof source - 1);
	*flags = sb_take(&text);
	free(path);
	return st;
}
