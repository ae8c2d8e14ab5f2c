# skep gen on units of many shapes: the suite compiles without warnings under gcc
# and clang, passes, is clean under the sanitizers, and its tests hold one by one in
# any order. Two units at a time.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units

# The part of the work that one unit is: in a folder of its own, with its own
# temporary folder, saying "code name" for each check.
one() { # NAME OPTION-OR-SOURCE...
	name=$1
	shift
	mkdir -p "$work/units/$name" "$work/temp/$name"
	cd "$work/units/$name" || exit 1
	export TMPDIR="$work/temp/$name"
	say() { echo "$1 $name: $2" >> "$work/units/$name.said"; }
	case $name in
	shapes | several | ini | records | attrs) compilers=all ;;
	*) compilers=one ;; # the checks below build the suite with others
	esac
	"$SKEP" gen --compilers $compilers --executions 1200 -o out "$@" > log 2>&1 < /dev/null
	say $? 'gen ends with 0'
	[ "$(find . -mindepth 1 -maxdepth 1 | sort | tr '\n' ' ')" = './log ./out ' ] &&
		[ -z "$(find "$TMPDIR" -mindepth 1 -print -quit)" ]
	say $? 'nothing is left but the results'
	[ -s out/report/index.html ] && [ -s out/summary.json ] && [ -s out/coverage.info ] && [ -s out/junit.xml ]
	say $? 'all results are there'
	cd out/tests || exit 1
	make -s CC=gcc CFLAGS='-g -O2 -Wall -Wextra -Werror' LDFLAGS=-Wl,-z,relro check > ../../log 2>&1
	say $? 'make check with gcc -Wall -Wextra -Werror'
	in_any_order
	say $? 'each test by its name, shuffled'
	make -s clean
	[ -z "$(find . -mindepth 1 ! -name Makefile ! -name 'test_*.c')" ]
	say $? 'make clean leaves what was written'
	make -s CC=clang-19 CFLAGS='-g -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all' check > ../../log 2>&1
	say $? 'make check with clang and sanitizers'
}

# Run alone, a test passes as it does among the others; there is no such test is said.
in_any_order() {
	for source in test_*.c; do
		program=${source%.c}
		sed -n 's/^    { "\(.*\)", .* },$/\1/p' "$program.c" > ../../names
		[ -s ../../names ] || return 1
		shuf --random-source="$root/tests/cli/gen_units.sh" ../../names > ../../order
		while read -r test; do
			"./$program" "$test" > ../../log 2>&1 || return 1
			tail -n 1 ../../log | grep -q '^1 of 1 tests passed$' || return 1
		done < ../../order
		! "./$program" no_such_test > /dev/null 2>&1 || return 1
	done
}

# both LINE LINE: two units at the same time.
both() {
	for line; do
		(eval "one $line") &
	done
	wait
}

g=$units/gen
both "shapes $g/shapes.c" "callbacks $g/callbacks.c"
both "buffers $g/buffers.c" "streams $g/streams.c"
both "hidden --static $g/hidden.c" "partial $g/partial.c"
both "varied $g/varied.c" "words $g/words.c"
both "tree $g/tree.c" "tool $g/tool.c"
both "consts $g/consts.c" "several $g/several/queue.c $g/several/limit.c"
both "tiny $g/tiny.c" "ring $units/ring/ring.c"
both "calc $root/examples/calc/calc.c" "ini $root/examples/ini/ini.c"
both "ivec $root/examples/ivec/ivec.c" "lru $root/examples/lru/lru.c"
both "attrs $g/attrs.c" "purse --contracts $units/contracts/purse_contracts.c $units/contracts/purse.c"
both "items $g/items.c" "digest $g/digest.c"
both "door $g/door.c" "stream $g/stream.c"
both "prefixed $g/prefixed.c" "directives $g/directives.c"
both "records $g/records.c" "ends $g/ends.c"

for said in "$work"/units/*.said; do
	while read -r code what; do
		[ "$code" = 0 ] || cp "${said%.said}/log" "$work/stderr"
		ok "$code" "$what"
	done < "$said"
done
# The contents of an item are released, so that more than empty items can be tested.
grep -q 'item_release(&item)' "$work"/units/items/out/tests/test_items.c &&
	grep -q 'CHECK_INT(item.kind, ITEM_\|CHECK_INT(item.kind, cases' "$work"/units/items/out/tests/test_items.c
ok $? 'items: filled by a call, looked at and ended'
# A digest is set up before it is used, and its array is looked at.
digest=$work/units/digest/out/tests/test_digest.c
[ "$(grep -c 'digest_init(&' "$digest")" -ge "$(grep -c 'struct digest [a-z0-9]* = ' "$digest")" ] &&
	grep -q '^    CHECK[A-Z_]*(digest[0-9]*\.state\[[01]\], [0-9]*);' "$digest"
ok $? 'digest: set up before it is used, and looked at'
# A value that the unit's own code passes opens the door.
door=$work/units/door/out/tests/test_door.c
grep -q 'CHECK[A-Z_]*(door_open_(&door[0-9]*, \("door 7.4"\|version\), 16), 1)' "$door" && grep -q '"door 7.4"' "$door"
ok $? 'door: opened as the unit itself opens it'
# The suite expects the arguments that a callback received, not only its calls.
grep -q '^    CHECK_INT(visit_got\[0\].arg1, ' "$work"/units/callbacks/out/tests/test_callbacks.c
ok $? 'callbacks: what they receive is looked at'
# Each of two ways to use a struct has an end of its own.
stream=$work/units/stream/out/tests/test_stream.c
after() { # FUNCTION END: each object that FUNCTION set up is ended by END
	awk -v init="[ (]$1\\(&stream" -v end="[ (]$2\\(&stream" '$0 ~ init { open = 1; n++ } $0 ~ end { open = 0 }
		/^}/ { bad += open; open = 0 } END { exit !n || bad }' "$stream"
}
after pack_init pack_end && after unpack_init unpack_end
ok $? 'stream: ended by what goes with its beginning'
# The result of a question asked for the sake of a goal is checked, even a question about null.
! grep -q '^    PFX_ReaderLeft(' "$work"/units/prefixed/out/tests/test_prefixed.c
ok $? 'prefixed: no answer is left without a look'
sed -n '/^static void PFX_supports_by_feature/,/^}/p' "$work"/units/prefixed/out/tests/test_prefixed.c > "$work/stdout"
[ "$(grep -c '^        { .* },$' "$work/stdout")" -ge 3 ] && on_stdout 'CHECK_INT(PFX_supports(cases\[i\].feature), '
ok $? 'prefixed: every input of a list is looked at'
# Descriptors are those of open files, or -1, and nothing hangs on the number that one has.
records=$work/units/records/out/tests/test_records.c
grep -q 'fd = descriptor_holding(' "$records" && grep -q 'close(log_fd)' "$records" &&
	! grep -qE '(records_(append|count|copy)|journal_open|page_open)\(([^()]*, )?[0-9]+[,)]|journal_number\(.*==' "$records"
ok $? 'records: descriptors of open files'
grep -q 'filedes = descriptor_holding(' "$records" && ! grep -q 'close(filedes)' "$records"
ok $? 'records: what the unit takes over it closes, not the test'
[ "$(cat "$work"/units/*.said | wc -l)" = $((28 * 7)) ]
ok $? 'every unit had all its checks'
finish
