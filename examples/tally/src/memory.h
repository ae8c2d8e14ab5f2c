#ifndef TALLY_MEMORY_H
#define TALLY_MEMORY_H

#include <stddef.h>

/* Memory that is there, or the program ends. */
void *must_alloc(size_t size);

#endif
