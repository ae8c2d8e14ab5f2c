# The options of skep gen, one after the other.
. "$(dirname "$0")/lib.sh"

cp "$root"/tests/units/ring/* "$root"/tests/units/gen/hidden.c "$root"/tests/units/gen/buffers.[ch] "$root"/tests/units/reset/bugs.c .

# The tests of the last run that call a function.
calls() { grep -c "\\<$1(" out/tests/test_*.c; }
passes() { make -s -C out/tests check > "$work/stdout" 2>&1; }
gen() {
	rm -rf out
	skep gen --executions 300 -o out "$@"
}

# Output, and the streams it goes to.
gen ring.c
ok $code 'plain: code 0'
on_stdout '^  [0-9]* *tests  *out/tests/test_ring\.c  *cd out/tests && make check$'
ok $? 'plain: stdout says where the tests are'
on_stderr '^ring: 9 functions, '
ok $? 'plain: stderr says what the unit has'
on_stderr 'stopped after .* the budget is spent'
ok $? 'plain: stderr says why it stopped'
gen -q --only ring_count,ring_push ring.c
[ $code = 0 ] && [ ! -s "$work/stdout" ] && [ ! -s "$work/stderr" ] && [ -s out/tests/test_ring.c ]
ok $? '-q: nothing is said, all is written'
[ "$(calls ring_push)" -gt 0 ] && [ "$(calls ring_text)" = 0 ] && [ "$(calls ring_fill)" = 0 ] && passes
ok $? '--only: these functions and what makes their arguments'
gen --json -q --skip ring_text,ring_count --criterion mcdc ring.c
[ $code = 0 ] && cmp -s "$work/stdout" out/summary.json
ok $? '--json: stdout is summary.json'
grep -q '"executions": 300' out/summary.json
ok $? 'summary.json has the budget'

grep -q '"criterion": "mcdc"' out/summary.json
ok $? '--criterion mcdc'

# Functions that are called.
[ "$(calls ring_push)" -gt 0 ] && [ "$(calls ring_text)" = 0 ] && [ "$(calls ring_count)" = 0 ] && passes
ok $? '--skip: never these functions'
fails '--only and --skip of one function' 2 '^skep: ring_push is named by --only and by --skip' gen --only ring_push --skip ring_push ring.c
fails '--promote of no place' 2 '^skep: --promote nosuch: the unit has no such function' gen --promote nosuch ring.c
fails '--promote of a line of another file' 2 '^skep: --promote tree\.c:3: ' gen --promote tree.c:3 ring.c
gen hidden.c
[ $code = 0 ] && [ "$(calls weigh)" = 0 ] && passes
ok $? 'static functions are not called'
gen --static hidden.c
[ $code = 0 ] && [ "$(calls weigh)" -gt 0 ] && [ "$(calls cube)" -gt 0 ] && passes
ok $? '--static: they are'
gen -j 2 --criterion function ring.c
[ $code = 0 ] && passes && grep -q '"criterion": "function"' out/summary.json
ok $? '-j 2 and --criterion function'
gen -v --without components,equivalence,index,null,large,mutation --promote ring_pop,ring.c:33 ring.c
ok $code '--without everything, --promote of a function and a line'
on_stderr 'component set: [0-9]'
ok $? '-v: statistics'

# A model that the user corrected.
skep model ring.c
sed 's/^ring_fill(.*$/ring_fill(ring, data, n)  not called: by hand/' "$work/stdout" > ring.model
gen --model ring.model ring.c
[ $code = 0 ] && [ "$(calls ring_fill)" = 0 ] && [ "$(calls ring_push)" -gt 0 ] && passes
ok $? '--model: what the user wrote wins'
cp out/ring.model learned.model
gen --model learned.model ring.c
[ $code = 0 ] && [ "$(calls ring_fill)" = 0 ] && passes
ok $? '--model: what a run wrote can be given back'

# Learned things are said, applied and written.
gen -v buffers.c
on_stderr '^learned: join: the result must be freed'
ok $? 'learned: said with -v'
grep -q 'free(' out/tests/test_buffers.c && passes
ok $? 'learned: applied'

# Bugs.
gen bugs.c
[ $code = 0 ] && on_stdout '^  bug  *out/failing/bug_001\.c  '
ok $? 'a bug alone does not change the code'
ls out/failing/bug_*.c > /dev/null
ok $? 'there is a file for it'
gen --fail-on bug bugs.c
ok $((code != 1)) '--fail-on bug: code 1'
# Each says how to see it, and then it can be seen.
for bug in bug_001 bug_002 bug_003; do
	command=$(sed -n 's/.*Reproduce: clang-19 \(.*\) && .*/\1/p' out/failing/$bug.c)
	(cd out/failing && clang-19 $command) > "$work/stderr" 2>&1
	ok $? "$bug.c compiles as it says"
	! timeout 100 out/failing/a.out > "$work/stdout" 2>&1
	ok $? "$bug.c fails"
