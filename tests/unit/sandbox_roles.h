/* sandbox_roles: the roles of test_sandbox.c inside the sandbox.
 *
 * The attacker tries every known way to change the canaries, through every path that leads to them,
 * and to reach other processes, the network and the system; the worker checks that ordinary work is
 * possible. They report on a pipe. Every attempt is aimed at something that the test itself made,
 * or would change nothing if it succeeded. */
#ifndef SKEP_TEST_SANDBOX_ROLES_H
#define SKEP_TEST_SANDBOX_ROLES_H

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/attr.h"
#include "base/str.h"
#include "proc/child.h"

/* Inherited descriptors; 100 and up so that nothing else has them. */
enum { REPORT_FD = 100, FOLDER_FD = 101 };

static int n_tried;

static void report(const char *format, ...)
{
	char line[512];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	if (write(REPORT_FD, line, strlen(line)) < 0)
		_exit(1);
}

/* A way to the canaries: a descriptor and a path from there. */
struct way {
	const char *name;
	int fd;
	char path[256];
};

static const char *at(const struct way *way, const char *name)
{
	static char paths[2][512];
	static unsigned turn;
	char *path = paths[turn++ % 2];
	snprintf(path, sizeof paths[0], "%s%s%s", way->path, way->path[0] ? "/" : "", name);
	return path;
}

/* Each attack returns what the system call did: 0 or more means it worked. */
typedef int attack(const struct way *way);

static int write_to(int fd)
{
	return fd < 0 ? -1 : (int)write(fd, "broken", 6);
}

