void *must_alloc(unsigned long size);
int is_letter(int c);
