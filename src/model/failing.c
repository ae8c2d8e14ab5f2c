/* failing: see failing.h. */
#include "model/failing.h"

const struct failing_kind failing_kinds[N_FAILING] = {
	[FAILING_MEMORY] = { "fail_malloc_at", "malloc", "allocation", "an allocation", "ENOMEM" },
	[FAILING_OPEN] = { "fail_open_at", "open", "opening of a file", "opening a file", "EACCES" },
	[FAILING_READ] = { "fail_read_at", "read", "reading", "reading", "EIO" },
	[FAILING_WRITE] = { "fail_write_at", "write", "writing", "writing", "ENOSPC" },
};

#define FAILS(kind, name, result, params, args, failure) { kind, #name, result, params, args, failure },
static const struct failing_function functions[] = {
#include "model/failing.def"
};
#undef FAILS

_Static_assert(sizeof functions / sizeof *functions <= FAILING_MOST, "a bit for each function");

const struct failing_function *failing_functions(uint32_t *n)
{
	*n = sizeof functions / sizeof *functions;
	return functions;
}

enum failing failing_kind_of(const struct function *operation)
{
	return functions[__builtin_ctz(operation->fails)].kind;
}
