/* A lexer that wants the state of an interpreter, which another file makes. */
struct state;

enum token { T_END, T_NAME, T_NUMBER, T_KEYWORD, T_BAD };

/* Kinds the next token of the text that the state was given. */
enum token lex_next(struct state *state);
