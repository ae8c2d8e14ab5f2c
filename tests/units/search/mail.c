/* mail: an address with a name, a host and a domain. */
#include <ctype.h>
#include <string.h>

static int is_atom(char c)
{
	return isalnum((unsigned char)c) || strchr("!#$%&'*+-/=?^_`{|}~", c) != NULL;
}

int mail_check(const char *text)
{
	const char *at = strchr(text, '@');
	int labels = 0, length = 0;
	if (!at || at == text)
		return -1;
	if (text[0] == '.' || at[-1] == '.')
		return -2;
	for (const char *p = text; p < at; p++) {
		if (*p == '.' && p[1] == '.')
			return -3;
		if (*p != '.' && (!*p || !is_atom(*p)))
			return -4;
	}
	for (const char *p = at + 1; *p; p++) {
		if (*p == '.') {
			if (!length || p[-1] == '-')
				return -5;
			labels++;
			length = 0;
		} else if (isalnum((unsigned char)*p) || (*p == '-' && length > 0)) {
			length++;
		} else {
			return -6;
		}
	}
	if (length < 2)
		return -7;
	return labels == 0 ? -8 : labels > 2 ? 2 : 1;
}
