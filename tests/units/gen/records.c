#define _GNU_SOURCE
#include "records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct journal {
	FILE *file;
	int notes;
};

struct page {
	int fd;
	char letter;
};

/* What it is handed is used for writing, whatever its name. */
static int put_all(int to, const char *text, size_t size)
{
	while (size > 0) {
		ssize_t n = write(to, text, size);
		if (n <= 0)
			return -1;
		text += n;
		size -= (size_t)n;
	}
	return 0;
}

static int put_line(int where, const char *text)
{
	return put_all(where, text, strlen(text)) == 0 ? put_all(where, "\n", 1) : -1;
}

int records_append(int fd, const char *text)
{
	if (text[0] == '#')
		return 0;
	if (lseek(fd, 0, SEEK_END) < 0)
		return -1;
	return put_line(fd, text) == 0 ? 1 : -2;
}

int records_count(int log_fd)
{
	char c;
	int lines = 0;
	if (lseek(log_fd, 0, SEEK_SET) < 0)
		return -1;
	while (read(log_fd, &c, 1) == 1)
		lines += c == '\n';
	return lines > 2 ? 3 : lines;
}

long records_copy(int in_fd, int outFd)
{
	char bytes[16];
	long total = 0;
	ssize_t n;
	while ((n = read(in_fd, bytes, sizeof bytes)) > 0) {
		if (put_all(outFd, bytes, (size_t)n) != 0)
			return -1;
		total += n;
		if (total > 64)
			return -3;
	}
	return n < 0 ? -2 : total;
}

int records_limit(int max_fd)
{
	return max_fd > 64 ? 64 : max_fd;
}

struct journal *journal_open(int filedes)
{
	struct journal *journal = calloc(1, sizeof *journal);
	if (!journal)
		return NULL;
	journal->file = fdopen(filedes, "r+");
	if (!journal->file) {
		free(journal);
		return NULL;
	}
	return journal;
}

int journal_number(const struct journal *journal)
{
	return fileno(journal->file);
}

int journal_note(struct journal *journal, int value)
{
	if (value < 0)
		return -1;
	fprintf(journal->file, "%d\n", value);
	return ++journal->notes;
}

void journal_close(struct journal *journal)
{
	if (!journal)
		return;
	fclose(journal->file);
	free(journal);
}

static struct page *page_of(int kept)
{
	struct page *page = calloc(1, sizeof *page);
	if (page)
		page->fd = kept < 0 ? -1 : kept;
	return page;
}

struct page *page_open(int fd)
{
	return page_of(fd);
}

int page_letter(struct page *page)
{
	if (read(page->fd, &page->letter, 1) != 1)
		return -1;
	return page->letter == 'x' ? 1 : 0;
}

int page_close(struct page *page)
{
	int result = page ? close(page->fd) : 0;
	free(page);
	return result;
}
