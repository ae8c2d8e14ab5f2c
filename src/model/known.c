/* known: see known.h. Only 64-bit targets are built, so unsigned long is size_t. */
#include "model/known.h"

#include <ctype.h>
#include <string.h>

const char known_exit_declaration[] = "extern void " KNOWN_EXIT "(int) __asm__(\"exit\") __attribute__((noreturn));\n";

/* The names that a root stands for beside itself: for "malloc", xmalloc() and others. */
enum prefixes {
	USUAL_PREFIX, /* with one of the prefixes listed below */
	WORD_PREFIX,  /* with USUAL_PREFIX, or with any word and an underscore */
	PAIR_PREFIX,  /* with USUAL_PREFIX, if a function that gives memory has this prefix, too */
	NO_PREFIX
};

/* A line that starts with this mark is for functions that end the program when memory is short. */
#define IF_NONE '!'

struct row {
	const char *roots;  /* in lower case, with spaces between */
	enum prefixes prefixes;
	/* The prototype: the result, then the parameters. v: void. p: pointer to void or char. s: pointer to char.
	 * S: pointer to pointer to char. n: integer. a: va_list. '.': any number of arguments. '*': any parameters
	 * from here on. '~' at the start: a pointer to a struct that the memory comes from may stand before all
	 * parameters. */
	const char *shape;
	const char *body;
};

#define GIVE_BLOCK "!if (!block)\n!    " KNOWN_EXIT "(1);\nreturn block;\n"
/* Prints twice: first to learn the length, then into a block. */
#define PRINT_BLOCK(format)                                                                        \
	"__builtin_va_list again;\n"                                                               \
	"__builtin_va_copy(again, args);\n"                                                        \
	"int length = __builtin_vsnprintf(0, 0, " format ", again);\n"                              \
	"__builtin_va_end(again);\n"                                                               \
	"char *block = length < 0 ? 0 : __builtin_malloc((unsigned long)length + 1);\n"            \
	"if (block)\n    __builtin_vsnprintf(block, (unsigned long)length + 1, " format ", args);\n"
#define WITH_ARGUMENTS(last) "__builtin_va_list args;\n__builtin_va_start(args, " last ");\n"
#define WITH_LIST(list) "__builtin_va_list args;\n__builtin_va_copy(args, " list ");\n"
#define DUPLICATE(from, length)                                                                    \
	"char *block = __builtin_malloc(" length " + 1);\n"                                        \
	"if (block) {\n    __builtin_memcpy(block, " from ", " length ");\n    block[" length "] = 0;\n}\n" GIVE_BLOCK
#define RESIZE(block, count, size)                                                                 \
	"unsigned long bytes;\n"                                                                   \
	"void *block = 0;\n"                                                                       \
	"if (!__builtin_mul_overflow((unsigned long)" count ", (unsigned long)" size ", &bytes))\n" \
	"    block = __builtin_realloc(" block ", bytes ? bytes : 1);\n" GIVE_BLOCK

