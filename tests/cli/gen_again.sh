# A written suite lives on: it is built again when the unit changes, in the user's dialect of
# C and with the user's libraries. Files of others are never replaced.
. "$(dirname "$0")/lib.sh"

cat > limit.h << 'END'
#define TOP 40
#define PARTS 2
int limit(int x);
END
cat > limit.c << 'END'
#include "limit.h"
int limit(int x) { return x > TOP ? TOP : x < 0 ? 0 : x; }
int half(int x) { if (x > 1000) return 500; return x / PARTS; }
END
check() { make -s -C out/tests check > "$work/stdout" 2> "$work/stderr"; }

# half() has no header, so that the tests declare it.
skep gen --executions 400 -o out limit.c
[ $code = 0 ] && grep -q '^extern int half(int);$' out/tests/test_limit.c && check
ok $? 'the tests pass'
[ "$(ls out/tests)" = "$(printf 'Makefile\ntest_limit\ntest_limit.c\ntest_limit.d\nunit_0.o\nunit_0.o.d')" ]
ok $? 'make check leaves the program and what it is made of'
sleep 1
cp limit.c good.c
sed 's|return 500|return 501|' good.c > limit.c
! check
ok $? 'a source that changed is noticed without make clean'
sleep 1
cp good.c limit.c
check
ok $? 'and so is that it is as before'
sleep 1
sed -i 's/PARTS 2/PARTS 1/' limit.h
! check
ok $? 'a header that changed is noticed'
sed -i 's/PARTS 1/PARTS 2/' limit.h
make -s -C out/tests clean
[ "$(ls out/tests)" = "$(printf 'Makefile\ntest_limit.c')" ]
ok $? 'make clean leaves what was written'

# A grammar that the source was made from once is newer: the source is not made again.
touch -d tomorrow limit.y limit.l
mkdir bin
printf '#!/bin/sh\necho no parser > y.tab.c\n' > bin/yacc
cp bin/yacc bin/lex
chmod +x bin/yacc bin/lex
before=$(cat limit.c)
PATH=$PWD/bin:$PATH skep gen --executions 400 -o out limit.c
PATH=$PWD/bin:$PATH check
[ $code = 0 ] && [ "$(cat limit.c)" = "$before" ] && PATH=$PWD/bin:$PATH check
ok $? 'a source is never made from a grammar'
rm limit.y limit.l

# C as it was once.
for dialect in -std=c89 -ansi -std=gnu89; do
	skep gen --executions 400 -o out limit.c -- $dialect
	[ $code = 0 ] && check
	ok $? "$dialect: the tests build and pass"
done
grep -q '"command": "skep gen --compilers one --executions 400 limit\.c --seed 1 -- -std=gnu89"' out/summary.json
ok $? 'the summary tells the whole command'
head -n 1 out/tests/test_limit.c | grep -q 'skep gen limit\.c --executions 400 --seed 1$'
ok $? 'the tests tell it in short'

# Places as a shell completes them.
skep why out ./limit.c:3
cp "$work/stdout" said
skep why out limit.c:3
[ $code = 0 ] && cmp -s said "$work/stdout"
ok $? 'why: ./limit.c is limit.c'
rm -rf out
skep gen --executions 40 -o out limit.c
fails 'why: a file that the unit has not' 3 "^skep: the unit has no function in a file 'limti\.c'" why out limti.c:3

# Files of somebody else.
mkdir -p mine/tests mine/report
echo precious > mine/tests/test_limit.c
fails 'tests of somebody else' 3 "^skep: 'mine/tests' would be replaced, and nothing there shows" gen --executions 40 -o mine limit.c
grep -q precious mine/tests/test_limit.c
ok $? 'they are still there'
rm mine/tests/test_limit.c
skep gen --executions 40 -o mine limit.c
[ $code = 0 ] && [ -s mine/tests/Makefile ] && [ -s mine/report/index.html ]
ok $? 'empty folders are no reason'
mkdir old new
cp limit.c limit.h old
cp limit.c limit.h new
fails 'versions where differences would go' 3 "^skep: './old' would be replaced, and nothing there shows" diff --executions 40 -o . old/limit.c new/limit.c
[ -s old/limit.c ] && [ -s new/limit.c ]
ok $? 'the versions are still there'
if [ "$(id -u)" != 0 ]; then
	mkdir -p closed/out
	chmod a-w closed
	fails 'no place beside the folder' 5 "^skep: cannot make '.*closed/out\.skep-partial'" gen --executions 40 -o closed/out limit.c
	chmod u+w closed
fi

mkdir edited
echo '# mine' > edited/limit.model
fails 'a model of somebody else' 3 "^skep: 'edited/limit\.model' would be replaced" gen --executions 40 -o edited limit.c
rm -rf mine
mkdir -p mine
cp -r out/tests mine/tests
skep gen --executions 40 -o mine limit.c
ok $code 'tests alone, without the summary, are known as written by skep'

# How to see a bug: with a library, with a main in another source, without assert().
mkdir lib
echo 'int step(void) { return 1; }' > lib/step.c
gcc -c lib/step.c -o lib/step.o && ar rcs lib/libstep.a lib/step.o
cat > walk.h << 'END'
int walk(unsigned n);
END
cat > walk.c << 'END'
#include "walk.h"
int step(void);
int walk(unsigned n)
{
	static const int steps[4] = { 1, 2, 3, 4 };
	return n <= 4 ? steps[n] * step() : 0;
}
END
printf '#include "walk.h"\nint shared = 3;\nint main(void) { return walk(2) != shared; }\n' > tool.c
skep gen --executions 600 -o out walk.c tool.c -- -Llib -lstep -DNDEBUG
[ $code = 0 ] && [ -s out/failing/bug_001.c ]
ok $? 'a bug in a program with a library is found'
command=$(sed -n 's/.*Reproduce: clang-19 \(.*\) && .*/\1/p' out/failing/bug_001.c)
(cd out/failing && eval "clang-19 $command") > "$work/stdout" 2> "$work/stderr"
ok $? 'its test compiles as it says'
! out/failing/a.out > "$work/stdout" 2> "$work/stderr" && on_stderr 'walk\.c:6'
ok $? 'and fails'
finish
