# Code of users: names with blanks, old C, files, arguments behind "...". None of these may
# cost a test, and all written files must build and hold.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units/users
builds() { # FOLDER
	for compiler in gcc clang-19; do
		make -s -C "$1/tests" clean &&
			make -s -C "$1/tests" CC=$compiler CFLAGS='-g -Wall -Wextra -Werror' check > "$work/stdout" 2>&1 || return 1
	done
}

# A folder and a source with blanks and worse in their names.
mkdir "my 'own' code"
cp "$units/options.h" "my 'own' code/options.h"
cp "$units/options.c" "my 'own' code/the \$options.c"
skep gen -v --executions 1500 -o 'what I got' "my 'own' code/the \$options.c"
ok $code 'blanks: code 0'
cp "$work/stderr" said
[ -s 'what I got/tests/test_the__options.c' ] && builds 'what I got'
ok $? 'blanks: the suite builds and passes'

# Files are there when the written tests run, and "..." is never read in vain.
! grep -q '^test .* left out' said
ok $? 'options: no test was left out'
tests='what I got/tests/test_the__options.c'
grep -q 'file_holding(' "$tests" && grep -q 'options_show(' "$tests"
ok $? 'options: tests have files'
grep -Eq 'options_set\(.*, OPTION_[A-Z]+, NULL, NULL, NULL\)' "$tests"
ok $? 'options: something stands behind the last argument with a name'
grep -q 'CHECK_TEXT(text[0-9]*, "[0-9a-f]*")' "$tests"
ok $? 'options: what was written into a buffer is looked at'
[ ! -d 'what I got/failing' ]
ok $? 'options: what a key of the thread leads to is no leak'

# Names that the C library has too, functions that nobody declared.
cp "$units/old.c" .
skep gen --executions 1000 -o old old.c
ok $code 'old: code 0'
builds old
ok $? 'old: the suite builds and passes'
! grep -q '^#include <\(stdlib\|string\|unistd\)' old/tests/test_old.c && grep -q '^void exit(int);$' old/tests/test_old.c
ok $? 'old: headers that do not go with the unit are not included'
grep -q 'CHECK[A-Z_]*(.*\.word, ' old/tests/test_old.c
ok $? 'old: a union that a call gave is looked at'

# A header that does not compile by itself costs no test.
cp "$units/late.h" "$units/late.c" .
skep gen --executions 500 -o late late.c
ok $code 'late: code 0'
grep -q 'CHECK[A-Z_]*(late_twice(' late/tests/test_late.c && builds late
ok $? 'late: the suite builds and passes'

# A header that needs another before it, and two sources that one file cannot include both.
cp -r "$units/apart" .
skep gen -v --executions 2000 -o both apart/left.c apart/right.c
ok $code 'apart: code 0'
cp "$work/stderr" said
builds both
ok $? 'apart: the suite builds and passes'
gives both/tests/test_left.c left_declared 7 71 && grep -q 'CHECK[A-Z_]*(right_declared(' both/tests/test_right.c
ok $? 'apart: what headers declare is tested'
grep -q 'CHECK[A-Z_]*(left_scaled(' both/tests/test_left.c && grep -q 'CHECK[A-Z_]*(right_scaled(' both/tests/test_right.c &&
	! grep -q '^test .* left out' said
ok $? 'apart: both of two sources that clash are tested, each in its own file'
grep -A1 '^#include "sizes.h"$' both/tests/test_left.c | grep -q '^#include "units.h"$'
ok $? 'apart: a header comes after what it needs'

# A header that declares nothing unless another came before it.
cp "$units"/guarded* .
skep gen --executions 1000 -o guarded guarded.c
ok $code 'guarded: code 0'
gives guarded/tests/test_guarded.c guarded_grade 7 2 && builds guarded &&
	! grep -q 'include ".*guarded\.c"' guarded/tests/test_guarded.c
ok $? 'guarded: its function is tested through the header'

# A function that is only there where it is inlined: the test file defines it.
cp "$units/inlined.h" "$units/inlined.c" .
skep gen -v --executions 1000 --only is_small,grade -o inlined inlined.c
ok $code 'inlined: code 0'
cp "$work/stderr" said
! grep -q '^test .* left out' said && grep -q '^extern int is_small(' inlined/tests/test_inlined.c && grep -q 'CHECK[A-Z_]*(is_small(' inlined/tests/test_inlined.c
ok $? 'inlined: what cannot be linked is defined, and called'
grep -q 'CHECK[A-Z_]*(grade(' inlined/tests/test_inlined.c && grep -q '^mutants: [1-9]' said && builds inlined
ok $? 'inlined: mutants are tried, and the suite builds and passes'

