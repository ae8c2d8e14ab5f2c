/* The length of the value in "name = value". */
#include <string.h>

size_t setting_length(const char *line)
{
	const char *value = strchr(line, '=');
	if (!value)
		return 0;
	value += strspn(value, "= ");
	return strlen(value);
}
