# A unit, a seed and a number of executions always give the same bytes, in all files.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units

# same NAME OPTION-OR-SOURCE...: twice, the second time without the cache.
same() {
	name=$1
	shift
	mkdir "$name"
	skep gen --executions 600 --seed 7 -o "$name/first/out" "$@"
	ok $code "$name: gen"
	skep gen --executions 600 --seed 7 --no-cache -o "$name/second/out" "$@"
	ok $code "$name: gen once more"
	diff -r "$name/first" "$name/second" 2>&1 | cut -c 1-200 > "$work/stdout"
	[ ! -s "$work/stdout" ]
	ok $? "$name: the same bytes"
}

same ring "$units/ring/ring.c"
same tree "$units/gen/tree.c"
same several --criterion mcdc "$units/gen/several/queue.c" "$units/gen/several/limit.c"
skep gen --executions 600 --seed 8 -o ring/other/out "$units/ring/ring.c"
! cmp -s ring/first/out/tests/test_ring.c ring/other/out/tests/test_ring.c
ok $? 'another seed, other tests'
finish
