# skep gen on functions that take a begin and an end: both lead into one buffer, everything
# is covered, and the suite holds with each compiler, however much it optimises.
. "$(dirname "$0")/lib.sh"
compilers=all

cp "$root"/tests/units/gen/ends.[ch] .

passes_everywhere() { # FOLDER
	for compiler in 'gcc -O0' 'gcc -O2' 'clang-19 -O0' 'clang-19 -O2'; do
		make -s -C "$1/tests" clean
		make -s -C "$1/tests" CC="${compiler% *}" CFLAGS="-Wall -Wextra -Werror ${compiler#* }" check > "$work/stdout" 2>&1
		ok $? "$1: make check with $compiler"
	done
}

skep gen --executions 20000 ends.c
ok $code 'gen ends with 0'
on_stdout 'branch \([0-9]*\) of \1 '
ok $? 'every branch is covered'
grep -q 'scan_number(\(p[0-9]*\), \1 + [0-9]*)' skep-out/tests/test_ends.c
ok $? 'the end is written as a place in the buffer'
! grep -o 'count_words([^)]*)' skep-out/tests/test_ends.c | grep -v 'void' | grep -qv '(\([a-z0-9]*\|NULL\), \1\( + [0-9]*\)*)'
ok $? 'no end is that of another buffer'
[ ! -e skep-out/failing ] && grep -q '"laws": \[\]' skep-out/summary.json
ok $? 'a begin and an end are not compared as two things: nothing is told as a bug'
passes_everywhere skep-out

# The user's model wins.
skep model ends.c
sed 's/^count_words(.*/count_words(begin, end)  not called: by hand/; s/^is_same(.*/is_same(a, b)  a: buffer through b/' \
	"$work/stdout" > ends.model
skep gen --executions 5000 --model ends.model --only is_same -o corrected ends.c
ok $code 'gen with a corrected model ends with 0'
grep -q 'is_same(\(a[0-9]*\), \1\( + [0-9]*\)*)' corrected/tests/test_ends.c
ok $? 'a correction makes a place of what was a string'
passes_everywhere corrected

# Where unrelated objects lie is nothing that a test may expect: it would be true of this machine.
cp "$root"/tests/units/gen/layout.[ch] .
skep gen -v --executions 5000 -o apart layout.c
ok $code 'gen on pointers to different objects ends with 0'
grep -q 'which_first("[^"]*", "[^"]*")\|{ "[^"]*", *"[^"]*"' apart/tests/test_layout.c
ok $? 'two texts are passed'
! grep -q 'which_first(.*) == [12]' apart/tests/test_layout.c
ok $? 'which of them comes first is not expected'
on_stderr '^tests: checked 1 times'
ok $? 'and that was no finding of the compilers of this machine'
grep -q 'CHECK_BYTES(to' apart/tests/test_layout.c
ok $? 'what does not hang on it is'
passes_everywhere apart
finish
