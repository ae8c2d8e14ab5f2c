#!/bin/sh
# at_home.sh: a suite of skep in the tests of a project (CMake, Meson), and the snippets for continuous integration.
. "$(dirname "$0")/lib.sh"

cp -r "$root/examples/tally" tally
rm -rf tally/build
cd tally || exit 1
quietly() { "$@" > "$work/stdout" 2> "$work/stderr"; }
write_suite() { skep gen -p build --engine random --executions 1500 src/lexer.c; }

# ---- CMake ----
quietly cmake -S . -B build && quietly cmake --build build -j2 && quietly ctest --test-dir build
[ $? = 0 ] && on_stdout '100% tests passed, 0 tests failed out of 1'
ok $? 'ctest without a suite of skep'
write_suite
ok "$code" 'gen'
quietly cmake build && quietly ctest --test-dir build
[ $? = 0 ] && on_stdout ' skep .* *Passed' && on_stdout 'out of 2'
ok $? 'ctest runs the suite'
sed -i 's/return T_BAD;/return T_END;/' src/lexer.c
quietly ctest --test-dir build
[ $? != 0 ] && on_stdout 'skep .*\*\*\*Failed'
ok $? 'ctest sees a change of behaviour'
cp "$root/examples/tally/src/lexer.c" src

# ---- Meson ----
rm -rf build skep-out
quietly meson setup build && quietly meson compile -C build
ok $? 'meson setup'
write_suite
ok "$code" 'gen with the build folder of Meson'
quietly meson setup --reconfigure build && quietly meson test -C build
[ $? = 0 ] && on_stdout 'tally.*skep\|skep  *OK' && on_stdout 'Ok:  *2'
ok $? 'meson test runs the suite'
rm -rf build skep-out

# ---- continuous integration ----
quietly yamllint -s -d '{extends: default, rules: {line-length: {max: 130}}}' "$root/docs/ci"
ok $? 'yamllint accepts the snippets'
git init -q -b main . && git add -A && git -c user.name=a -c user.email=a@b commit -qm one
sed -i 's/return T_BAD;/return T_END;/' src/lexer.c
git -c user.name=a -c user.email=a@b commit -qam two
quietly cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
for snippet in github gitlab; do
	command=$(sed -n 's/^ *-* *\(skep regress .*\)/\1/p' "$root/docs/ci/$snippet.yml" |
		sed 's|"origin/${{ github.base_ref }}"|HEAD~1|; s|FETCH_HEAD|HEAD~1|; s|-t 2m|--executions 1500|; s|^skep ||')
	skep $command
	[ "$code" = 0 ] && [ -s skep-regress/bugs.sarif ] && [ -s skep-regress/junit.xml ] && [ -s skep-regress/tests/test_lexer.c ]
	ok $? "$snippet: the command works, and writes what is uploaded"
	rm -rf skep-regress
done
finish
