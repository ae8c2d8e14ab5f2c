/* kinds: a list of parts, each of a kind; what it says depends on the kind before. To make the
 * list end where it went on contradicts the way there, and gives tests that ran before.
 * executions: 60 */
#include <stddef.h>

struct part {
	const char *text;
	size_t length;
	int number;
	unsigned kind;
	struct part *next;
};

int describe(const struct part *part);

int describe(const struct part *part)
{
	unsigned last = 0;
	int said = 0;
	if (!part)
		return -1;
	for (; part; part = part->next) {
		if (part->kind != last) {
			if (part->kind == 0)
				said += 1;
			else if (part->kind == 7)
				said += 2;
			else if ((part->kind & 12) == 8)
				said += 4;
			last = part->kind;
		}
		if (part->number != -1)
			said += part->number == 0 ? 8 : 16;
	}
	return said;
}
