/* attrs: functions whose declarations tell compilers to look closely. */
#ifndef ATTRS_H
#define ATTRS_H

/* How many numbers were counted so far; somebody should look at it. */
__attribute__((warn_unused_result)) int count_up(int by);
void count_reset(void);

/* Whether a line of this text would be long. */
__attribute__((format(printf, 1, 2))) int is_long(const char *format, ...);

/* As a macro it is quicker for most numbers, and does not go through the table. */
int steps_to(int n);
#define steps_to(n) ((n) >= 0 && (n) < 2 ? 0 : steps_to(n))

#endif
