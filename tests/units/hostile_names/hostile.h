/* hostile: a header that gives other meanings to names that tests are made of. */
#ifndef HOSTILE_H
#define HOSTILE_H

#include <stdio.h>
#include <stdlib.h>

#define exit(code) stop_with(code)
#define main hostile_main
#define assert(what) ((void)0)
#define free(block) put_back(block)
#define CHECK(what) (what)
#define printf(...) 0
#define strcmp(a, b) 0
#define fork() (-1)
#define waitpid wait_for
#define NULL 0
#define failed 7
#define tests 8
#define bad 9
#define i 10
#define status 11
#define static
#define sizeof(x) 1

struct argc {
	int name;
	int run;
};

typedef int pid;
typedef struct argc count;

int classify(const char *text, int number);
int sum_of(const count *first, const count *second);
count *make_count(int name, int run);
char *describe(int number);

#endif
