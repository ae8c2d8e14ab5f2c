# The ways to start workers that docs/many-machines.md shows, as far as they run without a cluster; a project whose units
# are campaigns; and workers in networks of their own, which see the database and nothing else.
. "$(dirname "$0")/lib.sh"
. "$root/tests/cli/postgres.lib"

cp "$root"/tests/units/ring/ring.[ch] "$root"/tests/units/gen/tree.[ch] .
spaces="skep-$$-1 skep-$$-2"
net=10.213.$(($$ % 250))
cleanup() {
	for space in $spaces; do ip netns del "$space" 2> /dev/null; done
	pg_stop immediate
	rm -rf "$work"
}
trap cleanup EXIT
export PATH="$(dirname "$SKEP"):$PATH"

# Two networks of two addresses each: ours and the worker's.
make_networks() {
	i=0
	for space in $spaces; do
		i=$((i + 1))
		ip netns add "$space" && ip link add "sk$$-$i" type veth peer name inside netns "$space" &&
			ip addr add "$net.$((4 * i + 1))/30" dev "sk$$-$i" && ip link set "sk$$-$i" up &&
			ip -n "$space" addr add "$net.$((4 * i + 2))/30" dev inside && ip -n "$space" link set inside up || return 1
	done 2> /dev/null
}
networks=
if [ "$(id -u)" = 0 ] && make_networks; then
	networks=1
	pg_listen="127.0.0.1,$net.5,$net.9"
	pg_rule="host all all $net.0/24 scram-sha-256"
fi
pg_open
plain="postgresql://worker@127.0.0.1:$pg_port/skeptest"
export PGPASSWORD='top secret:1'

# open_campaign NAME: in the background, open for workers when this is over.
open_campaign() {
	"$SKEP" gen --store "$plain" --campaign "$1" -t 3000s --plateau 0 -o "$1/out" ring.c > "$work/stdout" 2> "$work/stderr" < /dev/null &
	gen=$!
	campaign="(SELECT id FROM skep.campaign WHERE name = '$1')"
	until [ "$(sql "SELECT $campaign" 2> /dev/null)" ] || ! kill -0 $gen 2> /dev/null; do sleep 0.1; done
}
wait_for_workers() { # HOW-MANY: that ran tests, that of skep gen among them
	until [ "$(sql "SELECT count(DISTINCT worker) FROM skep.stint WHERE executions > 0 AND campaign = $campaign" 2> /dev/null)" -ge "$1" ] 2> /dev/null ||
		! kill -0 $gen 2> /dev/null || ! kill -0 $starter 2> /dev/null; do
		sleep 0.2
	done
	kill -0 $gen 2> /dev/null && kill -0 $starter 2> /dev/null
}
close_campaign() { # NAME
	kill -s TERM $gen
	wait $gen
	ok $? "$1: the results are written"
}

# ---- GNU parallel ----
open_campaign parallel
[ "$(sql "SELECT count(DISTINCT lane) FILTER (WHERE engine = 'symbolic'), count(DISTINCT lane) FILTER (WHERE engine = 'search'), count(DISTINCT seed)
	FROM skep.share WHERE campaign = $campaign AND number <= 32")" = '8|8|32' ]
ok $? 'the first 32 shares: no two with the same engine begin with the same functions, or with the same seed'
parallel -N0 "$SKEP" work --store "$plain" --idle 2s ::: 1 2 > "$work/parallel" 2>&1 &
starter=$!
wait_for_workers 3
ok $? 'GNU parallel: two workers take part'
close_campaign 'GNU parallel'
wait $starter
ok $? 'GNU parallel: the workers end when the campaign is over'

# ---- the script for Slurm, and the file for Kubernetes ----
open_campaign slurm
SLURM_CPUS_PER_TASK=2 SKEP_STORE_URL=$plain sh "$root/examples/machines/slurm.sh" > "$work/slurm" 2>&1 &
starter=$!
wait_for_workers 2
ok $? 'the script for Slurm: its worker takes part'
close_campaign 'the script for Slurm'
kill $starter 2> /dev/null
wait $starter 2> /dev/null
skep work --help
python3 - "$root/examples/machines/kubernetes.yaml" "$work/stdout" << 'END'
import json, re, sys
line = re.search(r"^ *args: (\[.*\])$", open(sys.argv[1]).read(), re.M).group(1)
args, known = json.loads(line), open(sys.argv[2]).read()
assert args[:2] == ["skep", "work"]
assert all(re.search(r"(?<![\w-])" + re.escape(a) + r"\b", known) for a in args if a.startswith("-")), args
END
ok $? 'the file for Kubernetes names options that skep has'

