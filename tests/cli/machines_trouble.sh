# A shared store that cannot be used as asked: one clear message each, with no password in it, and nothing is lost.
. "$(dirname "$0")/lib.sh"
. "$root/tests/cli/postgres.lib"

cp "$root"/tests/units/ring/ring.[ch] .
pg_open
gen_again() { skep gen --store "$store" --executions 800 -o "$1/out" ring.c; }

# ---- addresses and passwords ----
wrong="postgresql://worker:not%20it@127.0.0.1:$pg_port/skeptest"
fails 'wrong password' 3 "^skep: the store at $shown refuses the user or the password$" gen --store "$wrong" -o out ring.c
fails 'no password' 3 "^skep: the store at $shown asks for a password; " work --store "postgresql://worker@127.0.0.1:$pg_port/skeptest"
fails 'no such database' 3 'cannot connect to the store at postgresql://.*/nothing: ' \
	campaigns --store "postgresql://worker:top%20secret%3A1@127.0.0.1:$pg_port/nothing"
fails 'no server' 5 '^skep: cannot connect to the store at postgresql://127.0.0.1:1/x: ' work --store postgresql://worker:hidden@127.0.0.1:1/x
for url in 'postgresql://worker:hidden@127.0.0.1:hidden@x/y' 'mysql://worker:hidden@h/d' 'postgresql://worker:1@hidden@h/d'; do
	fails 'no URL' 2 '^skep: --store takes postgresql://' work --store "$url"
	! on_stderr 'hid'
	ok $? 'no URL: it is not repeated'
done
fails 'no store' 2 'skep work needs --store' work
fails 'a name without a store' 2 'give --store' gen --campaign x ring.c
fails 'sources for a worker' 2 'takes no sources' work --store "$store" ring.c

# ---- other versions of the tables ----
gen_again first
ok $code 'a campaign'
on_stderr "$shown" || grep -q "store $shown" first/out/tests/test_ring.c
ok $? 'the head of the tests names the store without user and password'
! grep -rlE 'top secret|top%20secret|worker:' first "$work/stderr"
ok $? 'and so does everything else'
sql "ALTER TABLE skep.stint DROP messages, DROP bytes, DROP waiting, DROP processor; DROP TABLE skep.moment; DROP SEQUENCE skep.entry_number; ALTER TABLE skep.entry DROP xid; DROP TABLE skep.claim; UPDATE skep.version SET number = 1"
skep campaigns --store "$store" ring
ok $code 'tables of an earlier skep are upgraded'
[ "$(sql 'SELECT number FROM skep.version')" = 6 ] && on_stdout '^ring  *ring  *closed '
ok $? 'and nothing in them is lost'
sql 'UPDATE skep.version SET number = 99'
fails 'tables of a later skep' 3 "^skep: the store at $shown is of a later skep (its schema is 99, " work --store "$store"
sql 'UPDATE skep.version SET number = 6'

# ---- workers that do not fit ----
open_again() { sql "UPDATE skep.campaign SET state = 'open', held = now() + interval '1 hour'; UPDATE skep.share SET state = 'free'; $1"; }
refuses() { # NAME PATTERN
	fails "$1" 3 "$2" work --store "$store" --idle 1s
	[ "$(sql 'SELECT count(*) FROM skep.share WHERE state <> '"'free'")" = 0 ]
	ok $? "$1: no share is taken"
}
open_again "UPDATE skep.campaign SET skep = '0.0.1'"
refuses 'another version' "^skep: campaign 'ring': it is of skep 0.0.1, this is "
open_again "UPDATE skep.campaign SET skep = (SELECT skep FROM skep.worker LIMIT 1), build = 'x'"
refuses 'another build' "^skep: campaign 'ring': it was opened by another build of skep"
fails 'under way' 3 "^skep: campaign 'ring' in $shown is under way; " gen --store "$store" --executions 10 -o never ring.c
sql "UPDATE skep.campaign SET state = 'closed'"
gen_again second
ok $code 'another campaign of that name'
cmp -s first/out/tests/test_ring.c second/out/tests/test_ring.c
ok $? 'with the same tests'
piece() { # NAME EXPRESSION: changes a piece of the last campaign
	sql "WITH b AS (SELECT $2 AS new FROM skep.part p JOIN skep.piece b ON b.hash = p.hash WHERE p.campaign = (SELECT max(id) FROM skep.campaign) AND p.name = '$1'), i AS (INSERT INTO skep.piece SELECT 'test ' || '$1', new FROM b ON CONFLICT DO NOTHING RETURNING hash) SELECT hash FROM i"
	sql "UPDATE skep.part SET hash = 'test ' || '$1' WHERE campaign = (SELECT max(id) FROM skep.campaign) AND name = '$1'"
}
sql "DELETE FROM skep.campaign WHERE id < (SELECT max(id) FROM skep.campaign)"
open_again 'SELECT 1' > /dev/null
piece headers "convert_to('0123456789abcdef /usr/include/stdio.h' || chr(10) || '0123456789abcdef /usr/include/nowhere.h' || chr(10), 'UTF8')" > /dev/null
refuses 'other headers' "2 of the system's headers differ from those of the campaign: /usr/include/stdio.h, /usr/include/nowhere.h (missing here)"
piece machine "convert_to('clang version 3.0' || chr(10), 'UTF8')" > /dev/null
refuses 'another compiler' 'this machine has .*clang version .*, the campaign was opened with clang version 3.0'
sql "UPDATE skep.campaign SET state = 'closed'"

