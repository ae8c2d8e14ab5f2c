/* test: the first include of every unit test: cmocka, adapted to status.h. */
#ifndef SKEP_TEST_H
#define SKEP_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

/* cmocka's macro would hide our fail(); fail_msg() stays, and stands alone. */
#undef fail
#undef fail_msg
#define fail_msg(...) (print_error("ERROR: " __VA_ARGS__), print_error("\n"), _fail(__FILE__, __LINE__))

#include "base/status.h"

/* The call must succeed; its message is shown if not. */
#define assert_ok(call)                                                        \
	do {                                                                   \
		status assert_ok_ = (call);                                    \
		if (assert_ok_)                                                \
			fail_msg("%s: %s", #call, assert_ok_->message);        \
	} while (0)

#endif
