/* program: runs the unit as a program, again and again.
 *
 * main() gets arguments of the test; standard input, output and error are files in memory; other
 * files are in the scratch folder. exit() and returning from main() are normal ends of the step,
 * not of the test. The results of the program (exit status, output, files) go into the record. In
 * the symbolic build, bytes that are read from standard input or a file get the labels of the step
 * that put them there; a file is known by its inode, whoever opened it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define CALLS_THE_UNIT
#include "inside.h"
#include "libc.h"
#include "symbolic.h"

#define MAX_INPUTS 64u

static struct {
	ino_t inode;
	dev_t device;
	uint32_t step;
} inputs[MAX_INPUTS];
static uint32_t n_inputs;
static bool has_standard, used; /* opened by the worker; used by this test */
static struct {
	char *name, *short_name;
} usual;

/* ---- standard streams ---- */

static bool take_standard(void)
{
	for (int fd = 0; fd < 3 && !has_standard; fd++) {
		int file = memfd_create("standard", MFD_CLOEXEC);
		if (file < 0 || dup2(file, fd) < 0)
			return false;
		close(file);
	}
	has_standard = true;
	used = true;
	return true;
}

static void forget_offset(FILE *file)
{
	file->_offset = -1; /* the C library's idea of the place in the file */
}

void __skep_program_reset(void)
{
	n_inputs = 0;
	if (!used)
		return;
	for (int fd = 0; fd < 3; fd++)
		if (ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0)
			__skep_retire();
	forget_offset(stdin);
	forget_offset(stdout);
	forget_offset(stderr);
	if (usual.name) {
		program_invocation_name = usual.name;
		program_invocation_short_name = usual.short_name;
	}
	__skep_now.in_program = used = false;
}

/* ---- what the program finds ---- */

static void note_input(int fd, uint32_t step)
{
	struct stat about;
	if (n_inputs == MAX_INPUTS || fstat(fd, &about) != 0)
		return;
	inputs[n_inputs].inode = about.st_ino;
	inputs[n_inputs].device = about.st_dev;
	inputs[n_inputs++].step = step;
}

void __skep_program_label(int fd, const void *start, size_t size, off_t at)
{
	struct stat about;
	if (!n_inputs || at < 0 || fstat(fd, &about) != 0)
		return;
	for (uint32_t i = n_inputs; i-- > 0;)
		if (inputs[i].inode == about.st_ino && inputs[i].device == about.st_dev) {
			__skep_labels_input(start, size, inputs[i].step, (uint32_t)at);
			return;
		}
}

static bool put_stdin(const uint8_t *bytes, uint32_t size, uint32_t step)
{
	if (!take_standard() || pwrite(0, bytes, size, 0) != (ssize_t)size)
		return false;
	note_input(0, step);
	return true;
}

/* The name does not lead out of the scratch folder, so it can be a file of the test. */
static bool stays_inside(const char *name)
{
	if (!name[0] || name[0] == '/' || strlen(name) >= 200)
		return false;
	for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
		if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || !part[2]))
			return false;
	return true;
}

static void make_folders(const char *name)
{
	char path[256];
	for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(path, sizeof path, "%.*s", (int)(slash - name), name);
		mkdir(path, 0700);
	}
}

static void put_file(const char *name, const uint8_t *bytes, uint32_t size, uint32_t step)
{
	if (!stays_inside(name))
		return;
	__skep_scratch_dirty();
	make_folders(name);
	if (!__skep_scratch_write(name, bytes, size))
		return;
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	note_input(fd, step);
	close(fd);
}

static void put_variable(const char *name, const uint8_t *bytes, uint32_t size, uint32_t step)
{
	char value[1024];
	snprintf(value, sizeof value, "%.*s", (int)size, (const char *)bytes);
	if (__skep_setenv(name, value, 1) == 0)
		__skep_labels_input(getenv(name), strlen(value), step, 0);
}

bool __skep_program_put(uint32_t where, const char *name, const uint8_t *bytes, uint32_t size, uint32_t step)
{
	int saved = errno;
	bool done = true;
	if (where == SK_PUT_STDIN)
		done = put_stdin(bytes, size, step);
	else if (where == SK_PUT_FILE)
		put_file(name, bytes, size, step);
	else
		put_variable(name, bytes, size, step);
	errno = saved;
	return done;
}

/* ---- results ---- */

static uint8_t left[SK_PEEK_TOTAL];
static uint32_t n_left;

/* Adds up to `most` bytes of an open file; true if that is the whole file. */
static bool add_contents(int fd, uint32_t most, uint32_t *size)
{
	uint8_t more;
	ssize_t n = pread(fd, left + n_left, most, 0);
	*size = n > 0 ? (uint32_t)n : 0;
	n_left += *size;
	return *size < most || pread(fd, &more, 1, most) <= 0;
}

