/* entry: see entry.h. */
#define _GNU_SOURCE
#include "front/entry.h"

#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "proc/child.h"

static bool is_whole(const char *text, size_t size, const char *head)
{
	uint64_t hash;
	if (size < strlen(head) + sizeof hash || memcmp(text, head, strlen(head)) != 0)
		return false;
	memcpy(&hash, text + size - sizeof hash, sizeof hash);
	return hash == hash_bytes(text, size - sizeof hash, 0);
}

bool entry_read(const char *path, const char *head, char **text, struct saver *saver)
{
	size_t size;
	*text = NULL;
	if (access(path, F_OK) != 0)
		return false;
	status st = file_read(path, text, &size);
	bool whole = !st && is_whole(*text, size, head);
	if (st)
		log_verbose("%s", st->message);
	if (whole)
		*saver = (struct saver){ .at = *text + strlen(head), .end = *text + size - sizeof(uint64_t) };
	status_free(st);
	return whole;
}

void entry_begin(const char *head, struct sb *out, struct saver *saver)
{
	*saver = (struct saver){ .out = out };
	sb_add(out, head);
}

void entry_write(const char *path, struct sb *out, const char *what)
{
	uint64_t hash = hash_bytes(out->text, out->n, 0);
	sb_add_bytes(out, &hash, sizeof hash);
	status st = file_write(path, out->text, out->n);
	if (st)
		log_verbose("%s is not kept: %s", what, st->message);
	status_free(st);
	sb_release(out);
}