static int delete_file(const struct way *w)
{
	return unlinkat(w->fd, at(w, "file"), 0);
}
static int delete_folder(const struct way *w)
{
	return unlinkat(w->fd, at(w, "empty"), AT_REMOVEDIR);
}
static int overwrite(const struct way *w)
{
	return write_to(openat(w->fd, at(w, "file"), O_WRONLY));
}
static int overwrite_readable(const struct way *w)
{
	return write_to(openat(w->fd, at(w, "file"), O_RDWR));
}
static int append(const struct way *w)
{
	return write_to(openat(w->fd, at(w, "file"), O_WRONLY | O_APPEND));
}
static int open_truncating(const struct way *w)
{
	return openat(w->fd, at(w, "file"), O_WRONLY | O_TRUNC);
}
static int read_truncating(const struct way *w)
{
	return openat(w->fd, at(w, "file"), O_RDONLY | O_TRUNC);
}
static int create_over(const struct way *w)
{
	return openat(w->fd, at(w, "file"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
}
static int create_beside(const struct way *w)
{
	return openat(w->fd, at(w, "new"), O_WRONLY | O_CREAT, 0666);
}
static int create_to_read(const struct way *w)
{
	return openat(w->fd, at(w, "new"), O_RDONLY | O_CREAT, 0666);
}
static int create_nameless(const struct way *w)
{
	return openat(w->fd, at(w, "."), O_RDWR | O_TMPFILE, 0666);
}
static int rename_file(const struct way *w)
{
	return renameat(w->fd, at(w, "file"), w->fd, at(w, "other"));
}
static int rename_away(const struct way *w)
{
	return renameat(w->fd, at(w, "file"), AT_FDCWD, "stolen");
}
static int rename_over(const struct way *w)
{
	return renameat(AT_FDCWD, "mine", w->fd, at(w, "file"));
}
static int rename_into(const struct way *w)
{
	return renameat(AT_FDCWD, "mine", w->fd, at(w, "new"));
}
static int exchange(const struct way *w)
{
	return renameat2(AT_FDCWD, "mine", w->fd, at(w, "file"), RENAME_EXCHANGE);
}
static int change_mode(const struct way *w)
{
	return fchmodat(w->fd, at(w, "file"), 0777, 0);
}
static int change_folder_mode(const struct way *w)
{
	return fchmodat(w->fd, at(w, "empty"), 0, 0);
}
static int change_owner(const struct way *w)
{
	return fchownat(w->fd, at(w, "file"), getuid(), getgid(), 0);
}
static int change_time(const struct way *w)
{
	return utimensat(w->fd, at(w, "file"), NULL, 0);
}
static int link_beside(const struct way *w)
{
	return linkat(w->fd, at(w, "file"), w->fd, at(w, "new"), 0);
}
static int link_into(const struct way *w)
{
	return linkat(AT_FDCWD, "mine", w->fd, at(w, "new"), 0);
}
static int symlink_beside(const struct way *w)
{
	return symlinkat("file", w->fd, at(w, "new"));
}
static int make_folder(const struct way *w)
{
	return mkdirat(w->fd, at(w, "new"), 0777);
}
static int make_fifo(const struct way *w)
{
	return mkfifoat(w->fd, at(w, "new"), 0666);
}
static int make_file_node(const struct way *w)
{
	return mknodat(w->fd, at(w, "new"), S_IFREG | 0666, 0);
}
static int open_by_new_call(const struct way *w)
{
	struct {
		uint64_t flags, mode, resolve;
	} how = { .flags = O_WRONLY | O_TRUNC };
	return (int)syscall(SYS_openat2, w->fd, at(w, "file"), &how, sizeof how);
}
static int change_mode_by_new_call(const struct way *w)
{
	return (int)syscall(452, w->fd, at(w, "file"), 0777, 0);
}

/* A hard link inside scratch would make the canary writable there. */
static int link_out(const struct way *w)
{
	if (linkat(w->fd, at(w, "file"), AT_FDCWD, "linked", 0) < 0)
		return -1;
	return write_to(open("linked", O_WRONLY));
}

static int link_out_by_descriptor(const struct way *w)
{
	int fd = openat(w->fd, at(w, "file"), O_RDONLY);
	return fd < 0 ? -1 : linkat(fd, "", AT_FDCWD, "linked", AT_EMPTY_PATH);
}

/* These start from a descriptor open for reading, which is allowed. */
static int with_reader(const struct way *w, int (*attack_fd)(int fd))
{
	int fd = openat(w->fd, at(w, "file"), O_RDONLY);
	if (fd < 0)
		return -1;
	int result = attack_fd(fd);
	close(fd);
	return result;
}

static int mode_of(int fd)
{
	return fchmod(fd, 0777);
}
static int owner_of(int fd)
{
	return fchown(fd, getuid(), getgid());
}
static int times_of(int fd)
{
	return futimens(fd, NULL);
}
static int attribute_of(int fd)
{
	return fsetxattr(fd, "user.skep", "x", 1, 0);
}
static int flags_of(int fd)
{
	int flags = 0;
	if (ioctl(fd, FS_IOC_GETFLAGS, &flags) < 0)
		flags = 0;
	flags |= FS_NODUMP_FL;
	return ioctl(fd, FS_IOC_SETFLAGS, &flags);
}
static int reopened(int fd)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	return write_to(open(path, O_WRONLY));
}
static int mapped(int fd)
{
	void *memory = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	return memory == MAP_FAILED ? -1 : mprotect(memory, 4096, PROT_READ | PROT_WRITE);
}
static int mode_by_descriptor(const struct way *w)
{
	return with_reader(w, mode_of);
}
static int owner_by_descriptor(const struct way *w)
{
	return with_reader(w, owner_of);
}
static int times_by_descriptor(const struct way *w)
{
	return with_reader(w, times_of);
}
static int attribute_by_descriptor(const struct way *w)
{
	return with_reader(w, attribute_of);
}
static int flags_by_descriptor(const struct way *w)
{
	return with_reader(w, flags_of);
}
static int reopen_for_writing(const struct way *w)
{
	return with_reader(w, reopened);
}
static int map_for_writing(const struct way *w)
{
	return with_reader(w, mapped);
}

static int reopen_path_descriptor(const struct way *w)
{
	int fd = openat(w->fd, at(w, "file"), O_PATH);
	if (fd < 0)
		return -1;
	int result = reopened(fd);
	close(fd);
	return result;
}

/* These know no descriptors: the plain old calls. */
static int old_call(const struct way *w, int (*call)(const char *path))
{
	errno = EBADF;
	return w->fd == AT_FDCWD ? call(at(w, "file")) : -1;
}

static int chmod_777(const char *path)
{
	return chmod(path, 0777);
}
static int chown_self(const char *path)
{
	return chown(path, getuid(), getgid());
}
static int truncate_0(const char *path)
{
	return truncate(path, 0);
}
static int utimes_now(const char *path)
{
	return utimes(path, NULL);
}
static int set_attribute(const char *path)
{
	return setxattr(path, "user.skep", "x", 1, 0);
}
static int chroot_there(const char *path)
{
	return chroot(path);
}
static int mount_over(const char *path)
{
	return mount("/dev/null", path, NULL, MS_BIND, NULL);
}
static int delete_by_shell(const char *path)
{
	char command[600];
	snprintf(command, sizeof command, "exec 2>/dev/null; rm -f '%s'; echo x > '%s'; mv '%s' gone; chmod 0 '%s'",
	         path, path, path, path);
	return system(command) == 0 ? 0 : -1;
}
static int old_chmod(const struct way *w)
{
	return old_call(w, chmod_777);
}
static int old_chown(const struct way *w)
{
	return old_call(w, chown_self);
}
static int old_truncate(const struct way *w)
{
	return old_call(w, truncate_0);
}
static int old_remove(const struct way *w)
{
	return old_call(w, remove);
}
static int old_utimes(const struct way *w)
{
	return old_call(w, utimes_now);
}
static int old_setxattr(const struct way *w)
{
	return old_call(w, set_attribute);
}
static int old_chroot(const struct way *w)
{
	return old_call(w, chroot_there);
}
static int old_mount(const struct way *w)
{
	return old_call(w, mount_over);
}
static int shell_removes(const struct way *w)
{
	return old_call(w, delete_by_shell);
}

static int bind_socket(const struct way *w)
{
	struct sockaddr_un name = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);
	if (fd < 0)
		return -1;
	snprintf(name.sun_path, sizeof name.sun_path, "%s", at(w, "new"));
	return bind(fd, (struct sockaddr *)&name, sizeof name);
}