done

# An output folder that is there already is written anew.
gen ring.c
touch out/tests/mine
skep gen --executions 300 -o out ring.c
ok $code 'once more into the same folder'
passes
ok $? 'once more: passes'

# The clock: a time is told with what it was for; a number of executions knows no clock.
skep gen -t 1 -o timed ring.c
on_stderr '^took 0:[0-9]* of 0:01, and 0:[0-9]* to build$'
ok $? 'a run with a time says how long it took'
grep -q 'skep gen ring.c -t 1 --seed 1' timed/tests/test_ring.c
ok $? 'and the head of its tests says for how long they were made'
python3 -c '
import json
run = json.load(open("timed/summary.json"))["run"]
assert 0 < run["seconds"] <= run["seconds_in_all"], run
assert run["seconds_building"] > 0, run'
ok $? 'summary.json has the time of the search and of everything'
python3 -c '
import json
run = json.load(open("out/summary.json"))["run"]
assert run["seconds_in_all"] is None and run["seconds_building"] is None, run'
ok $? 'summary.json of a number of executions has no time'

# A result that depends on the level of optimising shows only if several are tried.
printf 'int level(int n)\n{\n#ifdef __OPTIMIZE__\n\tn++;\n#endif\n\treturn n > 3 ? n : 0;\n}\n' > level.c
gen level.c
grep -q 'CHECK_INT(level(' out/tests/test_level.c
ok $? '--compilers one: with optimising alone it holds'
compilers=all
gen level.c
! grep -q 'CHECK_INT(level(.*), [1-9]' out/tests/test_level.c
ok $? '--compilers all: what another level does differently is not expected'
compilers=one

# No more tests than the user wants.
skep gen --executions 1000 --max-tests 2 -o few ring.c
[ "$(grep -c '^static void [A-Za-z_0-9]*(void)$' few/tests/test_ring.c)" = 2 ] && on_stderr 'max-tests allows no more tests'
ok $? 'max-tests: two tests, and it says what they leave out'

# Values that make no sense.
rm -rf out
fails 'an executions budget that is no number' 2 '^skep: --executions needs a whole number' gen --executions many ring.c
fails 'a negative seed' 2 '^skep: --seed needs a whole number' gen --seed -1 ring.c
fails 'no worker' 2 '^skep: -j takes 1 to 64' gen -j 0 ring.c
fails 'too many workers' 2 '^skep: -j takes 1 to 64' gen -j 65 ring.c
fails 'a time without sense' 2 '^skep: --time needs a time' gen -t 5x ring.c
fails 'a filter that is none' 2 '^skep: --without everything: it is one of' gen --without everything ring.c
fails 'a skipped function that is none' 2 '^skep: --skip nobody: the unit has no function of that name' gen --skip nobody ring.c
fails 'an option without its value' 2 '^skep: --seed needs a value' gen ring.c --seed
fails 'an unknown option' 2 '^skep: unknown option --sed; see skep gen --help' gen --sed 5 ring.c
fails 'a value for a flag' 2 '^skep: --static takes no value' gen --static=yes ring.c
fails 'something odd to fail on' 2 '^skep: --fail-on' gen --fail-on weather ring.c
fails 'a model for another unit' 3 '^skep: learned\.model:[0-9]*: ' gen --model learned.model hidden.c
fails 'nothing left to call' 3 '^skep: no function of the unit can be called' gen --skip shade_of,total,volume hidden.c
finish
