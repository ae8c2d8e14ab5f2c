#ifndef COUNTER_H
#define COUNTER_H

extern int pending;
int counter_take(int by);
int counter_step(int by);

#endif
