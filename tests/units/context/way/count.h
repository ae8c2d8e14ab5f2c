#ifndef COUNT_H
#define COUNT_H

extern int level;
void give_up(void);
int count(int n);

#endif
