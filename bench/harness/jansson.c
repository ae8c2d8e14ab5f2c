/* A fuzzing harness for jansson: load, dump, copy and compare a document, edit it
 * as the input says, merge a second one into it, and pack and unpack by a format
 * of the input's choice. */
#include "jansson.h"
#include "input.h"

static size_t give(void *buffer, size_t room, void *context)
{
	struct input *input = context;
	size_t n = input->left < room ? input->left : room;
	memcpy(buffer, input->at, n);
	input->at += n;
	input->left -= n;
	return n;
}

static json_t *load(struct input *input)
{
	uint8_t how = take_byte(input), way = take_byte(input) % 4;
	size_t flags = how & (JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL |
	                      JSON_ALLOW_NUL);
	json_error_t error;
	char *text = take_string(input);
	size_t length = strlen(text);
	json_t *json;
	if (way == 0) {
		json = json_loads(text, flags, &error);
	} else if (way == 1) {
		struct input rest = { (const uint8_t *)text, length };
		json = json_load_callback(give, &rest, flags, &error);
	} else if (way == 2 && length) {
		FILE *file = fmemopen(text, length, "r");
		json = json_loadf(file, flags, &error);
		fclose(file);
	} else {
		json = json_loadb(text, length, flags, &error);
	}
	if (!json)
		json_error_code(&error);
	free(text);
	return json;
}

static int swallow(const char *buffer, size_t size, void *data)
{
	(void)buffer;
	(void)data;
	return size > 1000 ? -1 : 0;
}

static void dump(json_t *json, struct input *input)
{
	size_t flags = JSON_INDENT(take_byte(input)) | JSON_REAL_PRECISION(take_byte(input) & 31);
	uint8_t how = take_byte(input);
	char buffer[100];
	flags |= (how & 1 ? JSON_COMPACT : 0) | (how & 2 ? JSON_ENSURE_ASCII : 0) | (how & 4 ? JSON_SORT_KEYS : 0) |
	         (how & 8 ? JSON_ENCODE_ANY : 0) | (how & 16 ? JSON_ESCAPE_SLASH : 0) | (how & 32 ? JSON_EMBED : 0);
	free(json_dumps(json, flags));
	json_dumpb(json, buffer, how % sizeof buffer, flags);
	json_dump_callback(json, swallow, NULL, flags);
}

static json_t *make(struct input *input)
{
	uint8_t kind = take_byte(input) % 6;
	if (kind == 0)
		return load(input);
	if (kind == 1)
		return json_integer(take_number(input));
	if (kind == 2)
		return json_real(take_number(input) / 7.0);
	char *text = take_string(input);
	json_t *json = kind == 3 ? json_string(text) : kind == 4 ? json_string_nocheck(text) : json_array();
	free(text);
	return json;
}

static void edit(json_t *json, struct input *input)
{
	uint8_t operation = take_byte(input) % 10;
	char *name = take_string(input);
	size_t place = take_byte(input);
	switch (operation) {
	case 0: json_object_set_new(json, name, make(input)); break;
	case 1: json_object_set_new_nocheck(json, name, make(input)); break;
	case 2: json_object_del(json, name); break;
	case 3: json_array_append_new(json, make(input)); break;
	case 4: json_array_insert_new(json, place, make(input)); break;
	case 5: json_array_set_new(json, place, make(input)); break;
	case 6: json_array_remove(json, place); break;
	case 7: json_string_set(json_object_get(json, name), name); break;
	case 8: json_integer_set(json_array_get(json, place), (json_int_t)place); break;
	default: json_object_iter_set_new(json, json_object_iter_at(json, name), make(input)); break;
	}
	free(name);
}

static void merge(json_t *json, json_t *other, uint8_t how)
{
	json_t *copy = how & 4 ? json_copy(json) : json_deep_copy(json);
	if (json_is_array(copy))
		json_array_extend(copy, other);
	else if ((how & 3) == 0)
		json_object_update(copy, other);
	else if ((how & 3) == 1)
		json_object_update_existing(copy, other);
	else if ((how & 3) == 2)
		json_object_update_missing(copy, other);
	else
		json_object_update_recursive(copy, other);
	json_equal(json, copy);
	json_decref(copy);
}