# A struct that only a private header defines: tests hold one, and do not look into it.
cp "$units/tree.h" "$units/tree_private.h" "$units/tree.c" .
skep gen -v --executions 4000 -o tree tree.c -- -D_GNU_SOURCE
ok $code 'tree: code 0'
cp "$work/stderr" said
! grep -q '^test .* left out' said && builds tree
ok $? 'tree: nothing was left out, and the suite builds and passes'
grep -q 'CHECK[A-Z_]*(tree_add(.*), -2)' tree/tests/test_tree.c && ! grep -q -e '->children' -e '\.children' tree/tests/test_tree.c
ok $? 'tree: what is hidden is not looked at'
gives tree/tests/test_tree.c tree_weight 4096 10 && ! grep -q 'TREE_HEAVY' tree/tests/test_tree.c
ok $? 'tree: a macro of the source is written as its number'
[ "$(grep -c '^static void tree_weight' tree/tests/test_tree.c)" = 1 ] && grep -q 'tree_weight_by_' tree/tests/test_tree.c
ok $? 'tree: tests of one call each are the lines of one'

# Pragmas that come first in a block, assumptions, digits set apart, a function that the loader
# chooses, aligned objects, waiting.
cp "$units/modern.c" .
skep gen -v --executions 3000 -o modern modern.c -- -std=c2x
ok $code 'modern: code 0'
! on_stderr '^skep: warning' && ! on_stderr 'going on without'
ok $? 'modern: nothing is done without'
gives modern/tests/test_modern.c slot_push '.*' 1 && gives modern/tests/test_modern.c quarter 400 100 &&
	grep -q 'CHECK[A-Z_]*(thousands(' modern/tests/test_modern.c
ok $? 'modern: objects are aligned, assumptions are no goals'
gives modern/tests/test_modern.c pause_for '.*' 0 && ! gives modern/tests/test_modern.c pause_for '.*' -1
ok $? 'modern: waiting ends when its time is over'
make -s -C modern/tests CC=clang-19 CFLAGS='-g -Wall -Wextra -Werror' check > "$work/stdout" 2> "$work/stderr"
ok $? 'modern: the suite builds and passes'

# A unit that only clang can compile has its tests all the same, and they say so.
printf '%s\n' 'int down(int n, int sum)' '{' '	if (n <= 0)' '		return sum;' \
	'	__attribute__((musttail)) return down(n - 1, sum + n);' '}' > turned.c
skep gen --executions 500 -o turned turned.c
ok $code 'for clang: code 0'
on_stderr '^skep: warning: gcc cannot compile turned.c; its tests are built with clang, and checked with clang only'
ok $? 'for clang: what was not done is told'
grep -q 'CHECK[A-Z_]*(down(' turned/tests/test_turned.c && make -s -C turned/tests check > "$work/stdout" 2> "$work/stderr"
ok $? 'for clang: make check takes it by itself'
! make -s -C turned/tests clean check CC=gcc > "$work/stdout" 2> "$work/stderr"
ok $? 'for clang: another CC is honoured'

printf '%s\n' 'int turned_bits(int n)' '{' '	return n > 3 ? __builtin_bitreverse8(1) : n;' '}' > bits.c
skep gen --executions 500 -o bits bits.c
[ $code = 0 ] && on_stderr '^skep: warning: bits uses functions that gcc lacks'
ok $? 'for clang: what only clang has built in, too'

# Numbers have the names that the unit's own code has for them, where a test can see them.
skep gen --executions 1500 -o lamp "$root/tests/units/gen/lamp.c"
ok $code 'names: code 0'
grep -Eq '(lamp_set(_all)?\(.*\)|[0-9]), +LAMP_NO_LEVEL(\)| )' lamp/tests/test_lamp.c && grep -Eq '(lamp_set(_all)?\(([0-9]+, )?|\{ )LAMP_BRIGHT' lamp/tests/test_lamp.c &&
	grep -q 'CHECK[A-Z_]*(.*level, LAMP_BRIGHT)' lamp/tests/test_lamp.c && builds lamp
ok $? 'names: arguments, results and fields'
printf '%s\n' '#ifdef INSIDE' '#define SHELF_TOP 300' '#endif' 'int shelf(int x);' > shelf.h
printf '%s\n' '#define INSIDE' '#include "shelf.h"' 'int shelf(int x)' '{' '	return x == SHELF_TOP ? SHELF_TOP : 1;' '}' > shelf.c
skep gen --executions 1500 -o shelf shelf.c
ok $code 'names that a macro of the source brings: code 0'
grep -q '^#define INSIDE$' shelf/tests/test_shelf.c && gives shelf/tests/test_shelf.c shelf SHELF_TOP SHELF_TOP &&
	builds shelf
ok $? 'names that a macro of the source brings: the tests have it, too'

printf '%s\n' '#ifdef SMALL' '#define BAR_TOP 25' '#else' '#define BAR_TOP 35' '#endif' 'int bar(int x);' > bar.h
printf '%s\n' '#include "bar.h"' '#undef BAR_TOP' '#define BAR_TOP 25' 'int bar(int x)' '{' \
	'	return x == BAR_TOP ? BAR_TOP : 1;' '}' > bar.c
skep gen --executions 1500 -o bar bar.c
ok $code 'names that mean something else to users: code 0'
gives bar/tests/test_bar.c bar 25 25 && builds bar
ok $? 'names that mean something else to users: numbers stay'

