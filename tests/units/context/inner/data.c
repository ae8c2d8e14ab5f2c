#include "entry.h"

#include <stdlib.h>

struct priv {
	int order;
};

struct data *data_new(void)
{
	struct data *data = calloc(1, sizeof *data);
	if (!data)
		return NULL;
	data->priv = calloc(1, sizeof *data->priv);
	if (!data->priv)
		abort();
	data->priv->order = 2;
	return data;
}

void data_free(struct data *data)
{
	if (data)
		free(data->priv);
	free(data);
}

int data_order(const struct data *data)
{
	return data->priv->order;
}
