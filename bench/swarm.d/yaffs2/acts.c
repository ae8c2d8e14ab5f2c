/* acts: operations of YAFFS2 with small numbers as arguments. Each gives a number that tells all that a
 * user can see of it: the result, the error, and a sum over what was read. */
#include "common.h"
#include "flash.h"

#include "yaffsfs.h"

#define N(array) (sizeof(array) / sizeof *(array))
#define MODE (S_IREAD | S_IWRITE)

static const char *const names[] = { "/n/a", "/n/b", "/n/d", "/n/d/a", "/n/d/e", "/n/d/e/a", "/n/a-name-that-is-too-long-for-ram", "/n/l" };
static const char *const attributes[] = { "user.a", "user.b", "user.c" };
static int handles[6] = { -1, -1, -1, -1, -1, -1 };
static yaffs_DIR *directories[3];
static char buffer[6 * FLASH_PAGE];
static int is_added, is_mounted;

/* ---- helpers ---- */

static void ready(void)
{
	if (!is_added)
		flash_add("/n");
	is_added = 1;
	if (!is_mounted)
		is_mounted = yaffs_mount("/n") >= 0;
	yaffsfs_SetError(0);
}

static const char *name(unsigned a)
{
	ready();
	return names[a % N(names)];
}

static const char *attribute(unsigned a)
{
	return attributes[a % N(attributes)];
}

/* A call mostly gets a handle that is open, as in the paper's tester, which chooses by the state of the file system. */
static unsigned slot(unsigned a)
{
	unsigned open[N(handles)], n = 0;
	for (unsigned i = 0; i < N(handles); i++)
		if (handles[i] >= 0)
			open[n++] = i;
	return n && a % 8 ? open[a % n] : a % N(handles);
}

static int handle(unsigned a)
{
	ready();
	return handles[slot(a)];
}

static unsigned size(unsigned b)
{
	static const unsigned sizes[] = { 0, 1, 10, 100, 600, FLASH_PAGE, FLASH_PAGE + 1, 3000, 5 * FLASH_PAGE };
	return sizes[b % N(sizes)];
}

static long told(long result)
{
	return result < 0 ? result * 1000 - yaffsfs_GetLastError() : result;
}

static long summed(long result)
{
	unsigned long sum = 17;
	for (long i = 0; i < result && i < (long)sizeof buffer; i++)
		sum = sum * 31 + (unsigned char)buffer[i];
	return result < 0 ? told(result) : (long)(sum >> 1);
}

static void fill(unsigned a)
{
	for (unsigned i = 0; i < sizeof buffer; i++)
		buffer[i] = (char)(a + i * 7);
}

static long opened(int own, unsigned b)
{
	int *slot = &handles[b % N(handles)];
	if (own < 0)
		return told(own);
	if (*slot >= 0)
		yaffs_close(*slot);
	*slot = own;
	return own;
}

static long seen(int result, const struct yaffs_stat *info)
{
	return result < 0 ? told(result) : (long)info->st_mode * 31 + info->st_nlink * 7 + (long)info->st_size * 3 + info->st_ino;
}

static yaffs_DIR **directory(unsigned a)
{
	ready();
	return &directories[a % N(directories)];
}

static void forget_handles(void)
{
	for (unsigned i = 0; i < N(handles); i++)
		handles[i] = -1;
	memset(directories, 0, sizeof directories);
}

static void close_all(void)
{
	for (unsigned i = 0; i < N(handles); i++)
		if (handles[i] >= 0)
			yaffs_close(handles[i]);
	for (unsigned i = 0; i < N(directories); i++)
		if (directories[i])
			yaffs_closedir(directories[i]);
	forget_handles();
}

/* ---- files ---- */

long act_create(unsigned a, unsigned b) { return opened(yaffs_open(name(a), O_CREAT | O_RDWR, MODE), b); }
long act_create_new(unsigned a, unsigned b) { return opened(yaffs_open(name(a), O_CREAT | O_EXCL | O_RDWR, MODE), b); }
long act_open_read(unsigned a, unsigned b) { return opened(yaffs_open(name(a), O_RDONLY, 0), b); }
long act_open_append(unsigned a, unsigned b) { return opened(yaffs_open(name(a), O_RDWR | O_APPEND, 0), b); }
long act_open_empty(unsigned a, unsigned b) { return opened(yaffs_open(name(a), O_RDWR | O_TRUNC, 0), b); }
long act_dup(unsigned a, unsigned b) { return opened(yaffs_dup(handle(a)), b); }

long act_close(unsigned a, unsigned b)
{
	unsigned own = slot(a);
	ready();
	int result = yaffs_close(handles[own]);
	(void)b;
	handles[own] = -1;
	return told(result);
}

long act_read(unsigned a, unsigned b) { return summed(yaffs_read(handle(a), buffer, size(b))); }
long act_pread(unsigned a, unsigned b) { return summed(yaffs_pread(handle(a), buffer, size(b), size(a + b))); }

long act_write(unsigned a, unsigned b)
{
	fill(a ^ b);
	return told(yaffs_write(handle(a), buffer, size(b)));
}

long act_pwrite(unsigned a, unsigned b)
{
	fill(a + b);
	return told(yaffs_pwrite(handle(a), buffer, size(b), size(a + b)));
}

long act_seek(unsigned a, unsigned b) { return told(yaffs_lseek(handle(a), size(b), SEEK_SET)); }
long act_seek_on(unsigned a, unsigned b) { return told(yaffs_lseek(handle(a), size(b), SEEK_CUR)); }
long act_seek_end(unsigned a, unsigned b) { return told(yaffs_lseek(handle(a), size(b), SEEK_END)); }
long act_truncate(unsigned a, unsigned b) { return told(yaffs_truncate(name(a), size(b))); }
long act_ftruncate(unsigned a, unsigned b) { return told(yaffs_ftruncate(handle(a), size(b))); }
long act_fsync(unsigned a, unsigned b) { return (void)b, told(yaffs_fsync(handle(a))); }

