/* lengths: which parameter is the length of which buffer.
 *
 * The best evidence is code: a loop to n over p[i], memcpy(..., p, n). Next are names: keylen goes
 * with key, dst_size with dst. Last is order: a parameter named like a length goes with the nearest
 * buffer before it, else with the buffer right after it. */
#define _GNU_SOURCE
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "front/roles/roles.h"

static const char *const length_words[] = { "len",    "length", "size",    "count",    "cnt", "sz",
	                                    "nbytes", "bytes",  "cap",     "capacity", "max", "num",
	                                    "nelem",  "nmemb",  "nitems",  "avail",    "n",   "siz",
	                                    "nelems", "maxlen", "bufsize", "buflen",   NULL };
static const char *const byte_words[] = { "bytes", "nbytes", "size", "sz", "bufsize", NULL };

/* The offset of the length word that is glued to the name, as in "keylen". */
static size_t glued_length(const char *name)
{
	static const char *const endings[] = { "len", "length", "size", "count", "sz", "cnt", "siz", "capacity" };
	size_t n = strlen(name);
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		size_t k = strlen(endings[i]);
		if (n > k && strcasecmp(name + n - k, endings[i]) == 0)
			return n - k;
	}
	return 0;
}

static bool is_length_name(const char *name)
{
	return name_has_any(name, length_words) || glued_length(name) ||
	       (name[0] == 'n' && islower((unsigned char)name[1]) && str_ends(name, "s"));
}

/* The length is named after the buffer: keylen, key_len, keySize and nkey belong to key. */
static bool names_it(const char *length, const char *buffer)
{
	size_t n = strlen(buffer);
	if (n == 1)
		return false;
	if (strncasecmp(length, buffer, n) == 0) {
		const char *rest = length + n + (length[n] == '_');
		return is_length_name(rest) || glued_length(length) + 1 >= n;
	}
	if ((length[0] == 'n' || length[0] == 'N') && strcasecmp(length + 1 + (length[1] == '_'), buffer) == 0)
		return true;
	size_t stem = glued_length(length);
	while (stem && length[stem - 1] == '_')
		stem--;
	return stem >= 3 && strncasecmp(length, buffer, stem) == 0; /* as bufsize for buffer */
}

bool length_is_named_after(const char *length, const char *buffer)
{
	return names_it(length, buffer);
}

/* The parameter is an integer that can count, or a pointer to such an integer. */
static bool can_be_length(const struct model *model, const struct param *p)
{
	const struct type *t = model_canonical(model, p->type);
	if (t->kind == TYPE_POINTER) {
		bool is_const = model_type(model, model_type(model, p->type)->target)->is_const;
		t = model_canonical(model, t->target);
		return !is_const && t->kind == TYPE_INT && t->size >= 4;
	}
	return t->kind == TYPE_INT && t->size >= 2;
}

static bool is_pointer(const struct model *model, const struct param *p)
{
	return model_canonical(model, p->type)->kind == TYPE_POINTER;
}

/* The parameter is a pointer that may lead to several elements. */
static bool can_be_buffer(const struct model *model, const struct param *p)
{
	const struct type *pointee = pointee_of(model, p->type);
	if (!pointee || p->role == ROLE_HANDLE || p->role == ROLE_FILE || p->role == ROLE_CALLBACK)
		return false;
	switch (pointee->kind) {
	case TYPE_VOID:
	case TYPE_BOOL:
	case TYPE_INT:
	case TYPE_FLOAT:
	case TYPE_ENUM:
		return true;
	case TYPE_STRUCT:
	case TYPE_UNION:
	case TYPE_POINTER:
		return str_ends(p->name, "s") && strlen(p->name) > 1;
	default:
		return false;
	}
}

/* The parameter belongs to a pair already. */
static bool is_paired(const struct param *p)
{
	return p->role == ROLE_LENGTH || p->partner != NONE;
}

static bool is_byte_like(const struct type *pointee)
{
	return pointee->kind == TYPE_VOID || pointee->size <= 1;
}

