/* A fuzzing harness for cJSON: parse, print, minify, compare and copy a document,
 * edit it as the input says, and use a second one as patch for it. */
#include "cJSON.h"
#include "cJSON_Utils.h"
#include "input.h"

static cJSON *parse(struct input *input)
{
	uint8_t how = take_byte(input);
	char *text = take_string(input);
	const char *end;
	cJSON *json;
	if (how & 1)
		json = cJSON_ParseWithOpts(text, &end, how >> 1 & 1);
	else
		json = cJSON_ParseWithLength(text, strlen(text) + (how >> 1 & 1));
	cJSON_Minify(text);
	free(text);
	return json;
}

static void print(cJSON *json, uint8_t how)
{
	char buffer[256];
	cJSON_free(how & 1 ? cJSON_Print(json) : cJSON_PrintUnformatted(json));
	cJSON_free(cJSON_PrintBuffered(json, how >> 2, how >> 1 & 1));
	cJSON_PrintPreallocated(json, buffer, how, how & 1);
}

/* Something to put into a document, never NULL. */
static cJSON *make(struct input *input)
{
	uint8_t kind = take_byte(input);
	if (kind % 8 == 0) {
		cJSON *json = parse(input);
		return json ? json : cJSON_CreateNull();
	}
	if (kind % 8 == 1)
		return cJSON_CreateNumber(take_number(input) - 1000.5);
	if (kind % 8 == 2)
		return cJSON_CreateBool(kind >> 3);
	char *text = take_string(input);
	cJSON *item = kind % 8 < 5 ? cJSON_CreateString(text) : kind % 8 < 7 ? cJSON_CreateRaw(text) : cJSON_CreateArray();
	free(text);
	return item;
}

static void set_text(cJSON *item, const char *text)
{
	if (cJSON_IsString(item))
		cJSON_SetValuestring(item, text);
	else if (cJSON_IsNumber(item))
		cJSON_SetNumberHelper(item, (double)strlen(text));
}

/* One change to an array or object. Items that the library does not take over stay ours. */
static void edit(cJSON *json, struct input *input)
{
	uint8_t operation = take_byte(input) % 14;
	char *name = take_string(input);
	int place = take_byte(input);
	cJSON *item = operation < 6 ? make(input) : NULL;
	cJSON_bool taken = 0;
	switch (operation) {
	case 0: taken = cJSON_AddItemToObject(json, name, item); break;
	case 1: taken = cJSON_AddItemToArray(json, item); break;
	case 2: taken = cJSON_InsertItemInArray(json, place, item); break;
	case 3: taken = cJSON_ReplaceItemInArray(json, place, item); break;
	case 4: taken = cJSON_ReplaceItemInObject(json, name, item); break;
	case 5: taken = cJSON_ReplaceItemInObjectCaseSensitive(json, name, item); break;
	case 6: item = cJSON_DetachItemFromArray(json, place); break;
	case 7: item = cJSON_DetachItemFromObject(json, name); break;
	case 8: cJSON_DeleteItemFromArray(json, place); break;
	case 9: cJSON_DeleteItemFromObjectCaseSensitive(json, name); break;
	case 10: cJSON_AddNumberToObject(json, name, place); break;
	case 11: cJSON_AddStringToObject(json, name, name); break;
	case 12: cJSON_AddObjectToObject(json, name); break;
	default: set_text(cJSON_GetObjectItem(json, name), name); break;
	}
	if (!taken)
		cJSON_Delete(item);
	free(name);
}

static void look(cJSON *json, const char *name)
{
	cJSON *item;
	cJSON_ArrayForEach(item, json)
	{
		cJSON_GetStringValue(item);
		cJSON_GetNumberValue(item);
	}
	cJSON_GetArrayItem(json, cJSON_GetArraySize(json) - 1);
	item = cJSON_GetObjectItemCaseSensitive(json, name);
	if (cJSON_IsObject(item) || cJSON_IsArray(item) || cJSON_IsString(item) || cJSON_IsBool(item) || cJSON_IsNull(item))
		cJSON_free(cJSONUtils_FindPointerFromObjectTo(json, item));
	cJSONUtils_GetPointer(json, name);
	cJSONUtils_GetPointerCaseSensitive(json, name);
}

static void patch(cJSON *json, cJSON *other, uint8_t how)
{
	cJSON *copy = cJSON_Duplicate(json, 1);
	cJSON_Delete(how & 1 ? cJSONUtils_GeneratePatches(json, other) : cJSONUtils_GeneratePatchesCaseSensitive(json, other));
	cJSON_Delete(how & 2 ? cJSONUtils_GenerateMergePatch(json, other)
	                     : cJSONUtils_GenerateMergePatchCaseSensitive(json, other));
	if (how & 4)
		cJSONUtils_ApplyPatches(copy, other);
	else
		copy = how & 8 ? cJSONUtils_MergePatch(copy, other) : cJSONUtils_MergePatchCaseSensitive(copy, other);
	cJSONUtils_SortObject(copy);
	cJSON_Delete(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	uint8_t how = take_byte(&input), edits = take_byte(&input) % 4;
	cJSON *json = parse(&input), *other = parse(&input);
	char *name = take_string(&input);
	if (json) {
		while (edits--)
			edit(json, &input);
		print(json, how);
		look(json, name);
		cJSON *copy = cJSON_Duplicate(json, how >> 4 & 1);
		cJSON_Compare(json, copy, how & 1);
		cJSON_Delete(copy);
	}
	if (json && other) {
		cJSON_Compare(json, other, how & 1);
		patch(json, other, how >> 4);
	}
	cJSON_Delete(json);
	cJSON_Delete(other);
	free(name);
	return 0;
}
