/* postcode: the forms A9 9AA, A99 9AA, A9A 9AA, AA9 9AA, AA99 9AA, AA9A 9AA, and one exception. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool has_form(const char *text, const char *form)
{
	for (; *form; form++, text++) {
		bool fits = *form == 'A'   ? isalpha((unsigned char)*text)
		            : *form == '9' ? isdigit((unsigned char)*text)
		                           : *text == *form;
		if (!fits)
			return false;
	}
	return *text == 0;
}

int postcode_check(const char *text)
{
	static const char *const forms[] = { "A9 9AA", "A99 9AA", "A9A 9AA", "AA9 9AA", "AA99 9AA", "AA9A 9AA" };
	size_t n = strlen(text);
	if (n < 6 || n > 8)
		return -1;
	if (strcmp(text, "GIR 0AA") == 0)
		return 7;
	for (int i = 0; i < 6; i++)
		if (has_form(text, forms[i])) {
			if (strpbrk(text + n - 2, "CIKMOVcikmov"))
				return -2;
			if (text[0] == 'Q' || text[0] == 'V' || text[0] == 'X')
				return -3;
			return i + 1;
		}
	return 0;
}
