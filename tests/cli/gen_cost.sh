# Tests that move much memory are dear: sizes are small until a goal needs large ones, and cheap tests are extended first.
. "$(dirname "$0")/lib.sh"

cp "$root/tests/units/gen/strbuf.c" .
skep gen -v --engine random --executions 600 -o out strbuf.c
ok $code 'gen'
fuel=$(sed -n 's/.*mean fuel of a test: //p' "$work/stderr")
[ "${fuel:-99999}" -lt 2000 ]
ok $? "a test takes little (is ${fuel:-unknown})"
grep -q 'dear sequences left out: [1-9]' "$work/stderr"
ok $? 'sizes wait until cheap tests have caught up'
finish
