# Ctrl-C at any time: code 130 (or the whole result, if it came too late), no
# process and no half-written file left.
. "$(dirname "$0")/lib.sh"

cp "$root/examples/ini/ini.c" "$root/examples/ini/ini.h" "$root/examples/ini/ini.tests" .
printf 'int forever(int x) { while (x != 7) x = x == 7 ? 7 : x ^ 1; return x; }\n' > loop.c
{
	for i in $(seq 200); do
		printf 'test t%d\n  forever(2)\nend\n' "$i"
	done
} > loop.tests

# The processes that still have our private folder in their environment.
ours() {
	grep -l -s -z -F "TMPDIR=$TMPDIR" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
		case $pid in
		$$ | self) ;;
		*) { tr '\0' ' ' < "/proc/$pid/cmdline" | grep -E 'skep|clang|ld\.lld'; } 2> /dev/null ;;
		esac
	done
}

# interrupt SIGNAL SECONDS ARGUMENT...
interrupt() {
	signal=$1 after=$2
	shift 2
	what="$signal after $after s of skep $1"
	rm -rf "$XDG_CACHE_HOME"
	mkdir "$XDG_CACHE_HOME"
	# As from a terminal: the signal goes to the whole group.
	setsid sh -c 'trap "" HUP; exec "$0" "$@"' env --default-signal=INT "$SKEP" "$@" > "$work/stdout" 2> "$work/stderr" < /dev/null &
	pid=$!
	sleep "$after"
	kill -s "$signal" -- "-$pid" 2> /dev/null
	wait "$pid"
	code=$?
	# 143: SIGTERM came before skep had started to listen.
	[ $code = 130 ] || [ $code = 0 ] || [ $code = 143 ]
	ok $? "$what: code 130, or 0 if it was done (is $code)"
	[ $code != 0 ] || [ "$1" = gen ] || [ -s "$work/stdout" ]
	ok $? "$what: the result is whole or not there"
	left=$(ours)
	[ -z "$left" ] || { sleep 1; left=$(ours); }
	[ -z "$left" ]
	ok $? "$what: no process left${left:+ ($left)}"
	nothing_left "$what"
	[ -z "$(find "$XDG_CACHE_HOME" -name '*.tmp*' -print -quit)" ]
	ok $? "$what: nothing half-written in the cache"
}

for after in 0 0.02 0.05 0.1 0.2 0.4 0.8 1.6; do
	interrupt INT $after build ini.c
done
for after in 0.05 0.3 1; do
	interrupt TERM $after run --tests ini.tests ini.c
done
interrupt INT 3 run --tests loop.tests loop.c

# gen writes what it found until then: all of it, or nothing.
for after in 0.5 3 5; do
	rm -rf out
	interrupt INT $after gen --no-cache -t 60s -o out ini.c
	if [ -e out ]; then
		[ -s out/summary.json ] && [ -s out/tests/test_ini.c ] && [ -s out/report/index.html ]
		ok $? "gen after $after s: the results are complete"
		make -s -C out/tests check > "$work/stdout" 2> "$work/stderr"
		ok $? "gen after $after s: the tests pass"
	fi
	[ -z "$(find . -name '*.tmp*' -o -name '*.partial' | head -n 1)" ]
	ok $? "gen after $after s: nothing half-written"
done
skep build ini.c
ok $code 'afterwards it works: the cache was not spoilt'
finish
