# Buffers of unknown size: an overrun teaches how many elements there must be. Shifting a number below zero is no reason
# to refuse a test.
. "$(dirname "$0")/lib.sh"

cp "$root/tests/units/gen/frame.c" .
skep gen -v --engine random --failures no --executions 3000 -o out frame.c
ok $code 'gen'
on_stderr 'frame_encode: samples has at least 96 elements'
ok $? 'the samples of a frame'
on_stderr 'frame_encode: out has at least 25 elements'
ok $? 'the bytes of a frame'
on_stdout 'branch 10 of 10 '
ok $? 'all is covered'
grep -q 'frame_encode(' out/tests/test_frame.c
ok $? 'tests encode frames'
grep -q 'fno-sanitize=shift-base' out/tests/Makefile
ok $? 'the makefile knows of the shifts'
(cd out/tests && make -s check CC=clang-19 CFLAGS='-g -fsanitize=address,undefined -fno-sanitize-recover=all' > log 2>&1)
ok $? 'the suite is clean under the sanitizers'

# Arrays that nobody counts end with an element of their own, as the code tells: no option without a name, no column of
# that kind, no number -1.
cp "$root"/tests/units/gen/menus.[ch] .
skep gen --engine random --executions 4000 -o menus menus.c
ok $code 'gen on arrays that end with an element ends with 0'
on_stdout 'branch 40 of 40 '
ok $? 'all is covered'
[ ! -e menus/failing ]
ok $? 'no test reads behind an array'
for last in '{0}' '{\.kind = KIND_END}' '.*, -1}' '.*, NULL}'; do
	grep -q "^ *$last\(,\|};\)\|= {$last};\|= $last;" menus/tests/test_menus.c
	ok $? "an array ends with $last"
done
(cd menus/tests && make -s check CC=clang-19 CFLAGS='-g -fsanitize=address,undefined -fno-sanitize-recover=all' > log 2>&1)
ok $? 'and that suite is clean under the sanitizers, too'
finish
