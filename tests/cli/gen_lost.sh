# Nothing is lost on the way from the search to the suite.
. "$(dirname "$0")/lib.sh"

# lost: how many goals the search covered that the suite does not.
lost() {
	python3 - "$1" << 'END'
import json, sys
s = json.load(open(sys.argv[1] + "/summary.json"))
print(s["run"]["timeline"][-1]["covered"] - s["coverage"][s["criterion"]]["covered"])
END
}

# passes FOLDER CC CFLAGS LDFLAGS: what a user sees of the suite.
passes() {
	make -s -C "$1/tests" clean > /dev/null 2>&1
	make -s -C "$1/tests" CC="$2" CFLAGS="$3" LDFLAGS="$4" check > "$work/stdout" 2>&1
}
sanitizers='-fsanitize=address,undefined'

# A bool in a union that holds something else has no value that a test may look at.
cat > boxed.h << 'END'
#include <stdbool.h>
struct boxed {
	int kind;
	union {
		bool flag;
		int number;
	} as;
};
int boxed_set(struct boxed *boxed, int number);
END
cat > boxed.c << 'END'
#include "boxed.h"

int boxed_set(struct boxed *boxed, int number)
{
	if (number < 100)
		return -1;
	boxed->kind = 1;
	boxed->as.number = number;
	return number > 1000;
}
END
skep gen -v --executions 2000 -o boxed boxed.c
ok $code 'a bool that is none'
on_stderr 'not a valid value for type'
ok $(($? == 0)) 'no test looks at it'
[ "$(lost boxed)" = 0 ]
ok $? "nothing is lost: $(lost boxed)"
passes boxed clang-19 "-O1 $sanitizers -fno-sanitize-recover=all" "$sanitizers"
ok $? 'the suite is clean under the sanitizers'

# A program holds memory when it ends.
cat > holds.c << 'END'
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text)
{
	char *copied = malloc(strlen(text) + 1);
	if (!copied)
		exit(2);
	return strcpy(copied, text);
}

int main(int argc, char **argv)
{
	char *name = copy(argc > 0 ? argv[0] : "none");
	if (argc > 1 && argv[1][0] == '-')
		return argv[1][1] == 'h' ? 0 : 1;
	return strlen(name) > 3;
}
END
skep gen --executions 5000 -o holds holds.c
ok $code 'a program that holds memory'
[ "$(lost holds)" = 0 ]
ok $? "nothing is lost: $(lost holds)"
python3 -c 'import json, sys
sys.exit(json.load(open("holds/summary.json"))["coverage"]["branch"]["covered"] != 10)'
ok $? 'main() is tested though it leaves its memory to the system'
passes holds clang-19 "-O1 $sanitizers" "$sanitizers"
ok $? 'its suite passes with LeakSanitizer'
passes holds gcc '-O2 -Wall -Wextra -Werror' ''
ok $? 'and with gcc'

# Of a union only the member that is used is allocated.
cat > node.h << 'END'
union node;
union node *node_new(int kind, int value);
int node_value(const union node *node);
void node_free(union node *node);
END
cat > node.c << 'END'
#include "node.h"
#include <stdlib.h>

struct small { int kind, value; };
struct large { int kind, values[40]; };
union node { struct small small; struct large large; };

union node *node_new(int kind, int value)
{
	union node *node = calloc(1, kind == 1 ? sizeof(struct large) : sizeof(struct small));
	if (!node)
		return NULL;
	node->small.kind = kind;
	if (kind == 1)
		node->large.values[3] = value;
	else
		node->small.value = value;
	return node;
}

int node_value(const union node *node)
{
	return node->small.kind == 1 ? node->large.values[3] : node->small.value;
}

void node_free(union node *node)
{
	free(node);
}
END
skep gen --executions 3000 -o node node.c
ok $code 'objects that are not allocated as a whole'
[ "$(lost node)" = 0 ] && grep -q 'node_value(' node/tests/test_node.c
ok $? "nothing is lost: $(lost node)"
passes node clang-19 "-O1 $sanitizers -fno-sanitize-recover=all" "$sanitizers"
ok $? 'the suite passes with the sanitizers'
passes node gcc '-O2 -Wall -Wextra -Werror' ''
ok $? 'and with gcc'

# To send from a descriptor that is none fails outside as it does here.
cat > sends.c << 'END'
#include <errno.h>
#include <sys/socket.h>

int sends(int descriptor, const char *text)
{
	if (send(descriptor, text, 1, MSG_NOSIGNAL) == 1)
		return 1;
	return errno == EBADF ? -1 : 0;
}
END
skep gen --executions 2000 -o sends sends.c
ok $code 'a unit that sends'
grep -q 'sends(' sends/tests/test_sends.c && [ "$(lost sends)" = 0 ]
ok $? "nothing is lost: $(lost sends)"

