# Ctrl-C ends the search, and what was found until then is written.
. "$(dirname "$0")/lib.sh"

cp "$root"/tests/units/ring/* .
skep build ring.c
ok $code 'the targets are built'

# Interrupts a search that has been under way for so many seconds; leaves $code.
search() { # SECONDS
	rm -rf out
	env --default-signal=INT "$SKEP" gen -t 600s --plateau 0 -o out ring.c > "$work/stdout" 2> "$work/stderr" < /dev/null &
	pid=$!
	until [ -n "$(find "$TMPDIR" -maxdepth 1 -name 'skep-scratch*' -print -quit)" ] || ! kill -0 $pid 2> /dev/null; do
		sleep 0.1
	done
	sleep "$1"
	kill -s INT $pid
	wait $pid
	code=$?
}

# On a slow day the search has not begun yet when its processes are there: then
# there is nothing to write, and skep says so by its code.
for seconds in 1 5 25 100; do
	search $seconds
	[ $code = 130 ] || break
	[ ! -e out ]
	ok $? "after $seconds s: too early, nothing is written"
done
ok $code 'code 0'
on_stderr 'stopped after .*: interrupted'
ok $? 'says why it stopped'
grep -q '"reason": "interrupted"' out/summary.json
ok $? 'so does summary.json'
[ -s out/report/index.html ] && [ -s out/coverage.info ] && [ -s out/junit.xml ] && [ -s out/ring.model ]
ok $? 'everything is written'
make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'the tests pass'
nothing_left 'afterwards'
finish
