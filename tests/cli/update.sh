#!/bin/sh
# update.sh: a suite is brought in line with changed sources, and nothing else of it changes.
. "$(dirname "$0")/lib.sh"

cp "$root/examples/ini/ini.c" "$root/examples/ini/ini.h" .
tests_pass() { (cd "$1/tests" && make -s check > "$work/check" 2>&1); }

for format in plain check; do
	cp "$root/examples/ini/ini.c" "$root/examples/ini/ini.h" .
	skep gen --engine random --executions 3000 --seed 1 --format $format -o out ini.c
	ok $code "gen --format $format"
	cp -r out before

	# ---- nothing changed ----
	skep update out
	[ "$code" = 0 ] && on_stdout '^\([0-9]*\) of \1 tests hold as they are$' && diff -r out before > "$work/diff"
	ok $? "$format: a suite that holds stays byte for byte"

	# ---- a text that functions give ----
	sed -i 's/"unknown error"/"no such error"/' ini.c
	skep update out
	[ "$code" = 0 ] && on_stdout 'changed: out/tests/test_ini.c:[0-9]*  .*"unknown error".* -> "no such error"   (ini.c:255 now reads return "no such error";)$'
	ok $? "$format: the changed expectation is listed, old and new, with the line that changed"
	[ "$(diff before/tests/test_ini.c out/tests/test_ini.c | grep -c '^>')" = "$(grep -c changed: "$work/stdout")" ]
	ok $? "$format: no other line changed"
	tests_pass out
	ok $? "$format: all tests pass"
	cp -r out again
	skep update out
	[ "$code" = 0 ] && diff -r out again > "$work/diff"
	ok $? "$format: a second update has nothing to do"

	# ---- a function that is gone ----
	sed -i 's/ini_error_text/ini_message/g' ini.c ini.h
	skep update out
	[ "$code" = 0 ] && on_stdout "dropped: out/tests/test_ini.c:[0-9]*  ini_error_text.*: .*ini_error_text"
	ok $? "$format: tests that do not compile are dropped, with the reason"
	tests_pass out
	ok $? "$format: the others pass"
	rm -rf out before again
done

# ---- new code ----

for format in cmocka; do
	cp "$root/examples/ini/ini.c" "$root/examples/ini/ini.h" .
	skep gen --engine random --executions 3000 --seed 1 --failures no --format $format -o out ini.c
	cp -r out before
	printf '\nint *ini_box(int a)\n{\n\tint *box = malloc(sizeof *box);\n\tif (box)\n\t\t*box = a > 100 ? 3 : 4;\n\treturn box;\n}\n' >> ini.c
	sed -i 's/^#endif/int *ini_box(int a);\n&/' ini.h
	skep update --executions 2000 out
	[ "$code" = 0 ] && on_stdout '^\([0-9]*\) of \1 tests hold' && on_stdout 'added: out/tests/test_ini.c:[0-9]*  ini_box[a-zA-Z_0-9]*, for ini.c:2'
	ok $? "$format: code that is new gets a test, and only that"
	! diff before/tests/test_ini.c out/tests/test_ini.c | grep '^[<>]' | sed 1,2d | grep -v ini_box | grep -q 'static void ini_\|^<'
	ok $? "$format: the other tests are as they were"
	tests_pass out
	ok $? "$format: all tests pass"
	cp -r out again
	skep update --executions 2000 out
	[ "$code" = 0 ] && ! on_stdout added: && diff -r out again > "$work/diff"
	ok $? "$format: once is enough"
	rm -rf out before again
done

# ---- since a revision, from another folder, for a suite with failing allocations ----

mkdir -p project
cd project || exit 1
cp "$root/examples/ini/ini.c" "$root/examples/ini/ini.h" .
git init -q . && git add ini.c ini.h && git -c user.name=a -c user.email=a@b commit -qm one
skep gen --engine random --executions 3000 --seed 1 --skip ini_error_text --failures no -o out ini.c
sed -i 's/ --failures no/ /; s/ --engine random//; s/ --skip ini_error_text//' out/upkeep
cd ..
skep update --executions 2000 --since HEAD project/out
[ "$code" = 0 ] && ! on_stdout added:
ok $? 'nothing changed since the revision, so nothing is added'
sed -i 's/return "unknown error";/return error > 50 ? "far out" : "unknown error";/; s/^	char \*result = malloc(n + 1);/&\n\tif (!result)\n\t\treturn NULL;/' project/ini.c
skep update --executions 6000 --since HEAD project/out
[ "$code" = 0 ] && on_stdout 'added: project/out/tests/test_ini.c:[0-9]*  ini_error_text'
ok $? '--since: changed code gets tests'
on_stdout 'added: .*malloc_fails' && grep -q 'fail_malloc_at(unsigned n)' project/out/tests/test_ini.c
ok $? 'helpers and flags that a new test needs come along'
(cd project && "$SKEP" update --no-new out) > "$work/stdout" && ! on_stdout added: && tests_pass project/out
ok $? 'all tests pass'
skep update --since nowhere project/out
[ "$code" = 3 ] && on_stderr nowhere
ok $? 'no such revision'

# ---- what a person wrote ----

cp "$root/examples/ini/ini.c" "$root/examples/ini/ini.h" .
skep gen --engine random --executions 3000 --seed 1 -o out ini.c
sed -i 's/^ *CHECK_TEXT(ini_error_text(/    \/* mine *\/\n&/' out/tests/test_ini.c
cp out/tests/test_ini.c before.c
sed -i 's/"no error"/"fine"/' ini.c
skep update out
[ "$code" = 1 ] && on_stdout 'by hand, left alone: out/tests/test_ini.c:[0-9]*  ini_error_text' && cmp -s before.c out/tests/test_ini.c
ok $? 'an edited test is told of and left alone'

# ---- a crash ----

cp "$root/examples/ini/ini.c" .
skep gen --engine random --executions 3000 --seed 1 -o out ini.c
sed -i 's/^long ini_get_long(/static char *volatile nowhere;\n&/' ini.c
awk '/^long ini_get_long\(/ { in_it = 1 } { print } in_it && /^{/ { print "\t*nowhere = 1;"; in_it = 0 }' ini.c > new.c && mv new.c ini.c
skep update out
[ "$code" = 0 ] && on_stdout 'dropped: .* ini_get_long.*: it crashes: Segmentation fault'
ok $? 'a test that crashes now is dropped, and the signal is named'
tests_pass out
ok $? 'the others pass'

# ---- a source that the command does not name ----

cp "$root/examples/ini/ini.c" .
skep gen --engine random --executions 500 --seed 1 -o out ini.c
printf 'int elsewhere(void);\nint ini_far(void)\n{\n\treturn elsewhere();\n}\n' >> ini.c
skep update --no-new out
[ "$code" = 1 ] && on_stdout 'cannot be built: out/tests/test_ini.c:1  undefined reference to .elsewhere'
ok $? 'what does not link is told by name'

# ---- no suite ----

mkdir empty
skep update empty
[ "$code" = 3 ] && on_stderr 'empty holds no suite that skep gen wrote'
ok $? 'a folder without a suite'
skep update
[ "$code" = 2 ]
ok $? 'no folder'
finish
