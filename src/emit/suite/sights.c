/* sights: reads the sights off a run of an observed sequence; see observe.h.
 *
 * A peek shows memory after a call. If the test made that memory, or looked at it before, only changes become
 * sights. */
#include <string.h>

#include "emit/suite/observe.h"
#include "emit/text/c_code.h"
#include "model/act.h"
#include "seq/life.h"
#include "seq/value.h"

#define MAX_PARTS 3u           /* fields of a struct, elements of an array */
#define MAX_UNCHANGED 8u       /* fields of a struct that a call left as they were */

struct sight_list {
	struct arena *arena;
	const struct model *model;
	const struct seq *seq;
	const struct run *run;
	bool with_unchanged;         /* texts that calls left unchanged are sights, too */
	VEC(struct sight) at;
};

/* The bytes of a peek: `now`, and before; NULL: not known. */
struct look {
	const uint8_t *before, *now;
	uint32_t size;
};

/* True for the number of a descriptor of the test's files, which may be another number next time. */
static bool is_descriptor(const struct sight_list *list, const void *bytes, uint32_t size)
{
	for (uint32_t i = 0; size >= sizeof(int) && i < list->seq->n; i++)
		if (step_is_descriptor(list->model, list->seq->steps[i]) && list->run->steps[i].size == sizeof(int) &&
		    memcmp(list->run->steps[i].bytes, bytes, sizeof(int)) == 0)
			return true;
	return false;
}

/* True for a bool that is neither 0 nor 1: another member of its union was set, or nobody ever set it. Reading
 * it is undefined, so a test must not read it. */
static bool is_no_bool(const struct sight_list *list, const struct sight *sight, const void *bytes, uint32_t size)
{
	const uint8_t *byte = bytes;
	bool is_value = sight->kind != SIGHT_STRING && sight->kind != SIGHT_BYTES && sight->kind != SIGHT_CALLS &&
	                !sight->is_text;
	return is_value && size == 1 && byte[0] > 1 && model_canonical(list->model, sight->type)->kind == TYPE_BOOL;
}

static void add_sight(struct sight_list *list, struct sight sight, const void *bytes, uint32_t size)
{
	if (is_descriptor(list, bytes, size) || is_no_bool(list, &sight, bytes, size))
		return;
	sight.bytes = (const uint8_t *)arena_strndup(list->arena, bytes, size);
	sight.size = size;
	vec_push(&list->at, sight);
}

uint64_t sight_subject(uint32_t function, uint64_t place)
{
	uint64_t parts[2] = { function, place };
	return hash_bytes(parts, sizeof parts, 0);
}

/* A pointer to the same kind of thing, so that a test may compare the two. */
static bool is_comparable(const struct model *model, type_id a, type_id b)
{
	const struct type *x = model_canonical(model, a), *y = model_canonical(model, b);
	if (x->kind != TYPE_POINTER || y->kind != TYPE_POINTER)
		return false;
	const struct type *to = model_canonical(model, x->target), *from = model_canonical(model, y->target);
	bool is_object = to->kind == TYPE_STRUCT || to->kind == TYPE_UNION;
	return to->kind == TYPE_VOID || from->kind == TYPE_VOID || (is_object && to == from);
}

/* The variable before step i that leads where the result of step i does, plus 1: memory of the test, or else what a
 * call gave last. 0: none, or several do. */
static uint32_t find_same(const struct sight_list *list, uint32_t i)
{
	const struct step_result *result = &list->run->steps[i];
	const struct seq before = { .n = i, .steps = list->seq->steps };
	uint32_t same = 0, n_blocks = 0;
	if (step_function(list->model, list->seq->steps[i])->is_maker) /* it may lie where something lay that ended */
		return 0;
	for (uint32_t v = 0; v < i && !bytes_are_zero(result->bytes, 8); v++) {
		const struct step *step = list->seq->steps[v];
		const struct step_result *held = &list->run->steps[v];
		bool is_block = step->kind == STEP_BLOCK;
		if ((!is_block && (!step_is_call(step) || seq_is_taken(list->model, &before, v))) || held->size != 8 ||
		    memcmp(held->bytes, result->bytes, 8) != 0)
			continue;
		n_blocks += is_block;
		if (is_comparable(list->model, list->seq->steps[i]->type, step->type) && (is_block || !n_blocks))
			same = v + 1;
	}
	return n_blocks > 1 ? 0 : same;
}

