/* For neighbours only: the part never sees this struct. */
#include "part.h"

struct message {
	struct sink *sink;
	int level;
};

struct sink *message_sink(struct message message);

/* Nobody defines it, and the part knows neither it nor its type. */
enum verdict { VERDICT_FINE, VERDICT_BAD };
enum verdict message_verdict(const struct message *message, enum verdict before);
