#ifndef INLINED_H
#define INLINED_H

/* No source makes a function of it for others to call. */
inline int is_small(int n)
{
	return n >= 0 && n < 10;
}

int grade(int n);

#endif
