# Ctrl-C ends the search, and its results so far are written.
. "$(dirname "$0")/lib.sh"

cp "$root"/tests/units/ring/* .
skep build ring.c
ok $code 'the targets are built'

# Processes of skep that this script started, and targets of theirs, by their numbers.
running() {
	for process in /proc/[0-9]*; do
		case $(readlink "$process/exe") in
		"$work"/*) echo "${process#/proc/}" ;;
		"$SKEP") ! grep -qF "TMPDIR=$TMPDIR" "$process/environ" 2> /dev/null || echo "${process#/proc/}" ;;
		esac
	done
}

# Sends a signal to a search that has been under way for so many seconds; leaves $code, and in
# $n_running how many processes it had.
search() { # SECONDS SIGNAL OPTION...
	rm -rf out
	seconds=$1 signal=$2
	shift 2
	env --default-signal=INT "$SKEP" gen -t 600s --plateau 0 -o out "$@" ring.c > "$work/stdout" 2> "$work/stderr" < /dev/null &
	pid=$!
	until [ -n "$(find "$TMPDIR" -name 'skep-scratch*' -print -quit)" ] || ! kill -0 $pid 2> /dev/null; do
		sleep 0.1
	done
	sleep "$seconds"
	n_running=$(running | wc -l)
	kill -s "$signal" $pid
	wait $pid
	code=$?
}

# On a slow day the search has not begun yet when its processes are there: then
# there is nothing to write, and skep says so by its code.
search_until_begun() { # OPTION...
	for wait in 1 5 25 100; do
		search $wait INT "$@"
		[ $code = 130 ] || break
		[ ! -e out ]
		ok $? "after $wait s: too early, nothing is written"
	done
}

search_until_begun
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

# Other workers are told by the one that was interrupted.
search_until_begun -j 3
ok $code 'three workers: code 0'
nothing_left 'three workers'

# They go with the one that is killed; their folders are removed by the next skep.
search 1 KILL -j 2
ok $((n_running < 2)) "two workers have processes ($n_running)"
for _ in $(seq 300); do
	running > "$work/stdout"
	[ -s "$work/stdout" ] || break
	sleep 0.1
done
[ ! -s "$work/stdout" ]
ok $? 'two workers, killed: no process is left'
skep gen --executions 10 -o out ring.c
ok $code 'the next run'
nothing_left 'two workers, killed, and the next run'
finish
