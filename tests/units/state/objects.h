/* Structs that no function makes: tests fill them, so that their fields agree. */
struct list {
	int *items;
	int n, cap;
};

struct buffer {
	char *data;
	unsigned len;
	const char *name;
};

enum kind { KIND_NUMBER, KIND_TEXT, KIND_PAIR };

struct value {
	enum kind kind;
	union {
		long number;
		struct {
			char *at;
			int size;
		} text;
		int pair[2];
	} u;
};

struct node {
	int v;
	struct node *next;
};

struct holder {
	struct list *list;
	int (*hook)(int);
};

struct range {
	const char *at, *end;
};

struct carrier {
	int kind;
	void *load;
};

struct bytes {
	unsigned char *bytes;
	unsigned long nbytes;
};

int list_sum(const struct list *list);
int list_push(struct list *list, int x);
int buffer_finish(struct buffer *buffer);
int value_show(const struct value *value);
int node_third(const struct node *node);
int holder_ask(struct holder *holder);
int range_left(const struct range *range);
int bytes_sum(const struct bytes *bytes);
int carrier_weigh(const struct carrier *carrier);
