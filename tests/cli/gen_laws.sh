# Built-in contracts notice a fault in each of copy, equal, compare, hash and print on a
# container, and nothing where there is none. bench/laws does more of this.
. "$(dirname "$0")/lib.sh"

cp -r "$root/tests/units/containers" "$root/tests/units/laws" .
cp laws/linked_list_values.c good.c

search() { skep gen --executions 4000 --engine random -o out containers/linked_list.c laws/linked_list_values.c; }

# fails_in FILE: in its program, compiled as its comment says, the assertion does not hold.
fails_in() {
	compile=$(sed -n 's/.*Reproduce: \(.*\) && .*/\1/p' "$1")
	(cd "$(dirname "$1")" && sh -c "$compile -Wall -Wextra -Werror -o shown" && ! ./shown 2> shown.log && grep -q Assertion shown.log)
}

# seeded {CONTRACT FUNCTION SED-COMMAND}...: with these faults, each contract is told as broken, and
# the program that shows it is happy once the fault is gone.
seeded() {
	cp good.c laws/linked_list_values.c
	: > wanted
	while [ $# -ge 3 ]; do
		cp laws/linked_list_values.c before.c
		sed -i "$3" laws/linked_list_values.c
		! cmp -s before.c laws/linked_list_values.c
		ok $? "$1 in $2: the fault is in"
		echo "$1 $2" >> wanted
		shift 3
	done
	search
	ok $code "with $(wc -l < wanted) faults: gen"
	cp laws/linked_list_values.c faulty.c
	while read -r contract function; do
		cp faulty.c laws/linked_list_values.c
		broken "$contract" "$function"
	done < wanted
}

broken() { # CONTRACT FUNCTION
	python3 - "$1" "$2" > "$work/stdout" << 'END'
import json
import sys
contract, function = sys.argv[1:]
bugs = [f for f in json.load(open("out/summary.json"))["failures"] if f["verdict"] == "bug"]
told = [bug for bug in bugs if f"Built-in contract '{contract}'" in bug["evidence"] and function in bug["summary"]]
for bug in bugs:
    print(bug["summary"], bug["evidence"])
open("shown", "w").write("out/" + told[0]["file"] if told else "")
sys.exit(not told)
END
	ok $? "$1: found in $2"
	fails_in "$(cat shown)"
	ok $? "$1: its program fails"
	cp good.c laws/linked_list_values.c
	! fails_in "$(cat shown)" && [ -f "$(dirname "$(cat shown)")/shown" ]
	ok $? "$1: its program passes without the fault"
}

search
ok $code 'as it is: gen'
! grep -q '"verdict": *"bug"' out/summary.json
ok $? 'as it is: no bug'
grep -q '"linked_list_copy: a copy equals its original' out/summary.json && grep -q 'class="laws"' out/report/index.html &&
	grep -q '<li>linked_list_copy: a copy equals its original' out/report/index.html
ok $? 'as it is: what was looked at is named in summary and report'
skep gen --executions 500 --engine random --without copy -o out containers/linked_list.c laws/linked_list_values.c
! grep -q 'a copy equals its original' out/summary.json && grep -q '<li>linked_list_equal: equality is' out/report/index.html
ok $? 'a contract that is switched off is not named'

# Faults that do not touch each other's contracts share a search.
seeded copy linked_list_copy 's/linked_list_add_last(copy/linked_list_add_first(copy/' \
	hash linked_list_hash 's/hash = 5381/hash = (unsigned)(size_t)list/' \
	parse linked_list_print 's/"%d", at(list, i)/"%d", abs(at(list, i) % 1000)/'
seeded equal linked_list_equal '/^bool linked_list_equal/,/^}/s/!= at(b, i)/> at(b, i)/' \
	parse linked_list_print "s/(\*end != ',' ||/(*end != ';' ||/"
seeded compare linked_list_compare 's/return (n > m) - (n < m)/return n == m ? 0 : -1/'
seeded agree linked_list_equal '/^bool linked_list_equal/,/^}/s/at(a, i) != at(b, i)/i > 9/'

# Memory that is changed behind const is compared with a copy of it.
cat > bare.h << 'END'
int count_bare(const char *text, int n);
END
cat > bare.c << 'END'
#include "bare.h"
int count_bare(const char *text, int n)
{
	int i, bare = 0;
	for (i = 0; i < n; i++)
		if (text[i] == ' ')
			*((char *)text + i) = '_';
		else
			bare++;
	return bare;
}
END
skep gen --executions 4000 --engine random -o out bare.c
grep -q 'assert(memcmp(text, before, sizeof before) == 0); *\/\* fails here' out/failing/bug_001.c && fails_in out/failing/bug_001.c
ok $? 'const: its program fails'
sed -i 's/^.*(char \*)text.*$/;/' bare.c
! fails_in out/failing/bug_001.c && [ -f out/failing/shown ]
ok $? 'const: its program passes without the fault'

# Things may be written as bytes, too; a status is no number of bytes.
cat > spot.h << 'END'
#include <stddef.h>
struct spot;
struct spot *spot_new(int x, int y);
void spot_free(struct spot *spot);
int spot_equal(const struct spot *a, const struct spot *b);
size_t spot_serialise(const struct spot *spot, unsigned char *out, size_t size);
struct spot *spot_deserialise(const unsigned char *bytes, size_t size);
END
cat > spot.c << 'END'
#include "spot.h"
#include <stdlib.h>
#include <string.h>
struct spot { int x, y; };
struct spot *spot_new(int x, int y)
{
	struct spot *spot = malloc(sizeof *spot);
	if (spot)
		*spot = (struct spot){ x, y };
	return spot;
}
void spot_free(struct spot *spot) { free(spot); }
int spot_equal(const struct spot *a, const struct spot *b) { return a->x == b->x && a->y == b->y; }
size_t spot_serialise(const struct spot *spot, unsigned char *out, size_t size)
{
	int y = spot->y > 9 ? 9 : spot->y;
	if (size < 2 * sizeof y)
		return 0;
	memcpy(out, &spot->x, sizeof y);
	memcpy(out + sizeof y, &y, sizeof y);
	return 2 * sizeof y;
}
struct spot *spot_deserialise(const unsigned char *bytes, size_t size)
{
	int at[2];
	if (size != sizeof at)
		return NULL;
	memcpy(at, bytes, sizeof at);
	return spot_new(at[0], at[1]);
}
END
skep gen --executions 4000 --engine random -o out spot.c
head -n 1 out/failing/bug_001.c | grep -q 'Broken contract in spot_serialise' && fails_in out/failing/bug_001.c
ok $? 'bytes: its program fails'
sed -i 's/spot->y > 9 ? 9 : //' spot.c
! fails_in out/failing/bug_001.c && [ -f out/failing/shown ]
ok $? 'bytes: its program passes without the fault'
skep gen --executions 4000 --engine random -o out spot.c
! grep -q '"verdict": *"bug"' out/summary.json && grep -q '"spot_serialise: printed text is read' out/summary.json
ok $? 'bytes: nothing is told without the fault'
# Nothing equals null.
cat > tag.c <<'EOF'
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct tag { char name[8]; };

struct tag *tag_new(const char *name)
{
	struct tag *tag = calloc(1, sizeof *tag);
	if (tag)
		strncpy(tag->name, name, sizeof tag->name - 1);
	return tag;
}
void tag_free(struct tag *tag) { free(tag); }
bool tag_equal(const struct tag *a, const struct tag *b)
{
	const char *x = a ? a->name : "", *y = b ? b->name : "";
	return strcmp(x, y) == 0;
}
EOF
skep gen --executions 4000 --engine random -o tag tag.c
grep -q 'tag_equal says that a thing equals NULL' tag/failing/bug_001.c
ok $? 'equal: nothing equals null'
sed -i 's/return strcmp/return a \&\& b \&\& strcmp/' tag.c
skep gen --executions 4000 --engine random -o tag tag.c
[ $code = 0 ] && [ ! -e tag/failing ]
ok $? 'equal: and nothing is told where that holds'
finish
