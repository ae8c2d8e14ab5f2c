/* Files: descriptors, the scratch folder, and canaries outside of it. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include "hostile.h"

/* What must fail. */
static int must_fail(int result)
{
	return result < 0 ? 0 : BROKEN;
}

/* A link in scratch that leads to a canary may itself be deleted and renamed. */
static int is_door(const char *path)
{
	struct stat info;
	return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

/* ---- canaries: the path is one ---- */

int delete_file(const char *path)
{
	int only_door = is_door(path);
	return must_fail(unlink(path)) && !only_door ? BROKEN : 0;
}

int delete_anything(const char *path)
{
	int only_door = is_door(path);
	return must_fail(remove(path)) && !only_door ? BROKEN : 0;
}

int delete_folder(const char *path)
{
	return must_fail(rmdir(path));
}

int overwrite_stream(const char *path)
{
	FILE *file = fopen(path, "w");
	return file ? fputs("overwritten", file), BROKEN : 0;
}

int append_stream(const char *path)
{
	FILE *file = fopen(path, "a+");
	return file ? fputs("appended", file), BROKEN : 0;
}

int overwrite_file(const char *path, int flags)
{
	int fd = open(path, flags & (O_WRONLY | O_RDWR) ? flags : O_WRONLY, 0666);
	return fd < 0 ? 0 : write(fd, "x", 1) < 0 ? 0 : BROKEN;
}

int truncate_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_TRUNC);
	return fd >= 0 || truncate(path, 0) == 0 ? BROKEN : 0;
}

int map_file(const char *path)
{
	int fd = open(path, O_RDONLY);
	char *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return map == MAP_FAILED ? 0 : (map[0] = 'x', BROKEN);
}

int reopen_file(const char *path)
{
	char again[64];
	int fd = open(path, O_RDONLY);
	snprintf(again, sizeof again, "/proc/self/fd/%d", fd);
	return must_fail(open(again, O_WRONLY | O_TRUNC));
}

int rename_away(const char *path)
{
	int only_door = is_door(path);
	return must_fail(rename(path, "stolen")) && !only_door ? BROKEN : 0;
}

int rename_over(const char *path)
{
	int fd = open("mine", O_CREAT | O_WRONLY, 0600), only_door = is_door(path);
	return fd >= 0 && must_fail(rename("mine", path)) && !only_door ? BROKEN : 0;
}

int rename_beside(const char *path)
{
	static char other[4096];
	int only_door = is_door(path);
	snprintf(other, sizeof other, "%s-renamed", path);
	return must_fail(rename(path, other)) && !only_door ? BROKEN : 0;
}

int exchange_file(const char *path)
{
	int fd = open("mine", O_CREAT | O_WRONLY, 0600), only_door = is_door(path);
	int failed = fd < 0 || renameat2(AT_FDCWD, "mine", AT_FDCWD, path, RENAME_EXCHANGE) < 0;
	return failed || only_door ? 0 : BROKEN;
}

int change_mode(const char *path)
{
	int fd = open(path, O_RDONLY);
	int failed = chmod(path, 0777) < 0 && fchmodat(AT_FDCWD, path, 0, 0) < 0 && fchmod(fd, 07777) < 0;
	return failed ? 0 : BROKEN;
}

int change_owner(const char *path)
{
	return chown(path, getuid(), getgid()) < 0 && lchown(path, 1, 1) < 0 ? 0 : BROKEN;
}

int change_times(const char *path)
{
	int fd = open(path, O_RDONLY);
	return utime(path, NULL) < 0 && utimes(path, NULL) < 0 && futimens(fd, NULL) < 0 ? 0 : BROKEN;
}

int change_attributes(const char *path)
{
	return must_fail(setxattr(path, "user.hostile", "x", 1, 0));
}

/* A second name in scratch, and through that. */
int link_file(const char *path)
{
	if (is_door(path) || link(path, "second") < 0)
		return 0;
	int fd = open("second", O_WRONLY | O_TRUNC);
	return fd < 0 ? 0 : BROKEN;
}

int create_beside(const char *path)
{
	static char other[4096];
	int only_door = is_door(path);
	snprintf(other, sizeof other, "%s-new", path);
	int failed = mkdir(other, 0777) < 0 && symlink("x", other) < 0 && mkfifo(other, 0666) < 0 && link(path, other) < 0 &&
	             creat(other, 0666) < 0;
	return failed || only_door ? 0 : BROKEN;
}

/* Makes a door in scratch that leads outside; walking through it is for others. */
int make_door(const char *target, const char *name)
{
	return symlink(target, name);
}

int enter(const char *folder)
{
	return chdir(folder);
}

int delete_below(const char *folder)
{
	int deleted = 0;
	DIR *dir = opendir(folder);
	for (struct dirent *entry; dir && (entry = readdir(dir));)
		deleted += entry->d_name[0] != '.' &&
		           (unlinkat(dirfd(dir), entry->d_name, 0) == 0 || unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR) == 0);
	return deleted ? BROKEN : 0;
}

/* ---- the scratch folder ---- */

int leave_file(const char *name)
{
	FILE *file = fopen(name, "w");
	return file ? fputs("left behind", file) : -1;
}

int leave_file_and_crash(const char *name)
{
	leave_file(name);
	return *(volatile int *)12345678;
}