# ---- networks ----
if [ -n "$networks" ]; then
	open_campaign networks
	i=0
	for space in $spaces; do
		i=$((i + 1))
		ip netns exec "$space" "$SKEP" work --store "postgresql://worker@$net.$((4 * i + 1)):$pg_port/skeptest" --idle 2s > "$work/space$i" 2>&1 &
		starter=$!
	done
	wait_for_workers 3
	ok $? 'workers in networks of their own take part'
	[ "$(sql "SELECT count(DISTINCT client_addr) FROM pg_stat_activity WHERE client_addr <<= '$net.0/24'")" = 2 ]
	ok $? 'with addresses of their own'
	! ip netns exec "${spaces%% *}" "$SKEP" work --store "$plain" > /dev/null 2>&1
	ok $? 'and without a way to anything else'
	close_campaign 'networks'
else
	echo "ok $((n_checks += 1)) - workers in networks of their own # SKIP not permitted here"
fi

# ---- a project: its units are campaigns, which are open from the start ----
cat > compile_commands.json << END
[{"directory": "$dir", "file": "ring.c", "arguments": ["cc", "-c", "ring.c", "-o", "CMakeFiles/ring.dir/ring.c.o"]},
 {"directory": "$dir", "file": "tree.c", "arguments": ["cc", "-c", "tree.c", "-o", "CMakeFiles/tree.dir/tree.c.o"]}]
END
mkdir alone with
skep gen -p . --store "$plain" --campaign whole --executions 600 -o alone/project
ok $code 'a project'
[ -s alone/project/ring/tests/test_ring.c ] && [ -s alone/project/tree/tests/test_tree.c ]
ok $? 'a project: tests for each unit'
skep campaigns --store "$plain" whole
on_stdout '^whole/ring  *ring  *closed ' && on_stdout '^whole/tree  *tree  *closed '
ok $? 'a project: a campaign for each unit'
"$SKEP" work --store "$plain" --campaign whole --idle 60s > "$work/one" 2>&1 &
helper=$!
skep gen -p . --store "$plain" --campaign whole --executions 600 -o with/project
kill $helper
wait $helper 2> /dev/null
ok $code 'a project, with a worker'
diff -r alone/project with/project > "$work/stdout" 2>&1
ok $? 'a project, with a worker: the same bytes'

# ---- a worker chooses: first the unit that nobody worked at, though the other was not worked at for long ----
last="(SELECT max(id) FROM skep.campaign WHERE name ="
sql "UPDATE skep.campaign SET state = 'open', held = now() + interval '1 hour' WHERE id IN ($last 'whole/ring'), $last 'whole/tree'));
UPDATE skep.share SET state = 'free'; UPDATE skep.stint SET began = now() - interval '3 minutes', seen = now() - interval '2 minutes', tests = 0;
UPDATE skep.campaign SET began = now() - interval '4 minutes'; DELETE FROM skep.stint WHERE campaign = $last 'whole/tree')"
[ "$(sql "SELECT $last 'whole/ring') < $last 'whole/tree')")" = t ]
ok $? 'the unit that was worked at comes first in the project'
"$SKEP" work --store "$plain" --campaign whole --idle 60s > "$work/one" 2>&1 &
helper=$!
first="SELECT name FROM skep.stint s JOIN skep.campaign c ON c.id = s.campaign WHERE s.began > now() - interval '2 minutes' ORDER BY s.began LIMIT 1"
until [ "$(sql "$first")" ] || ! kill -0 $helper 2> /dev/null; do sleep 0.1; done
[ "$(sql "$first")" = whole/tree ]
ok $? 'a worker takes the unit that nobody worked at'
kill $helper
wait $helper 2> /dev/null
finish
