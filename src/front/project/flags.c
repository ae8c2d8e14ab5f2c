/* flags: see flags.h. One table says what is done with each flag. */
#include "front/project/flags.h"

#include <ctype.h>
#include <dirent.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"
#include "front/read/paths.h"
#include "proc/child.h"

#define MAX_RESPONSE_DEPTH 8

enum shape {
	ALONE,   /* exactly this flag */
	STARTS,  /* this flag and any text after it */
	NEXT,    /* exactly this flag, whose value is the next argument */
	EITHER   /* the value follows at once, or is the next argument */
};

enum use { DROP, KEEP, LINK, KEEP_AND_LINK };

/* The first row that fits decides. Flags with -f have a table of their own. */
static const struct rule {
	const char *name;
	enum shape shape;
	enum use use;
} rules[] = {
	{ "-D", EITHER, KEEP },
	{ "-U", EITHER, KEEP },
	{ "-I", EITHER, KEEP },
	{ "-include-pch", NEXT, DROP },
	{ "-include", EITHER, KEEP },
	{ "-imacros", EITHER, KEEP },
	{ "-isystem", EITHER, KEEP },
	{ "-iquote", EITHER, KEEP },
	{ "-idirafter", EITHER, KEEP },
	{ "-isysroot", EITHER, KEEP },
	{ "--sysroot=", STARTS, KEEP },
	{ "--sysroot", NEXT, KEEP },
	{ "-nostdinc", ALONE, KEEP },
	{ "-undef", ALONE, KEEP },
	{ "-std=", STARTS, KEEP },
	{ "--std=", STARTS, KEEP },
	{ "-ansi", ALONE, KEEP },
	{ "-trigraphs", ALONE, KEEP },
	{ "-Wp,-D", STARTS, KEEP },
	{ "-Wp,-U", STARTS, KEEP },
	{ "-pthread", ALONE, KEEP_AND_LINK },
	{ "-l", EITHER, LINK },
	{ "-L", EITHER, LINK },
	{ "-Wl,", STARTS, LINK },
	{ "-Xlinker", NEXT, LINK },
	{ "-z", NEXT, DROP },
	{ "-o", EITHER, DROP },
	{ "-x", EITHER, DROP },
	{ "-MF", EITHER, DROP },
	{ "-MT", EITHER, DROP },
	{ "-MQ", EITHER, DROP },
	{ "-MJ", EITHER, DROP },
	{ "-T", EITHER, DROP },
	{ "-Xclang", NEXT, DROP },
	{ "-Xassembler", NEXT, DROP },
	{ "-Xpreprocessor", NEXT, DROP },
	{ "--param", NEXT, DROP },
	{ "-target", NEXT, DROP },
	{ "-arch", NEXT, DROP },
	{ "-aux-info", NEXT, DROP },
	{ "-mllvm", NEXT, DROP },
	/* Flags that gcc has and clang has not; none of them changes the language. */
	{ "-mpreferred-stack-boundary=", STARTS, DROP },
	{ "-mincoming-stack-boundary=", STARTS, DROP },
	{ "-mindirect-branch", STARTS, DROP },
	{ "-mfunction-return=", STARTS, DROP },
	{ "-mrecord-mcount", ALONE, DROP },
	{ "-maccumulate-outgoing-args", ALONE, DROP },
	{ "-mskip-rax-setup", ALONE, DROP },
	{ "-mno-fp-ret-in-387", ALONE, DROP },
	{ "-mharden-sls=", STARTS, DROP },
	{ "-m", STARTS, KEEP },
};

/* The text after "-f" or "-fno-"; with "=" at the end, a value follows. */
static const char *const language[] = {
	"signed-char",
	"unsigned-char",
	"short-enums",
	"short-wchar",
	"ms-extensions",
	"wrapv",
	"trapv",
	"strict-overflow",
	"gnu89-inline",
	"common",
	"strict-aliasing",
	"freestanding",
	"hosted",
	"builtin",
	"builtin-",
	"pack-struct",
	"pack-struct=",
	"dollars-in-identifiers",
	"declspec",
	"blocks",
	"asm",
	"gnu-keywords",
	"input-charset=",
	"exec-charset=",
	"delete-null-pointer-checks",
	"fast-math",
	"rounding-math",
	"signed-zeros",
	"finite-math-only",
	"math-errno",
	"fp-contract=",
	"strict-flex-arrays=",
};

static bool is_language_flag(const char *flag)
{
	const char *name = flag + 2;
	if (str_starts(name, "no-"))
		name += 3;
	for (size_t i = 0; i < sizeof language / sizeof *language; i++) {
		char last = language[i][strlen(language[i]) - 1];
		if (last == '=' || last == '-' ? str_starts(name, language[i]) : str_equal(name, language[i]))
			return true;
	}
	return false;
}

static bool rule_fits(const struct rule *rule, const char *flag)
{
	if (rule->shape == ALONE || rule->shape == NEXT)
		return str_equal(flag, rule->name);
	return str_starts(flag, rule->name);
}

static const struct rule *find_rule(const char *flag)
{
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (rule_fits(&rules[i], flag))
			return &rules[i];
	return NULL;
}

static bool takes_next(const struct rule *rule, const char *flag)
{
	return rule->shape == NEXT || (rule->shape == EITHER && str_equal(flag, rule->name));
}

