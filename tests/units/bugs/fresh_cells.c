/* fresh_cells: a board of cells. Planted: cells that nobody set are never cleared. */
#include <stdlib.h>

struct board {
	unsigned char width, height;
	int *cells;
};

struct board *board_new(unsigned char width, unsigned char height)
{
	if (width == 0 || height == 0)
		return NULL;
	struct board *board = calloc(1, sizeof *board);
	if (!board)
		return NULL;
	board->width = width;
	board->height = height;
	board->cells = malloc((size_t)width * height * sizeof *board->cells);
	if (!board->cells) {
		free(board);
		return NULL;
	}
	return board;
}

void board_free(struct board *board)
{
	if (board)
		free(board->cells);
	free(board);
}

int board_set(struct board *board, unsigned char x, unsigned char y, int value)
{
	if (x >= board->width || y >= board->height)
		return -1;
	board->cells[y * board->width + x] = value;
	return 0;
}

int board_get(const struct board *board, unsigned char x, unsigned char y)
{
	return x < board->width && y < board->height ? board->cells[y * board->width + x] : -1;
}
