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

# The processes that still have our private folder in their environment: skep and
# the tools it starts as TMPDIR, targets as their scratch folder.
ours() {
	grep -l -s -z -F "=$TMPDIR" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
		case $pid in
		$$ | self) ;;
		*) { tr '\0' ' ' < "/proc/$pid/cmdline" | grep -E 'skep|clang|ld\.lld|target'; } 2> /dev/null ;;
		esac
	done
}

# interrupt SIGNAL SECONDS ARGUMENT...: after so many seconds; if $again is set, once
# more, so many seconds later.
again=
interrupt() {
	signal=$1 after=$2
	shift 2
	what="$signal after $after s${again:+ and again after $again s} of skep $1"
	rm -rf "$XDG_CACHE_HOME"
	mkdir "$XDG_CACHE_HOME"
	# As from a terminal: the signal goes to the whole group.
	setsid sh -c 'trap "" HUP; exec "$0" "$@"' env --default-signal=INT "$SKEP" "$@" > "$work/stdout" 2> "$work/stderr" < /dev/null &
	pid=$!
	sleep "$after"
	kill -s "$signal" -- "-$pid" 2> /dev/null
	[ -z "$again" ] || { sleep "$again"; kill -s "$signal" -- "-$pid" 2> /dev/null; }
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
interrupt_gen() { # signal seconds
	rm -rf out
	interrupt "$1" "$2" gen --no-cache -t 60s -o out ini.c
	if [ -e out ]; then
		[ -s out/summary.json ] && [ -s out/tests/test_ini.c ] && [ -s out/report/index.html ]
		ok $? "$what: the results are complete"
		make -s -C out/tests check > "$work/stdout" 2> "$work/stderr"
		ok $? "$what: the tests pass"
	fi
	[ -z "$(find . -name '*.tmp*' -o -name '*.skep-partial' | head -n 1)" ]
	ok $? "$what: nothing half-written"
}

# random N MOST: so many times of at most so many seconds, the same in every run.
random() {
	awk -v n="$1" -v most="$2" 'BEGIN { srand(4711); while (n-- > 0) printf "%.2f\n", rand() * most }'
}

for after in 0.5 3 5; do
	interrupt_gen INT $after
done
for after in $(random 4 3); do
	interrupt_gen TERM "$after"
done
for again in 0.01 0.3; do
	interrupt_gen INT 2
done
again=
skep build ini.c
ok $code 'afterwards it works: the cache was not spoilt'
finish
