/* adapter: a main() for code without one, and functions that a task expects.
 *
 * A fuzz harness (LLVMFuzzerTestOneInput) gets a main() that hands it standard input. A task of Test-Comp gets
 * the __VERIFIER_ functions: they take their values from standard input in the order of the calls, and print a
 * letter per call to standard error, which gives the type. Both are C sources that lie with the results, so
 * that the tests can be built anywhere. */
#ifndef SKEP_CLI_PROGRAM_ADAPTER_H
#define SKEP_CLI_PROGRAM_ADAPTER_H

#include "base/status.h"
#include "cli/options.h"
#include "front/front.h"

enum adapter { ADAPTER_NONE, ADAPTER_HARNESS, ADAPTER_TASK };

/* Returns the kind of the sources: a harness without main(), or a program. */
enum adapter adapter_for(const text_list *paths);
/* Writes the source into the folder, which is made. The caller frees *path. */
MUST_USE status adapter_write(enum adapter adapter, const text_list *paths, const char *folder, char **path);
/* Takes the adapter's own conditions out of the goals. */
void adapter_set_apart(struct unit *unit, const char *path);

enum task_property { TASK_BRANCHES, TASK_ERROR_CALL };
/* Reads a .prp file, and the .yml file beside the task. A task that cannot be done is a failure that says why. */
MUST_USE status task_read(const char *property_file, const char *task, enum task_property *property);

#endif