# Functions of one name in two files are two.
printf '%s\n' '#define MODE_READ 3' '#define MODE_WRITE 4' 'int text_run(int x);' 'int mode_run(int x);' > modes.h
printf '%s\n' '#include "modes.h"' 'static int check(int fmt) { return fmt == 3 ? 30 : fmt == 4 ? 40 : 5; }' \
	'int text_run(int x) { return check(x); }' > text.c
printf '%s\n' '#include "modes.h"' \
	'static int check(int mode) { return mode == MODE_READ ? 31 : mode == MODE_WRITE ? 41 : 6; }' \
	'int mode_run(int x) { return check(x); }' > mode.c
skep gen --executions 1500 -o modes text.c mode.c
gives 'modes/tests/test_*.c' mode_run MODE_READ 31 && gives 'modes/tests/test_*.c' text_run 3 30
ok $? 'names: of two functions with one name each has its own'

# Behaviour at a limit of the sandbox happens nowhere else.
cp "$units/pad.c" .
skep gen -v --executions 3000 -o pad pad.c
ok $code 'pad: code 0'
cp "$work/stderr" said
grep -q '^test pad_much.* left out' said && gives pad/tests/test_pad.c pad_little '.*' 0 && builds pad
ok $? 'pad: a test that needs a file not to grow is left out, the others pass'

# A va_list is made where C can make one, and reads as zero there too.
skep gen --executions 2000 --only vformat -o zeroes "$root/tests/units/gen/varied.c"
ok $code 'a function that takes a va_list: gen'
grep -q 'CHECK[A-Z_]*(vformat_of_zeroes(' zeroes/tests/test_varied.c
ok $? 'a function that takes a va_list is called through a helper'
make -s -C zeroes/tests check CFLAGS='-Wall -Wextra -Werror' > "$work/stdout" 2> "$work/stderr"
ok $? 'a function that takes a va_list: the suite passes'
skep gen --continue --executions 500 --only vformat -o zeroes "$root/tests/units/gen/varied.c"
ok $code 'a function that takes a va_list: what was kept is taken up'

# Facts that signatures do not show: void * that are structs, pointers with something before them,
# memory that is left to the caller. Lessons about them can be fed back.
skep gen -v --executions 4000 -o disguised "$root/tests/units/gen/disguised.c"
ok $code 'disguises: code 0'
grep -q 'void \*bag = bag_new();' disguised/tests/test_disguised.c &&
	grep -q 'struct item [a-z]* = {' disguised/tests/test_disguised.c
ok $? 'disguises: objects come from their makers, structs that all see are filled'
grep -q 'text t2 = text_add(t, ' disguised/tests/test_disguised.c
ok $? 'disguises: what is given in place of another is used'
builds disguised
ok $? 'disguises: the suite builds and passes'
# A source without the rest of its library: what stands in for a missing function has its types,
# and an inline function that somebody else defines for the linker is defined.
skep gen --executions 2000 -o part "$units/part.c"
ok $code 'a part: code 0'
grep -q 'extern int clamped(int, int, int);' part/tests/test_part.c &&
	grep -q 'int call_when_done(const char \*arg1, when_done arg2)' part/tests/test_part.c
ok $? 'a part: what is missing is there'
builds part
ok $? 'a part: the suite builds and passes'

skep gen --executions 1000 -o level "$units/level.c"
ok $code 'a header that needs another: code 0'
builds level
ok $? 'a header that needs another: the suite builds and passes'

# A stand-in does without types that no header has.
skep gen --executions 1000 -o later "$units/later.c"
ok $code 'types of the source: code 0'
grep -q '^int call_later_stand_in(void \*arg1) __asm__("call_later");$' later/tests/test_later.c && builds later
ok $? 'types of the source: the stand-in has plain ones, and the suite builds and passes'

# A library that is one header; and structs of which static functions alone give pointers.
skep gen --executions 3000 -o single "$root/tests/units/gen/single.c"
ok $code 'a header: code 0'
grep -q 'words_split(.*, words[0-9]*, 1)' single/tests/test_single.c
ok $? 'a header: its functions are called, with arrays of structs'
builds single
ok $? 'a header: the suite builds and passes'
skep gen --executions 4000 -o single "$root/tests/units/gen/single.h"
grep -q 'single.h: this is a header; give the .c file that includes it, or a new one that does' "$work/stderr"
ok $? 'a header by itself: told what to do'
skep gen -v --executions 4000 -o left "$root/tests/units/gen/left.c"
ok $code 'left to free: code 0'
[ ! -d left/failing ]
ok $? 'left to free: no leak is told'
grep -q 'CHECK_TEXT(out[0-9]*, "[^"]' left/tests/test_left.c && grep -q 'free(out[0-9]*);' left/tests/test_left.c
ok $? 'left to free: it is looked at, and freed'
builds left
ok $? 'left to free: the suite builds and passes'
skep gen -v --executions 1000 --model left/left.model -o fed "$root/tests/units/gen/left.c"
ok $code 'left to free: the model is read'
! grep -q '^learned:.*leaked' "$work/stderr" && tail -n +2 left/left.model > known && tail -n +2 fed/left.model | cmp -s known -
ok $? 'left to free: nothing has to be learned again'
finish
