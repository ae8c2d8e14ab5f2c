/* The caller says how memory is got, and where text goes. */
#include <stddef.h>
#include <string.h>

struct hooks {
	void *(*malloc)(void *context, size_t size);
	void *(*realloc)(void *context, void *memory, size_t size);
	void (*free)(void *context, void *memory);
	void *context;
};

struct words {
	struct hooks hooks;
	char *text;
	size_t n, room;
};

struct words *words_new(const struct hooks *hooks)
{
	if (!hooks || !hooks->malloc || !hooks->realloc || !hooks->free)
		return NULL;
	struct words *words = hooks->malloc(hooks->context, sizeof *words);
	if (!words)
		return NULL;
	memset(words, 0, sizeof *words);
	words->hooks = *hooks;
	return words;
}

void words_free(struct words *words)
{
	if (!words)
		return;
	struct hooks hooks = words->hooks;
	if (words->text)
		hooks.free(hooks.context, words->text);
	hooks.free(hooks.context, words);
}

int words_add(struct words *words, const char *word)
{
	size_t n = strlen(word) + 1;
	if (words->n + n > words->room) {
		size_t room = 2 * (words->n + n);
		char *text = words->hooks.realloc(words->hooks.context, words->text, room);
		if (!text)
			return 0;
		words->text = text;
		words->room = room;
	}
	memcpy(words->text + words->n, word, n);
	words->n += n;
	return 1;
}

int words_count(const struct words *words, const char *word)
{
	int count = 0;
	for (size_t i = 0; i < words->n; i += strlen(words->text + i) + 1)
		if (strcmp(words->text + i, word) == 0)
			count++;
	return count;
}

/* A table of two functions: what their type hides must be the test's, too. */
typedef int (*check_fn)(const char *text, const int number);

int checks_hold(const check_fn *checks, const char *text)
{
	return checks[0](text, 0) && checks[1](text, 1);
}
