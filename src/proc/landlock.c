/* landlock: see landlock.h. Landlock allows what its rules name and denies the other accesses it
 * handles; a rule cannot exclude a folder inside an allowed one. So reading is allowed folder by
 * folder below "/", without /dev: opening a watchdog starts it, and reading a terminal takes the
 * user's input away. */
#define _GNU_SOURCE
#include "proc/landlock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/str.h"

/* Constants that are newer than the headers skep may be built with. */
#define ACCESS_REFER (1ull << 13)        /* version 2 */
#define ACCESS_TRUNCATE (1ull << 14)     /* version 3 */
#define ACCESS_IOCTL_DEV (1ull << 15)    /* version 5 */
#define ACCESS_NET_BIND_TCP (1ull << 0)  /* version 4 */
#define ACCESS_NET_CONNECT_TCP (1ull << 1)
#define SCOPE_ABSTRACT_UNIX_SOCKET (1ull << 0) /* version 6 */
#define SCOPE_SIGNAL (1ull << 1)

#define ACCESS_FIRST_VERSION ((1ull << 13) - 1)

struct ruleset_attr {
	uint64_t handled_access_fs;
	uint64_t handled_access_net; /* version 4 */
	uint64_t scoped;             /* version 6 */
};

int landlock_abi(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
	return version < 0 ? 0 : (int)version;
}

int landlock_enter(int ruleset)
{
	return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}

static uint64_t all_access(int abi)
{
	uint64_t access = ACCESS_FIRST_VERSION;
	if (abi >= 2)
		access |= ACCESS_REFER;
	if (abi >= 3)
		access |= ACCESS_TRUNCATE;
	if (abi >= 5)
		access |= ACCESS_IOCTL_DEV;
	return access;
}

/* No rights to make devices: root could make one of the disk inside scratch, and write to it. */
static uint64_t scratch_access(int abi)
{
	const uint64_t never = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
	                       LANDLOCK_ACCESS_FS_MAKE_SOCK | ACCESS_IOCTL_DEV;
	return all_access(abi) & ~never;
}

static int create_ruleset(int abi)
{
	struct ruleset_attr attr = { .handled_access_fs = all_access(abi) };
	size_t size = sizeof attr.handled_access_fs;
	if (abi >= 4) {
		attr.handled_access_net = ACCESS_NET_BIND_TCP | ACCESS_NET_CONNECT_TCP;
		size = sizeof attr.handled_access_fs + sizeof attr.handled_access_net;
	}
	if (abi >= 6) {
		attr.scoped = SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL;
		size = sizeof attr;
	}
	return (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0); /* closes on exec */
}

/* The kernel refuses rules for a file that have rights of folders. */
static uint64_t fit_to_file(uint64_t access)
{
	return access & (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |
	                 ACCESS_TRUNCATE | ACCESS_IOCTL_DEV);
}

/* 0, also if the name is a link; -1 with errno. */
static int allow_at(int ruleset, int folder, const char *name, uint64_t access)
{
	struct stat info;
	int fd = openat(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -1;
	int result = fstat(fd, &info);
	if (result == 0 && !S_ISLNK(info.st_mode)) {
		struct landlock_path_beneath_attr attr = {
			.allowed_access = S_ISDIR(info.st_mode) ? access : fit_to_file(access),
			.parent_fd = fd,
		};
		result = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &attr, 0);
	}
	int error = errno;
	close(fd);
	errno = error;
	return result;
}

/* A folder that cannot be opened now, such as one of a dead network disk, stays closed to the
 * sandboxed process, which is no other loss. */
static status allow_reading(int ruleset)
{
	if (allow_at(ruleset, AT_FDCWD, "/", LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE) < 0)
		return fail_errno("cannot allow the sandbox to see '/'");
	DIR *root = opendir("/");
	if (!root)
		return fail_errno("cannot read folder '/'");
	for (struct dirent *entry; (entry = readdir(root));)
		if (!str_equal(entry->d_name, ".") && !str_equal(entry->d_name, "..") &&
		    !str_equal(entry->d_name, "dev"))
			allow_at(ruleset, dirfd(root), entry->d_name, LANDLOCK_ACCESS_FS_READ_FILE);
	closedir(root);
	return NULL;
}

/* Allows harmless devices, and shared memory, where TMPDIR may be. */
static void allow_devices(int ruleset, int abi)
{
	static const char *const sinks[] = { "/dev/null", "/dev/zero", "/dev/full" };
	static const char *const sources[] = { "/dev/random", "/dev/urandom", "/dev/shm" };
	const uint64_t write = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE |
	                       ACCESS_IOCTL_DEV;
	for (size_t i = 0; i < sizeof sinks / sizeof sinks[0]; i++)
		allow_at(ruleset, AT_FDCWD, sinks[i], write & all_access(abi));
	for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
		allow_at(ruleset, AT_FDCWD, sources[i], LANDLOCK_ACCESS_FS_READ_FILE);
}

status landlock_make_rules(const char *scratch, int abi, int *ruleset)
{
	status st = NULL;
	int fd = create_ruleset(abi);
	if (fd < 0)
		return fail_errno("cannot make Landlock rules for the sandbox");
	TRY_OUT(allow_reading(fd));
	allow_devices(fd, abi);
	if (allow_at(fd, AT_FDCWD, scratch, scratch_access(abi)) < 0)
		st = fail_errno("cannot allow the sandbox to write in '%s'", scratch);
out:
	if (st)
		close(fd);
	else
		*ruleset = fd;
	return st;
}