static const struct row rows[] = {
	{ "strlcpy", WORD_PREFIX, "nssn",
	  "unsigned long size = (unsigned long)arg3, length = __builtin_strlen(arg2);\n"
	  "if (size) {\n"
	  "    unsigned long n = length < size ? length : size - 1;\n"
	  "    __builtin_memcpy(arg1, arg2, n);\n"
	  "    arg1[n] = 0;\n"
	  "}\n"
	  "return length;\n" },
	{ "strlcat", WORD_PREFIX, "nssn",
	  "unsigned long size = (unsigned long)arg3, length = __builtin_strlen(arg2), used = 0;\n"
	  "while (used < size && arg1[used])\n    used++;\n"
	  "if (used < size) {\n"
	  "    unsigned long n = length < size - used ? length : size - used - 1;\n"
	  "    __builtin_memcpy(arg1 + used, arg2, n);\n"
	  "    arg1[used + n] = 0;\n"
	  "}\n"
	  "return used + length;\n" },
	{ "strnlen", WORD_PREFIX, "nsn",
	  "unsigned long n = 0;\n"
	  "while (n < (unsigned long)arg2 && arg1[n])\n    n++;\n"
	  "return n;\n" },
	{ "malloc", WORD_PREFIX, "~pn",
	  "void *block = __builtin_malloc(arg1 ? (unsigned long)arg1 : 1);\n" GIVE_BLOCK },
	{ "alloc allocate getmem new_mem", USUAL_PREFIX, "pn",
	  "void *block = __builtin_malloc(arg1 ? (unsigned long)arg1 : 1);\n" GIVE_BLOCK },
	{ "calloc", WORD_PREFIX, "~pnn",
	  "void *block = __builtin_calloc(arg1 ? (unsigned long)arg1 : 1, arg2 ? (unsigned long)arg2 : 1);\n" GIVE_BLOCK },
	{ "zalloc malloc0 mallocz", WORD_PREFIX, "~pn",
	  "void *block = __builtin_calloc(1, arg1 ? (unsigned long)arg1 : 1);\n" GIVE_BLOCK },
	{ "realloc", WORD_PREFIX, "~ppn",
	  "void *block = __builtin_realloc(arg1, arg2 ? (unsigned long)arg2 : 1);\n" GIVE_BLOCK },
	{ "reallocarray reallocn nrealloc", WORD_PREFIX, "~ppnn", RESIZE("arg1", "arg2", "arg3") },
	{ "recallocarray", WORD_PREFIX, "ppnnn",
	  "unsigned long had, wanted;\n"
	  "char *block = 0;\n"
	  "if (!__builtin_mul_overflow((unsigned long)arg2, (unsigned long)arg4, &had) &&\n"
	  "    !__builtin_mul_overflow((unsigned long)arg3, (unsigned long)arg4, &wanted))\n"
	  "    block = __builtin_calloc(1, wanted ? wanted : 1);\n"
	  "if (block && arg1) {\n"
	  "    __builtin_memcpy(block, arg1, had < wanted ? had : wanted);\n"
	  "    __builtin_free((void *)arg1);\n"
	  "}\n" GIVE_BLOCK },
	{ "free", PAIR_PREFIX, "~vp", "__builtin_free((void *)arg1);\n" },
	{ "freezero", USUAL_PREFIX, "vpn",
	  "if (arg1)\n    __builtin_memset((void *)arg1, 0, (unsigned long)arg2);\n__builtin_free((void *)arg1);\n" },
	{ "strdup strsave savestring", WORD_PREFIX, "~ss",
	  "unsigned long length = __builtin_strlen(arg1);\n" DUPLICATE("arg1", "length") },
	{ "strndup", WORD_PREFIX, "~ssn",
	  "unsigned long length = 0;\n"
	  "while (length < (unsigned long)arg2 && arg1[length])\n    length++;\n" DUPLICATE("arg1", "length") },
	{ "memdup", WORD_PREFIX, "~ppn",
	  "unsigned long length = (unsigned long)arg2;\n"
	  "void *block = __builtin_malloc(length ? length : 1);\n"
	  "if (block)\n    __builtin_memcpy(block, arg1, length);\n" GIVE_BLOCK },
	{ "snprintf", WORD_PREFIX, "nsns.",
	  WITH_ARGUMENTS("arg3") "int length = __builtin_vsnprintf(arg1, (unsigned long)arg2, arg3, args);\n"
	                         "__builtin_va_end(args);\nreturn length;\n" },
	{ "vsnprintf", WORD_PREFIX, "nsnsa", "return __builtin_vsnprintf(arg1, (unsigned long)arg2, arg3, arg4);\n" },
	{ "asprintf", WORD_PREFIX, "nSs.",
	  WITH_ARGUMENTS("arg2") PRINT_BLOCK("arg2") "__builtin_va_end(args);\n"
	                                             "!if (!block)\n!    " KNOWN_EXIT
	                                             "(1);\n*arg1 = block;\nreturn block ? length : -1;\n" },
	{ "vasprintf", WORD_PREFIX, "nSsa",
	  WITH_LIST("arg3") PRINT_BLOCK("arg2") "__builtin_va_end(args);\n"
	                                        "!if (!block)\n!    " KNOWN_EXIT
	                                        "(1);\n*arg1 = block;\nreturn block ? length : -1;\n" },
	{ "asprintf strdup_printf mprintf strfmt", WORD_PREFIX, "ss.",
	  WITH_ARGUMENTS("arg1") PRINT_BLOCK("arg1") "__builtin_va_end(args);\n" GIVE_BLOCK },
	{ "vasprintf strdup_vprintf vmprintf", WORD_PREFIX, "ssa",
	  WITH_LIST("arg2") PRINT_BLOCK("arg1") "__builtin_va_end(args);\n" GIVE_BLOCK },
	{ "bzero explicit_bzero memzero", WORD_PREFIX, "vpn", "__builtin_memset(arg1, 0, (unsigned long)arg2);\n" },
	{ "streq", WORD_PREFIX, "nss", "return __builtin_strcmp(arg1, arg2) == 0;\n" },
	{ "timingsafe_bcmp timingsafe_memcmp", NO_PREFIX, "nppn",
	  "return __builtin_memcmp(arg1, arg2, (unsigned long)arg3);\n" },
	{ "die diex fatal fatalx fatal_error fatalerror panic bug out_of_memory", USUAL_PREFIX, "v*", NULL },
	{ "abort", WORD_PREFIX, "v*", NULL },
};

