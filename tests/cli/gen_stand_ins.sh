# Functions that nobody defines: well-known functions behave as usual, the answers of others
# are made up, and results that depend on these are reported and not believed.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units/standins
builds() { # FOLDER
	for compiler in gcc clang-19; do
		make -s -C "$1/tests" clean &&
			make -s -C "$1/tests" CC=$compiler CFLAGS='-g -Wall -Wextra -Werror' check > "$work/stdout" 2>&1 || return 1
	done
}

# Known ones have a body that does what is known of them.
cp "$units/keys.c" .
skep gen --executions 3000 --seed 1 -o keys keys.c
ok $code 'keys: code 0'
tests=keys/tests/test_keys.c
grep -q 'CHECK_TEXT(out[0-9]*, "\(C-\)\?F[0-9]*")' $tests
ok $? 'keys: what strlcat and xsnprintf wrote is expected'
grep -q 'CHECK_TEXT([a-z0-9]*, \("function key"\|cases\)' $tests && grep -q '"function key"[ )]' $tests
ok $? 'keys: what xstrdup gave is expected'
[ ! -d keys/failing ]
ok $? 'keys: no bug'
builds keys
ok $? 'keys: the suite builds and passes'

# Each kind of them, in a suite that is built without a warning.
cp "$units/all.c" .
skep gen --executions 200 --seed 1 -o all all.c
ok $code 'all: code 0'
[ ! -d all/failing ] && grep -q 'CHECK[A-Z_]*(first_wrong(), 0)' all/tests/test_all.c && builds all
ok $? 'all: the suite builds and passes'
printf 'test all\n  first_wrong()\nend\n' > all.tests
for build in fast checked symbolic; do
	skep run -v --build $build --tests all.tests all.c
	on_stdout 'first_wrong: normal 0x00000000'
	ok $? "all: they do what is known of them in the $build build"
done

# A stand-in that never returns ends the test, in every build.
cat > ends.tests <<'END'
test unknown_key
  key_name(200, "--------------------", 20)
end
test declared
  key_name(-100, "--------------------", 20)
end
END
for build in fast checked symbolic; do
	skep run --build $build --tests ends.tests keys.c
	[ "$(grep -c ': exit 1' "$work/stdout")" = 2 ]
	ok $? "keys: both ends are exits in the $build build"
done

# A fault behind a made-up answer is no bug; one that no answer touches is.
cp "$units/clocked.c" .
skep gen --executions 4000 --seed 1 -o clocked clocked.c
ok $code 'clocked: code 0'
on_stderr '^stand-ins: clock_ms, fill_name, log_line, user_of, everybody (not defined in these sources: '
ok $? 'clocked: the console names them'
grep -q '<section id="stand-ins"' clocked/report/index.html && grep -q 'long clock_ms(void)' clocked/report/index.html
ok $? 'clocked: so does the report'
python3 -c '
import json
names = { s["name"]: s for s in json.load(open("clocked/summary.json"))["stand_ins"] }
assert set(names) == { "clock_ms", "fill_name", "log_line", "user_of", "everybody" }
assert names["clock_ms"]["type"] == "long clock_ms(void)" and names["clock_ms"]["known_as"] is None
assert names["everybody"]["variable"] and not names["user_of"]["variable"]
known = { s["name"]: s["known_as"] for s in json.load(open("keys/summary.json"))["stand_ins"] }
assert known["xsnprintf"] == "snprintf" and known["die"] == "die" and known["give_up"] is None
'
ok $? 'clocked: so does the summary'
tests=clocked/tests/test_clocked.c
grep -q 'CHECK[A-Z_]*(is_late(' $tests && grep -q 'Stands on\( made-up\|$\)' $tests
ok $? 'clocked: what the unit makes of an answer is expected, and the stand-in is named'
grep -q ' friend_of(.*);' $tests && ! grep -q 'CHECK(friend_of' $tests
ok $? 'clocked: nor is a pointer'
grep -q ' time_now();' $tests && ! grep -q 'CHECK(time_now' $tests
ok $? 'clocked: an answer passed on is not expected'
grep -q ' name_of_user(name' $tests && ! grep -q 'CHECK(.*name.*"")' $tests
ok $? 'clocked: nor is what a stand-in left'
builds clocked
ok $? 'clocked: the suite builds and passes'
grep -l 'heap overflow in name_copy' -i clocked/failing/*.c > /dev/null && [ "$(ls clocked/failing | wc -l)" = 1 ]
ok $? 'clocked: the overflow in name_copy is the only bug'
grep -q 'Class: unclear.*Stand-ins: user_of\.' clocked/unclear/*.c
ok $? 'clocked: null from a stand-in is unclear, and the stand-in is named'
grep -q 'Class: unclear.*Stand-ins: everybody\.' clocked/unclear/*.c
ok $? 'clocked: so it is with a variable that nobody defines'

# A test tells a stand-in which object to give, and what it says is C.
cat > given.tests <<'END'
test a_block
  user = &struct user { "bob", 5 }
  stub user_of gives user
  level_of(3)
end
test a_variable
  user = struct user { "bob", 7 }
  stub user_of gives &user
  level_of(3)
end
END
for build in fast checked symbolic; do
	skep run -v --build $build --tests given.tests --emit given.c clocked.c
	on_stdout 'level_of: normal 0x00000005' && on_stdout 'level_of: normal 0x00000007'
	ok $? "clocked: objects are given in the $build build"
done
[ "$(grep -c 'user_of_stub = (struct user_of_stub){.result = &user};' given.c)" = 2 ] && gcc -Wall -Wextra -Werror given.c -o given && ./given > "$work/stdout"
ok $? 'clocked: and in C'
printf 'test number\n  user = &struct user { "bob", 5 }\n  stub clock_ms gives user\nend\n' > wrong.tests
skep run --tests wrong.tests clocked.c
ok $((code == 0)) 'clocked: no object where a number is wanted'

# A function that a header of the system declares has that type, and answers within it.
cp -r "$units/vendored.c" "$units/sys" .
skep gen --executions 8000 --seed 1 -o vendored vendored.c -- -isystem sys
ok $code 'vendored: code 0'
tests=vendored/tests/test_vendored.c
grep -q '^enum vendor_state vendor_put(const char \*arg1, vendor_size \*arg2)$' $tests
ok $? 'vendored: a stand-in is declared as the header does it'
grep -q 'vendor_put_stub = (struct vendor_put_stub){.result = VENDOR_FULL[,}]' $tests
ok $? 'vendored: a test answers with an enumerator'
gives $tests width_of '.*' -1 && gives $tests width_of '.*' 5
ok $? 'vendored: tests answer with structs'
grep -q 'CHECK[A-Z_]*(count_spaces(), -1)' $tests
ok $? 'vendored: a reader fails, too'
[ ! -d vendored/failing ] && ! grep -q 'count_spaces' vendored/unclear/*.c 2> "$work/stderr"
ok $? 'vendored: no reader gives more than it was asked for'
builds vendored
ok $? 'vendored: the suite builds and passes'

finish