# ---- a full disk: the entries wait until there is room ----
sql "CREATE TABLE full_disk(x int); GRANT ALL ON full_disk TO worker;
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF EXISTS (SELECT FROM full_disk) THEN RAISE ''no space'' USING ERRCODE = ''53100''; END IF; RETURN NEW; END';
CREATE TRIGGER refuse BEFORE INSERT ON skep.entry FOR EACH ROW WHEN (NEW.share > 0) EXECUTE FUNCTION refuse();
INSERT INTO full_disk VALUES (1)"
mkdir third
"$SKEP" gen --store "$store" --executions 800 -o third/out ring.c > "$work/stdout" 2> "$work/stderr" < /dev/null &
pid=$!
until on_stderr 'the disk of the store at .* is full; results wait until it answers' || ! kill -0 $pid 2> /dev/null; do sleep 0.1; done
kill -0 $pid
ok $? 'a full disk: it is told, and waited for'
sql 'TRUNCATE full_disk'
wait $pid
ok $? 'a full disk: there is room again'
cmp -s first/out/tests/test_ring.c third/out/tests/test_ring.c
ok $? 'a full disk: the same tests'

# ---- a disk that is full: the tables lie on a small one, which is filled up while workers append ----
if [ "$(id -u)" = 0 ] && mkdir "$work/small" && mount -t tmpfs -o size=64m none "$work/small" 2> /dev/null; then
	trap 'pg_stop immediate; umount "$work/small"; rm -rf "$work"' EXIT
	chown postgres:postgres "$work/small"
	sql "CREATE TABLESPACE small LOCATION '$work/small'"
	sql 'CREATE DATABASE small OWNER worker TABLESPACE small'
	small="postgresql://worker:top%20secret%3A1@127.0.0.1:$pg_port/small"
	on_small() { as_server "$pg_bin/psql" -X -q -A -t -h "$pg/run" -p "$pg_port" -U postgres -d small -c "$1"; }
	"$SKEP" gen --store "$small" -t 3000s --plateau 0 -o small_out ring.c > "$work/stdout" 2> "$work/stderr" < /dev/null &
	pid=$!
	until [ "$(on_small 'SELECT count(*) > 20 FROM skep.entry' 2> /dev/null)" = t ] || ! kill -0 $pid 2> /dev/null; do sleep 0.1; done
	dd if=/dev/zero of="$work/small/filler" bs=4k 2> /dev/null
	until on_stderr 'the disk of the store at .*/small is full; results wait until it answers' || ! kill -0 $pid 2> /dev/null; do sleep 0.1; done
	kill -0 $pid
	ok $? 'a disk that is full: it is told, and waited for'
	before=$(on_small 'SELECT max(number) FROM skep.entry')
	rm "$work/small/filler"
	until [ "$(on_small "SELECT max(number) > $before + 3 FROM skep.entry")" = t ] || ! kill -0 $pid 2> /dev/null; do sleep 0.1; done
	kill -s TERM $pid
	wait $pid
	ok $? 'a disk that is full: the results are written once there is room'
	[ "$(on_small 'SELECT sum(executions) FROM skep.stint')" = "$(sed -n 's/^ *"executions": \([0-9]*\),.*/\1/p' small_out/summary.json | head -n 1)" ]
	ok $? 'a disk that is full: no execution is lost or counted twice'
else
	echo '# skipped: no small file system can be mounted here'
fi

# ---- a server that answers late: workers go on ----
last=$(sql 'SELECT max(id) FROM skep.campaign')
stint() { sql "SELECT $1 FROM skep.stint WHERE campaign > $last"; }
"$SKEP" gen --store "$store" -t 3000s --plateau 0 -o fourth/out ring.c > "$work/stdout" 2> "$work/stderr" < /dev/null &
pid=$!
until [ "$(stint 'max(messages) > 4')" = t ] || ! kill -0 $pid 2> /dev/null; do sleep 0.1; done
before=$(stint 'sum(messages)')
sql 'BEGIN; LOCK TABLE skep.campaign; SELECT pg_sleep(6); COMMIT' > /dev/null
until [ "$(stint "sum(messages) > $before + 2")" = t ] || ! kill -0 $pid 2> /dev/null; do sleep 0.1; done
[ "$(stint 'max(waiting) < 3 AND max(processor) > 0')" = t ]
ok $? "an answer after six seconds: the worker did not wait for it (it waited $(stint 'round(max(waiting)::numeric, 2)') s)"
kill -s TERM $pid
wait $pid
ok $? 'an answer after six seconds: the results are written'
finish