/* ---- prototypes ---- */

static bool is_char(const struct type *type)
{
	return type->kind == TYPE_INT && type->size == 1;
}

static bool leads_to_text(const struct model *model, const struct type *pointer)
{
	return pointer->kind == TYPE_POINTER && is_char(model_canonical(model, pointer->target));
}

static bool fits_letter(const struct model *model, type_id id, char letter)
{
	const struct type *type = model_canonical(model, id);
	bool leads = type->kind == TYPE_POINTER;
	switch (letter) {
	case 'v':
		return type->kind == TYPE_VOID;
	case 'p':
		return leads && (model_canonical(model, type->target)->kind == TYPE_VOID || leads_to_text(model, type));
	case 's':
		return leads_to_text(model, type);
	case 'S':
		return leads && leads_to_text(model, model_canonical(model, type->target));
	case 'n':
		return type->kind == TYPE_INT || type->kind == TYPE_BOOL;
	default:
		return letter == 'a' && type->kind == TYPE_VA_LIST;
	}
}

/* The parameters from `first` on have these types. */
static bool fits_shape(const struct model *model, const struct type *function, const char *shape, uint32_t first)
{
	if (!fits_letter(model, function->target, shape[0]))
		return false;
	uint32_t i = first;
	for (shape++; *shape && *shape != '.' && *shape != '*'; shape++, i++)
		if (i >= function->n_params || !fits_letter(model, function->params[i], *shape))
			return false;
	return *shape == '*' || (i == function->n_params && function->variadic == (*shape == '.'));
}

static bool has_context(const struct model *model, const struct type *function)
{
	const struct type *first = function->n_params ? model_canonical(model, function->params[0]) : NULL;
	return first && first->kind == TYPE_POINTER && model_canonical(model, first->target)->kind == TYPE_STRUCT;
}

/* ---- names ---- */

/* Wrappers with these prefixes end the program when there is no memory. */
static const char *const ending_prefixes[] = { "x",  "xx",  "safe_", "safe", "s",     "e",        "g_",    "ck_",
	                                       "ck", "my_", "must_", "q",    "util_", "checked_", "check_" };
static const char *const other_prefixes[] = { "my", "mem_", "mem",  "z",    "u_",  "c_",
	                                      "m_", "p_",   "rpl_", "bsd_", "os_", "sys_" };

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_listed(const char *const *list, size_t n, const char *text, size_t length)
{
	for (size_t i = 0; i < n; i++)
		if (strlen(list[i]) == length && !memcmp(list[i], text, length))
			return true;
	return false;
}

/* The name in lower case, without underscores at its ends and without "_or_die". */
static void plain_name(const char *name, char *plain, size_t size)
{
	static const char suffix[] = "_or_die";
	size_t n = 0;
	while (*name == '_')
		name++;
	for (; *name && n + 1 < size; name++)
		plain[n++] = (char)tolower((unsigned char)*name);
	while (n && plain[n - 1] == '_')
		n--;
	plain[n] = 0;
	if (str_ends(plain, suffix))
		plain[n - strlen(suffix)] = 0;
}