struct listed {
	char names[SK_MAX_LEFT];
	uint32_t used, n;
	bool cut;
};

/* Lists the names of all files in a folder and below it, relative to the scratch folder. */
static void list_files(struct listed *list, const char *folder, const char *prefix, int depth)
{
	DIR *open_folder = opendir(folder);
	struct dirent *entry;
	while (open_folder && (entry = readdir(open_folder))) {
		char path[512], name[300];
		struct stat about;
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		snprintf(path, sizeof path, "%s/%.200s", folder, entry->d_name);
		int length = snprintf(name, sizeof name, "%s%.200s", prefix, entry->d_name);
		if (lstat(path, &about) != 0 || length >= (int)sizeof name)
			continue;
		if (S_ISDIR(about.st_mode) && depth < 3) {
			strcat(name, length + 1 < (int)sizeof name ? "/" : "");
			list_files(list, path, name, depth + 1);
		} else if (S_ISREG(about.st_mode) && list->used + (uint32_t)length < sizeof list->names) {
			memcpy(list->names + list->used, name, (size_t)length + 1);
			list->used += (uint32_t)length + 1;
			list->n++;
		} else {
			list->cut = true;
		}
	}
	if (open_folder)
		closedir(open_folder);
}

/* The first name after `last` in the alphabet; NULL: there is none. */
static const char *next_name(const struct listed *list, const char *last)
{
	const char *best = NULL;
	for (uint32_t at = 0; at < list->used; at += (uint32_t)strlen(list->names + at) + 1) {
		const char *name = list->names + at;
		if ((!last || strcmp(name, last) > 0) && (!best || strcmp(name, best) < 0))
			best = name;
	}
	return best;
}

/* Adds a file; false if there is no room for it. */
static bool add_file(const char *folder, const char *name, uint32_t end)
{
	char path[512];
	struct sk_left head = { .name_size = (uint32_t)strlen(name) };
	uint32_t start = n_left, before = (uint32_t)sizeof head + head.name_size;
	if (end - n_left < before)
		return false;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	n_left += before;
	bool whole = fd >= 0 && add_contents(fd, end - n_left, &head.size);
	if (fd >= 0)
		close(fd);
	if (!whole) {
		n_left = start;
		return false;
	}
	memcpy(left + start, &head, sizeof head);
	memcpy(left + start + sizeof head, name, head.name_size);
	return true;
}

static void add_files(struct sk_program *head)
{
	static struct listed list;
	uint32_t end = n_left + SK_MAX_LEFT;
	list.used = list.n = 0;
	list.cut = false;
	list_files(&list, __skep_scratch_folder(), "", 0);
	bool whole = !list.cut;
	for (const char *name = next_name(&list, NULL); name; name = next_name(&list, name)) {
		bool added = add_file(__skep_scratch_folder(), name, end);
		head->n_files += added;
		whole &= added;
	}
	head->cut |= whole ? 0 : 4;
}

static void record(uint32_t step)
{
	struct sk_program head = { .status = __skep_now.exit_status };
	n_left = sizeof head;
	head.cut |= add_contents(1, SK_MAX_OUT, &head.n_out) ? 0 : 1;
	head.cut |= add_contents(2, SK_MAX_ERR, &head.n_err) ? 0 : 2;
	add_files(&head);
	memcpy(left, &head, sizeof head);
	__skep_record_peek(step, left, n_left);
}

void __skep_program_failed(void)
{
	bool on_purpose = __skep_fault.kind == SK_ASSERT || __skep_fault.kind == SK_ABORT;
	if (!__skep_now.in_program || !on_purpose || !(__skep_now.flags & SK_WANT_VALUES))
		return;
	fflush(stdout);
	fflush(stderr);
	record(__skep_now.step);
}

/* ---- running it ---- */

static void set_name(char *name)
{
	if (!usual.name) {
		usual.name = program_invocation_name;
		usual.short_name = program_invocation_short_name;
	}
	program_invocation_name = program_invocation_short_name = name;
}

void __skep_program_exit(void)
{
	if (__skep_now.in_program && __skep_is_own_thread())
		siglongjmp(__skep_now.program_end, 1);
}

__attribute__((noinline)) static void call_main(uint32_t function, int n, char **arguments)
{
	char **environment = environ;
	int64_t result = 0;
	void *places[] = { &result, &n, &arguments, &environment };
	if (sigsetjmp(__skep_now.program_end, 0) == 0) {
		__skep_now.in_program = true;
		__skep_target.calls[function](places);
		__skep_exit((int)result);
	}
	__skep_now.in_program = false;
}

bool __skep_program_run(uint32_t function, int n, char **arguments, uint32_t step)
{
	if (!take_standard())
		return false;
	__skep_now.ran_program = true;
	set_name(arguments[0]);
	errno = 0;
	call_main(function, n, arguments);
	if (__skep_now.flags & SK_WANT_VALUES)
		record(step);
	return true;
}
