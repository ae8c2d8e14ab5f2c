/* ends: which pointer marks the end of a buffer that another pointer begins.
 *
 * The best evidence is code that compares the two by order, or moves one until it equals the other.
 * Next are names: `end` goes with the pointer of the same type before it. If three pointers lead
 * into one memory, the first is the buffer, the last its end, and the one between is some place in
 * it. */
#define _GNU_SOURCE
#include <string.h>

#include "base/str.h"
#include "front/roles/roles.h"

static const char *const end_words[] = { "end", "last", "stop", "limit", "lim", "pe", "finish", "endp", "eob", NULL };
static const char *const length_words[] = {
	"len", "length", "size", "count", "n", "num", "nbytes", "bytes", "sz", NULL
};

static bool is_free(const struct model *model, const struct param *p)
{
	bool takes_elements = p->role == ROLE_VALUE || p->role == ROLE_OBJECT || p->role == ROLE_STRING ||
	                      p->role == ROLE_BUFFER || p->role == ROLE_OUT;
	return takes_elements && p->partner == NONE && model_canonical(model, p->type)->kind == TYPE_POINTER;
}

static bool can_pair(const struct model *model, const struct function *f, uint32_t begin, uint32_t end)
{
	return begin != end && is_free(model, &f->params[begin]) && is_free(model, &f->params[end]) &&
	       model_can_be_end(model, f->params[begin].type, f->params[end].type);
}

static void pair(struct function *f, uint32_t begin, uint32_t end, enum belief belief, bool is_last)
{
	struct param *b = &f->params[begin], *e = &f->params[end];
	b->role = ROLE_BUFFER;
	b->belief = e->belief = belief;
	b->partner = end;
	b->count = e->count = 0;
	e->role = ROLE_END;
	e->partner = begin;
	e->is_last = is_last;
}

/* The two may be separate buffers: both are read or written, and another parameter may give their
 * length. memmove() compares the order of two buffers, too. */
static bool may_be_buffers(const struct model *model, const struct function *f, const struct body *body, uint32_t begin,
                           uint32_t end)
{
	if (!body->params[begin].memory.leads_to_element || !body->params[end].memory.leads_to_element ||
	    name_has_any(f->params[end].name, end_words))
		return false;
	for (uint32_t i = 0; i < f->n_params; i++)
		if (model_canonical(model, f->params[i].type)->kind == TYPE_INT &&
		    name_has_any(f->params[i].name, length_words))
			return true;
	return body->params[begin].length != NONE || body->params[end].length != NONE;
}

/* Parameters that come before `end` in the same memory and can be paired with it. */
static uint32_t before(const struct model *model, const struct function *f, const struct body *body, uint32_t end)
{
	uint32_t found = 0;
	for (uint32_t i = 0; i < f->n_params && i < 32; i++)
		if (body->params[end].behind >> i & 1 && can_pair(model, f, i, end) &&
		    !may_be_buffers(model, f, body, i, end))
			found |= UINT32_C(1) << i;
	return found;
}

/* Another parameter comes after this one, so it is no end. */
static bool is_between(const struct model *model, const struct function *f, const struct body *body, uint32_t param)
{
	for (uint32_t i = 0; i < f->n_params; i++)
		if (before(model, f, body, i) >> param & 1)
			return true;
	return false;
}

/* The pointer that is named as the end of its group, if nothing is read there. The name decides
 * because code that only compares for equality hardly tells which pointer comes first. */
static uint32_t named_end(const struct function *f, const struct body *body, uint32_t group, uint32_t otherwise)
{
	for (uint32_t i = 0; i < f->n_params && i < 32; i++)
		if (group >> i & 1 && name_has_any(f->params[i].name, end_words) &&
		    !body->params[i].memory.leads_to_element)
			return i;
	return otherwise;
}

static void pair_group(struct function *f, const struct body *body, uint32_t group, uint32_t end)
{
	uint32_t begin = NONE, rest = group & ~(UINT32_C(1) << end);
	for (uint32_t i = 0; i < f->n_params && i < 32 && begin == NONE; i++)
		if (rest >> i & 1 && !(body->params[i].behind & rest))
			begin = i;
	if (begin == NONE)
		return;
	for (uint32_t i = 0; i < f->n_params && i < 32; i++)
		if (i != begin && rest >> i & 1)
			pair(f, begin, i, BELIEF_CODE, body->params[i].memory.leads_to_element);
	pair(f, begin, end, BELIEF_CODE, body->params[end].memory.leads_to_element);
}

/* A cursor, as in parse(const char **at, const char *end): the address of a pointer that moves to
 * the end. */
static bool can_be_cursor(const struct model *model, const struct function *f, uint32_t cursor, uint32_t end)
{
	const struct param *c = &f->params[cursor];
	bool is_made = f->is_maker && f->made_param == cursor;
	return !is_made && is_free(model, c) && is_free(model, &f->params[end]) &&
	       model_can_be_cursor(model, c->type, f->params[end].type);
}

static void pair_cursors(struct model *model, struct function *f, const struct body *body)
{
	for (uint32_t end = 0; end < f->n_params && end < 32; end++)
		for (uint32_t i = 0; i < f->n_params && i < 32; i++) {
			bool is_seen = body->params[end].behind >> i & 1;
			bool is_named = i + 1 == end && name_has_any(f->params[end].name, end_words) &&
			                !body->params[end].memory.followed && !body->params[end].meaning.is_string;
			if ((!is_seen && !is_named) || !can_be_cursor(model, f, i, end))
				continue;
			pair(f, i, end, is_seen ? BELIEF_CODE : BELIEF_NAME,
			     is_seen && body->params[end].memory.leads_to_element);
			f->params[i].role = ROLE_OBJECT;
		}
}

static void pair_by_code(struct model *model, struct function *f, const struct body *body)
{
	for (uint32_t end = 0; end < f->n_params && end < 32; end++) {
		uint32_t earlier = before(model, f, body, end);
		if (!earlier || is_between(model, f, body, end))
			continue;
		uint32_t group = earlier | UINT32_C(1) << end;
		pair_group(f, body, group, named_end(f, body, group, end));
	}
}

/* Pairs (s, e), (buf, buf_end), (first, last): the end follows its begin, and nothing is read there. */
static void pair_by_name(struct model *model, struct function *f, const struct body *body)
{
	for (uint32_t end = 1; end < f->n_params; end++) {
		const char *name = f->params[end].name, *stem = f->params[end - 1].name;
		bool is_named = name_has_any(name, end_words) || (str_equal(name, "e") && strlen(stem) == 1) ||
		                (str_starts(name, stem) && str_ends(name, "end"));
		const struct sight *sight = &body->params[end];
		bool is_used_otherwise = sight->memory.followed || sight->meaning.is_string ||
		                         body->params[end - 1].meaning.is_string;
		if (is_named && !is_used_otherwise && can_pair(model, f, end - 1, end))
			pair(f, end - 1, end, BELIEF_NAME, false);
	}
}

void pair_ends(struct model *model, struct function *f, const struct body *body)
{
	pair_cursors(model, f, body);
	pair_by_code(model, f, body);
	pair_by_name(model, f, body);
}
