/* buffers: memory with its length before it, after it, in and out, and texts. */
#ifndef BUFFERS_H
#define BUFFERS_H

#include <stddef.h>
#include <stdint.h>

unsigned sum_bytes(size_t size, const unsigned char *data);
int largest(const int *values, size_t count, int *place);
int pack(const uint8_t *in, size_t in_size, uint8_t *out, size_t *out_size);
size_t copy_upper(char *to, size_t size, const char *from);
int read_pair(const char *text, int *left, int *right);
char *join(const char *a, const char *b);
const char *skip_blanks(const char *text);
void fill(int32_t *cells, size_t n, int32_t with);
int first_of(const char *const *words, int n, char letter);

#endif
