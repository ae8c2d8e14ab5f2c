/* shape: see shape.h. */
#include "engine/program/shape.h"

#include <string.h>

static const char start_text[] = "a";
static const char start_contents[] = "one 2\n";

static struct bytes bytes_of(const char *text)
{
	return (struct bytes){ (const unsigned char *)text, (uint32_t)strlen(text) };
}

static struct slot slot_of(const char *word, unsigned *files, struct arena *arena)
{
	if (str_equal(word, "@@"))
		return (struct slot){ SLOT_TEXT, start_text };
	if (word[0] != '@' || !word[1])
		return (struct slot){ SLOT_WORD, word };
	if (!str_equal(word, "@file"))
		return (struct slot){ SLOT_FILE, word + 1 };
	++*files;
	return (struct slot){ SLOT_FILE, *files == 1 ? "file" : arena_printf(arena, "file%u", *files) };
}

void shape_read(struct shape *shape, const char *program, const char *const *words, size_t n, bool takes,
                struct arena *arena)
{
	struct slot *slots = ARENA_ARRAY(arena, struct slot, n + 1);
	unsigned files = 0;
	bool marked = false;
	*shape = (struct shape){ .program = program, .slots = slots, .has_args = takes };
	for (size_t i = 0; i < n; i++) {
		if (str_equal(words[i], "@stdin")) {
			shape->has_input = marked = true;
			continue;
		}
		slots[shape->n_slots] = slot_of(words[i], &files, arena);
		marked |= slots[shape->n_slots++].kind != SLOT_WORD;
	}
	shape->is_free = !marked;
	shape->has_input |= shape->is_free;
}

void shape_start(const struct shape *shape, struct invocation *invocation)
{
	invocation_init(invocation, shape->program);
	for (size_t i = 0; i < shape->n_slots; i++) {
		const struct slot *slot = &shape->slots[i];
		invocation_add_arg(invocation, slot->text, strlen(slot->text));
		if (slot->kind == SLOT_FILE && !invocation_file(invocation, slot->text))
			vec_push(&invocation->files, ((struct named_bytes){ slot->text, bytes_of(start_contents) }));
	}
	if (shape->has_input && !shape->is_free) {
		invocation->has_input = true;
		invocation->input = shape->input.size ? shape->input : bytes_of(start_contents);
	}
	for (size_t i = 0; i < shape->n_variables; i++)
		vec_push(&invocation->variables, ((struct named_bytes){ shape->variables[i], bytes_of(start_text) }));
}

bool shape_is_open(const struct shape *shape, size_t i)
{
	return shape->is_free || (i < shape->n_slots && shape->slots[i].kind == SLOT_TEXT);
}
