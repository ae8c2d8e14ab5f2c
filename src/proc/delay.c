/* delay: the time in which a process waited for processors that others had. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>

#include "proc/child.h"

/* Linux tells it per thread: nanoseconds on a processor, nanoseconds in line for one, and the number of turns. */
static double thread_delay(pid_t pid, const char *thread)
{
	char path[64];
	unsigned long long waited = 0;
	snprintf(path, sizeof path, "/proc/%d/task/%.20s/schedstat", (int)pid, thread);
	FILE *file = fopen(path, "re");
	if (!file)
		return 0;
	if (fscanf(file, "%*u %llu", &waited) != 1)
		waited = 0;
	fclose(file);
	return (double)waited / 1e9;
}

double child_delay(pid_t pid)
{
	char path[32];
	double delay = 0;
	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	DIR *threads = pid > 0 ? opendir(path) : NULL;
	if (!threads)
		return 0;
	for (const struct dirent *entry; (entry = readdir(threads));)
		if (entry->d_name[0] != '.')
			delay = fmax(delay, thread_delay(pid, entry->d_name));
	closedir(threads);
	return delay;
}