#ifdef __x86_64__
/* The same calls under the numbers of other instruction sets. */
static int chmod_x32(const char *path)
{
	return (int)syscall(0x40000000 | SYS_chmod, path, 0777);
}
static int chmod_i386(const char *path)
{
	char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	if (low == MAP_FAILED)
		return -1;
	strcpy(low, path);
	pid_t pid = fork(); /* a kernel without 32-bit calls kills */
	if (pid == 0) {
		long result = 15; /* chmod */
		__asm__ volatile("int $0x80"
		                 : "+a"(result)
		                 : "b"(low), "c"(0777L)
		                 : "memory", "r8", "r9", "r10", "r11");
		_exit(result == 0 ? 0 : 1);
	}
	int wait_status = -1;
	waitpid(pid, &wait_status, 0);
	munmap(low, 4096);
	return wait_status == 0 ? 0 : -1;
}
static int old_chmod_x32(const struct way *w)
{
	return old_call(w, chmod_x32);
}
static int old_chmod_i386(const struct way *w)
{
	return old_call(w, chmod_i386);
}
#endif

#define ATTACK(function) { #function, function }
static const struct {
	const char *name;
	attack *run;
} attacks[] = {
	ATTACK(delete_file),
	ATTACK(delete_folder),
	ATTACK(overwrite),
	ATTACK(overwrite_readable),
	ATTACK(append),
	ATTACK(open_truncating),
	ATTACK(read_truncating),
	ATTACK(create_over),
	ATTACK(create_beside),
	ATTACK(create_to_read),
	ATTACK(create_nameless),
	ATTACK(rename_file),
	ATTACK(rename_away),
	ATTACK(rename_over),
	ATTACK(rename_into),
	ATTACK(exchange),
	ATTACK(change_mode),
	ATTACK(change_folder_mode),
	ATTACK(change_owner),
	ATTACK(change_time),
	ATTACK(link_beside),
	ATTACK(link_into),
	ATTACK(link_out),
	ATTACK(link_out_by_descriptor),
	ATTACK(symlink_beside),
	ATTACK(make_folder),
	ATTACK(make_fifo),
	ATTACK(make_file_node),
	ATTACK(open_by_new_call),
	ATTACK(change_mode_by_new_call),
	ATTACK(mode_by_descriptor),
	ATTACK(owner_by_descriptor),
	ATTACK(times_by_descriptor),
	ATTACK(attribute_by_descriptor),
	ATTACK(flags_by_descriptor),
	ATTACK(reopen_for_writing),
	ATTACK(map_for_writing),
	ATTACK(reopen_path_descriptor),
	ATTACK(old_chmod),
	ATTACK(old_chown),
	ATTACK(old_truncate),
	ATTACK(old_remove),
	ATTACK(old_utimes),
	ATTACK(old_setxattr),
	ATTACK(old_chroot),
	ATTACK(old_mount),
	ATTACK(shell_removes),
	ATTACK(bind_socket),
#ifdef __x86_64__
	ATTACK(old_chmod_x32),
	ATTACK(old_chmod_i386),
#endif
};
#define N_ATTACKS (sizeof attacks / sizeof attacks[0])

