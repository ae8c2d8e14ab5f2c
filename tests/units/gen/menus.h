#ifndef MENUS_H
#define MENUS_H

struct option {
	const char *name;
	int is_hidden;
	int value;
};

enum kind { KIND_NUMBER, KIND_TEXT, KIND_END };

struct column {
	int width;
	enum kind kind;
};

struct menu {
	int depth;
	const struct option *options;
};

int options_shown(const struct option *options);
int options_shown_twice(const struct option *options, int twice);
int columns_width(struct column columns[]);
int numbers_sum(const int *numbers);
int texts_longest(char **texts);
int menu_size(const struct menu *menu);
void menu_show(struct menu *menu, const struct option *options);
int option_value(const struct option *option);

#endif
