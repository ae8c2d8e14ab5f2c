struct state;

struct state *state_new(const char *text);
void state_free(struct state *state);
int state_peek(const struct state *state);
void state_skip(struct state *state);
int state_is_strict(const struct state *state);
void state_set_strict(struct state *state, int strict);
