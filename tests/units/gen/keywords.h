#ifndef KEYWORDS_H
#define KEYWORDS_H

int push(int item);
int peek(int from_top);
int stub(int items);

#endif