static void see_result(struct sight_list *list, uint32_t i)
{
	const struct step_result *result = &list->run->steps[i];
	const struct step *call = list->seq->steps[i];
	const struct type *type = model_canonical(list->model, call->type);
	if (!call->type || !type_is_scalar(type) || result->size < type->size)
		return;
	struct sight sight = { .step = i,
		               .variable = i,
		               .function = call->index,
		               .type = call->type,
		               .kind = SIGHT_RESULT,
		               .is_pointer = type->kind == TYPE_POINTER,
		               .same_as = type->kind == TYPE_POINTER ? find_same(list, i) : 0,
		               .subject = sight_subject(call->index, 0) };
	add_sight(list, sight, result->bytes, (uint32_t)type->size);
}

/* Returns the call that the peek belongs to: the nearest call before it. */
static uint32_t call_before(const struct seq *seq, uint32_t i)
{
	uint32_t call = seq_last_call(seq, i + 1);
	return call == NONE ? 0 : call;
}

/* Returns which argument of the call the variable is, from 1 on; 0: none, it is the result. */
static uint64_t place_in_call(const struct seq *seq, uint32_t call, uint32_t v)
{
	const struct step *step = seq->steps[call];
	for (uint32_t a = 0; a < step->n_args; a++)
		if (seq_index(call, step->args[a]) == v)
			return 1 + a;
	return 0;
}

static bool has_changed(const struct look *look, uint64_t offset, uint64_t size)
{
	return !look->before || memcmp(look->before + offset, look->now + offset, size) != 0;
}

/* A part of a struct, however deep, and the way to it. */
struct part {
	type_id type;
	struct look look;            /* at this part */
	const char *access;          /* from the variable on: "->head.size", ".keys[2]" */
	uint64_t subject;
};

static void see_bytes(struct sight_list *list, struct sight sight, const struct type *element, const struct look *look);

/* Adds sights of numbers, and of text or bytes as a whole. */
static void see_plain(struct sight_list *list, struct sight sight, const struct part *part)
{
	const struct type *type = model_canonical(list->model, part->type);
	sight.is_pointer = false;
	sight.access = part->access;
	sight.subject = part->subject;
	if (type->kind == TYPE_ARRAY) {
		sight.type = type->target;
		see_bytes(list, sight, model_canonical(list->model, type->target), &part->look);
		return;
	}
	sight.kind = SIGHT_FIELD;
	sight.type = part->type;
	if (type_is_scalar(type) && type->kind != TYPE_POINTER && type->size <= 8)
		add_sight(list, sight, part->look.now, (uint32_t)type->size);
}

static void see_bits(struct sight_list *list, struct sight sight, const struct field *field, const struct part *part)
{
	const struct type *type = model_canonical(list->model, field->type);
	int64_t number = value_bits(list->model, field, part->look.now);
	uint8_t bytes[8] = { 0 };
	if (part->look.before && value_bits(list->model, field, part->look.before) == number)
		return;
	value_set_int(type, bytes, number);
	sight.kind = SIGHT_FIELD;
	sight.is_pointer = false;
	sight.access = arena_printf(list->arena, "%s%s", part->access, field->name);
	sight.type = field->type;
	sight.subject = part->subject;
	add_sight(list, sight, bytes, (uint32_t)type->size);
}

static struct look look_into(const struct look *look, uint64_t offset, uint64_t size)
{
	return (struct look){ look->before ? look->before + offset : NULL, look->now + offset, (uint32_t)size };
}