static void pair(const struct model *model, struct function *f, uint32_t buffer, uint32_t length, enum belief belief,
                 bool in_bytes)
{
	struct param *b = &f->params[buffer], *l = &f->params[length];
	bool shared = l->role == ROLE_LENGTH;
	b->role = ROLE_BUFFER;
	b->partner = length;
	b->count = 0;
	b->belief = belief;
	b->length_in_bytes = shared ? l->length_in_bytes : in_bytes || is_byte_like(pointee_of(model, b->type));
	if (shared) {
		l->partner = buffer < l->partner ? buffer : l->partner;
		return;
	}
	l->role = ROLE_LENGTH;
	l->partner = buffer;
	l->belief = belief;
	l->length_in_bytes = b->length_in_bytes;
	l->length_is_pointer = is_pointer(model, l);
}

static bool counts_bytes(const char *name)
{
	return name_has_any(name, byte_words);
}

static bool is_free(const struct model *model, const struct function *f, uint32_t i)
{
	return !is_paired(&f->params[i]) && can_be_length(model, &f->params[i]);
}

static void pair_by_code(struct model *model, struct function *f, const struct body *body)
{
	for (uint32_t i = 0; i < f->n_params; i++) {
		const struct sight *sight = &body->params[i];
		uint32_t length = sight->length;
		if (length == NONE || !pointee_of(model, f->params[i].type) || is_paired(&f->params[i]))
			continue;
		enum role role = f->params[i].role;
		bool direct = model_canonical(model, f->params[length].type)->kind == TYPE_INT;
		if (role != ROLE_HANDLE && role != ROLE_FILE && role != ROLE_CALLBACK && direct)
			pair(model, f, i, length, BELIEF_CODE, sight->length_in_bytes);
	}
}

/* The buffer is read as a string. A writable buffer that ends up as a string still has the room
 * that its length says. */
static bool is_read_as_string(const struct model *model, const struct param *p, const struct sight *sight)
{
	const struct type *pointee = pointee_of(model, p->type);
	return sight->meaning.is_string && pointee && pointee->is_const;
}

/* The code uses p[0], p[1], p[2] and no other element, so p has a fixed size whatever number is
 * beside it. */
static bool has_fixed_places(const struct sight *sight)
{
	return sight->memory.elements > 1 && !sight->memory.indexed && !sight->fate.given_away;
}

static void pair_by_name(struct model *model, struct function *f, const struct body *body)
{
	for (uint32_t l = 0; l < f->n_params; l++)
		for (uint32_t b = 0; b < f->n_params && is_free(model, f, l); b++)
			if (b != l && !is_paired(&f->params[b]) && can_be_buffer(model, &f->params[b]) &&
			    !is_read_as_string(model, &f->params[b], &body->params[b]) &&
			    !has_fixed_places(&body->params[b]) && names_it(f->params[l].name, f->params[b].name))
				pair(model, f, b, l, BELIEF_NAME, counts_bytes(f->params[l].name));
}

static bool is_context_name(const char *name)
{
	static const char *const words[] = { "opaque", "ctx",     "context", "user", "userdata",
		                             "cookie", "closure", "ud",      NULL };
	return name_has_any(name, words);
}

static bool is_waiting(const struct model *model, const struct function *f, const struct body *body, uint32_t i)
{
	const struct param *p = &f->params[i];
	const struct sight *sight = &body->params[i];
	return !is_paired(p) && !is_read_as_string(model, p, sight) && !has_fixed_places(sight) &&
	       !sight->meaning.is_file_name && !sight->meaning.is_format && can_be_buffer(model, p) &&
	       !(is_length_name(p->name) && can_be_length(model, p)) && !is_context_name(p->name);
}

/* The length names another parameter: in (strm, version, stream_size), stream_size is the size of a
 * stream. The part before the length word is the name of another parameter or of its type. */