static void attack_by(const struct way *way)
{
	for (size_t i = 0; i < N_ATTACKS; i++) {
		n_tried++;
		if (attacks[i].run(way) >= 0)
			report("broken: %s by %s\n", attacks[i].name, way->name);
	}
}

static void attack_canaries(const char *canaries, pid_t starter)
{
	struct way ways[] = {
		{ "absolute path", AT_FDCWD, "" },
		{ "relative path", AT_FDCWD, "../canaries" },
		{ "link in scratch", AT_FDCWD, "link" },
		{ "working folder of itself", AT_FDCWD, "/proc/self/cwd/../canaries" },
		{ "root of itself", AT_FDCWD, "" },
		{ "root of its starter", AT_FDCWD, "" },
		{ "root of process 1", AT_FDCWD, "" },
		{ "inherited folder", FOLDER_FD, "" },
		{ "inherited folder in /proc", AT_FDCWD, "" },
	};
	snprintf(ways[0].path, sizeof ways[0].path, "%s", canaries);
	snprintf(ways[4].path, sizeof ways[0].path, "/proc/self/root%s", canaries);
	snprintf(ways[5].path, sizeof ways[0].path, "/proc/%d/root%s", (int)starter, canaries);
	snprintf(ways[6].path, sizeof ways[0].path, "/proc/1/root%s", canaries);
	snprintf(ways[8].path, sizeof ways[0].path, "/proc/self/fd/%d", FOLDER_FD);
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
		attack_by(&ways[i]);
	/* A link in scratch that points straight at a canary. */
	n_tried += 3;
	if (open("filelink", O_WRONLY) >= 0 || truncate("filelink", 0) >= 0 || chmod("filelink", 0) >= 0)
		report("broken: a link in scratch to a canary\n");
}

/* What must fail, whatever the path; harmless even if it worked. */
static void expect_denied(const char *name, long result)
{
	n_tried++;
	if (result >= 0)
		report("broken: %s\n", name);
}
#define DENIED(call) expect_denied(#call, (long)(call))

static void attack_network(void)
{
	int pair[2];
	DENIED(socket(AF_INET, SOCK_STREAM, 0));
	DENIED(socket(AF_INET, SOCK_DGRAM, 0));
	DENIED(socket(AF_INET6, SOCK_STREAM, 0));
	DENIED(socket(AF_UNIX, SOCK_STREAM, 0));
	DENIED(socket(AF_NETLINK, SOCK_RAW, 0));
	DENIED(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
}

static void attack_processes(pid_t victim, pid_t starter, int abi)
{
	struct iovec word = { &(int){ 0 }, sizeof(int) };
	cpu_set_t cpus;
	struct rlimit lower = { 0, 0 };
	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	DENIED(kill(starter, 0));
	DENIED(kill(0, 0));
	DENIED(kill(-1, 0));
	DENIED(kill(1, 0));
	DENIED(syscall(SYS_tgkill, starter, starter, 0));
	DENIED(syscall(SYS_tkill, victim, SIGTERM));
	DENIED(sigqueue(victim, SIGTERM, (union sigval){ 0 }));
	DENIED(syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, victim, 0), SIGTERM, NULL, 0));
	if (abi >= 6) {
		DENIED(kill(victim, SIGTERM));
		DENIED(syscall(SYS_tgkill, victim, victim, SIGTERM));
	}
	DENIED(ptrace(PTRACE_SEIZE, victim, 0, 0));
	DENIED(process_vm_readv(victim, &word, 1, &word, 1, 0));
	DENIED(process_vm_writev(victim, &word, 1, &word, 1, 0));
	DENIED(prlimit(victim, RLIMIT_NOFILE, &lower, NULL));
	DENIED(sched_setaffinity(victim, sizeof cpus, &cpus));
	DENIED(setpriority(PRIO_PROCESS, victim, 19));
	DENIED(fcntl(REPORT_FD, F_SETOWN, victim));
	DENIED(setsid());
	DENIED(setpgid(0, 0));
	DENIED(prctl(PR_SET_PDEATHSIG, 0));
	DENIED(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
	DENIED(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0));
}

/* What these make would outlive the process: if it is made, it is removed. */
static int make_shared_memory(void)
{
	int id = shmget(IPC_PRIVATE, 4096, 0600);
	if (id >= 0)
		shmctl(id, IPC_RMID, NULL);
	return id;
}

static int make_queue(void)
{
	int id = msgget(IPC_PRIVATE, 0600);
	if (id >= 0)
		msgctl(id, IPC_RMID, NULL);
	return id;
}

