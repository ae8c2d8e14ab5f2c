# skep gen on functions that end the program: tests expect that end with its status, and the goals on the way to it
# are in the suite, whichever framework and compiler.
. "$(dirname "$0")/lib.sh"
compilers=all

cp "$root"/tests/units/gen/quits.[ch] .

skep gen --executions 10000 quits.c
ok $code 'gen ends with 0'
on_stdout 'branch \(19\|20\) of 20 '
ok $? 'every branch is covered but the one of an allocation that fails'
suite=skep-out/tests/test_quits.c
gives $suite exit_status 'parse("-h")' 0 || { grep -q 'CHECK_INT(exit_status(parse(cases' $suite && grep -q '^        { "-h", *0 },$' $suite; }
ok $? 'an exit with status 0 is expected'
grep -q 'CHECK[A-Z_]*(exit_status(box_put([a-z0-9]*, [0-9]*)), 4);' $suite
ok $? 'and one with another status'
grep -q 'CHECK[A-Z_]*(exit_status(parse("-x[^"]*")), 1);\|^        { "-x[^"]*", *1 },$' $suite
ok $? 'the end by a function that is not there and never returns is expected, too'
grep -q 'box_put .*ends the program with status 4\.' $suite
ok $? 'the comment says so'
grep -A9 '^static void box_put_.*_ends_the_program' $suite | grep -q 'box_free'
ok $? 'what the test made is destroyed, though the call did not come back'
grep -q '"lost": \[\]' skep-out/summary.json
ok $? 'nothing is lost'

for compiler in 'gcc -O0' 'gcc -O2' 'clang-19 -O0' 'clang-19 -O2' 'clang-19 -fsanitize=address,undefined'; do
	make -s -C skep-out/tests clean
	make -s -C skep-out/tests CC="${compiler% *}" CFLAGS="-Wall -Wextra -Werror ${compiler#* }" LDFLAGS="${compiler#* }" check \
		> "$work/stdout" 2>&1
	ok $? "make check with $compiler"
done

# A function that comes back where it should end, or ends with another status, is found.
make -s -C skep-out/tests clean
sed 's/value > 10 ? 4 : 3/5/; s/_exit(status == 7/if (status < 9) return; _exit(status == 7/' quits.c > other.c && mv other.c quits.c
! make -s -C skep-out/tests check > "$work/stdout" 2>&1
ok $? 'the suite fails for a unit that ends otherwise'
on_stdout 'FAILED: box_put_.*ends_the_program' && on_stdout 'FAILED: parse_.*ends_the_program'
ok $? 'a wrong status and a call that comes back are told'

cp "$root"/tests/units/gen/quits.c .
skep gen --executions 10000 --format cmocka -o framed quits.c
ok $code 'gen for cmocka ends with 0'
make -s -C framed/tests check > "$work/stdout" 2>&1
ok $? 'its tests pass'
grep -q 'assert_int_equal(exit_status(parse("-h")), 0);\|^        { "-h", *0 },$' framed/tests/test_quits.c &&
	grep -q 'assert_int_equal(exit_status(parse(' framed/tests/test_quits.c
ok $? 'and expect the end'
finish
