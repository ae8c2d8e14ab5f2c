# Variables of the unit as inputs of tests, and static functions that nothing else leads to.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units/state
builds() { # FOLDER
	for compiler in gcc clang-19; do
		make -s -C "$1/tests" clean &&
			make -s -C "$1/tests" CC=$compiler CFLAGS='-g -Wall -Wextra -Werror' check > "$work/stdout" 2>&1 || return 1
	done
}
covers_all() { # summary.json
	python3 -c 'import json, sys
branch = json.load(open(sys.argv[1]))["coverage"]["branch"]
sys.exit(branch["covered"] != branch["total"])' "$1"
}
cp "$units"/*.c "$units"/*.h .

skep gen --executions 20000 --seed 1 -o out modes.c
ok $code 'modes: code 0'
on_stderr 'tests may set 6 variables that no callable function sets'
ok $? 'modes: says that variables are set'
covers_all out/summary.json
ok $? 'modes: every branch is covered'
builds out
ok $? 'modes: the suite builds and passes'
tests=out/tests/test_modes.c
grep -q '^    mode = 1200;$\|^        { 1200, ' $tests && grep -q '^    verbosity = ' $tests && grep -q '^    corner = ' $tests
ok $? 'modes: numbers, structs and missing variables are set'
grep -q '^static void act_of_[a-z0-9_]*_with_mode_gives_\|^static void act_by_x_with_mode(void)$' $tests &&
	grep -q '^/\* act \(by x \)*with mode set' $tests
ok $? 'modes: names and comments say what was set'
grep -q '^        steps\[k\] = .*\[k\];$' $tests &&
	{ grep -q '^    label = "x' $tests || { grep -q '^        label = cases\[i\]\.label;$' $tests && grep -q '^        { "x' $tests; }; }
ok $? 'modes: arrays and texts are set'
! grep -q '^    limit = ' $tests
ok $? 'modes: what a function sets is left to it'
[ ! -d out/failing ]
ok $? 'modes: a fault in a state that the test made is no bug'
grep -q 'Class: unclear. The test sets the variable `divisor` itself' out/unclear/*.c
ok $? 'modes: it is unclear, and says why'

skep gen --executions 3000 --state no -o none modes.c
ok $code 'no state: code 0'
! grep -q '^    [a-z]* = ' none/tests/test_modes.c
ok $? 'no state: no variable is set'

skep gen --executions 3000 --state all -o all modes.c
ok $code 'all state: code 0'
on_stderr 'tests may set 7 variables'
ok $? 'all state: also what a function sets'
fails 'what state' 2 '--state is no, auto or all' gen --state some modes.c

# A part of a program: what a callable function sets may have any value, once the search is stuck.
skep gen --executions 12000 --seed 1 --with counter_state.c -o counter counter.c
covers_all counter/summary.json
ok $? 'counter: a variable that the function itself sets is set by tests, too'
builds counter
ok $? 'counter: the suite builds and passes'
skep gen --executions 12000 --seed 1 --state no --with counter_state.c -o counter_no counter.c
! covers_all counter_no/summary.json
ok $? 'counter: not with --state no'

# The standard input is a file of the test.
skep gen --executions 3000 -o asks asks.c
covers_all asks/summary.json
ok $? 'asks: what is typed in decides'
grep -q '^ *stdin = [a-z0-9_]*;$' asks/tests/test_asks.c && builds asks
ok $? 'asks: tests give the standard input a file, which the unit may close'

# The model says it all, and can be corrected.
skep model modes.c
on_stdout '^skep_set_mode(mode) .*mode: int; sets a variable$'
ok $? 'model: variables that tests set'
on_stdout '^skep_set_limit(limit) .*; not called: set_limit sets it$'
ok $? 'model: variables that tests leave alone'
sed -e 's/; not called: set_limit sets it//' -e '/^skep_set_mode/s/$/; not called/' "$work/stdout" > modes.model
skep gen --executions 4000 --model modes.model -o corrected modes.c
ok $code 'model: corrected'
! grep -q '^    mode = ' corrected/tests/test_modes.c
ok $? 'model: what is not to be set is not set'

# Static functions as a last resort.
skep gen --executions 4000 -o table table.c
ok $code 'table: code 0'
covers_all table/summary.json
ok $? 'table: every branch is covered'
gives table/tests/test_table.c twice 4 8 && ! grep -q 'helper(' table/tests/test_table.c && builds table
ok $? 'table: what nothing else leads to is called, and nothing else'
[ ! -d table/failing ] && grep -q 'Class: unclear. The test calls the static function `fail` directly' table/unclear/*.c
ok $? 'table: a fault there is unclear'
skep model table.c
on_stdout '^twice(x) .*; static; called as a last resort$'
ok $? 'table: the model says so'
sed '/^twice/s/$/; not called/' "$work/stdout" > table.model
skep gen --executions 2000 --model table.model -o without table.c
ok $code 'table: corrected'
! grep -q 'twice(' without/tests/test_table.c
ok $? 'table: what is not to be called is not called'

# A static function that a function for users would lead to, if the tests could get there.
skep gen --executions 20000 -o part part.c
ok $code 'part: code 0'
grep -q 'CHECK[A-Z_]*(grade(' part/tests/test_part.c && builds part
ok $? 'part: while the search is stuck the static function is called directly'
skep gen --executions 20000 -o whole whole.c
! grep -q '[^_]grade(' whole/tests/test_whole.c
ok $? 'whole: a unit that stands by itself is tested as its users see it'
# Structs that tests fill: their fields agree, so nothing is blamed on the unit, or on them.
skep gen --executions 20000 --seed 1 -o objects objects.c
ok $code 'objects: code 0'
covers_all objects/summary.json
ok $? 'objects: every branch is covered'
builds objects
ok $? 'objects: the suite builds and passes'
[ ! -d objects/failing ] && [ ! -d objects/unclear ] && [ ! -d objects/misuse ]
ok $? 'objects: nothing was found that only a wrong test does'
grep -q 'kind = KIND_PAIR, .u = {.pair = ' objects/tests/test_objects.c
ok $? 'objects: a union says the member that is meant'
skep model objects.c
on_stdout '^fields of struct list: items: buffer of n, not null;$'
ok $? 'objects: the model has fields'
cp "$work/stdout" objects.model
skep model --model objects.model objects.c
diff objects.model "$work/stdout" > /dev/null
ok $? 'objects: what the model says can be read again'
sed 's/name: string, not null/name: string, may be null/' objects.model > wrong.model
skep gen --executions 3000 --model wrong.model -o wrong objects.c
grep -q 'in buffer_finish' wrong/misuse/*.c
ok $? 'objects: a field that may be null is null'
sed 's/length of items/length of item/' objects.model > bad.model
fails 'bad field' 3 'struct list has no field item' model --model bad.model objects.c

# Faults teach facts that the code does not show.
skep gen -v --executions 3000 -o learned learned.c
ok $code 'learned: code 0'
on_stderr '^learned: struct page: field lines is not null (crashed with null)$'
ok $? 'learned: a field that must not be null'
grep -q '^fields of struct page: lines: not null$' learned/learned.model
ok $? 'learned: the model has it'
finish
