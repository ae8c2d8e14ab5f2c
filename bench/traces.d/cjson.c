/* Parses a JSON document some times over. */
#include "cJSON.c"

long run_cjson(const char *data, unsigned size, unsigned times)
{
	long n = 0;
	while (times-- > 0) {
		cJSON *item = cJSON_ParseWithLength(data, size);
		n += item ? cJSON_GetArraySize(item) : 0;
		cJSON_Delete(item);
	}
	return n;
}
