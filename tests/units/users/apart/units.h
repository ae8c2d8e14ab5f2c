#ifndef UNITS_H
#define UNITS_H

#define UNIT 10

/* The type is in sizes.h. */
int left_declared(size_of_unit n);
int right_declared(size_of_unit n);

#endif
