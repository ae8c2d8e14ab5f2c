/* urn: urn:NID:NSS, in any case, with escapes. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

int urn_check(const char *text)
{
	int n = 0;
	if (strncasecmp(text, "urn:", 4) != 0)
		return -1;
	text += 4;
	for (; *text && *text != ':'; text++, n++)
		if (!isalnum((unsigned char)*text) && (*text != '-' || n == 0))
			return -2;
	if (n < 2 || n > 32 || *text != ':')
		return -3;
	if (n == 3 && strncasecmp(text - 3, "urn", 3) == 0)
		return -4;
	if (!*++text)
		return -5;
	for (; *text; text++) {
		if (*text == '%') {
			if (!isxdigit((unsigned char)text[1]) || !isxdigit((unsigned char)text[2]))
				return -6;
			if (text[1] == '0' && text[2] == '0')
				return -7;
			text += 2;
		} else if (!isalnum((unsigned char)*text) && !strchr("()+,-.:=@;$_!*'", *text)) {
			return -8;
		}
	}
	return 1;
}
