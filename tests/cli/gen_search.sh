# The engine search: suites and goals, the same bytes for the same seed, and its statistics.
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
[ $code = 0 ] && on_stderr '^  symbolic applications: [0-9]' && on_stderr '^  symbolic application 1, kept: [0-9]' &&
	on_stderr '^  symbolic application 1, fitness after: [0-9]'
ok $? 'applications of symbolic execution are reported'
gen --executions 3000 -v --without inside "$units/symbolic/machine.c"
[ $code = 0 ] && ! on_stderr '^  symbolic application'
ok $? '--without inside: there are none'

# A check digit needs conditions to be flipped that were decided both ways.
gen --executions 4000 -v "$units/search/casno.c"
[ $code = 0 ] && on_stderr 'every goal is covered'
ok $? 'symbolic execution inside flips conditions that were decided both ways, too'

# A number far off is reached without a solver and without local search.
gen --without inside --search-set climb-every=1000000 --executions 40000 -v "$units/search/far.c"
[ $code = 0 ] && on_stderr 'every goal is covered'
ok $? 'literals move by steps of every size'

skep gen --engine avm --executions 3000 --seed 5 -v -o out "$units/symbolic/checksum.c"
[ $code = 0 ] && on_stderr '^  climbs: [1-9]'
ok $? 'avm: climbs'
# Parameters.
gen --search suite --search-set population=10,crossover=0,keep-all=1 --search-set probability=0.5,rate=2 --executions 1500 \
	-v "$units/symbolic/machine.c"
[ $code = 0 ] && on_stderr '^  generations: [1-9][0-9]'
ok $? '--search-set: a small population has many generations'
fails '--search-set of a bad value' 2 '^skep: --search-set population=1: population is a whole number from 2 to 10000' \
	gen --search-set population=1 "$units/ring/ring.c"
fails '--search-set of something else' 2 '^skep: --search-set size=3: a setting is NAME=VALUE, and NAME one of population, ' \
	gen --search-set size=3 "$units/ring/ring.c"

# How the budget was spent.
rm -rf out
skep gen --executions 3000 --seed 5 -v -o out "$units/symbolic/machine.c"
grep -q '"alone"' out/summary.json && grep -q 'Won by no other' out/report/index.html &&
	on_stderr '^  search, per cent of the budget: [0-9]'
ok $? 'auto: summary, report and -v say how the budget was spent'

fails '--search of something else' 2 "^skep: --search is goals or suite, not 'all'" gen --search all "$units/ring/ring.c"
finish
