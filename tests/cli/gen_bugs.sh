# Planted bugs are told as bugs, what looks like them is not, and built-in contracts
# can be switched off. bench/bugs does this for all of tests/units/bugs.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units/bugs

# bug NAME KIND: the unit has a bug of this kind, and its twin has none.
bug() {
	cp "$units/$1.c" "$units/$1_fine.c" .
	skep gen --executions 1500 -o "$1" "$1.c"
	ok $code "$1: gen"
	on_stdout "bug .*$2 in "
	ok $? "$1: $2"
	[ "$(grep -c '"verdict": *"bug"' "$1/summary.json")" = 1 ]
	ok $? "$1: one bug"
	skep gen --executions 1500 -o "$1_fine" "$1_fine.c"
	ok $code "$1_fine: gen"
	! grep -q '"verdict": *"bug"' "$1_fine/summary.json"
	ok $? "$1_fine: no bug"
}

bug csv_split 'heap overflow'
bug mask_shift 'invalid shift'
bug pair_leak 'leak'
bug fresh_cells 'inconsistent result'
bug tags_equal 'broken contract'

# The failing test of a built-in contract fails by itself.
grep -q "Built-in contract 'equal'" tags_equal/failing/bug_001.c
ok $? 'the built-in contract is named'
cc -g -w -I. -o fails tags_equal/failing/bug_001.c > "$work/stdout" 2>&1
ok $? 'the failing test compiles'
timeout 60 ./fails 2> "$work/stderr"
on_stderr 'tags_equal'
ok $? 'the failing test fails by the contract'

skep gen --executions 1500 --without equal -o without tags_equal.c
ok $code 'without equal: gen'
! grep -q '"verdict": *"bug"' without/summary.json
ok $? 'without equal: no bug'
fails 'no such contract' 2 'built-in contract' gen --without symmetry tags_equal.c
finish
