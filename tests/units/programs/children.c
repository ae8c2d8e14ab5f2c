/* A program that starts processes: a filter behind a pipe, a shell, and a command whose output it reads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int through_a_pipe(const char *text)
{
	int ends[2], status;
	char back[8];
	if (pipe(ends) != 0)
		return 2;
	pid_t child = fork();
	if (child == 0) {
		close(ends[1]);
		while (read(ends[0], back, sizeof back) > 0)
			;
		_exit(0);
	}
	close(ends[0]);
	if (write(ends[1], text, strlen(text)) < 0)
		return 3;
	close(ends[1]);
	if (waitpid(child, &status, 0) != child || status != 0)
		return 4;
	puts(strlen(text) > 3 ? "a long text went through" : "a short text went through");
	return 0;
}

int main(int argc, char **argv)
{
	char line[80];
	if (argc < 3)
		return 1;
	if (strcmp(argv[1], "pipe") == 0)
		return through_a_pipe(argv[2]);
	if (strcmp(argv[1], "shell") == 0)
		return system(argv[2]) == 0 ? 0 : 5;
	if (strcmp(argv[1], "read") == 0) {
		FILE *from = popen("echo 7", "r");
		if (!from)
			return 6;
		while (fgets(line, sizeof line, from))
			fputs(line, stdout);
		return pclose(from) == 0 ? 0 : 7;
	}
	return 1;
}
