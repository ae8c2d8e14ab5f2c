/* objects: see objects.h. The file is not trusted: every offset is checked. */
#include "front/project/objects.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "proc/child.h"

struct object {
	const char *bytes;
	size_t size;
};

/* `n` records of this size at offset `at`; NULL if they are not inside the file. */
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

/* The section headers of an ELF file for this kind of machine; NULL: the file is something else. */
static const Elf64_Shdr *sections_of(const struct object *object, unsigned *n, bool *is_program)
{
	const Elf64_Ehdr *head = part(object, 0, 1, sizeof *head);
	if (!head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64 ||
	    head->e_shentsize != sizeof(Elf64_Shdr))
		return NULL;
	*n = head->e_shnum;
	*is_program = head->e_type == ET_EXEC || head->e_type == ET_DYN;
	return part(object, head->e_shoff, head->e_shnum, sizeof(Elf64_Shdr));
}

static void read_object(const struct object *object, void (*each)(void *context, const char *name, bool is_function),
                        void *context)
{
	unsigned n = 0;
	bool is_program = false;
	const Elf64_Shdr *sections = sections_of(object, &n, &is_program);
	for (unsigned i = 0; sections && !is_program && i < n; i++)
		if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < n)
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

/* ---- programs ---- */

static bool is_of_c_library(const char *name)
{
	static const char *const own[] = { "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so", "ld-linux" };
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (str_starts(name, own[i]))
			return true;
	return false;
}

static void read_dynamic(const struct object *object, const Elf64_Shdr *table, const Elf64_Shdr *names,
                         void (*each)(void *context, const char *name), void *context)
{
	uint64_t n = table->sh_size / sizeof(Elf64_Dyn);
	const Elf64_Dyn *entries = part(object, table->sh_offset, n, sizeof *entries);
	if (!entries || names->sh_offset > object->size || names->sh_size > object->size - names->sh_offset)
		return;
	const char *text = object->bytes + names->sh_offset;
	for (uint64_t i = 0; i < n && entries[i].d_tag != DT_NULL; i++) {
		uint64_t at = entries[i].d_un.d_val;
		if (entries[i].d_tag == DT_NEEDED && at < names->sh_size && memchr(text + at, 0, names->sh_size - at) &&
		    !is_of_c_library(text + at))
			each(context, text + at);
	}
}

bool program_libraries_read(const char *path, void (*each)(void *context, const char *name), void *context)
{
	struct object object = { 0 };
	char *bytes = NULL;
	unsigned n = 0;
	bool is_program = false;
	status st = file_read(path, &bytes, &object.size);
	object.bytes = bytes;
	const Elf64_Shdr *sections = st ? NULL : sections_of(&object, &n, &is_program);
	for (unsigned i = 0; sections && is_program && i < n; i++)
		if (sections[i].sh_type == SHT_DYNAMIC && sections[i].sh_link < n)
			read_dynamic(&object, &sections[i], &sections[sections[i].sh_link], each, context);
	status_free(st);
	free(bytes);
	return sections && is_program;
}
