/* cell: a union whose members have their pointers in different places. */
struct cell {
	int kind;
	union {
		long number;
		struct {
			int n;
			char *text;
		} word;
	} as;
};

int cell_size(const struct cell *cell)
{
	return cell->kind > 2 ? cell->as.word.text[0] : (int)cell->as.number;
}

int cell_text(char *text)
{
	return text[0];
}
