# Context: a source of a project is tested with the neighbours that it needs.
. "$(dirname "$0")/lib.sh"

cp -r "$root/tests/units/context/." .
entry() { # file object
	printf '%s{"directory": "%s", "file": "%s", "command": "cc -I. -c %s -o %s", "output": "%s"}' \
		"$comma" "$dir" "$1" "$1" "$2" "$2"
	comma=','
}
comma=
{
	printf '['
	entry other/intern.c CMakeFiles/other.dir/other/intern.c.o
	for source in main lex state intern util; do
		entry $source.c CMakeFiles/app.dir/$source.c.o
	done
	printf ']'
} > compile_commands.json

# value KEY...: what summary.json has there.
value() {
	python3 - "$@" << 'END'
import json, sys
at = json.load(open("skep-out/summary.json"))
for key in sys.argv[1:]:
	at = at[key]
print(at)
END
}

skep gen -p . --executions 20000 lex.c
ok $code 'a source of a database'
on_stderr "^lex: 2 functions, 9 conditions, 18 branches; 1 callable; with 3 files for target 'app': util.c, state.c, intern.c$"
ok $? 'says which neighbours it brings along'
[ "$(value coverage branch total)" = 18 ]
ok $? "only the goals of lex.c count: $(value coverage branch total)"
[ "$(value coverage branch covered)" = 18 ]
ok $? "all of them are covered: $(value coverage branch covered)"
grep -q 'state_new("' skep-out/tests/test_lex.c
ok $? 'tests make the state by the neighbour that makes it'
grep -q 'draw' skep-out/tests/test_lex.c
ok $(($? == 0)) 'what nothing leads to has no stand-in'
make -C skep-out/tests check CC=gcc CFLAGS='-O2 -Wall -Wextra -Werror' > "$work/stdout" 2>&1
ok $? 'the suite builds and passes with gcc'
grep -q 'T_KEYWORD' skep-out/tests/test_lex.c
ok $? 'a keyword is one as intern.c of the same target says'
first=$(cat skep-out/tests/test_lex.c)

skep gen -p . --executions 20000 lex.c
[ "$(cat skep-out/tests/test_lex.c)" = "$first" ]
ok $? 'the same again'

skep gen --executions 20000 --with state.c,util.c,intern.c -o with lex.c
ok $code 'neighbours that are named'
grep -q 'state_new("' with/tests/test_lex.c
ok $? 'tests use them, too'
skep gen --executions 2000 --with . -o folder lex.c -- -I.
ok $code 'neighbours in a folder'
on_stderr '; with 3 files: util.c, state.c, intern.c$'
ok $? 'only those that are needed are taken'

skep gen -p . --executions 2000 --context no -o alone lex.c
ok $code 'without context'
on_stderr 'with 3 files'
ok $(($? == 0)) 'no neighbour is taken'

