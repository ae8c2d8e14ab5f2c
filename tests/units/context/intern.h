/* The number of a word that has a meaning of its own, or 0. */
int intern(const char *word);
