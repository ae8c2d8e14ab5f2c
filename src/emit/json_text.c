/* json_text: see json_text.h. */
#include "emit/json_text.h"

#include <string.h>

#include "emit/escape.h"

json_t *json_text(const char *bytes)
{
	if (!bytes)
		return json_null();
	struct sb valid = { 0 };
	escape_utf8(&valid, bytes, strlen(bytes));
	json_t *string = json_string(sb_text(&valid));
	sb_release(&valid);
	return string;
}