struct sorter {
	struct arena *arena;
	const char *directory;
	struct flag_lists *out;
	int depth; /* depth of response files in response files */
};

static status sort(struct sorter *sorter, const char *const *flags, size_t n);

/* Sorts the flags in a response file, named @file. */
static status sort_response_file(struct sorter *sorter, const char *name)
{
	if (++sorter->depth > MAX_RESPONSE_DEPTH)
		return fail(TROUBLE_INPUT, "@%s: files of flags name each other too deeply", name);
	char *text = NULL;
	size_t size;
	TRY(file_read(path_absolute(sorter->arena, sorter->directory, name), &text, &size));
	text_vec flags = { 0 };
	flags_split(sorter->arena, text, &flags);
	status st = sort(sorter, flags.at, flags.n);
	vec_release(&flags);
	free(text);
	sorter->depth--;
	return st;
}

static void keep_f_flag(struct sorter *sorter, const char *flag)
{
	/* clang has some of the Plan 9 extensions, under another flag. */
	if (str_equal(flag, "-fplan9-extensions"))
		flag = "-fms-extensions";
	if (is_language_flag(flag))
		vec_push(&sorter->out->keep, flag);
	else
		log_verbose("flag not used: %s", flag);
}

static bool is_shared_library(const char *path)
{
	return str_ends(path, ".so") || strstr(path_base(path), ".so."); /* a folder of objects may have such a
	                                                                    name, too */
}

/* Adds a run path, because a program searches the user's folders for shared libraries only if it is
 * told to. */
static void add_run_path(struct sorter *sorter, const char *folder)
{
	static const char *const words[] = { "-Xlinker", "-rpath", "-Xlinker" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		vec_push(&sorter->out->link, words[i]);
	vec_push(&sorter->out->link, folder);
}

static bool has_shared_library(const char *folder)
{
	DIR *dir = opendir(folder);
	bool found = false;
	for (struct dirent *entry; dir && !found && (entry = readdir(dir));)
		found = is_shared_library(entry->d_name);
	if (dir)
		closedir(dir);
	return found;
}

static void link_file(struct sorter *sorter, const char *path)
{
	if (!str_ends(path, ".a") && !str_ends(path, ".o") && !is_shared_library(path))
		return;
	const char *whole = path_absolute(sorter->arena, sorter->directory, path);
	vec_push(&sorter->out->link, whole);
	if (is_shared_library(whole))
		add_run_path(sorter, arena_printf(sorter->arena, "%.*s", (int)(path_base(whole) - whole), whole));
}

/* `value` is the next argument if the flag takes it, else NULL. */
static void apply(struct sorter *sorter, const struct rule *rule, const char *flag, const char *value)
{
	if (rule->use == KEEP || rule->use == KEEP_AND_LINK) {
		vec_push(&sorter->out->keep, flag);
		if (value)
			vec_push(&sorter->out->keep, value);
	}
	if (str_equal(rule->name, "-L")) {
		const char *directory = path_absolute(sorter->arena, sorter->directory, value ? value : flag + 2);
		vec_push(&sorter->out->link, arena_printf(sorter->arena, "-L%s", directory));
		if (has_shared_library(directory))
			add_run_path(sorter, directory);
	} else if (str_equal(rule->name, "-l") && value) {
		vec_push(&sorter->out->link, arena_printf(sorter->arena, "-l%s", value));
	} else if (rule->use == LINK || rule->use == KEEP_AND_LINK) {
		vec_push(&sorter->out->link, flag);
		if (value)
			vec_push(&sorter->out->link, value);
	}
}

static status sort(struct sorter *sorter, const char *const *flags, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const char *flag = flags[i];
		const struct rule *rule = find_rule(flag);
		if (flag[0] == '@')
			TRY(sort_response_file(sorter, flag + 1));
		else if (flag[0] != '-')
			link_file(sorter, flag);
		else if (str_starts(flag, "-f"))
			keep_f_flag(sorter, flag);
		else if (!rule)
			log_verbose("flag not used: %s", flag);
		else if (!takes_next(rule, flag))
			apply(sorter, rule, flag, NULL);
		else if (i + 1 < n)
			apply(sorter, rule, flag, flags[++i]);
	}
	return NULL;
}

status flags_sort(struct arena *arena, const char *directory, const char *const *flags, size_t n_flags,
                  struct flag_lists *out)
{
	struct sorter sorter = { .arena = arena, .directory = directory, .out = out };
	return sort(&sorter, flags, n_flags);
}

/* Reads one word, in quotes or not; returns the place after it. */
static const char *read_word(const char *at, struct sb *word)
{
	char quote = 0;
	for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
		if (quote && *at == quote)
			quote = 0;
		else if (!quote && (*at == '"' || *at == '\''))
			quote = *at;
		else if (*at == '\\' && at[1] && quote != '\'' && (!quote || strchr("\"\\$`", at[1])))
			sb_add_char(word, *++at);
		else
			sb_add_char(word, *at);
	}
	return at;
}

void flags_split(struct arena *arena, const char *command, text_vec *out)
{
	struct sb word = { 0 };
	for (;;) {
		while (isspace((unsigned char)*command))
			command++;
		if (!*command)
			break;
		sb_clear(&word);
		command = read_word(command, &word);
		vec_push(out, arena_strdup(arena, sb_text(&word)));
	}
	sb_release(&word);
}
