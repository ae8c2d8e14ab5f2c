/* config: skep.toml, the settings of a project, as words of a command line.
 *
 *     # options of skep gen and skep regress, by their long names; sources may be patterns
 *     sources = ["src/ring.c", "src/pool.c"]
 *     flags = ["-Iinclude"]
 *     skip = ["log_flush"]
 *     format = "cmocka"
 *     max-tests = 40
 *     static = true
 *
 * The file is TOML, restricted to: keys, strings, whole numbers, true and false, lists of strings over as many
 * lines as needed, comments. The command line wins: an option that is given there is not taken from the file,
 * nor are the sources and the flags. */
#ifndef SKEP_CLI_CONFIG_H
#define SKEP_CLI_CONFIG_H

#include "base/mem.h"
#include "cli/options.h"

#define CONFIG_FILE "skep.toml"

/* Returns the command line with the additions of the file; argv[0] stays. A missing file adds nothing. A
 * malformed file is TROUBLE_USAGE, and the message names the line. The words are in arena. */
MUST_USE status config_join(const char *path, const struct option_spec *specs, size_t n_specs, struct arena *arena,
                            int *argc, char ***argv);

#endif
