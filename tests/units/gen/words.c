#include "words.h"

int class(int new, int delete)
{
	return new > delete ? 1 : 0;
}

int template(const char *this, int virtual)
{
	return this[0] == 'x' ? virtual : -1;
}

int failed(int tests)
{
	return tests == LIMIT;
}

number value(number number)
{
	return number < 0 ? 0 : number % 10;
}

int add(struct tests *tests, int failed, int count)
{
	if (failed < 0 || failed > LIMIT || count < 0 || count > LIMIT)
		return -1;
	tests->failed = failed;
	tests->count = count;
	return failed > count;
}

int start(run *run, int status)
{
	run->status = status == 3 ? 1 : 2;
	return run->status;
}

int main_loop(int argc, int printf)
{
	return argc == 2 ? printf == 5 : -1;
}

int place(int place)
{
	return place > 3 ? 3 : place;
}

int label(const char *exit, int i)
{
	return i >= 0 && i < 2 && exit[0] ? exit[0] == 'a' : -1;
}

int CHECKS(int what, int bad)
{
	return what == bad ? 4 : 5;
}
