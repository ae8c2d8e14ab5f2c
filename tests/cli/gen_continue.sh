# A campaign is kept as it goes: skep may be killed at any moment, and --continue takes
# it up. A campaign that cannot be continued is refused, and nothing of it is lost.
. "$(dirname "$0")/lib.sh"

cp "$root"/examples/ini/ini.[ch] "$root"/tests/units/ring/* .
# A goal that no test can reach: without it the search might end before it is killed.
echo 'int never(unsigned x) { return x * x % 4 == 2 ? 1 : 0; }' > never.c

kept() { python3 "$root/tests/cli/kept.py" "$@"; }
number() { kept numbers "$1" | cut -d ' ' -f "$2"; } # FILE: 1 tests, 2 findings, 3 executions

complete() { # NAME: the results are whole, and nothing else is there
	ok $code "$1: code 0"
	[ -s out/summary.json ] && [ -s out/report/index.html ] && [ -s out/bugs.sarif ] && [ -s out/campaign.sqlite ]
	ok $? "$1: the results are complete"
	[ ! -e out.campaign.sqlite ] && [ ! -e out.skep-partial ]
	ok $? "$1: nothing is beside them"
	make -s -C out/tests check > "$work/stdout" 2>&1
	ok $? "$1: the tests pass"
	make -s -C out/tests clean
}

# One run, and another that goes on.
skep gen --executions 500 -o out ini.c never.c
complete 'first'
cp out/campaign.sqlite before.sqlite
cp -r out twice
skep gen --continue --executions 400 -o out ini.c never.c
on_stderr '^going on after 500 tests$' && grep -q '"executions": 900' out/summary.json
told=$?
complete 'continued'
ok $told 'continued: executions are counted on'
[ "$(number out/campaign.sqlite 3)" = 900 ]
ok $? 'continued: in the store too'
kept within before.sqlite out/campaign.sqlite
ok $? 'continued: covers what was covered, and has what was found'
skep gen --continue --executions 400 -o twice ini.c never.c
diff -r out twice > "$work/stdout" 2>&1
ok $? 'continued from the same store: the same bytes'

# search ARGUMENT...: a long one in the background.
search() {
	"$SKEP" gen -t 600s --plateau 0 -o out "$@" ini.c never.c > "$work/stdout" 2> "$work/stderr" < /dev/null &
	pid=$!
}

# Waits until the store has changed so many times since it was there; not forever.
wait_for_changes() {
	changes=-1 last=
	while [ $changes -lt "$1" ] && kill -0 $pid 2> /dev/null; do
		now=$(stat -c '%Y %Z %s' out.campaign.sqlite out.campaign.sqlite-wal 2> /dev/null)
		[ "$now" = "$last" ] || changes=$((changes + 1))
		last=$now
		sleep 0.05
	done
}

# killed NAME CHANGES ARGUMENT...: kills a search; leaves a copy of its store.
killed() {
	name=$1 changes_wanted=$2
	shift 2
	search "$@"
	wait_for_changes "$changes_wanted"
	kill -s KILL $pid
	wait $pid 2> /dev/null
	ok $(($? != 137)) "$name: is killed"
	rm -rf left
	mkdir left
	cp out.campaign.sqlite* left
	number left/out.campaign.sqlite 1 > /dev/null
	ok $? "$name: the store can be read"
}

for changes in 0 1 2 4; do
	rm -rf out out.*
	killed "killed after $changes changes" $changes
	[ ! -e out ]
	ok $? "killed after $changes changes: no results yet"
	skep gen --continue --executions 200 -o out ini.c never.c
	complete "killed after $changes changes, continued"
	kept within left/out.campaign.sqlite out/campaign.sqlite
	ok $? "killed after $changes changes, continued: nothing is lost"
done

# Killed once more while it goes on: the results of before stay, and so does the store.
cp -r out first
killed 'killed while it goes on' 1 --continue
diff -r out first > "$work/stdout" 2>&1
ok $? 'killed while it goes on: earlier results stay as they were'
kept within first/campaign.sqlite left/out.campaign.sqlite
ok $? 'killed while it goes on: the store has what it had'
skep gen --continue --executions 200 -o out ini.c never.c
complete 'killed while it goes on, continued'
kept within left/out.campaign.sqlite out/campaign.sqlite
ok $? 'killed while it goes on, continued: nothing is lost'

# Campaigns that cannot be continued.
refused() { # NAME PATTERN ARGUMENT...
	name=$1 pattern=$2
	shift 2
	rm -rf copy
	cp -r out copy
	fails "$name" 3 "$pattern" gen --continue --executions 100 -o out "$@"
	diff -r out copy > "$work/stdout" 2>&1
	ok $? "$name: all is as it was"
}
cp out/campaign.sqlite sound.sqlite
refused 'another unit' '^skep: .*campaign\.sqlite is the campaign of another unit, ini' ring.c
refused 'other flags' '^skep: .*campaign\.sqlite is of another state of ini: ' ini.c never.c -- -DOTHER
echo '/* changed */ int other(int x) { return x > 3; }' >> never.c
refused 'another source' '^skep: .*campaign\.sqlite is of another state of ini: ' ini.c never.c
sed -i '$d' never.c
kept fact out/campaign.sqlite skep 0.0.1
refused 'another version' '^skep: .*campaign\.sqlite is of skep 0\.0\.1, this is ' ini.c never.c
cp sound.sqlite out/campaign.sqlite
kept spoil out/campaign.sqlite
refused 'a damaged store' '^skep: .*campaign\.sqlite is damaged' ini.c never.c
echo 'no database' > out/campaign.sqlite
refused 'no store at all' '^skep: .*campaign\.sqlite is damaged or no campaign of skep' ini.c never.c
rm out/campaign.sqlite
refused 'nothing to continue' '^skep: there is no campaign to continue: ' ini.c never.c
cp sound.sqlite out/campaign.sqlite
skep gen --continue --executions 100 -o out ini.c never.c
complete 'a sound copy in its place'
finish
