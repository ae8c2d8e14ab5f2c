/* calc: evaluates expressions of whole numbers, such as "2 * (3 + max(4, 5))". */
#ifndef CALC_H
#define CALC_H

enum calc_error { CALC_OK, CALC_SYNTAX, CALC_UNKNOWN_NAME, CALC_DIVIDE_BY_ZERO, CALC_OVERFLOW, CALC_TOO_DEEP };

/* Operators: + - * / % with the usual precedence, unary + and -, ^ (power,
 * right to left), parentheses; functions abs(x), min(x, y), max(x, y), gcd(x, y).
 * On success the value is in *value; otherwise *value is left alone and
 * *position (may be null) is the offset of the trouble in the text. */
enum calc_error calc_eval(const char *text, long *value, int *position);
const char *calc_error_text(enum calc_error error);

#endif