static void see_part(struct sight_list *list, struct sight sight, const struct part *part, size_t most);

/* Adds sights of fields; of a union, of its first field. `part->access` ends in "->" or ".". */
static void see_fields(struct sight_list *list, struct sight sight, const struct part *part, size_t most)
{
	const struct type *type = model_canonical(list->model, part->type);
	for (uint32_t f = 0; f < (type->kind == TYPE_UNION && type->n_fields ? 1 : type->n_fields); f++) {
		const struct field *field = &type->fields[f];
		const struct type *field_type = model_canonical(list->model, field->type);
		struct part inner = { .type = field->type,
			              .look = part->look,
			              .access = part->access,
			              .subject = hash_bytes(&f, sizeof f, part->subject) };
		if (list->at.n >= most || (!field->name[0] && !field_type->n_fields))
			continue;
		sight.record = type->canonical;
		sight.field = f;
		if (field->bit_width) {
			see_bits(list, sight, field, &inner);
			continue;
		}
		inner.look = look_into(&part->look, field->bit_offset / 8, field_type->size);
		if (!field->name[0]) { /* its members are named as if they stood here */
			see_fields(list, sight, &inner, most);
			continue;
		}
		inner.access = arena_printf(list->arena, "%s%s", part->access, field->name);
		see_part(list, sight, &inner, most);
	}
}

static void see_array(struct sight_list *list, struct sight sight, const struct part *part, size_t most)
{
	const struct type *type = model_canonical(list->model, part->type);
	uint64_t size = model_canonical(list->model, type->target)->size;
	sight.record = 0;
	for (uint32_t k = 0; k < type->count && list->at.n < most; k++) {
		struct part element = { .type = type->target,
			                .look = look_into(&part->look, k * size, size),
			                .access = arena_printf(list->arena, "%s[%u]", part->access, k),
			                .subject = hash_bytes(&k, sizeof k, part->subject) };
		see_part(list, sight, &element, most);
	}
}

/* Adds sights of a part, until there are `most`. If the bytes before are not known, parts that were never set
 * look as if they had been set; then only numbers become sights. */
static void see_part(struct sight_list *list, struct sight sight, const struct part *part, size_t most)
{
	const struct type *type = model_canonical(list->model, part->type);
	bool is_record = type->kind == TYPE_STRUCT || type->kind == TYPE_UNION, is_array = type->kind == TYPE_ARRAY;
	if (list->at.n >= most || !has_changed(&part->look, 0, part->look.size) ||
	    ((is_record || is_array) && !part->look.before))
		return;
	if (is_record) {
		struct part inside = *part;
		inside.access = arena_printf(list->arena, "%s.", part->access);
		see_fields(list, sight, &inside, most);
	} else if (is_array && !type_is_char(model_canonical(list->model, type->target))) {
		see_array(list, sight, part, most);
	} else {
		see_plain(list, sight, part);
	}
}

static bool has_result(const struct sight_list *list, uint32_t i)
{
	uint32_t call = seq_last_call(list->seq, i + 1);
	return call == NONE || model_canonical(list->model, list->seq->steps[call]->type)->kind != TYPE_VOID;
}

/* Adds sights of numbers that a call without a result left as they were: box->limit after box_set_limit(box, -1). */
static void see_unchanged(struct sight_list *list, struct sight sight, const struct part *part, size_t most)
{
	const struct type *type = model_canonical(list->model, part->type);
	sight.is_unchanged = true;
	for (uint32_t f = 0; type->kind == TYPE_STRUCT && f < type->n_fields && list->at.n < most; f++) {
		const struct field *field = &type->fields[f];
		const struct type *of = model_canonical(list->model, field->type);
		bool is_number = type_is_scalar(of) && of->kind != TYPE_POINTER;
		if (field->bit_width || !field->name[0] || !is_number)
			continue;
		struct part inner = { .type = field->type,
			              .look = look_into(&part->look, field->bit_offset / 8, of->size),
			              .access = arena_printf(list->arena, "%s%s", part->access, field->name),
			              .subject = hash_bytes(&f, sizeof f, part->subject) };
		sight.record = type->canonical;
		sight.field = f;
		see_plain(list, sight, &inner);
	}
}

