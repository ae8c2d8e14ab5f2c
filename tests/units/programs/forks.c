/* A program that starts another process, and goes on without if it cannot. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1) {
		puts("alone");
		return 0;
	}
	pid_t child = fork();
	if (child < 0) {
		fputs("cannot fork\n", stderr);
		return 3;
	}
	if (child == 0)
		_exit(0);
	waitpid(child, NULL, 0);
	return 0;
}
