/* A library whose header is installed and which is not linked. */
#ifndef VENDOR_H
#define VENDOR_H

typedef unsigned long vendor_size;
enum vendor_state { VENDOR_FINE, VENDOR_FULL = 17, VENDOR_BROKEN = 4711 };
struct vendor_range { int first, last; };

enum vendor_state vendor_put(const char *text, vendor_size *left);
struct vendor_range vendor_range_of(const char *text);
long vendor_read(void *buffer, vendor_size size);
void vendor_abandon(enum vendor_state state) __attribute__((noreturn));

#endif
