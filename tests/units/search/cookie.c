/* cookie: what a name, a value and a site of a cookie are worth; the values are fixed words. */
#include <stddef.h>
#include <string.h>

static void lower(const char *in, char *out, size_t size)
{
	size_t i = 0;
	for (; in[i] && i + 1 < size; i++)
		out[i] = (char)(in[i] >= 'A' && in[i] <= 'Z' ? in[i] + 32 : in[i]);
	out[i] = 0;
}

int cookie_class(const char *name, const char *value, const char *site)
{
	char n[32], v[32], s[32];
	int result = 0;
	lower(name, n, sizeof n);
	lower(value, v, sizeof v);
	lower(site, s, sizeof s);
	if (strcmp(n, "userid") == 0) {
		if (strncmp(v, "user", 4) == 0)
			result = 1;
	} else if (strcmp(n, "session") == 0) {
		if (strcmp(v, "am") == 0 && strcmp(s, "abc.com") == 0)
			result = 1;
		else
			result = 2;
	} else if (strcmp(n, "track") == 0 && strstr(s, "shop") != NULL) {
		result = 3;
	}
	return result;
}