/* Some function that the unit defines or uses gives memory and has the prefix. */
static bool has_giver(const struct model *model, const char *prefix, size_t length)
{
	static const char *const roots[] = { "malloc", "alloc", "calloc", "realloc", "zalloc", "strdup" };
	for (size_t i = 0; i < model->declared.n; i++) {
		char plain[64];
		plain_name(model->declared.at[i].name, plain, sizeof plain);
		if (!strncmp(plain, prefix, length) &&
		    is_listed(roots, COUNT(roots), plain + length, strlen(plain + length)))
			return true;
	}
	return false;
}

/* The name is the root with a prefix that the row allows; *length is the length of the prefix. */
static bool fits_root(const struct model *model, const struct row *row, const char *name, const char *root,
                      size_t root_length, size_t *length)
{
	size_t n = strlen(name);
	if (n < root_length || memcmp(name + n - root_length, root, root_length))
		return false;
	*length = n - root_length;
	if (!*length)
		return true;
	if (name[*length - 1] == '_' &&
	    (row->prefixes == WORD_PREFIX || (row->prefixes == PAIR_PREFIX && has_giver(model, name, *length))))
		return true;
	return row->prefixes != NO_PREFIX && (is_listed(ending_prefixes, COUNT(ending_prefixes), name, *length) ||
	                                      is_listed(other_prefixes, COUNT(other_prefixes), name, *length));
}

static const char *find_root(const struct model *model, const struct row *row, const char *name, size_t *prefix)
{
	for (const char *root = row->roots; *root; root += strspn(root, " ")) {
		size_t length = strcspn(root, " ");
		if (fits_root(model, row, name, root, length, prefix))
			return root;
		root += length;
	}
	return NULL;
}

/* The first word of a list: "malloc". */
static const char *word_of(struct arena *arena, const char *root)
{
	return arena_strndup(arena, root, strcspn(root, " "));
}

bool known_function(const struct model *model, const char *name, type_id type, struct known *known)
{
	const struct type *function = model_type(model, type);
	char plain[64];
	size_t prefix;
	plain_name(name, plain, sizeof plain);
	for (size_t i = 0; function->kind == TYPE_FUNCTION && i < COUNT(rows); i++) {
		const char *root = find_root(model, &rows[i], plain, &prefix);
		bool may_have_context = rows[i].shape[0] == '~';
		const char *shape = rows[i].shape + may_have_context;
		bool fits = root && fits_shape(model, function, shape, 0);
		known->in_context = root && !fits && may_have_context && has_context(model, function) &&
		                    fits_shape(model, function, shape, 1);
		if (!fits && !known->in_context)
			continue;
		known->as = word_of(model->arena, root);
		known->body = rows[i].body;
		known->ends_on_failure = is_listed(ending_prefixes, COUNT(ending_prefixes), plain, prefix);
		return true;
	}
	return false;
}

/* ---- bodies ---- */

static bool is_left_out(const struct known *known, const char *line)
{
	return *line == IF_NONE && !known->ends_on_failure;
}

/* If the function has a context, its first argument is arg2. */
static void add_statement(const struct known *known, const char *text, size_t length, struct sb *out)
{
	for (size_t i = 0; i < length; i++) {
		bool is_argument = i >= 3 && !memcmp(text + i - 3, "arg", 3) && isdigit((unsigned char)text[i]);
		sb_add_char(out, (char)(text[i] + (is_argument && known->in_context)));
	}
	sb_add_char(out, '\n');
}

void known_body(const struct known *known, struct sb *out)
{
	if (known->in_context)
		sb_add(out, "    (void)arg1;\n");
	const char *line = known->body ? known->body : KNOWN_EXIT "(1);\n";
	while (*line) {
		size_t length = strcspn(line, "\n");
		const char *text = line + (*line == IF_NONE);
		if (!is_left_out(known, line)) {
			sb_add(out, "    ");
			add_statement(known, text, length - (size_t)(text - line), out);
		}
		line += length + 1;
	}
}

bool known_exits(const struct known *known)
{
	return !known->body || (known->ends_on_failure && strstr(known->body, KNOWN_EXIT));
}
