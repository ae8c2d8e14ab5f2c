# The engine search: suites and goals, the same bytes for the same seed, and what it says of itself.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units

gen() {
	rm -rf out
	skep gen --engine search --seed 5 -o out "$@"
}

for how in goals suite; do
	gen --search $how --executions 6000 -v "$units/symbolic/triangle.c"
	[ $code = 0 ] && on_stderr 'every goal is covered'
	ok $? "$how: all of triangle"
	on_stderr '^  generations: [0-9]'
	ok $? "$how: says how many generations"
	make -s -C out/tests check > "$work/stdout" 2>&1
	ok $? "$how: the tests pass"
	for criterion in statement mcdc; do
		gen --search $how --executions 800 --criterion $criterion "$units/ring/ring.c"
		ok $code "$how: $criterion"
	done
	skep gen --engine search --search $how --executions 1000 --seed 7 -o first "$units/containers/tree_map.c"
	mv first first-$how
	skep gen --engine search --search $how --executions 1000 --seed 7 -o first "$units/containers/tree_map.c"
	diff -r first first-$how > "$work/stdout" 2>&1
	ok $? "$how: the same bytes"
	rm -rf first
done

# Symbolic execution inside: every application is reported.
gen --executions 3000 -v "$units/symbolic/machine.c"
[ $code = 0 ] && on_stderr '^  symbolic applications: [0-9]' && on_stderr '^  symbolic application 1, kept: [0-9]'
ok $? 'applications of symbolic execution are reported'
gen --executions 3000 -v --without inside "$units/symbolic/machine.c"
[ $code = 0 ] && ! on_stderr '^  symbolic application'
ok $? '--without inside: there are none'

skep gen --engine avm --executions 3000 --seed 5 -v -o out "$units/symbolic/checksum.c"
[ $code = 0 ] && on_stderr '^  climbs: [1-9]'
ok $? 'avm: climbs'
fails '--search of something else' 2 "^skep: --search is goals or suite, not 'all'" gen --search all "$units/ring/ring.c"
finish
