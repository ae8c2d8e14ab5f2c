/* Characters of a text in UTF-16. */
#include <stddef.h>
#include <stdint.h>

size_t utf16_characters(const uint16_t *units, size_t n)
{
	size_t characters = 0;
	for (size_t i = 0; i < n; i++) {
		characters++;
		if ((units[i] & 0x8000) && i + 1 < n && (units[i + 1] & 0x8000))
			i++;
	}
	return characters;
}
