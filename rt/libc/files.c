/* files: closes the streams and folders that the unit opens after the test.
 *
 * Standard streams belong to the process: closing them, or giving them a buffer in the unit's
 * memory, only seems to succeed. */
#define _GNU_SOURCE
#include <errno.h>

#include "inside.h"
#include "libc.h"

#define MAX_OPEN 256

enum kind { STREAM, FOLDER };

static struct {
	void *handle;
	enum kind kind;
} opened[MAX_OPEN];
static size_t n_opened;
static FILE *standard[3]; /* the unit may assign to stdin and its kin */

/* Output to the standard streams is discarded, so it is buffered well. */
void __skep_files_init(void)
{
	static char buffers[3][BUFSIZ];
	standard[0] = stdin;
	standard[1] = stdout;
	standard[2] = stderr;
	setvbuf(stdout, buffers[0], _IOFBF, BUFSIZ);
	setvbuf(stderr, buffers[1], _IOFBF, BUFSIZ);
	setvbuf(stdin, buffers[2], _IOFBF, BUFSIZ);
}

static void *track(void *handle, enum kind kind)
{
	if (!handle)
		return NULL;
	if (n_opened == MAX_OPEN) {
		__skep_retire();
		return handle;
	}
	opened[n_opened].handle = handle;
	opened[n_opened++].kind = kind;
	return handle;
}

static void untrack(const void *handle)
{
	for (size_t i = n_opened; i-- > 0;) {
		if (opened[i].handle != handle)
			continue;
		opened[i] = opened[--n_opened];
		return;
	}
}

void __skep_files_track(void *file)
{
	track(file, STREAM);
}

/* A stream decides once for characters or wide characters. No function undoes that; for characters
 * the decision is only this field. */
static void forget_orientation(FILE *file)
{
	if (file->_mode > 0)
		__skep_retire();
	file->_mode = 0;
}

void __skep_files_reset(void)
{
	while (n_opened > 0) {
		n_opened--;
		if (opened[n_opened].kind == FOLDER)
			closedir(opened[n_opened].handle);
		else
			fclose(opened[n_opened].handle);
	}
	/* Removes what the test left in the standard streams, so that the next test does not see
	 * it. */
	for (size_t i = 0; i < 3; i++) {
		__fpurge(standard[i]);
		clearerr_unlocked(standard[i]);
		forget_orientation(standard[i]);
	}
	stdin = standard[0];
	stdout = standard[1];
	stderr = standard[2];
}

static bool is_standard(const FILE *file)
{
	return file == standard[0] || file == standard[1] || file == standard[2];
}

static void note_mode(const char *mode)
{
	if (mode && (mode[0] != 'r' || strchr(mode, '+')))
		__skep_scratch_dirty();
}

FILE *__skep_fopen(const char *path, const char *mode)
{
	if (__skep_fails_with(SK_FAIL_OPEN, EACCES))
		return NULL;
	note_mode(mode);
	FILE *file = fopen(__skep_path(path), mode);
	if (!file)
		__skep_note_absent(path);
	return track(file, STREAM);
}

FILE *__skep_fopen64(const char *path, const char *mode)
{
	return __skep_fopen(path, mode);
}

FILE *__skep_fdopen(int fd, const char *mode)
{
	return __skep_fails_with(SK_FAIL_OPEN, EACCES) ? NULL : track(fdopen(fd, mode), STREAM);
}

FILE *__skep_freopen(const char *path, const char *mode, FILE *file)
{
	if (is_standard(file))
		__skep_retire();
	note_mode(mode);
	if (!is_standard(file))
		untrack(file);
	FILE *again = freopen(path ? __skep_path(path) : NULL, mode, file);
	return is_standard(file) ? again : track(again, STREAM);
}

FILE *__skep_freopen64(const char *path, const char *mode, FILE *file)
{
	return __skep_freopen(path, mode, file);
}

/* The stream is closed also if that fails. */
int __skep_fclose(FILE *file)
{
	const bool fails = __skep_fails_with(SK_FAIL_WRITE, ENOSPC);
	if (!is_standard(file))
		untrack(file);
	int closed = is_standard(file) ? fflush(file) : fclose(file);
	return fails ? EOF : closed;
}

FILE *__skep_tmpfile(void)
{
	FILE *file = __skep_scratch_open("", 0);
	return file;
}

FILE *__skep_tmpfile64(void)
{
	return __skep_tmpfile();
}

FILE *__skep_fmemopen(void *buffer, size_t size, const char *mode)
{
	return track(fmemopen(buffer, size, mode), STREAM);
}

FILE *__skep_open_memstream(char **buffer, size_t *size)
{
	return track(open_memstream(buffer, size), STREAM);
}

FILE *__skep_fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions)
{
	/* Closing it would call the unit after its test, so this is left to the end of the process. */
	__skep_retire();
	return fopencookie(cookie, mode, functions);
}

int __skep_fcloseall(void)
{
	fflush(NULL);
	return 0;
}

int __skep_setvbuf(FILE *file, char *buffer, int mode, size_t size)
{
	return is_standard(file) ? 0 : setvbuf(file, buffer, mode, size);
}

void __skep_setbuf(FILE *file, char *buffer)
{
	if (!is_standard(file))
		setbuf(file, buffer);
}

void __skep_setbuffer(FILE *file, char *buffer, size_t size)
{
	if (!is_standard(file))
		setbuffer(file, buffer, size);
}

void __skep_setlinebuf(FILE *file)
{
	if (!is_standard(file))
		setlinebuf(file);
}

DIR *__skep_opendir(const char *path)
{
	return __skep_fails_with(SK_FAIL_OPEN, EACCES) ? NULL : track(opendir(path), FOLDER);
}

DIR *__skep_fdopendir(int fd)
{
	return track(fdopendir(fd), FOLDER);
}

int __skep_closedir(DIR *folder)
{
	untrack(folder);
	return closedir(folder);
}
