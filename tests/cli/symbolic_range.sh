# Answers that make arithmetic overflow are refused by the checked build: others are asked for.
. "$(dirname "$0")/lib.sh"

cat > price.c <<'EOF'
int price(int x, int y) { return x * 7 - y == 1234 && y > 100; }
int order(int a, int b, int c) { return a * b - c * 3 == 77777 && b > 50 && c > 1000; }
unsigned turned(unsigned x) { if (x * 2654435761u == 77u) return 1; return 0; }
EOF
skep gen -v --engine symbolic --executions 200 -o out price.c
[ $code = 0 ] && on_stdout 'branch 12 of 12 '
ok $? 'all is covered'
[ "$(sed -n 's/^tests \([0-9]*\),.*/\1/p' "$work/stderr")" -lt 60 ]
ok $? 'in a few tests'
on_stderr 'answers brought in range: [1-9]'
ok $? 'answers were brought in range'
! grep -q 'price([^)]*[0-9]\{7\}' out/tests/test_price.c
ok $? 'the numbers are small'
on_stderr 'illegal [0-3],'
ok $? 'hardly an answer was refused'
finish