# A fault in a neighbour is told as one; a call of a neighbour that fails is no bug of the unit.
skep gen --executions 20000 --with careless/shelf.c -o careless-out careless/sort.c
ok $code 'a neighbour that is careless'
on_stdout '^  bug .*heap overflow in shelf_put, careless/shelf\.c:33 (context)'
ok $? 'the fault is told as one of the context'
(cd careless-out/failing && sed -n 's/.*Reproduce: \(.*\) && .*/\1/p' bug_001.c | sh && ! ./a.out) 2> "$work/stderr"
[ $? = 0 ] && on_stderr 'heap-buffer-overflow'
ok $? 'its command links a neighbour that has a main'
! on_stdout 'in share,' && grep -q 'The unit is a part of a program' careless-out/unclear/*.c
ok $? 'what callers may promise is no bug of a part of a program'
grep -l 'The test calls a neighbour of the unit' careless-out/unclear/*.c > /dev/null
ok $? 'a call of the neighbour itself that fails is unclear'

# A neighbour takes what the unit never sees: the test file declares it.
mkdir hidden
printf 'struct a;\nint a_value(const struct a *a);\n' > hidden/a.h
printf '#include "a.h"\nstruct b;\nstruct b *b_new(int x);\nvoid b_free(struct b *b);\nstruct a *a_new(const struct b *b);\nvoid a_free(struct a *a);\n' > hidden/b.h
cat > hidden/b.c << 'END'
#include "b.h"

#include <stdlib.h>

struct b {
	int x;
};
struct a {
	int value;
};

struct b *b_new(int x)
{
	struct b *b = malloc(sizeof *b);
	if (!b)
		abort();
	b->x = x;
	return b;
}

void b_free(struct b *b)
{
	free(b);
}

struct a *a_new(const struct b *b)
{
	struct a *a = malloc(sizeof *a);
	if (!a)
		abort();
	a->value = b->x;
	return a;
}

void a_free(struct a *a)
{
	free(a);
}

int a_value(const struct a *a)
{
	return a->value;
}
END
printf '#include "a.h"\n\nint is_large(const struct a *a)\n{\n\treturn a_value(a) > 10 ? 1 : 0;\n}\n' > hidden/use.c
skep gen --executions 5000 --with hidden/b.c -o hidden-out hidden/use.c
ok $code 'a type that the unit does not see'
grep -q '^struct b;$' hidden-out/tests/test_use.c && grep -q 'is_large(' hidden-out/tests/test_use.c
ok $? 'the test file declares it'
make -s -C hidden-out/tests check CC=gcc CFLAGS='-O2 -Wall -Wextra -Werror' > "$work/stdout" 2>&1
ok $? 'the suite builds and passes'

# A program that ends may leave its memory to the system.
cat > ends.c << 'END'
#include <stdlib.h>

int main(int argc, char **argv)
{
	char *copy = malloc(16);
	if (!copy)
		return 2;
	copy[0] = argc > 1 ? argv[1][0] : 0;
	return copy[0] == 'x';
}
END
skep gen --executions 2000 -o ends-out ends.c
ok $code 'a program that leaves memory behind'
[ ! -d ends-out/failing ] && [ ! -d ends-out/unclear ] && grep -q 'unit_main(' ends-out/tests/test_ends.c
ok $? 'that is no bug'

fails 'no such neighbour' 3 '^skep: --with nowhere\.c: no such file' gen --with nowhere.c lex.c
fails 'a folder without C' 3 '^skep: --with empty: the folder has no C source' gen --with "$(mkdir -p empty; echo empty)" lex.c
fails 'a function of the context' 2 '^skep: --only state_new: it is a function of the context' \
	gen --with state.c,util.c --only state_new lex.c
fails 'a context of no number' 2 "^skep: --context takes a number" gen --context few lex.c
# Names that macros make, what helpers need in turn, and a variable that a neighbour sets on the way.
mkdir made
cat > made/made.h << 'END'
#include <stdio.h>
#define OUR_(name) our_private_##name
struct entry { int kind; const char *name; };
extern FILE *listing;
extern const int OUR_(weights)[3];
int OUR_(weigh)(const struct entry *entry);
int OUR_(rank)(int kind);
int OUR_(extra)(int kind);
int entry_total(struct entry entry);
int entry_list(const struct entry *entry);
int entry_show(const struct entry *entry);
END
cat > made/show.c << 'END'
#include "made.h"

int entry_show(const struct entry *entry)
{
	if (OUR_(weigh)(entry) > 10)
		return fprintf(listing, "<heavy>") < 0 ? -1 : 2;
	return fprintf(listing, "<light>") < 0 ? -1 : 1;
}
END
cat > made/weigh.c << 'END'
#include "made.h"

const int OUR_(weights)[3] = { 1, 20, 3 };

int OUR_(weigh)(const struct entry *entry)
{
	return OUR_(weights)[(unsigned)entry->kind % 3];
}

/* Nothing that the unit calls: but they take what the unit takes. */
int entry_total(struct entry entry)
{
	return OUR_(extra)(entry.kind);
}

