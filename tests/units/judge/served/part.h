/* part: what api.c, which is not here, takes from part.c. Users get api.h alone. */
int number_of_kind(unsigned kind);
