/* words: see words.h. */
#define _GNU_SOURCE
#include "model/words.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"

const char *const maker_words[] = { "new",    "create",    "make",   "alloc", "open",      "parse",    "load",
	                            "dup",    "duplicate", "clone",  "copy",  "build",     "generate", "from",
	                            "decode", "connect",   "detach", "steal", "construct", "compile",  NULL };
const char *const setup_words[] = { "init", "initialize", "initialise", "construct", "ctor", "setup", NULL };
const char *const weak_setup_words[] = { "open", "create", "begin", NULL };
const char *const renewing_words[] = { "reset", "clear",   "start",    "restart", "prepare",
	                               "zero",  "default", "defaults", NULL };
const char *const getter_words[] = { "get",  "find", "lookup",  "search", "first", "last",   "next",
	                             "prev", "peek", "at",      "head",   "tail",  "parent", "root",
	                             "top",  "ref",  "current", "item",   "self",  NULL };
const char *const destroyer_words[] = { "free",     "destroy", "delete",   "release",  "unref",      "decref",
	                                "fini",     "dispose", "deinit",   "teardown", "uninit",     "cleanup",
	                                "destruct", "dtor",    "finalize", "finalise", "deallocate", NULL };
const char *const weak_destroyer_words[] = { "close", "end", "term", "del", "discard", "finish", "drop", NULL };
const char *const observer_words[] = { "get",   "is",      "has",     "count",    "size",   "length", "len",  "find",
	                               "equal", "compare", "cmp",     "contains", "empty",  "full",   "peek", "typeof",
	                               "type",  "at",      "version", "status",   "exists", NULL };

static const char *const reset_words[] = { "reset", NULL };
static const char *const shape_words[] = { "set", "resize", "config", "configure", NULL };
/* The words "end", "del" and "drop" are left out, because inside a name they are mostly about a
 * part of the object. */
static const char *const finish_words[] = {
	"finish", "final", "finalize", "finalise", "close", "done", "complete", NULL
};

/* Words that say that something is asked or changed, and not what. */
static const char *const asking_words[] = { "get",   "is",   "has",   "have",   "query",    "read", "fetch", "peek",
	                                    "which", "find", "check", "lookup", "contains", "test", NULL };
static const char *const changing_words[] = { "set",   "unset",  "clear",  "reset",  "put",    "add",
	                                      "store", "update", "assign", "change", "toggle", "enable",
	                                      "write", "remove", "push",   NULL };

bool name_has_any(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (str_has_word(name, *words))
			return true;
	return false;
}

static bool is_one_of(const char *text, size_t n, const char *const *words)
{
	for (; *words; words++)
		if (strlen(*words) == n && strncasecmp(text, *words, n) == 0)
			return true;
	return false;
}

/* Takes the next word that is in none of the lists; its length is 0 at the end. */
static size_t next_word(const char **at, const char *const *const *lists)
{
	for (;;) {
		*at += strspn(*at, "_");
		size_t n = strcspn(*at, "_");
		for (size_t i = 1; i < n; i++)
			if (isupper((unsigned char)(*at)[i]) && islower((unsigned char)(*at)[i - 1]))
				n = i;
		bool is_left_out = false;
		for (const char *const *const *list = lists; *list && n; list++)
			is_left_out |= is_one_of(*at, n, *list);
		if (!is_left_out)
			return n;
		*at += n;
	}
}

/* True if both names have the same words in the same order, but for words of these lists (ended by NULL). */
static bool same_but(const char *a, const char *const *const *left_out_of_a, const char *b,
                     const char *const *const *left_out_of_b)
{
	for (;;) {
		size_t n = next_word(&a, left_out_of_a), m = next_word(&b, left_out_of_b);
		if (n != m || strncasecmp(a, b, n) != 0)
			return false;
		if (!n)
			return true;
		a += n;
		b += n;
	}
}

bool name_asks_for(const char *observer, const char *changer)
{
	const char *const *lists[] = { asking_words, changing_words, NULL };
	return same_but(observer, lists, changer, lists + 1);
}

bool name_ends_what(const char *destroyer, const char *maker)
{
	const char *const *ending[] = { destroyer_words, NULL };
	const char *const *making[] = { maker_words, setup_words, NULL };
	return name_has_any(destroyer, destroyer_words) && same_but(destroyer, ending, maker, making);
}

bool name_makes(const char *name)
{
	return name_has_any(name, maker_words) || name_sets_up(name);
}

bool name_sets_up(const char *name)
{
	return name_has_any(name, setup_words);
}

bool name_names(const char *name, const char *tag)
{
	return strlen(tag) > 2 && strcasestr(name, tag);
}

bool name_resets(const char *name)
{
	return name_has_any(name, reset_words);
}

bool name_shapes(const char *name)
{
	return name_sets_up(name) || name_resets(name) || name_has_any(name, shape_words);
}

bool name_destroys(const char *name)
{
	return name_has_any(name, destroyer_words) || name_has_any(name, weak_destroyer_words);
}

bool name_finishes(const char *name)
{
	return name_has_any(name, finish_words);
}