int entry_list(const struct entry *entry)
{
	FILE *before = listing;
	listing = stdout;
	int rank = OUR_(rank)(entry->kind) + entry_show(entry);
	listing = before;
	return rank;
}
END
printf '#include "made.h"\nint OUR_(extra)(int kind)\n{\n\treturn kind;\n}\n' > made/extra.c
printf '#include "made.h"\nFILE *listing;\nint OUR_(rank)(int kind)\n{\n\treturn kind > 5;\n}\n' > made/rank.c
comma=
{
	printf '['
	for source in show weigh rank extra; do
		entry made/$source.c made/$source.o
	done
	printf ']'
} > made/compile_commands.json
skep gen -v -p made --executions 4000 -o made-out made/show.c
ok $code 'names that macros make'
on_stderr 'with 3 files: weigh.c, rank.c, extra.c$'
ok $? 'who defines them is found, and who defines what a helper needs'
on_stderr 'stand-ins:'
ok $(($? == 0)) 'none has a stand-in'
grep -q ' listing = ' made-out/tests/test_show.c
ok $? 'a variable that only a neighbour sets is an input'
make -C made-out/tests check CC=clang-19 CFLAGS='-O1 -fsanitize=address' LDFLAGS=-fsanitize=address > "$work/stdout" 2>&1
ok $? 'the suite passes'

# With sanitizers, too, what the unit does not need of its neighbours need not be there.
mkdir partly
printf 'int half(int x);\nint twice(int x)\n{\n\treturn x > 7 ? half(x) : 2 * x;\n}\n' > partly/twice.c
printf 'int nowhere(int x);\nint half(int x)\n{\n\treturn x / 2;\n}\nstatic int other(int x)\n{\n\treturn nowhere(x);\n}\nint (*const others[])(int) = { other };\n' > partly/half.c
skep gen --executions 1000 --with partly/half.c -o partly-out partly/twice.c
ok $code 'a neighbour of which one function is needed'
make -C partly-out/tests check CC=clang-19 CFLAGS='-O1 -fsanitize=address' LDFLAGS=-fsanitize=address > "$work/stdout" 2>&1
ok $? 'the suite can be linked with sanitizers'

# A neighbour makes papers, all alike: tests fill others. Structs that only the neighbour sees are left to it.
mkdir paper
printf 'struct paper {\n\tint kind, size;\n};\nstruct roll;\nstruct paper *paper_new(void);\nvoid paper_free(struct paper *paper);\nstruct roll *roll_new(int n);\nvoid roll_free(struct roll *roll);\nint roll_length(const struct roll *roll);\n' > paper/paper.h
printf '#include "paper.h"\n#include <stdlib.h>\nstruct roll {\n\tint n;\n};\nstruct paper *paper_new(void)\n{\n\treturn calloc(1, sizeof(struct paper));\n}\nvoid paper_free(struct paper *paper)\n{\n\tfree(paper);\n}\nstruct roll *roll_new(int n)\n{\n\tstruct roll *roll = calloc(1, sizeof *roll);\n\tif (roll)\n\t\troll->n = n;\n\treturn roll;\n}\nvoid roll_free(struct roll *roll)\n{\n\tfree(roll);\n}\nint roll_length(const struct roll *roll)\n{\n\treturn roll->n;\n}\n' > paper/paper.c
printf '#include "paper.h"\nint cost(const struct paper *paper, const struct roll *roll)\n{\n\tif (paper->kind == 7)\n\t\treturn 3;\n\treturn paper->size > 100 ? 2 : roll_length(roll) > 5;\n}\nvoid end(struct paper *paper)\n{\n\tpaper_free(paper);\n}\n' > paper/cost.c
skep gen --executions 4000 --with paper/paper.c -o paper-out paper/cost.c
ok $code 'a neighbour that makes one kind only'
on_stdout 'branch 4 of 4'
ok $? 'tests fill what they see'
grep -q 'roll_new(' paper-out/tests/test_cost.c
ok $? 'and make what they do not see by its maker'
make -C paper-out/tests check > "$work/stdout" 2>&1
ok $? 'the suite passes'
# A program that defines what its library defines, too.
comma=
dir=$dir/way
{
	printf '['
	for source in lib/give_up count main; do
		entry $source.c $source.o
	done
	printf ']'
} > way/compile_commands.json
dir=${dir%/way}
cd way
skep gen -p . --executions 6000 -o ../way-out count.c
on_stderr '; with 1 file: main.c$'
ok $? 'a source of the program takes the place of one of its library'
! on_stderr '^stand-ins: .*level'
ok $? 'its variables have no stand-ins'
grep -q 'exit_status(.*, 5);' ../way-out/tests/test_count.c
ok $? 'tests see what the program does'
cd ..

finish
