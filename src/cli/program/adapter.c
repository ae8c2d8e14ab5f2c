/* adapter: see adapter.h. */
#include "cli/program/adapter.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "proc/child.h"

static const char harness_before[] =
        "/* Runs a fuzz harness as a program: standard input is its input. */\n"
        "#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n\n"
        "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);\n";
static const char harness_declares[] = "int LLVMFuzzerInitialize(int *argc, char ***argv);\n";
static const char harness_begins[] = "\nint main(int argc, char **argv)\n{\n"
                                     "\tstatic uint8_t all[1 << 16];\n"
                                     "\tsize_t size = 0;\n"
                                     "\tssize_t n;\n"
                                     "\t(void)argc, (void)argv;\n";
static const char harness_initialises[] = "\tLLVMFuzzerInitialize(&argc, &argv);\n";
static const char harness_ends[] = "\twhile (size < sizeof all && (n = read(0, all + size, sizeof all - size)) > 0)\n"
                                   "\t\tsize += (size_t)n;\n"
                                   "\tuint8_t *data = malloc(size);\n"
                                   "\tif (size)\n"
                                   "\t\tmemcpy(data, all, size);\n"
                                   "\tLLVMFuzzerTestOneInput(data, size);\n"
                                   "\tfree(data);\n"
                                   "\treturn 0;\n}\n";

static const char task_text[] =
        "/* What tasks of Test-Comp expect: values come from standard input, in the order of the calls. A\n"
        " * letter on standard error tells the type of each. */\n"
        "#include <stdio.h>\n#include <stdlib.h>\n\n"
        "#define VALUE(type, name, letter)                                   \\\n"
        "\ttype __VERIFIER_nondet_##name(void)                         \\\n"
        "\t{                                                           \\\n"
        "\t\ttype value = 0;                                     \\\n"
        "\t\tfputs(letter, stderr);                              \\\n"
        "\t\tif (fread(&value, 1, sizeof value, stdin) == 0)     \\\n"
        "\t\t\tvalue = 0;                                  \\\n"
        "\t\treturn value;                                       \\\n"
        "\t}\n\n"
        "VALUE(char, char, \"c\")\nVALUE(signed char, schar, \"c\")\nVALUE(unsigned char, uchar, \"C\")\n"
        "VALUE(unsigned char, u8, \"C\")\nVALUE(unsigned short, u16, \"H\")\nVALUE(unsigned int, u32, \"I\")\n"
        "VALUE(short, short, \"h\")\nVALUE(unsigned short, ushort, \"H\")\nVALUE(int, int, \"i\")\n"
        "VALUE(unsigned int, uint, \"I\")\nVALUE(unsigned int, unsigned, \"I\")\nVALUE(long, long, \"l\")\n"
        "VALUE(unsigned long, ulong, \"L\")\nVALUE(long long, longlong, \"l\")\n"
        "VALUE(unsigned long long, ulonglong, \"L\")\nVALUE(unsigned long, size_t, \"L\")\n"
        "VALUE(unsigned long, sector_t, \"L\")\nVALUE(long, loff_t, \"l\")\n"
        "VALUE(float, float, \"f\")\nVALUE(double, double, \"d\")\n\n"
        "_Bool __VERIFIER_nondet_bool(void)\n{\n\tunsigned char value = 0;\n\tfputs(\"b\", stderr);\n"
        "\tif (fread(&value, 1, 1, stdin) == 0)\n\t\tvalue = 0;\n\treturn value & 1;\n}\n\n"
        "void __VERIFIER_assume(int holds)\n{\n\tif (!holds)\n\t\texit(0);\n}\n\n"
        "void testcomp_stop(void)\n{\n\texit(0);\n}\n\n"
        "void testcomp_error(void)\n{\n\tabort();\n}\n\n"
        "void __VERIFIER_error(void)\n{\n\ttestcomp_error();\n}\n";
static const char task_error[] = "\nvoid reach_error(void)\n{\n\ttestcomp_error();\n}\n";

