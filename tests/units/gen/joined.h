struct rope;
struct rope *rope_new(int length);
struct rope *rope_join(struct rope **ropes, int n);
struct rope *rope_make_knot(struct rope **ropes, int n, struct rope **others, int m);
void rope_free(struct rope *rope);
