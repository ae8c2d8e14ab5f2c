/* words: names that mean something elsewhere: keywords of C++, functions named
 * like their parameters, parameters named like functions, types, constants and
 * the words that a test file needs for itself. */
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

#define LIMIT 9

struct tests {
	int failed, count;
};

typedef struct run {
	int status;
} run;

typedef int number;

int class(int new, int delete);
int template(const char *this, int virtual);
int failed(int tests);
number value(number number);
int add(struct tests *tests, int failed, int count);
int start(run *run, int status);
int main_loop(int argc, int printf);
int place(int place);
int label(const char *exit, int i);
int CHECKS(int what, int bad);

#endif