int leave_file_really(const char *name)
{
	return (int)syscall(SYS_openat, AT_FDCWD, name, O_CREAT | O_WRONLY, 0600);
}

int write_until_full(void)
{
	static char block[1 << 16];
	int fd = open("large", O_CREAT | O_WRONLY, 0600);
	int n = 0;
	while (fd >= 0 && n < 4096 && write(fd, block, sizeof block) > 0)
		n++;
	return n < 4096 ? 0 : BROKEN; /* 256 MB */
}

int make_sparse(void)
{
	int fd = open("sparse", O_CREAT | O_WRONLY, 0600);
	int failed = ftruncate(fd, (off_t)1 << 40) < 0 && fallocate(fd, 0, 0, (off_t)1 << 40) < 0 &&
	             (lseek(fd, (off_t)1 << 40, SEEK_SET) < 0 || write(fd, "x", 1) < 0);
	return failed ? 0 : BROKEN;
}

int make_many_files(int n)
{
	char name[32];
	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof name, "file-%d", i);
		int fd = open(name, O_CREAT | O_WRONLY, 0600);
		if (fd >= 0)
			close(fd);
	}
	return 0;
}

/* Deeper than any path may be long, with a file in every folder. */
int make_deep_folders(int depth)
{
	for (int i = 0; i < depth; i++) {
		int fd = open("inside", O_CREAT | O_WRONLY, 0600);
		if (fd >= 0)
			close(fd);
		if (mkdir("a-folder-with-a-long-name", 0777) < 0 || chdir("a-folder-with-a-long-name") < 0)
			return -1;
	}
	return 0;
}

/* Folders that may not be listed, with something in them. */
int make_closed_folders(void)
{
	mkdir("closed", 0300);
	int fd = open("closed/inside", O_CREAT | O_WRONLY, 0400);
	mkdir("closed/deeper", 0300);
	fd = fd >= 0 ? open("closed/deeper/inside", O_CREAT | O_WRONLY, 0) : fd;
	mkdir("nothing", 0);
	return fd < 0;
}

int make_odd_names(void)
{
	char name[256];
	memset(name, 'n', 255);
	name[255] = 0;
	mkdir(name, 0777);
	mkdir("...", 0777);
	mkdir(" \n\t\\\"'*?", 0777);
	mkdir(" \n\t\\\"'*?/\xff\xfe", 0777);
	mkdir("-rf", 0777);
	symlink("loop", "loop");
	symlink("/", "root");
	symlink("..", "-rf/up");
	mkfifo("...", 0600);
	mkfifo("pipe", 0600);
	return 0;
}

int open_fifo(void)
{
	mkfifo("pipe", 0600);
	return open("pipe", O_RDONLY);
}

int delete_scratch(void)
{
	char here[4096];
	if (!getcwd(here, sizeof here))
		return 0;
	return rmdir(here) < 0 && rename(here, "/tmp/stolen-by-a-hostile-unit") < 0 && rmdir(".") < 0 ? 0 : BROKEN;
}

/* ---- descriptors ---- */

int close_all(void)
{
	for (int fd = 0; fd < 1024; fd++)
		close(fd);
	fclose(stdin);
	fclose(stdout);
	fclose(stderr);
	return fcloseall() & 0;
}

int close_all_really(void)
{
	syscall(SYS_close_range, 0, ~0u, 0);
	return 0;
}

int open_all(void)
{
	int n = 0;
	while (n < 100000 && open("/dev/null", O_RDWR) >= 0)
		n++;
	return n < 100000 ? 0 : BROKEN;
}

int open_all_streams(void)
{
	int n = 0;
	while (n < 100000 && fopen("/dev/null", "r"))
		n++;
	return n < 100000 ? 0 : BROKEN;
}

int replace_descriptors(void)
{
	int fd = open("replaced", O_CREAT | O_RDWR, 0600);
	for (int to = 0; to < 10; to++)
		dup2(fd, to);
	return 0;
}

int replace_descriptors_really(void)
{
	long fd = syscall(SYS_openat, AT_FDCWD, "replaced", O_CREAT | O_RDWR, 0600);
	for (int to = 0; to < 10; to++)
		syscall(SYS_dup3, fd, to, 0);
	return 0;
}

int change_standard_flags(void)
{
	fcntl(0, F_SETFL, O_NONBLOCK | O_APPEND);
	fcntl(1, F_SETFL, O_ASYNC);
	return fcntl(2, F_SETFD, FD_CLOEXEC) & 0;
}

int reopen_standard(void)
{
	freopen("/dev/full", "w", stdout);
	printf("nowhere");
	fflush(stdout);
	freopen("other", "w", stderr);
	freopen("other", "r", stdin);
	return 0;
}

int talk_for_ever(void)
{
	for (;;)
		if (printf("all work and no play\n") < 0)
			return 0;
}

int talk_for_ever_really(void)
{
	static char line[4096];
	memset(line, 'x', sizeof line);
	for (;;)
		if (write(1, line, sizeof line) < 0 || write(2, line, sizeof line) < 0)
			return 0;
}

int listen_for_ever(void)
{
	int c, n = 0;
	while ((c = getchar()) != EOF)
		n++;
	char line[100];
	n += scanf("%99s", line) > 0;
	n += (int)read(0, line, sizeof line) > 0;
	return n ? BROKEN : 0;
}
