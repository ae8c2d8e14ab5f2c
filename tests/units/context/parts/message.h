/* For neighbours only: the part never sees this struct. */
#include "part.h"

struct message {
	struct sink *sink;
	int level;
};

struct sink *message_sink(struct message message);