/* ---- names ---- */

long act_unlink(unsigned a, unsigned b) { return (void)b, told(yaffs_unlink(name(a))); }
long act_rename(unsigned a, unsigned b) { return told(yaffs_rename(name(a), name(b))); }
long act_link(unsigned a, unsigned b) { return told(yaffs_link(name(a), name(b))); }
/* YAFFS2 follows links that lead to themselves without end, so few names are links. */
long act_symlink(unsigned a, unsigned b) { return told(yaffs_symlink(a % 2 ? "/n/a" : "/n/d", b % 2 ? "/n/l" : name(5))); }
long act_mknod(unsigned a, unsigned b) { return told(yaffs_mknod(name(a), S_IFIFO | MODE, b % 4)); }
long act_mkdir(unsigned a, unsigned b) { return (void)b, told(yaffs_mkdir(name(a), MODE)); }
long act_rmdir(unsigned a, unsigned b) { return (void)b, told(yaffs_rmdir(name(a))); }

long act_readlink(unsigned a, unsigned b)
{
	memset(buffer, 0, 64);
	return summed(yaffs_readlink(name(a), buffer, 32) < 0 ? -1 : 32) + 0 * (long)b;
}

/* ---- what is known of a file ---- */

long act_stat(unsigned a, unsigned b)
{
	struct yaffs_stat info;
	(void)b;
	return seen(yaffs_stat(name(a), &info), &info);
}

long act_lstat(unsigned a, unsigned b)
{
	struct yaffs_stat info;
	(void)b;
	return seen(yaffs_lstat(name(a), &info), &info);
}

long act_fstat(unsigned a, unsigned b)
{
	struct yaffs_stat info;
	(void)b;
	return seen(yaffs_fstat(handle(a), &info), &info);
}

long act_access(unsigned a, unsigned b) { return told(yaffs_access(name(a), (int)(b % 8))); }
long act_chmod(unsigned a, unsigned b) { return told(yaffs_chmod(name(a), b % 2 ? MODE : S_IREAD)); }
long act_fchmod(unsigned a, unsigned b) { return told(yaffs_fchmod(handle(a), b % 2 ? MODE : S_IWRITE)); }

long act_utime(unsigned a, unsigned b)
{
	struct yaffs_utimbuf times = { b % 100, b % 70 };
	return told(yaffs_utime(name(a), b % 3 ? &times : NULL));
}

long act_setxattr(unsigned a, unsigned b) { return told(yaffs_setxattr(name(a), attribute(b), buffer, (int)size(b % 5), 0)); }
long act_setxattr_new(unsigned a, unsigned b) { return told(yaffs_setxattr(name(a), attribute(b), "new", 3, XATTR_CREATE)); }
long act_setxattr_old(unsigned a, unsigned b) { return told(yaffs_lsetxattr(name(a), attribute(b), "old", 3, XATTR_REPLACE)); }
long act_getxattr(unsigned a, unsigned b) { return summed(yaffs_getxattr(name(a), attribute(b), buffer, 1000)); }
long act_removexattr(unsigned a, unsigned b) { return told(yaffs_removexattr(name(a), attribute(b))); }

/* nval_list() reads beyond the attributes, so its result depends on memory that nobody set. */
long act_listxattr(unsigned a, unsigned b) { return 0 * yaffs_listxattr(name(a), buffer, (int)size(b % 5)); }
long act_fsetxattr(unsigned a, unsigned b) { return told(yaffs_fsetxattr(handle(a), attribute(b), "handle", 6, 0)); }

/* ---- directories ---- */

long act_opendir(unsigned a, unsigned b)
{
	yaffs_DIR **own = directory(b);
	if (*own)
		yaffs_closedir(*own);
	*own = yaffs_opendir(a % 3 ? name(a) : "/n");
	return *own ? 1 : told(-1);
}

long act_readdir(unsigned a, unsigned b)
{
	yaffs_DIR *own = *directory(a);
	struct yaffs_dirent *entry = own ? yaffs_readdir(own) : NULL;
	(void)b;
	if (!entry)
		return told(-1);
	strncpy(buffer, entry->d_name, 64);
	return summed((long)strnlen(buffer, 64)) + entry->d_type;
}

long act_rewinddir(unsigned a, unsigned b)
{
	(void)b;
	if (*directory(a))
		yaffs_rewinddir(*directory(a));
	return 0;
}

long act_closedir(unsigned a, unsigned b)
{
	yaffs_DIR **own = directory(a);
	int result = *own ? yaffs_closedir(*own) : -1;
	(void)b;
	*own = NULL;
	return told(result);
}

/* ---- the whole ---- */

long act_sync(unsigned a, unsigned b)
{
	ready();
	return (void)a, (void)b, told(yaffs_sync("/n"));
}

long act_mount_again(unsigned a, unsigned b)
{
	ready();
	(void)b;
	close_all();
	is_mounted = 0;
	int result = yaffs_unmount("/n");
	is_mounted = yaffs_mount_common("/n", 0, (int)(a % 2)) >= 0;
	return told(result) * 2 + is_mounted;
}

long act_read_only(unsigned a, unsigned b)
{
	ready();
	return (void)b, told(yaffs_remount("/n", (int)(a % 2), a % 3 == 0));
}

long act_space(unsigned a, unsigned b)
{
	ready();
	return (void)a, (void)b, told((long)yaffs_freespace("/n") / FLASH_PAGE) * 100 + yaffs_inodecount("/n");
}
