#ifndef HANDLES_H
#define HANDLES_H

struct handles;

struct handles *handles_new(void);
void handles_free(struct handles *handles);
/* A number from 0 on, or -1 if all are in use. */
int handles_open(struct handles *handles);
/* Closes the one that was opened last; -1: none is open. */
int handles_close(struct handles *handles);
int handles_is_open(const struct handles *handles, int handle);
int handles_count(const struct handles *handles);

#endif