/* Adds sights of a struct that the variable is, or leads to. */
static void see_record(struct sight_list *list, struct sight sight, const struct type *type, const struct look *look,
                       const char *arrow)
{
	struct part part = { .type = type->canonical, .look = *look, .access = arrow, .subject = sight.subject };
	size_t before = list->at.n;
	see_fields(list, sight, &part, before + MAX_PARTS);
	if (list->at.n == before && look->before && !has_result(list, sight.step))
		see_unchanged(list, sight, &part, before + MAX_UNCHANGED);
}

static void see_elements(struct sight_list *list, struct sight sight, type_id element, const struct look *look)
{
	uint64_t size = model_canonical(list->model, element)->size, subject = sight.subject;
	uint32_t seen = 0;
	for (uint32_t k = 0; (k + 1) * size <= look->size && seen < MAX_PARTS; k++) {
		if (!has_changed(look, k * size, size))
			continue;
		sight.kind = SIGHT_ELEMENT;
		sight.is_pointer = false;
		sight.access = look->size == size ? "*" : arena_printf(list->arena, "[%u]", k);
		sight.type = element;
		sight.subject = hash_bytes(&k, sizeof k, subject);
		add_sight(list, sight, look->now + k * size, (uint32_t)size);
		seen++;
	}
}

/* Adds a sight of text up to its end, or of other bytes up to the last that changed. */
static void see_bytes(struct sight_list *list, struct sight sight, const struct type *element, const struct look *look)
{
	uint32_t changed = look->size;
	while (changed > 0 && !has_changed(look, changed - 1, 1))
		changed--;
	if (!changed)
		return;
	size_t length = strnlen((const char *)look->now, look->size);
	bool is_text = str_equal(element->spelling, "char") && length < look->size && length + 1 >= changed;
	sight.kind = is_text ? SIGHT_STRING : SIGHT_BYTES;
	sight.is_pointer = false;
	uint32_t size = is_text ? (uint32_t)length : changed;
	if (size <= MAX_STRING)
		add_sight(list, sight, look->now, size);
}

/* Returns the bytes of the peek at step i, and the bytes before: from an earlier peek at the same memory, or as
 * the test put them there. */
static struct look look_of(const struct sight_list *list, uint32_t i)
{
	const struct step *peek = list->seq->steps[i];
	uint32_t v = seq_index(i, peek->args[0]);
	const struct step *made = list->seq->steps[v];
	struct look look = { .now = list->run->steps[i].peek, .size = list->run->steps[i].peek_size };
	for (uint32_t k = i; k-- > v + 1;) {
		const struct step *other = list->seq->steps[k];
		if (other->kind == STEP_PEEK && seq_index(k, other->args[0]) == v && other->size == peek->size &&
		    other->args[0].address == peek->args[0].address && other->peek == peek->peek &&
		    list->run->steps[k].peek_size == look.size) {
			look.before = list->run->steps[k].peek;
			return look;
		}
	}
	bool same_memory = (made->kind == STEP_BLOCK && !peek->args[0].address) ||
	                   (made->kind == STEP_VALUE && peek->args[0].address);
	bool is_text = made->kind == STEP_BLOCK && made->is_string;
	if (same_memory && made->size >= look.size && !(is_text && list->with_unchanged))
		look.before = made->bytes;
	return look;
}

/* Adds a sight of a text. A peek of size 0 may be an empty string or memory that cannot be read; it counts as
 * an empty string unless the pointer is null. */
