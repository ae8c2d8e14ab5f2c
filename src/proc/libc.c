/* libc: see libc.h. */
#define _GNU_SOURCE
#include "proc/libc.h"

#include <dlfcn.h>
#include <stddef.h>

bool symbol_in_libc(const char *name)
{
	static void *libraries[2];
	if (!libraries[0]) {
		/* Both libraries are part of this process already, so nothing new is loaded. */
		libraries[0] = dlopen("libc.so.6", RTLD_LAZY);
		libraries[1] = dlopen("libm.so.6", RTLD_LAZY);
	}
	for (int i = 0; i < 2; i++)
		if (libraries[i] && dlsym(libraries[i], name))
			return true;
	return false;
}
