# Functions with "..." get arguments behind the dots: by va_arg, case by case, and by formats.
. "$(dirname "$0")/lib.sh"

cp "$root/tests/units/gen/dots.c" "$root/tests/units/gen/dots_format.c" .
skep gen --executions 15000 -o out dots.c
ok $code 'dots: gen'
tests=out/tests/test_dots.c
for call in 'OPT_LIMIT, (long)5000000000)' 'OPT_COMMENTS, 42)' 'OPT_NAME, "z' 'OPT_SCALE, (double)'; do
	grep -qF "conf_set(conf, $call" $tests
	ok $? "dots: conf_set(..., $call"
done
grep -q 'join_length([^,]*, [^,N]*, [^,N]*, NULL' $tests
ok $? 'dots: a list that ends with null'
grep -q 'branch 3[0-9] of 34 ' "$work/stdout"
ok $? 'dots: what hangs on options is covered'
make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'dots: the tests pass'
grep -l 'asks for arguments' out/*/*.c > "$work/stdout" 2> /dev/null
ok $((! $?)) 'dots: formats and arguments agree'
! grep -q '"verdict": *"bug"' out/summary.json
ok $? 'dots: no bug'

skep gen --executions 4000 -o format dots_format.c
grep -q 'tell("%d[^%"]*", 77)' format/tests/test_dots_format.c
ok $? 'format: by the attribute'
on_stdout 'branch 14 of 14 '
ok $? 'format: all is covered'
skep gen --executions 4000 --continue -o format dots_format.c
ok $code 'format: a kept campaign is taken up'
skep gen --executions 3000 -j 2 -o two dots.c
ok $code 'two workers'
finish