static bool names_another(const struct model *model, const struct function *f, uint32_t length, uint32_t buffer)
{
	const char *name = f->params[length].name;
	size_t stem = glued_length(name);
	while (stem && name[stem - 1] == '_')
		stem--;
	if (stem < 3 || stem >= 32)
		return false;
	char text[32] = { 0 };
	memcpy(text, name, stem);
	for (uint32_t i = 0; i < f->n_params; i++)
		if (i != length && i != buffer &&
		    (strcasestr(f->params[i].name, text) ||
		     strcasestr(model_type(model, f->params[i].type)->tag, text)))
			return true;
	return false;
}

/* write(s, l): a size_t right behind bytes is their length by its type, even if its name is one
 * letter. */
static bool is_short_length(const struct model *model, const struct function *f, uint32_t i)
{
	const struct param *p = &f->params[i];
	const struct type *before = i ? pointee_of(model, f->params[i - 1].type) : NULL;
	return strlen(p->name) == 1 && str_equal(model_type(model, p->type)->spelling, "size_t") && before &&
	       is_byte_like(before);
}

static uint32_t nearest_buffer(const struct model *model, const struct function *f, const struct body *body,
                               uint32_t length)
{
	for (uint32_t i = length; i-- > 0;)
		if (is_waiting(model, f, body, i))
			return i;
		else if (length - i > 2)
			break;
	if (length + 1 < f->n_params && is_waiting(model, f, body, length + 1))
		return length + 1;
	return NONE;
}

/* Gives one length to two neighbours of one kind, as in copy(dst, src, n). */
static void share_length(struct model *model, struct function *f, const struct body *body, uint32_t length)
{
	uint32_t first = f->params[length].partner;
	if (first == 0 || first + 1 != length || !is_waiting(model, f, body, first - 1))
		return;
	const struct param *a = &f->params[first], *b = &f->params[first - 1];
	bool alike = model_same_type(model, a->type, b->type);
	bool others = false;
	for (uint32_t i = 0; i < f->n_params; i++)
		others |= i != length && is_length_name(f->params[i].name) && can_be_length(model, &f->params[i]);
	if (alike && !others)
		pair(model, f, first - 1, length, BELIEF_NAME, f->params[length].length_in_bytes);
}

static bool is_plain_length(const struct model *model, const struct function *f, uint32_t i)
{
	return is_free(model, f, i) && !is_pointer(model, &f->params[i]) && is_length_name(f->params[i].name);
}

/* Pairs a run of buffers with as many lengths behind it, in the same order, as in compress(src,
 * dst, inputSize, outputSize). */
static void pair_runs(struct model *model, struct function *f, const struct body *body)
{
	for (uint32_t start = 0; start < f->n_params; start++) {
		uint32_t n = 0, k = 0;
		while (start + n < f->n_params && is_waiting(model, f, body, start + n))
			n++;
		while (start + n + k < f->n_params && k < n && is_plain_length(model, f, start + n + k))
			k++;
		for (uint32_t i = 0; i < n && n > 1 && k == n; i++)
			pair(model, f, start + i, start + n + i, BELIEF_NAME,
			     counts_bytes(f->params[start + n + i].name));
		start += n;
	}
}

static void pair_by_order(struct model *model, struct function *f, const struct body *body)
{
	for (uint32_t l = 0; l < f->n_params; l++) {
		if (!is_free(model, f, l) || !(is_length_name(f->params[l].name) || is_short_length(model, f, l)))
			continue;
		uint32_t buffer = nearest_buffer(model, f, body, l);
		if (buffer == NONE || names_another(model, f, l, buffer))
			continue;
		const struct type *element = pointee_of(model, f->params[buffer].type);
		if (is_pointer(model, &f->params[l]) && (element->is_const || !is_byte_like(element)))
			continue; /* two results beside each other */
		pair(model, f, buffer, l, BELIEF_NAME, counts_bytes(f->params[l].name));
		share_length(model, f, body, l);
	}
}

void pair_lengths(struct model *model, struct function *f, const struct body *body)
{
	pair_by_code(model, f, body);
	pair_by_name(model, f, body);
	pair_runs(model, f, body);
	pair_by_order(model, f, body);
}
