/* grid_size: cells in rows and columns. Planted: the number of cells is computed in 8 bits. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct grid {
	uint8_t rows, columns;
	char *cells;
};

struct grid *grid_new(uint8_t rows, uint8_t columns)
{
	if (rows == 0 || columns == 0)
		return NULL;
	struct grid *grid = malloc(sizeof *grid);
	uint8_t cells = rows * columns;
	if (!grid)
		return NULL;
	grid->rows = rows;
	grid->columns = columns;
	grid->cells = malloc(cells ? cells : 1);
	if (!grid->cells) {
		free(grid);
		return NULL;
	}
	for (int row = 0; row < rows; row++)
		memset(grid->cells + row * columns, '.', columns);
	return grid;
}

int grid_put(struct grid *grid, uint8_t row, uint8_t column, char cell)
{
	if (row >= grid->rows || column >= grid->columns)
		return -1;
	grid->cells[row * grid->columns + column] = cell;
	return 0;
}

void grid_free(struct grid *grid)
{
	if (grid)
		free(grid->cells);
	free(grid);
}