static bool has_text(const text_list *paths, const char *wanted)
{
	bool found = false;
	for (size_t i = 0; i < paths->n && !found; i++) {
		char *text = NULL;
		status_free(file_read(paths->at[i], &text, NULL));
		found = text && strstr(text, wanted);
		free(text);
	}
	return found;
}

/* True if a source defines main(), not only mentions it. */
static bool has_main(const text_list *paths)
{
	return has_text(paths, "int main(") || has_text(paths, "\nmain(") || has_text(paths, "int main (") ||
	       has_text(paths, "\nmain (");
}

enum adapter adapter_for(const text_list *paths)
{
	return has_text(paths, "LLVMFuzzerTestOneInput") && !has_main(paths) ? ADAPTER_HARNESS : ADAPTER_NONE;
}

static void add_harness(const text_list *paths, struct sb *text)
{
	bool initialises = has_text(paths, "LLVMFuzzerInitialize");
	sb_add(text, harness_before);
	sb_add(text, initialises ? harness_declares : "");
	sb_add(text, harness_begins);
	sb_add(text, initialises ? harness_initialises : "");
	sb_add(text, harness_ends);
}

/* Adds the functions of a task, which may define reach_error() itself. */
static void add_task(const text_list *paths, struct sb *text)
{
	bool defines = has_text(paths, "void reach_error() {") || has_text(paths, "void reach_error(void) {") ||
	               has_text(paths, "void reach_error(){") || has_text(paths, "void reach_error()\n{") ||
	               has_text(paths, "void reach_error(void)\n{") || has_text(paths, "void reach_error(void){");
	sb_add(text, task_text);
	sb_add(text, defines ? "" : task_error);
}

status adapter_write(enum adapter adapter, const text_list *paths, const char *folder, char **path)
{
	struct sb text = { 0 };
	TRY(dir_make(folder));
	*path = xprintf("%s/%s", folder, adapter == ADAPTER_HARNESS ? "harness_main.c" : "testcomp.c");
	if (adapter == ADAPTER_HARNESS)
		add_harness(paths, &text);
	else
		add_task(paths, &text);
	status st = file_write(*path, sb_text(&text), text.n);
	sb_release(&text);
	return st;
}

void adapter_set_apart(struct unit *unit, const char *path)
{
	for (size_t i = 0; i < unit->marks->functions.n; i++) {
		struct function_mark *mark = &unit->marks->functions.at[i];
		const char *own = mark->source < unit->model->sources.n ? unit->model->sources.at[mark->source] : "";
		if (str_equal(path_base(own), path_base(path)))
			mark->is_apart = true;
	}
}

/* Reads the data model of the task FILE.c or FILE.i from FILE.yml beside it. */
static status check_data_model(const char *task)
{
	char *name = xstrdup(task), *dot = strrchr(name, '.'), *text = NULL;
	if (dot)
		*dot = 0;
	char *path = xprintf("%s.yml", name);
	status_free(file_read(path, &text, NULL));
	bool is_32 = text && strstr(text, "ILP32");
	free(text);
	free(path);
	free(name);
	return is_32 ? fail(TROUBLE_INPUT,
	                    "%s is a task for 32 bit (ILP32, by its .yml): programs are run with 64 bit here, where it "
	                    "may behave differently; tasks with LP64 can be done",
	                    task)
	             : NULL;
}

status task_read(const char *property_file, const char *task, enum task_property *property)
{
	char *text = NULL;
	TRY(file_read(property_file, &text, NULL));
	bool branches = strstr(text, "DECISIONEDGE") != NULL, error = strstr(text, "CALL(") != NULL;
	free(text);
	if (!branches && !error)
		return fail(TROUBLE_INPUT,
		            "%s: the properties that can be tested for are COVER EDGES(@DECISIONEDGE) and COVER "
		            "EDGES(@CALL(reach_error))",
		            property_file);
	*property = branches ? TASK_BRANCHES : TASK_ERROR_CALL;
	return check_data_model(task);
}
