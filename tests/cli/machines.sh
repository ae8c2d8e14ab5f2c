# One campaign, many workers: whatever happens to workers, connections and the server, no win that was reported is
# lost, nothing counts twice, and with a budget in executions the results are those of one process.
. "$(dirname "$0")/lib.sh"
. "$root/tests/cli/postgres.lib"

cp "$root"/tests/units/ring/ring.[ch] .
pg_open
look() { python3 "$root/tests/cli/machines.py" "$@"; }

# Workers have neither the sources nor this folder.
mkdir "$work/elsewhere"
worker() { # NAME OPTION...: in the background; $pid
	name=$1
	shift
	(cd "$work/elsewhere" && exec "$SKEP" work --store "$store" "$@" > "$work/$name.out" 2> "$work/$name.err" < /dev/null) &
	pid=$!
}

entries() { # TABLE FILE
	sql "COPY (SELECT share, attempt, place, kind, encode(body, 'hex') FROM $1 ORDER BY number) TO STDOUT" > "$2"
}

executions() { # FOLDER
	sed -n 's/^ *"executions": \([0-9]*\),.*/\1/p' "$1/out/summary.json" | head -n 1
}

# Every row that was ever appended is noted, for the writer replaces them in the end.
skep campaigns --store "$store"
ok $code 'the tables are made'
sql "CREATE TABLE noted(LIKE skep.entry); GRANT ALL ON noted TO worker;
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO noted SELECT NEW.*; RETURN NEW; END';
CREATE TRIGGER note AFTER INSERT ON skep.entry FOR EACH ROW WHEN (NEW.share > 0) EXECUTE FUNCTION note()"

# ---- with a budget in executions: the bytes of one process ----
mkdir alone together
skep gen --store "$store" --campaign exact --executions 4000 --seed 3 -o alone/out ring.c
ok $code 'exact, alone'
sql 'TRUNCATE noted'
worker first --idle 60
first=$pid
worker second --idle 60
second=$pid
worker victim --idle 60
victim=$pid
skep gen --store "$store" --campaign exact --executions 4000 --seed 3 -o together/out ring.c &
gen=$!
kills=0
while kill -0 $gen 2> /dev/null; do # leases of those that are killed have to run out, so few are
	sleep 1
	[ $kills -lt 3 ] || continue
	kill -s KILL $victim 2> /dev/null
	wait $victim 2> /dev/null
	kills=$((kills + 1))
	worker victim --idle 60
	victim=$pid
done
wait $gen
diff -r alone together > "$work/stdout" 2>&1
ok $? "exact, with three workers of which one is killed $kills times: the same bytes"
entries noted all
[ "$(look executions all)" = "$(executions alone)" ]
ok $? 'exact: every execution was appended once'
look twice all
ok $? 'exact: no entry twice'
[ "$(sql 'SELECT count(DISTINCT worker) > 1 FROM noted')" = t ]
ok $? 'exact: several workers took part'

# ---- with a budget in time: killed workers, cut connections, a server that goes away ----
sql 'TRUNCATE noted'
"$SKEP" gen --store "$store" --campaign free -t 3000s --plateau 0 -o free/out ring.c > "$work/gen.out" 2> "$work/gen.err" < /dev/null &
gen=$!
until [ "$(sql "SELECT count(*) FROM noted")" -gt 0 ] || ! kill -0 $gen; do sleep 0.1; done
kills=0
cuts=0
while [ $kills -lt 20 ] && kill -0 $gen; do
	sleep "0.$((kills * 7 % 10))$((kills % 3))" # at other moments of its life each time
	kill -s KILL $victim 2> /dev/null
	wait $victim 2> /dev/null
	kills=$((kills + 1))
	worker victim --idle 60
	victim=$pid
	if [ $((kills % 5)) = 0 ]; then
		sql "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'worker'" > /dev/null
		cuts=$((cuts + 1))
	fi
	if [ $kills = 11 ]; then
		pg_stop immediate
		sleep 3
		pg_start
		ok $? 'the server comes back'
	fi
