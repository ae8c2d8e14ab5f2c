/* left: memory that the caller has to free, and nothing but running it tells. */
#ifndef LEFT_H
#define LEFT_H

/* Both texts, one after the other, in *out. Not 0: nothing is left there. */
int join(const char *a, const char *b, char **out);
/* The first n squares in *out. */
int squares(int n, int **out);
char *twice(const char *text);

#endif
