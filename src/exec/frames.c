/* frames: addresses of a fault as functions and places in the user's source.
 *
 * libdw reads them from the target's debug information, in this process, because a campaign asks thousands of
 * times, mostly for known addresses. One address may stand for several frames, because functions are inlined. */
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "exec/exec.h"
#include "front/read/paths.h"

typedef VEC(struct frame) frame_list;

struct symbolizer {
	Dwfl *dwfl;
	Dwfl_Module *module;
	struct arena *arena;
	frame_list known;   /* frames of the known addresses, one address behind the other */
	struct map spans;   /* address -> start and number of its frames in `known` */
};

#define SPAN(first, n) ((uint64_t)(first) << 16 | (n))

static const Dwfl_Callbacks callbacks = { .find_debuginfo = dwfl_standard_find_debuginfo,
	                                  .section_address = dwfl_offline_section_address };

status symbolizer_new(const struct target *target, struct symbolizer **out)
{
	struct symbolizer *symbolizer = xcalloc(1, sizeof *symbolizer);
	*out = symbolizer;
	symbolizer->arena = arena_new();
	symbolizer->dwfl = dwfl_begin(&callbacks);
	if (symbolizer->dwfl)
		symbolizer->module = dwfl_report_offline(symbolizer->dwfl, "", target->path, -1);
	if (!symbolizer->module || dwfl_report_end(symbolizer->dwfl, NULL, NULL) != 0)
		return fail(TROUBLE_TARGET, "cannot read the debug information of %s: %s", target->path,
		            dwfl_errmsg(-1));
	return NULL;
}

void symbolizer_free(struct symbolizer *symbolizer)
{
	if (!symbolizer)
		return;
	if (symbolizer->dwfl)
		dwfl_end(symbolizer->dwfl);
	arena_free(symbolizer->arena);
	vec_release(&symbolizer->known);
	map_release(&symbolizer->spans);
	free(symbolizer);
}

/* The name belongs to the runtime, the driver or the sanitizers, which users need not see. */
static bool is_ours(const char *name)
{
	static const char *const prefixes[] = { "__skep_",       "__asan",         "__ubsan", "__sanitizer",
		                                "__interceptor", "___interceptor", "__lsan",  "__interception" };
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
		if (str_starts(name, prefixes[i]))
			return true;
	return false;
}

/* The number in an attribute of a debug entry; 0: it has none. */
static uint32_t number_of(Dwarf_Die *die, unsigned attribute)
{
	Dwarf_Attribute holder;
	Dwarf_Word value = 0;
	if (!dwarf_attr(die, attribute, &holder) || dwarf_formudata(&holder, &value) != 0)
		return 0;
	return (uint32_t)value;
}

struct place_of_code {
	const char *file;
	uint32_t line, column;
};

/* The place in the caller where an inlined function was called. */
static struct place_of_code call_place(Dwarf_Die *unit, Dwarf_Die *inlined)
{
	struct place_of_code place = { NULL, number_of(inlined, DW_AT_call_line),
		                       number_of(inlined, DW_AT_call_column) };
	Dwarf_Files *files;
	size_t n;
	if (dwarf_getsrcfiles(unit, &files, &n) == 0)
		place.file = dwarf_filesrc(files, number_of(inlined, DW_AT_call_file), NULL, NULL);
	return place;
}

static struct place_of_code code_place(Dwarf_Die *unit, Dwarf_Addr pc)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, pc);
	int number = 0, column = 0;
	if (!line || dwarf_lineno(line, &number) != 0 || dwarf_linecol(line, &column) != 0)
		return (struct place_of_code){ 0 };
	return (struct place_of_code){ dwarf_linesrc(line, NULL, NULL), (uint32_t)number, (uint32_t)column };
}

/* The compilation unit with this address. It is found without the table of addresses, which
 * compilers may leave out (clang does); there are few units. */
static Dwarf_Die *unit_at(struct symbolizer *symbolizer, Dwarf_Addr pc, Dwarf_Addr *bias)
{
	Dwarf_Die *unit = NULL;
	while ((unit = dwfl_module_nextcu(symbolizer->module, unit, bias)))
		if (dwarf_haspc(unit, pc - *bias) == 1)
			return unit;
	return NULL;
}

static void add_frame(struct symbolizer *symbolizer, const char *name, const struct place_of_code *place)
{
	struct arena *arena = symbolizer->arena;
	if (!name || !place->file || !place->line || is_ours(name))
		return;
	/* the linker numbers static functions of one name: "name.21"; debug information has a whole
	 * path where the user gave a bare name */
	vec_push(&symbolizer->known,
	         (struct frame){ arena_strndup(arena, name, strcspn(name, ".")), path_shown(arena, NULL, place->file),
	                         place->line, place->column });
}

/* Finds all frames at one address, innermost first. */
static void look_up(struct symbolizer *symbolizer, Dwarf_Addr pc)
{
	Dwarf_Addr bias = 0;
	Dwarf_Die *unit = unit_at(symbolizer, pc, &bias), *scopes = NULL;
	if (!unit)
		return; /* not compiled by skep: the C library, a sanitizer */
	struct place_of_code place = code_place(unit, pc - bias);
	int n = dwarf_getscopes(unit, pc - bias, &scopes);
	for (int i = 0; i < n; i++) {
		if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine)
			continue;
		add_frame(symbolizer, dwarf_diename(&scopes[i]), &place);
		place = call_place(unit, &scopes[i]);
	}
	free(scopes);
	/* A function without inlined calls is only in the table of symbols. */
	add_frame(symbolizer, dwfl_module_addrname(symbolizer->module, pc), &place);
}

static uint64_t span_of(struct symbolizer *symbolizer, Dwarf_Addr pc)
{
	bool added;
	uint64_t *span = map_put(&symbolizer->spans, pc, &added);
	size_t first = symbolizer->known.n;
	if (!added)
		return *span;
	look_up(symbolizer, pc);
	return *span = SPAN(first, symbolizer->known.n - first);
}

void fault_frames(struct symbolizer *symbolizer, const uint64_t *pcs, uint32_t n, struct arena *arena,
                  struct frame **frames, uint32_t *n_frames)
{
	frame_list list = { 0 };
	for (uint32_t i = 0; i < n; i++) {
		uint64_t span = span_of(symbolizer, pcs[i]);
		for (size_t k = span >> 16; k < (span >> 16) + (span & 0xffff); k++) {
			struct frame frame = symbolizer->known.at[k];
			frame.function = arena_strdup(arena, frame.function);
			frame.file = arena_strdup(arena, frame.file);
			vec_push(&list, frame);
		}
	}
	*n_frames = (uint32_t)list.n;
	*frames = arena_memdup(arena, list.at, list.n * sizeof **frames);
	vec_release(&list);
}
