# Covered goals are not the end: the rest of the budget goes to findings.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units/bugs

# bug NAME KIND: all of the unit is covered, the bug is found nevertheless, and its twin has none.
bug() {
	cp "$units/$1.c" "$units/$1_fine.c" .
	skep gen --executions 6000 -o "$1" "$1.c"
	on_stdout "bug .*$2 in "
	ok $? "$1: $2"
	skep gen --executions 6000 -o "$1_fine" "$1_fine.c"
	[ $code = 0 ] && ! grep -q '"verdict": *"bug"' "$1_fine/summary.json"
	ok $? "$1_fine: no bug"
}

bug tlv_sum 'heap overflow'
bug utf16_units 'heap overflow'
bug title_copy 'overflow of a local buffer'

# All tests that were asked for are run, most of them for findings.
cat > sign.c <<'EOF'
int sign_of(int n) { return n < 0 ? -1 : n > 0; }
EOF
skep gen -v --executions 9000 -o sign sign.c
on_stderr ' and 9000 tests: every goal is covered'
ok $? 'the whole budget is spent'
hunted=$(sed -n 's/.*tests for findings, in the checked build: //p' "$work/stderr")
[ "${hunted:-0}" -gt 4000 ]
ok $? 'tests for findings'
cp -r sign before
skep gen --executions 9000 -o sign sign.c
diff -r before sign > "$work/stdout"
ok $? 'the same bytes again'
skep gen -v --executions 9000 --without hunt -o sign sign.c
on_stderr 'in the checked build: 0$'
ok $? 'not without it'

# Who asks for no time is not kept waiting once nothing is found.
skep gen --plateau 1 -o sign sign.c
on_stderr 'stopped after 0:0[0-3] and .*every goal is covered'
ok $? 'a share of the plateau is enough'
finish
