/* remove_loop: a list of marks. The loop keeps a link, not a node. */
#include <stdlib.h>

struct mark {
	int place;
	struct mark *next;
};

struct marks {
	struct mark *first;
	int n;
};

struct marks *marks_new(void)
{
	return calloc(1, sizeof(struct marks));
}

int marks_add(struct marks *marks, int place)
{
	struct mark *mark = malloc(sizeof *mark);
	if (!mark)
		return -1;
	mark->place = place;
	mark->next = marks->first;
	marks->first = mark;
	return ++marks->n;
}

/* Marks below a place go. */
int marks_drop_below(struct marks *marks, int place)
{
	int before = marks->n;
	for (struct mark **link = &marks->first; *link;) {
		struct mark *mark = *link;
		if (mark->place >= place) {
			link = &mark->next;
			continue;
		}
		*link = mark->next;
		free(mark);
		marks->n--;
	}
	return before - marks->n;
}

void marks_free(struct marks *marks)
{
	if (!marks)
		return;
	while (marks->first) {
		struct mark *next = marks->first->next;
		free(marks->first);
		marks->first = next;
	}
	free(marks);
}