static int make_semaphores(void)
{
	int id = semget(IPC_PRIVATE, 1, 0600);
	if (id >= 0)
		semctl(id, 0, IPC_RMID);
	return id;
}

static int make_named_queue(void)
{
	int fd = (int)syscall(SYS_mq_open, "skep-test", O_RDWR | O_CREAT, 0600, NULL);
	if (fd >= 0)
		syscall(SYS_mq_unlink, "skep-test");
	return fd;
}

static int make_named_memory(void)
{
	int fd = shm_open("/skep-test", O_RDWR | O_CREAT, 0600);
	if (fd >= 0)
		shm_unlink("/skep-test");
	return fd;
}

/* Only calls that would change nothing if they were let through. */
static void attack_system(bool landlocked)
{
	char name[256];
	uid_t uid = getuid();
	DENIED(make_shared_memory());
	DENIED(make_queue());
	DENIED(make_semaphores());
	DENIED(make_named_queue());
	DENIED(make_named_memory());
	DENIED(unshare(CLONE_NEWUSER));
	DENIED(unshare(CLONE_NEWNS));
	DENIED(chroot("."));
	DENIED(mount("none", ".", "tmpfs", 0, NULL));
	DENIED(personality(PER_LINUX));
	DENIED(syscall(SYS_setuid, uid));
	DENIED(syscall(SYS_setresuid, uid, uid, uid));
	DENIED(gethostname(name, sizeof name) < 0 ? -1 : sethostname(name, strlen(name)));
	DENIED(syscall(SYS_settimeofday, NULL, NULL));
	DENIED(syscall(SYS_io_uring_setup, 1, NULL));
	DENIED(syscall(SYS_userfaultfd, 0));
	DENIED(syscall(SYS_bpf, 0, NULL, 0));
	DENIED(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
	DENIED(syscall(SYS_keyctl, 0, -3, 0));
	DENIED(syscall(SYS_fanotify_init, 0, 0));
	DENIED(ioctl(1, TIOCSTI, "x"));
	DENIED(mknod("device", S_IFCHR | 0600, 0x103));
	DENIED(open("/proc/self/oom_score_adj", O_WRONLY));
	DENIED(open("/proc/self/mem", O_RDWR));
	if (landlocked) {
		DENIED(open("/dev/tty", O_RDONLY));
		DENIED(open("/dev/ptmx", O_RDONLY));
		DENIED(open("/dev/kmsg", O_RDONLY));
	}
}

static int number_in(const char *variable)
{
	const char *text = getenv(variable);
	return text ? atoi(text) : 0;
}

static int play_attacker(void)
{
	int abi = number_in("ABI");
	attack_network();
	attack_processes(number_in("VICTIM"), getppid(), abi);
	attack_system(abi > 0);
	attack_canaries(getenv("CANARIES"), getppid());
	report("tried %d\n", n_tried);
	return 0;
}

static void expect(bool good, const char *what)
{
	n_tried++;
	if (!good)
		report("broken: %s (%s)\n", what, strerror(errno));
}
#define EXPECT(condition) expect(condition, #condition)

static void *thread_body(void *argument)
{
	return argument;
}

static void work_with_processes(void)
{
	pthread_t thread;
	int wait_status;
	EXPECT(pthread_create(&thread, NULL, thread_body, NULL) == 0 && pthread_join(thread, NULL) == 0);
	EXPECT(system("exit 3") == 3 << 8);
	pid_t pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		abort();
	}
	EXPECT(waitpid(pid, &wait_status, 0) == pid && WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == SIGABRT);
	EXPECT(!WCOREDUMP(wait_status));
	pid = fork();
	if (pid == 0)
		for (;;)
			pause();
	EXPECT(kill(pid, SIGKILL) == 0 && waitpid(pid, NULL, 0) == pid);
}

