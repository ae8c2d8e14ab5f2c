# A suite is worth something: written for a unit that is right, it fails for one
# that is wrong in one place.
. "$(dirname "$0")/lib.sh"

# make_suite NAME FOLDER: copies the unit and writes its suite.
make_suite() {
	mkdir "$1"
	cp "$2"/*.[ch] "$1"
	cd "$1" || exit 1
	skep gen --executions 1500 -o out "$1.c"
	ok $code "$1: gen"
	make -s -C out/tests check > "$work/stdout" 2>&1
	ok $? "$1: the suite passes"
	cp "$1.c" right.c
}

# wrong SED-COMMAND: the suite of the folder we are in fails once the command has
# made the source wrong in one place.
wrong() {
	name=$(basename "$PWD")
	sed -e "$1" right.c > "$name.c"
	[ "$(diff right.c "$name.c" | grep -c '^>')" = 1 ]
	ok $? "$name: '$1' changes one line"
	! make -s -C out/tests check > "$work/stdout" 2>&1
	ok $? "$name: '$1' is noticed"
}

make_suite ring "$root/tests/units/ring"
wrong 's/capacity < 1 ||/capacity < 0 ||/'
wrong 's/ring->count == ring->capacity/ring->count > ring->capacity/'
wrong 's/ring->count++;/;/'
wrong 's/^\treturn ring->count;/\treturn 0;/'
wrong 's/ring->count--;/;/'
cd ..
make_suite shapes "$root/tests/units/gen"
wrong 's/flat || low ? LINE : AREA/flat || low ? AREA : LINE/'
wrong 's/return flat || low/return !flat || low/'
wrong 's/return a == b ? a :/return a != b ? a :/'
cd ..
finish
