# Expectations stay if they can fail: they guard a value that varies, or kill a mutant.
. "$(dirname "$0")/lib.sh"

cat > unit.c << 'END'
int version(void) { return 3; }
int twice(int x) { return x + x; }
END
skep gen --executions 2000 --seed 1 -o out unit.c
ok $code "gen: exit code 0 (is $code)"
on_stdout 'mutants killed 3 of 3$'
ok $? 'every mutant of a small unit is killed'
[ "$(grep -c 'CHECK[A-Z_]*(version(), 3)' out/tests/test_unit.c)" = 1 ]
ok $? 'a value that is always the same is expected once'
python3 -c 'import json; assert json.load(open("out/summary.json"))["mutants"] == {"killed": 3, "total": 3, "survivors": []}'
ok $? 'summary.json has the mutants'
nothing_left gen

# A mutant that no test can notice is printed with -v, and is not counted as killed.
printf 'void note(int x) { static int last; last = x + 1; }\n' > silent.c
skep gen -v --executions 500 --seed 1 -o silent silent.c
on_stdout 'mutants killed 0 of 3$'
ok $? 'mutants that nobody can see survive'
on_stderr 'survives: silent.c:1: an assignment left out in void note'
ok $? 'and are shown with -v'
python3 -c 'import json
first = json.load(open("silent/summary.json"))["mutants"]["survivors"][0]
assert first["file"].endswith("silent.c") and first["line"] == 1 and first["function"] == "note" and "note" in first["change"]'
ok $? 'summary.json lists them'
grep -q 'changes of the unit that no test notices' silent/report/index.html
ok $? 'the report lists them'

# A test that reaches nothing new stays if it notices what the others let pass.
printf 'int is_large(unsigned n) { return n > 1000; }\n' > limit.c
skep gen --executions 500 --seed 1 -o limit limit.c
grep -q 'is_large(1000)\|^        { 1000 },$' limit/tests/test_limit.c && grep -q ' Fails if .*n > 1000' limit/tests/test_limit.c
ok $? 'a test at the limit that a comparison names'
on_stdout 'mutants killed 3 of 3$'
ok $? 'no mutant of it survives'

# Memory that the compiler filled is no code of the unit: nobody wrote a value that could be wrong.
cat > unset.c << 'END'
int larger(int a, int b)
{
	int most;
	if (a > b)
		most = a;
	else
		most = b;
	return most;
}
END
skep gen -v --executions 500 --seed 1 -o unset unset.c
on_stderr 'became -14316557'
[ $? != 0 ] && on_stdout 'mutants killed [1-9][0-9]* of'
ok $? 'a variable that starts unset has no mutant of what it starts with'

# A test asks for the value that was put in: no other result shows whether it is there.
cat > bag.c << 'END'
#include <stdbool.h>
#include <stdlib.h>
struct bag { int n, at[8]; };
struct bag *bag_new(void) { return calloc(1, sizeof(struct bag)); }
void bag_free(struct bag *bag) { free(bag); }
void bag_add(struct bag *bag, int what) { if (bag->n < 8) bag->at[bag->n++] = what; }
bool bag_contains(const struct bag *bag, int what)
{
	for (int i = 0; i < bag->n; i++)
		if (bag->at[i] == what)
			return true;
	return false;
}
END
skep gen --executions 3000 --seed 1 -o bag bag.c
sed -n '/^static void bag_add/,/^}/p' bag/tests/test_bag.c > "$work/stdout"
on_stdout 'CHECK(!*bag_contains('
ok $? 'a test asks for what it put in'

# Mutants run in a sandbox: what the unit never does, a mutant may try.
cat > keep.c << END
#include <stdio.h>
int keep(int x)
{
	int sure = 0;
	if (sure)
		return remove("$dir/precious");
	return x + 1;
}
END
echo mine > precious
skep gen --executions 2000 --seed 1 -o keep keep.c
on_stdout 'mutants killed'
ok $? 'mutants of a unit that could remove a file are tried'
[ "$(cat precious)" = mine ]
ok $? 'the file is still there'

# A mutant that only a call noticed which was taken out again does not count as killed, also where tests stand in a table.
cat > box.h << 'END'
struct box;
struct box *box_new(int x);
int box_kind(const struct box *box);
int box_look(const struct box *box);
void box_free(struct box *box);
END
cat > box.c << 'END'
#include "box.h"
#include <stdlib.h>

struct box {
	const int *at;
	int kind;
};

static const int cells[] = { 2, 4, 6, 8, 10 };

struct box *box_new(int x)
{
	struct box *box = calloc(1, sizeof *box);
	if (!box)
		return NULL;
	if (x > 900) {
		box->at = &cells[0];
		box->kind = 5;
	} else if (x > 90) {
		box->at = &cells[1];
		box->kind = 4;
	} else if (x > 9) {
		box->at = &cells[2];
		box->kind = 3;
	} else {
		box->at = &cells[3];
		box->kind = x < 0 ? 1 : 2;
	}
	return box;
}

int box_kind(const struct box *box)
{
	return box->kind;
}

int box_look(const struct box *box)
{
	return *box->at & 1;
}

void box_free(struct box *box)
{
	free(box);
}
END
skep gen -v --executions 1500 --seed 1 --compilers one -o box box.c
ok $code 'a unit with a table of tests'
grep -q '} cases\[\] = {' box/tests/test_box.c
ok $? 'the tests stand in a table'
! on_stderr 'does not compile'
ok $? 'its mutants are tried again'
on_stderr 'survives: box.c:.*left out in box->at = &cells.2.'
told=$?
make -s -C box/tests clean > /dev/null 2>&1
sed -i.kept 's/box->at = &cells.2.;/box->kind = 3;/' box.c
make -s -C box/tests check > "$work/stdout" 2>&1
passed=$?
mv box.c.kept box.c
ok $((passed != told)) 'a mutant is told as surviving if the written tests pass with it'
finish
