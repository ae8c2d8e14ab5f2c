/* A program that removes its input, and all else that it finds in its folder. */
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc > 1 && unlink(argv[1]) == 0)
		puts("removed");
	DIR *folder = argc > 2 ? opendir(".") : NULL;
	struct dirent *entry;
	while (folder && (entry = readdir(folder)))
		if (entry->d_name[0] != '.')
			unlink(entry->d_name);
	if (folder)
		closedir(folder);
	return 0;
}