# To wait without a limit for what only the test could do never ends, and is not waited for.
cat > waits.c << 'END'
#include <poll.h>
#include <stddef.h>
#include <sys/select.h>

int waits(int n, int with_limit)
{
	struct timeval limit = { 0, 1 };
	if (n < 0)
		return poll(NULL, 0, with_limit == 7 ? 1 : -1);
	return select(0, NULL, NULL, NULL, with_limit ? &limit : NULL);
}
END
skep gen -v --executions 300 -o waits waits.c
ok $code 'a unit that waits for ever'
on_stderr '^tests 300, .* workers [123]$'
ok $? 'the workers are not stopped for it'
[ "$(lost waits)" = 0 ]
ok $? "nothing is lost: $(lost waits)"

# A goal of a dropped test is kept if another test reaches it.
cat > spell.c << 'END'
#include <stdlib.h>

int spell(const char *text)
{
	int seen = 0;
	for (; *text; text++) {
		if (*text == 'a') {
			seen |= 1;
		} else if (*text == 'b') {
			seen |= 2;
		} else if (*text == 'x' && seen == 3) {
#ifndef __clang__
			abort();
#endif
			return 9;
		}
	}
	return seen;
}

static char *kept;

int grow(unsigned long n)
{
	kept = malloc(n);
	if (!kept && n >> 60)
		return 1;
	free(kept);
	kept = NULL;
	return 2;
}
END
skep gen --executions 2000 --failures no -o spell spell.c
ok $code 'a test that does not hold with gcc'
[ "$(lost spell)" = 1 ]
ok $? "one goal is lost: $(lost spell)"
passes spell clang-19 "-O1 $sanitizers" "$sanitizers" && grep -q '^ASAN_OPTIONS' spell/tests/Makefile
ok $? 'more memory than there can be is no matter for a sanitizer'

# The C library allocates for a pattern, and the unit has no function that ends one.
cat > pattern.c << 'END'
#include <regex.h>

int pattern_check(regex_t *pattern, const char *text)
{
	if (regcomp(pattern, text, REG_NOSUB) != 0)
		return -1;
	return pattern->re_nsub > 1;
}
END
skep gen --executions 2000 -o pattern pattern.c
ok $code 'memory of a library that nothing ends'
[ "$(lost pattern)" = 0 ] && grep -q '^    leave_memory();' pattern/tests/test_pattern.c
ok $? "nothing is lost: $(lost pattern)"
passes pattern clang-19 "-O1 $sanitizers -fno-sanitize-recover=all" "$sanitizers"
ok $? 'its suite passes with LeakSanitizer'

# Tests that wait, each by itself for a short time, together for too long.
{
	printf '#include <poll.h>\nint slow(int x)\n{\n\tpoll(0, 0, 250);\n\tswitch (x) {\n'
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
		printf '\tcase %s:\n\t\treturn %s;\n' $((i * 100)) $i
	done
	printf '\tdefault:\n\t\treturn 0;\n\t}\n}\nint quick(int x)\n{\n\treturn x > 4 ? 1 : 2;\n}\n'
} > slow.c
skep gen -v -t 2s -o slow slow.c
ok $code 'a unit that waits'
on_stderr 'left out: it waits'
ok $? 'not all of its tests are kept'
start=$(date +%s)
passes slow gcc -O2 ''
ok $? 'the others pass'
[ $(($(date +%s) - start)) -lt 20 ]
ok $? 'in a short time'
grep -q 'quick(' slow/tests/test_slow.c && grep -q ' slow(' slow/tests/test_slow.c
ok $? 'both functions have tests'

# A unit that sleeps, and asks for as much memory as it is told to: its tests take no time, and no memory that only some
# machines have.
cat > naps.c << 'END'
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct naps {
	char *bytes;
	int n;
};

struct naps *naps_new(int n)
{
	struct naps *naps = malloc(sizeof *naps);
	if (!naps)
		return NULL;
	naps->n = n;
	naps->bytes = malloc((unsigned)n);
	if (!naps->bytes) {
		free(naps);
		return NULL;
	}
	memset(naps->bytes, 1, (unsigned)n);
	return naps;
}

void naps_free(struct naps *naps)
{
	if (naps)
		free(naps->bytes);
	free(naps);
}

int naps_get(const struct naps *naps, int i)
{
	struct timespec long_time = { 20, 0 };
	if (i < 0 || i >= naps->n) {
		nanosleep(&long_time, NULL);
		return -1;
	}
	return naps->bytes[i];
}
END
skep gen --compilers one --executions 1500 -o naps naps.c
ok $code 'a unit that sleeps'
[ "$(lost naps)" = 0 ]
ok $? "nothing is lost: $(lost naps)"
grep -q "fail_malloc_at(" naps/tests/test_naps.c
ok $? 'memory runs out because a test wants it'
start=$(date +%s)
passes naps gcc -O2 ''
ok $? 'its suite passes'
[ $(($(date +%s) - start)) -lt 20 ]
ok $? 'nobody sleeps'

