/* varied: functions with a variable number of arguments. */
#ifndef VARIED_H
#define VARIED_H

#include <stdarg.h>
#include <stddef.h>

int sum_of(int n, ...);
int format(char *buffer, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int vformat(char *buffer, size_t size, const char *format, va_list args);
int clamp(int value, int low, int high);

#endif
