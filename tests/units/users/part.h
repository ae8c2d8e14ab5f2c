#ifndef PART_H
#define PART_H

int part_level(int n);
int part_start(int n);

#endif
