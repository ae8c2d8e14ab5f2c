/* json_text: text of any origin as a JSON string. */
#ifndef SKEP_EMIT_JSON_TEXT_H
#define SKEP_EMIT_JSON_TEXT_H

#include <jansson.h>

/* Returns the text as a JSON string. JSON holds only valid UTF-8: other bytes become U+FFFD (escape.h). NULL
 * becomes null. */
json_t *json_text(const char *bytes);

#endif
