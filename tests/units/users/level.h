/* Does not compile by itself. */
int level_of(int n);
int level_of_all(levels_t *levels, int n);