static void work_in_scratch(void)
{
	struct stat info;
	int fd = open("own", O_RDWR | O_CREAT | O_EXCL, 0666);
	EXPECT(fd >= 0 && write(fd, "hello", 5) == 5 && ftruncate(fd, 3) == 0 && close(fd) == 0);
	EXPECT(rename("own", "renamed") == 0 && stat("renamed", &info) == 0 && info.st_size == 3);
	EXPECT(mkdir("folder", 0777) == 0 && symlink("renamed", "folder/soft") == 0);
	EXPECT(link("renamed", "hard") == 0 && unlink("hard") == 0);
	EXPECT(unlink("folder/soft") == 0 && rmdir("folder") == 0);
	EXPECT((fd = open("renamed", O_WRONLY | O_TRUNC)) >= 0 && close(fd) == 0 && unlink("renamed") == 0);
	FILE *null = fopen("/dev/null", "w");
	EXPECT(null && fputs("x", null) >= 0 && fclose(null) == 0);
	FILE *full = fopen("/dev/full", "w");
	EXPECT(full && fputs("x", full) >= 0 && fclose(full) == EOF && errno == ENOSPC);
	/* The file limit is 1 MB here: an error, not a signal. */
	char *block = calloc(1, 1 << 20);
	fd = open("large", O_WRONLY | O_CREAT, 0666);
	EXPECT(write(fd, block, 1 << 20) == 1 << 20);
	EXPECT(write(fd, block, 1) < 0 && errno == EFBIG);
	close(fd);
	unlink("large");
	free(block);
}

static void work_reading(void)
{
	char byte;
	int fd;
	EXPECT((fd = open(getenv("CANARY"), O_RDONLY)) >= 0 && read(fd, &byte, 1) == 1 && byte == 'c' &&
	       close(fd) == 0);
	EXPECT((fd = open("/proc/self/maps", O_RDONLY)) >= 0 && read(fd, &byte, 1) == 1 && close(fd) == 0);
	EXPECT((fd = open("/dev/urandom", O_RDONLY)) >= 0 && read(fd, &byte, 1) == 1 && close(fd) == 0);
	EXPECT((fd = open("/", O_RDONLY | O_DIRECTORY)) >= 0 && close(fd) == 0);
	EXPECT(read(0, &byte, 1) == 0); /* standard input is empty */
	EXPECT(!isatty(0) && errno == ENOTTY);
}

static void check_state(void)
{
	struct rlimit limit;
	char cwd[512], *status_text;
	EXPECT(getcwd(cwd, sizeof cwd) && str_equal(cwd, getenv("SCRATCH")));
	EXPECT(getsid(0) == getpid());
	EXPECT(personality(0xffffffff) & ADDR_NO_RANDOMIZE);
	EXPECT(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max <= 256);
	EXPECT(getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_max <= 8 << 20);
	/* The limit is 512 MB here. */
	EXPECT(mmap(NULL, (size_t)1 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
	EXPECT(!file_read("/proc/self/status", &status_text, NULL));
	EXPECT(strstr(status_text, "NoNewPrivs:\t1"));
	EXPECT(strstr(status_text, "Seccomp:\t2"));
	/* Nothing, or the right to read (2). */
	const char *permitted = strstr(status_text, "CapPrm:\t"), *effective = strstr(status_text, "CapEff:\t");
	EXPECT((strtoull(permitted + 8, NULL, 16) & ~(1ull << 2)) == 0);
	EXPECT((strtoull(effective + 8, NULL, 16) & ~(1ull << 2)) == 0);
	free(status_text);
	for (int fd = 3; fd < 1000; fd++)
		if (fd != REPORT_FD && fd != FOLDER_FD && fcntl(fd, F_GETFD) >= 0)
			report("broken: descriptor %d was inherited\n", fd);
}

static int play_worker(void)
{
	check_state();
	work_with_processes();
	if (number_in("ABI") > 0)
		work_in_scratch();
	else
		EXPECT(open("own", O_WRONLY | O_CREAT, 0666) < 0 && errno == EACCES);
	work_reading();
	report("tried %d\n", n_tried);
	return 0;
}

/* Descendants that do not want to die, two generations of them. */
NORETURN static int play_parent(void)
{
	for (int i = 0; i < 3; i++) {
		if (fork() == 0) {
			setsid();
			for (int number = 1; number < 32; number++)
				signal(number, SIG_IGN);
			fork();
			for (;;)
				pause();
		}
	}
	report("tried 1\n");
	for (;;)
		pause();
}

static int play_address(void)
{
	int local;
	report("%p %p %p\n", (void *)&local, malloc(16), (void *)play_address);
	return 0;
}

#include "sandbox_sender.h"

static const struct {
	const char *name;
	int (*play)(void);
} roles[] = {
	{ "attacker", play_attacker }, { "worker", play_worker }, { "parent", play_parent },
	{ "address", play_address },   { "sender", play_sender },
};

static int play(const char *role)
{
	for (size_t i = 0; i < sizeof roles / sizeof roles[0]; i++)
		if (str_equal(roles[i].name, role))
			return roles[i].play();
	return 99;
}

#endif