static json_t *pack(uint8_t which, const char *a, const char *b, int n, json_error_t *error)
{
	switch (which % 10) {
	case 0: return json_pack_ex(error, 0, "{s:s, s:s?}", a, b, b, a);
	case 1: return json_pack_ex(error, 0, "[s, i, f, b, n]", a, n, n / 3.0, n);
	case 2: return json_pack_ex(error, 0, "{s:[s, s], s:{}}", a, b, a, b);
	case 3: return json_pack_ex(error, 0, "s++", a, b, a);
	case 4: return json_pack_ex(error, 0, "[s#, s%]", a, (int)strlen(a), b, strlen(b));
	case 5: return json_pack_ex(error, 0, "{s:o*, s:o?}", a, (json_t *)NULL, b, (json_t *)NULL);
	case 6: return json_pack_ex(error, 0, "{s+:I, s#:O}", a, b, (json_int_t)n, b, (int)strlen(b), json_true());
	case 7: return json_pack_ex(error, 0, "[s*, s?]", n ? a : NULL, n ? b : NULL);
	case 8: return json_pack_ex(error, 0, n ? "[s" : "s]", a);
	default: return json_pack_ex(error, 0, "{s:z}", a);
	}
}

static void unpack(json_t *json, uint8_t which, size_t flags, const char *a, const char *b)
{
	const char *text, *more;
	size_t length;
	int i, truth;
	json_int_t whole;
	double real;
	json_t *part;
	json_error_t error;
	switch (which % 10) {
	case 0: json_unpack_ex(json, &error, flags, "{s:s, s?s}", a, &text, b, &more); break;
	case 1: json_unpack_ex(json, &error, flags, "{s:i, s?I !}", a, &i, b, &whole); break;
	case 2: json_unpack_ex(json, &error, flags, "[s, i *]", &text, &i); break;
	case 3: json_unpack_ex(json, &error, flags, "[f, b, n]", &real, &truth); break;
	case 4: json_unpack_ex(json, &error, flags, "{s:{s:o}, s?F}", a, b, &part, b, &real); break;
	case 5: json_unpack_ex(json, &error, flags, "{s:[s%]}", a, &text, &length); break;
	case 6: json_unpack_ex(json, &error, flags, "[[s], {}]", &text); break;
	case 7: json_unpack_ex(json, &error, flags, "s", &text); break;
	case 8: json_unpack_ex(json, &error, flags, "{s?:{s?:[i]}}", a, b, &i); break;
	default: json_unpack_ex(json, &error, flags, "[z}"); break;
	}
}

static void pack_and_unpack(json_t *json, struct input *input)
{
	uint8_t which = take_byte(input), how = take_byte(input);
	char *a = take_string(input), *b = take_string(input);
	json_error_t error;
	json_t *packed = pack(which, a, b, how >> 2, &error);
	unpack(json, which / 10, how & (JSON_VALIDATE_ONLY | JSON_STRICT), a, b);
	if (packed)
		unpack(packed, which / 10, how & (JSON_VALIDATE_ONLY | JSON_STRICT), a, b);
	json_decref(packed);
	free(a);
	free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	uint8_t how = take_byte(&input), edits = take_byte(&input) % 4;
	json_t *json = load(&input), *other = load(&input);
	json_object_seed(1);
	if (json) {
		while (edits--)
			edit(json, &input);
		dump(json, &input);
		const char *key;
		json_t *value;
		json_object_foreach (json, key, value)
			json_number_value(value);
		json_t *copy = json_deep_copy(json);
		json_equal(json, copy);
		json_decref(copy);
		pack_and_unpack(json, &input);
	}
	if (json && other)
		merge(json, other, how);
	json_decref(json);
	json_decref(other);
	return 0;
}
