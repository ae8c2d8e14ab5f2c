/* Numbers in rows and columns. */
#include <stdlib.h>

struct matrix {
	unsigned rows, columns;
	int *at;
};

struct matrix *matrix_new(unsigned rows, unsigned columns)
{
	if (rows == 0 || columns == 0 || rows > 64 || columns > 64)
		return NULL;
	struct matrix *matrix = malloc(sizeof *matrix);
	if (!matrix)
		return NULL;
	*matrix = (struct matrix){ rows, columns, calloc((size_t)rows * columns, sizeof(int)) };
	if (!matrix->at) {
		free(matrix);
		return NULL;
	}
	return matrix;
}

void matrix_free(struct matrix *matrix)
{
	if (matrix)
		free(matrix->at);
	free(matrix);
}

static int *cell(const struct matrix *matrix, unsigned row, unsigned column)
{
	if (row >= matrix->rows || column >= matrix->columns)
		return NULL;
	return &matrix->at[row * matrix->rows + column];
}

int matrix_put(struct matrix *matrix, unsigned row, unsigned column, int number)
{
	int *at = cell(matrix, row, column);
	if (at)
		*at = number;
	return at != NULL;
}

int matrix_get(const struct matrix *matrix, unsigned row, unsigned column)
{
	const int *at = cell(matrix, row, column);
	return at ? *at : 0;
}
