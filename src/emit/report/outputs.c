/* outputs: see outputs.h. */
#include "emit/report/outputs.h"

#include <stdlib.h>

#include "base/mem.h"
#include "proc/child.h"

status output_write(const char *folder, const char *name, void (*print)(const struct results *, struct sb *),
                    const struct results *results)
{
	struct sb text = { 0 };
	char *path = xprintf("%s/%s", folder, name);
	print(results, &text);
	status st = file_write(path, sb_text(&text), text.n);
	free(path);
	sb_release(&text);
	return st;
}