static void see_string(struct sight_list *list, struct sight sight, uint32_t i)
{
	const struct step_result *result = &list->run->steps[i], *held = &list->run->steps[sight.variable];
	bool is_variable = list->seq->steps[sight.variable]->kind == STEP_VALUE;
	bool is_null = is_variable ? !result->peek_size : held->size != 8 || bytes_are_zero(held->bytes, 8);
	sight.kind = SIGHT_STRING;
	sight.is_pointer = false;
	if (!is_null && result->peek_size <= MAX_STRING)
		add_sight(list, sight, result->peek_size ? (const void *)result->peek : "", result->peek_size);
}

static void see_memory(struct sight_list *list, struct sight sight, uint32_t i)
{
	struct look look = look_of(list, i);
	const struct type *type = model_canonical(list->model, sight.type);
	if (list->seq->steps[i]->args[0].address) {
		if (!type_is_scalar(type))
			see_record(list, sight, type, &look, ".");
		else
			add_sight(list, sight, look.now, look.size);
		return;
	}
	type_id target = model_type(list->model, sight.type)->kind == TYPE_POINTER
	                         ? model_type(list->model, sight.type)->target
	                         : type->target;
	const struct type *element = model_canonical(list->model, target);
	if ((element->kind == TYPE_STRUCT || element->kind == TYPE_UNION) && look.size >= element->size)
		see_record(list, sight, element, &look, "->");
	else if (element->kind == TYPE_VOID || type_is_char(element))
		see_bytes(list, sight, element, &look);
	else if (type_is_scalar(element))
		see_elements(list, sight, target, &look);
}

/* True if a later callback replaced callback v: a target has few functions for each type of callback, so the
 * last callbacks share one. */
static bool is_replaced(const struct sight_list *list, uint32_t v, uint32_t i)
{
	const struct step_result *own = &list->run->steps[v];
	for (uint32_t w = v + 1; w < i; w++)
		if (list->seq->steps[w]->kind == STEP_CALLBACK && list->run->steps[w].size == own->size &&
		    memcmp(list->run->steps[w].bytes, own->bytes, own->size) == 0)
			return true;
	return false;
}

/* The number of calls of the callback before the peek at step i. */
static uint32_t calls_before(const struct sight_list *list, uint32_t i, uint32_t v)
{
	uint32_t calls = 0;
	for (uint32_t k = i; k-- > v + 1;) {
		const struct step *other = list->seq->steps[k];
		if (other->kind != STEP_PEEK || other->peek != PEEK_CALLS || seq_index(k, other->args[0]) != v ||
		    list->run->steps[k].peek_size < sizeof calls)
			continue;
		memcpy(&calls, list->run->steps[k].peek, sizeof calls);
		break;
	}
	return calls;
}

/* Adds a sight of an argument that the callback received. */
static void see_argument(struct sight_list *list, struct sight sight, const struct sk_noted *noted)
{
	const struct type *function = model_type(list->model, model_canonical(list->model, sight.type)->target);
	uint64_t place[2] = { UINT64_C(1) << 33 | noted->param, sight.subject };
	if (noted->param >= function->n_params || noted->size > sizeof noted->bytes)
		return;
	sight.kind = SIGHT_ARGUMENT;
	sight.type = function->params[noted->param];
	sight.field = noted->param;
	sight.is_text = noted->is_text;
	sight.access = arena_printf(list->arena, "[%u].arg%u", noted->call, noted->param + 1u);
	sight.subject = hash_bytes(place, sizeof place, 0);
	add_sight(list, sight, noted->bytes, noted->size);
}

/* True if the callback stands for malloc() and the like: the sizes that it gets are the unit's own affair, and a callback in
 * working form does not note them. */
static bool is_allocator(const struct sight_list *list, const struct sight *sight)
{
	const struct step *callback = list->seq->steps[sight->variable];
	const struct type *pointer = model_canonical(list->model, sight->type);
	const struct type *function = model_type(list->model, pointer->target);
	return (callback->behaviour && callback->behaviour->acts) ||
	       act_guess(list->model, function, model_type(list->model, sight->type)->spelling) ||
	       act_guess(list->model, function, c_callback_use(list->model, list->seq, sight->variable));
}