# Two sources. An expectation that only one compiler fulfils goes, and its test stays, in whichever file it stands.
cat > first.c << 'END'
#include <stdlib.h>

int first_built_by(int wanted)
{
	if (wanted != 77)
		return -1;
#ifdef __clang__
	return 2;
#else
	return 3;
#endif
}

/* Nobody set what is read. */
unsigned first_unset(int wanted)
{
	unsigned *memory = malloc(sizeof *memory), found;
	if (!memory)
		return 0;
	if (wanted == 78)
		*memory = 1;
	found = *memory;
	free(memory);
	return found;
}
END
cat > second.c << 'END'
int second_half(int x)
{
	return x > 9 ? x / 2 : x;
}
END
skep gen --executions 1500 -o several first.c second.c
ok $code 'two sources'
[ "$(lost several)" = 0 ]
ok $? "two sources: nothing is lost: $(lost several)"
grep -q 'first_built_by(77)' several/tests/test_first.c && ! grep -q 'first_built_by(77), ' several/tests/test_first.c
ok $? 'two sources: nothing is expected that depends on the compiler'
! grep -q '2779096485\|0xa5a5a5a5' several/tests/test_first.c
ok $? 'two sources: nor what memory holds that nobody set'
passes several gcc -O2 '' && passes several clang-19 -O1 ''
ok $? 'two sources: the suite passes with both compilers'

# A struct that only one source knows, in a test of another source's function.
cat > box.h << 'END'
struct part;
struct box {
	struct part *part;
	int n;
};
int box_look(const struct box *box);
int part_look(const struct box *box);
END
cat > box.c << 'END'
#include "box.h"

int box_look(const struct box *box)
{
	if (!box->part)
		return -1;
	return box->n > 3 ? 1 : 0;
}
END
cat > part.c << 'END'
#include "box.h"

struct part {
	int x;
};

int part_look(const struct box *box)
{
	return box->part && box->part->x == 7;
}
END
skep gen --executions 1500 -o boxes box.c part.c
ok $code 'a struct that one source knows'
[ "$(lost boxes)" = 0 ] && grep -q 'box_look(&box), 1)' boxes/tests/test_part.c
ok $? "a struct that one source knows: tests with it stand there: $(lost boxes)"
[ "$(grep -c 'box_look(&box)' boxes/tests/test_box.c)" = 1 ] && ! grep -q '^    part_look' boxes/tests/test_box.c
ok $? 'a call that only reads what the test wrote is not made twice, and nothing else is called after it'

# A type is private to a source of which a test calls nothing: the test stands in the file of that source.
cat > plan.h << 'END'
struct stage;
struct plan {
	int mark;
	struct stage *first;
};
int plan_length(const struct plan *plan);
int plan_mark(struct plan *plan, int mark);
END
cat > plan.c << 'END'
#include "plan.h"
#include <stddef.h>

struct stage {
	struct stage *next;
	int length;
};

int plan_length(const struct plan *plan)
{
	int length = 0;
	for (const struct stage *stage = plan->first; stage; stage = stage->next)
		length += stage->length > 0 ? stage->length : 1;
	return length;
}
END
cat > marks.c << 'END'
#include "plan.h"

int plan_mark(struct plan *plan, int mark)
{
	if (!plan->first)
		return -1;
	if (plan->mark == mark)
		return 0;
	plan->mark = mark;
	return mark > 9 ? 2 : 1;
}
END
skep gen --compilers one --executions 2000 -o plan marks.c plan.c
ok $code 'a type that another source has'
[ "$(lost plan)" = 0 ] && grep -q 'plan_mark(' plan/tests/test_plan.c
ok $? "nothing is lost: $(lost plan)"
passes plan gcc -O2 '' && passes plan clang-19 -O1 ''
ok $? 'the suite passes with both compilers'

# A struct without a tag is known by the first of two names, and its functions use the second.
cat > image.h << 'END'
typedef struct control *controlp;
typedef struct {
	controlp opaque;
	int version;
} image, *imagep;
int image_begin(imagep image, int n);
END
cat > image.c << 'END'
#include "image.h"
struct control { int a; };
int image_begin(imagep image, int n)
{
	if (!image)
		return -1;
	if (image->version != 3)
		return 0;
	if (!image->opaque)
		return 1;
	return n > image->opaque->a ? 2 : 3;
}
END
skep gen --compilers one --executions 1500 -o image image.c
ok $code 'a struct without a tag'
[ "$(lost image)" = 0 ] && grep -q '^ *image [a-z0-9_]*\(\[.*\]\)* = {' image/tests/test_image.c
ok $? "nothing is lost: $(lost image)"
finish
