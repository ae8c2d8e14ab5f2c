# Swarm: configurations in the journal, counts that survive --continue and -j, operations that help and hinder.
. "$(dirname "$0")/lib.sh"

stack=$root/tests/units/swarm/stack.c

swarm_tests() # OUT
{
	python3 -c 'import json, sys; print(json.load(open(sys.argv[1] + "/summary.json"))["swarm"]["tests"])' "$1"
}

skep gen --engine random --executions 20000 -o out "$stack"
ok $code 'gen'
first=$(swarm_tests out)
[ "$first" -gt 100 ]
ok $? 'swarm tests are counted'
skep why out stack.c:27
on_stdout 'stack->depth == CAPACITY   seldom true' && on_stdout 'helped by: stack_push$' &&
	on_stdout 'hindered by: .*stack_pop'
ok $? 'why names who helps and who hinders'
skep why --numbers out stack.c:27
on_stdout 'stack_push (in [0-9]* % of the swarm tests, in [0-9]* to 100 % of those that hit)'
ok $? '--numbers'
python3 - out/campaign.sqlite <<'END'
import sqlite3, sys
tags = [row[0] for row in sqlite3.connect(sys.argv[1]).execute("SELECT tag FROM test")]
sys.exit(not any(tag.startswith("random/") for tag in tags))
END
ok $? 'tests in the journal name their configuration'

skep gen --engine random --executions 5000 --continue -o out "$stack"
[ "$code" = 0 ] && [ "$(swarm_tests out)" -gt "$first" ]
ok $? 'counts go on with --continue'
skep gen --engine random --executions 20000 -j 2 -o two "$stack"
[ "$code" = 0 ] && [ "$(swarm_tests two)" -gt 100 ]
ok $? 'workers count together'
skep gen --engine random --executions 20000 -o again "$stack"
skep gen --engine random --executions 20000 -o same "$stack"
cmp again/summary.json same/summary.json
ok $? 'the same seed gives the same numbers'
skep gen --engine random --executions 2000 --without swarm -o off "$stack"
[ "$code" = 0 ] && [ "$(swarm_tests off)" = 0 ]
ok $? '--without swarm'
finish
