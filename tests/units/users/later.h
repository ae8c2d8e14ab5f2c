#ifndef LATER_H
#define LATER_H

int start_later(int n);

#endif
