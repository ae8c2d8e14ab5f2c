/* object_symbols: see object_symbols.h. Nothing in the file is believed: every offset is checked. */
#include "front/context/object_symbols.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "proc/child.h"

struct object {
	const char *bytes;
	size_t size;
};

/* `n` records of that size, or NULL where they do not lie in the file. */
static const void *part(const struct object *object, uint64_t at, uint64_t n, size_t size)
{
	bool fits = at <= object->size && n <= (object->size - at) / size;
	return fits && at % 8 == 0 ? object->bytes + at : NULL;
}

static bool is_offered(const Elf64_Sym *symbol)
{
	unsigned char type = ELF64_ST_TYPE(symbol->st_info), binding = ELF64_ST_BIND(symbol->st_info);
	return symbol->st_shndx != SHN_UNDEF && (binding == STB_GLOBAL || binding == STB_WEAK) &&
	       (type == STT_FUNC || type == STT_OBJECT);
}

static void read_table(const struct object *object, const Elf64_Shdr *table, const Elf64_Shdr *names,
                       void (*each)(void *context, const char *name, bool is_function), void *context)
{
	uint64_t n = table->sh_size / sizeof(Elf64_Sym);
	const Elf64_Sym *symbols = part(object, table->sh_offset, n, sizeof *symbols);
	if (!symbols || names->sh_offset > object->size || names->sh_size > object->size - names->sh_offset)
		return;
	const char *text = object->bytes + names->sh_offset;
	for (uint64_t i = 0; i < n; i++) {
		uint32_t at = symbols[i].st_name;
		if (is_offered(&symbols[i]) && at < names->sh_size && memchr(text + at, 0, names->sh_size - at))
			each(context, text + at, ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC);
	}
}

static void read_object(const struct object *object,
                        void (*each)(void *context, const char *name, bool is_function), void *context)
{
	const Elf64_Ehdr *head = part(object, 0, 1, sizeof *head);
	if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64 ||
	    head->e_type != ET_REL || head->e_shentsize != sizeof(Elf64_Shdr))
		return;
	const Elf64_Shdr *sections = part(object, head->e_shoff, head->e_shnum, sizeof *sections);
	for (unsigned i = 0; sections && i < head->e_shnum; i++)
		if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < head->e_shnum)
			read_table(object, &sections[i], &sections[sections[i].sh_link], each, context);
}

void object_symbols_read(const char *path, void (*each)(void *context, const char *name, bool is_function),
                         void *context)
{
	char *bytes = NULL;
	size_t size = 0;
	status st = file_read(path, &bytes, &size);
	if (!st)
		read_object(&(struct object){ bytes, size }, each, context);
	status_free(st);
	free(bytes);
}