/* Adds sights of how often a callback was called, after a call that called it, and what it received. */
static void see_calls(struct sight_list *list, struct sight sight, uint32_t i)
{
	struct look look = look_of(list, i);
	uint32_t now, before = calls_before(list, i, sight.variable);
	struct sk_noted noted;
	if (look.size < sizeof now || is_replaced(list, sight.variable, i))
		return;
	memcpy(&now, look.now, sizeof now);
	sight.kind = SIGHT_CALLS;
	sight.is_pointer = false;
	sight.subject = hash_bytes(&sight.type, sizeof sight.type, sight.subject);
	if (now == before)
		return;
	add_sight(list, sight, &now, sizeof now);
	if (is_allocator(list, &sight))
		return;
	for (uint32_t at = sizeof now; at + sizeof noted <= look.size; at += (uint32_t)sizeof noted) {
		memcpy(&noted, look.now + at, sizeof noted);
		if (noted.call >= before)
			see_argument(list, sight, &noted);
	}
}

static void see_peek(struct sight_list *list, uint32_t i)
{
	const struct step *peek = list->seq->steps[i];
	uint32_t v = seq_index(i, peek->args[0]), call = call_before(list->seq, i);
	struct sight sight = { .step = i,
		               .variable = v,
		               .type = list->seq->steps[v]->type,
		               .kind = SIGHT_VARIABLE,
		               .is_pointer = model_canonical(list->model, list->seq->steps[v]->type)->kind ==
		                             TYPE_POINTER,
		               .subject = sight_subject(list->seq->steps[call]->index,
		                                        UINT64_C(1) << 32 | place_in_call(list->seq, call, v)) };
	if (peek->peek == PEEK_STRING)
		see_string(list, sight, i);
	else if (peek->peek == PEEK_CALLS)
		see_calls(list, sight, i);
	else if (list->run->steps[i].peek_size)
		see_memory(list, sight, i);
}

static void see_all(struct sight_list *list)
{
	for (uint32_t i = 0; list->run->steps && i < list->seq->n && i < list->run->n_steps; i++) {
		if (list->seq->steps[i]->kind == STEP_PEEK)
			see_peek(list, i);
		else if (list->run->steps[i].outcome != SK_NORMAL)
			break;
		else if (step_is_call(list->seq->steps[i]))
			see_result(list, i);
	}
}

size_t sights_of(struct arena *arena, const struct model *model, const struct seq *observed, const struct run *run,
                 struct sight **sights)
{
	struct sight_list list = { .arena = arena, .model = model, .seq = observed, .run = run };
	see_all(&list);
	list.with_unchanged = !list.at.n;
	if (list.with_unchanged)
		see_all(&list);
	size_t n = list.at.n;
	*sights = arena_memdup(arena, list.at.at, n * sizeof **sights);
	vec_release(&list.at);
	return n;
}

bool sight_is_seen_again(const struct sight *sights, size_t n, size_t i)
{
	const struct sight *sight = &sights[i];
	bool is_part = sight->kind == SIGHT_FIELD || sight->kind == SIGHT_ELEMENT;
	bool is_whole = sight->kind == SIGHT_STRING || sight->kind == SIGHT_BYTES;
	for (size_t k = i + 1; k < n && (is_part || is_whole); k++) {
		const struct sight *later = &sights[k];
		if (later->variable != sight->variable || later->step == sight->step)
			continue;
		if (is_part && later->kind == sight->kind && str_equal(later->access, sight->access))
			return true;
		bool same_part = str_equal(later->access ? later->access : "", sight->access ? sight->access : "");
		if (is_whole && same_part && (later->kind == SIGHT_STRING || later->kind == SIGHT_BYTES))
			return true;
	}
	return false;
}
