/* borrowed: what a part of a library has from the rest of it. */
#ifndef BORROWED_H
#define BORROWED_H

typedef void (*when_done)(int code);

/* Elsewhere. */
int call_when_done(const char *name, when_done function);

/* Somewhere else a source says `extern inline` of it. */
inline int clamped(int n, int least, int most)
{
	if (n < least)
		return least;
	return n > most ? most : n;
}

#endif