done
ok $((kills < 20)) "free: a worker is killed $kills times, all connections are cut $cuts times"
before=$(sql 'SELECT count(*) FROM noted')
until [ "$(sql 'SELECT count(*) FROM noted')" -gt "$before" ] || ! kill -0 $gen; do sleep 0.1; done
kill -0 $gen
ok $? 'free: the campaign goes on after all that'
skep campaigns --store "$store" free
on_stdout '^free  *ring  *open ' && on_stdout 'at work' && on_stdout '^goals over time: '
ok $? 'skep campaigns shows it'
kill -s TERM $gen # a shell lets its children ignore SIGINT
wait $gen
ok $? 'free: ctrl-C ends the search, and the results are written'
entries noted all
entries '(SELECT * FROM skep.entry WHERE campaign = (SELECT max(id) FROM skep.campaign)) e' kept
look within all kept > "$work/stdout" 2>&1
ok $? 'free: everything that any worker reported as won is kept'
look twice all
ok $? 'free: no entry twice'
[ "$(look executions all)" = "$(look executions kept)" ] && [ "$(look executions all)" = "$(executions free)" ]
ok $? 'free: executions are counted once, in the store and in the summary'
[ "$(grep -c '<details id="worker-' free/out/report/index.html)" = "$(grep -c '<a href="#worker-' free/out/report/index.html)" ] &&
	sed -n '/<details id="worker-0"/,/<\/details>/p' free/out/report/index.html | grep -q 'ring.c:[0-9]*</a> <code>.*</code> \(true\|false\)' &&
	grep -q 'data-label="exchange">[0-9.]* %' free/out/report/index.html
ok $? 'free: the report has a page per worker, with what it won first, and what the exchange cost it'
skep campaigns --store "$store" free
on_stdout '^free  *ring  *closed ' && on_stdout '^goals over time: .* [0-9]*:[0-9]* [1-9]'
ok $? 'free: skep campaigns still shows how the goals came'
make -s -C free/out/tests check > "$work/stdout" 2>&1
ok $? 'free: the tests pass'
kill $victim
wait $victim 2> /dev/null

# ---- frontiers: a worker asks for what it tries next, and no other worker gets that ----
sql "CREATE TABLE claims(LIKE skep.claim); GRANT ALL ON claims TO worker;
CREATE FUNCTION note_claim() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO claims SELECT NEW.*; RETURN NEW; END';
CREATE TRIGGER note AFTER INSERT ON skep.claim FOR EACH ROW EXECUTE FUNCTION note_claim()"
"$SKEP" gen --store "$store" --campaign frontiers --engine symbolic -t 3000s --plateau 0 -o frontiers/out "$root/examples/ini/ini.c" > "$work/gen.out" 2> "$work/gen.err" < /dev/null &
gen=$!
until [ "$(sql 'SELECT count(DISTINCT share) > 2 AND count(*) > 100 FROM claims')" = t ] || ! kill -0 $gen; do sleep 0.1; done
[ "$(sql 'SELECT count(*) = count(DISTINCT frontier) FROM claims')" = t ]
ok $? "frontiers: three workers have claimed $(sql 'SELECT count(*) FROM claims'), none of them twice"
[ "$(sql 'SELECT bool_and(c.at_most) FROM (SELECT count(*) <= 32 AS at_most FROM claims GROUP BY share, attempt, turn) c')" = t ]
ok $? 'frontiers: a few at a time'
kill -s TERM $gen
wait $gen
ok $? 'frontiers: the results are written'
[ "$(sql 'SELECT count(*) FROM skep.claim')" = 0 ]
ok $? 'frontiers: claims end with the campaign'
kill $first $second
wait $first $second 2> /dev/null

# ---- the campaign goes on ----
skep gen --continue --store "$store" --campaign exact --executions 500 -o again/out ring.c
ok $code 'continued'
on_stderr '^going on after [0-9]* tests$' &&
	[ "$(executions again)" -gt "$(executions alone)" ] && [ "$(executions again)" -le $(($(executions alone) + 500)) ]
ok $? 'continued: executions are counted on'
fails 'continued: no such campaign' 3 "there is no campaign 'nobody' to continue in $shown" \
	gen --continue --store "$store" --campaign nobody --executions 10 -o never ring.c
fails 'continued: another state' 3 "campaign 'exact' in .* is of another state of ring: " \
	gen --continue --store "$store" --campaign exact --executions 10 -o never ring.c -- -DOTHER

# ---- the password is nowhere ----
[ -d alone ] && [ -d together ] && [ -d free ] && [ -d again ] && ! grep -rlE 'top secret|top%20secret' alone together free again "$work"/*.out "$work"/*.err
ok $? 'no password in results or messages'
[ "$(sql "SELECT count(*) FROM skep.piece WHERE position('top secret' IN encode(bytes, 'escape')) > 0 OR position('top%20secret' IN encode(bytes, 'escape')) > 0")" = 0 ] &&
	[ "$(sql "SELECT count(*) FROM noted WHERE position('secret' IN encode(body, 'escape')) > 0")" = 0 ]
ok $? 'no password in the store'
finish
