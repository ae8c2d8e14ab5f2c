# skep swarm: tests of an outside generator, undirected and aimed at lines; findings; bad input.
. "$(dirname "$0")/lib.sh"

cp "$root"/tests/units/outside/* .
gcc -O0 --coverage stack.c -o stack

# generator NAME: a file with the features; more entries come from stdin.
generator()
{
	{
		for word in push pop peek clear dup note; do
			echo "feature $word: $word"
		done
		cat
	} > "$1.swarm"
}

# told OUT EXPRESSION: of summary.json as s.
told()
{
	python3 -c 'import json, sys
s = json.load(open(sys.argv[1] + "/summary.json"))
sys.exit(not eval(sys.argv[2]))' "$1" "$2"
}

generator stack << 'END'
make awk -v seed={seed} -f {dir}/words.awk {features}
run {dir}/stack {test}
coverage gcov .
END

# ---- undirected ----

skep swarm --executions 150 -o out stack.swarm
ok $code 'undirected'
told out 's["coverage"]["statement"]["covered"] >= 25 and s["counts"]["tests"] >= 1 and s["swarm"]["tests"] > 50'
ok $? 'lines and tests are told'
[ -s out/tests/test_001 ] && grep -q 'Seed' out/report/index.html
ok $? 'tests that cover new lines are kept'
told out 's["failures"][0]["summary"] == "crash: SIGABRT"' && [ "$(grep -c dup out/failing/bug_001/test)" = 3 ] &&
	[ "$(wc -l < out/failing/bug_001/test)" -le 3 ] && grep -q '^make: awk' out/failing/bug_001/how
ok $? 'a crash is a finding, its input is kept and reduced'
skep why --numbers out stack.c
on_stdout 'helped by: .*dup'
ok $? 'why names the features'
skep swarm --executions 150 -o same stack.swarm
cmp out/summary.json same/summary.json
ok $? 'the same seed gives the same numbers'
diff -r out/tests same/tests && diff -r out/failing same/failing
ok $? 'and the same tests'
first=$(python3 -c 'import json; print(json.load(open("out/summary.json"))["swarm"]["tests"])')
skep swarm --executions 30 --continue -o out stack.swarm
[ "$code" = 0 ] && told out "s['swarm']['tests'] > $first and"'  s["run"]["executions"] > 180'
ok $? '--continue goes on counting'
cat > rows.py << 'END'
import json, sqlite3, sys
store = sqlite3.connect(sys.argv[1] + "/campaign.sqlite")
rows = [store.execute("SELECT count(*) FROM " + table).fetchone()[0] for table in ("test", "finding")]
counts = json.load(open(sys.argv[1] + "/summary.json"))["counts"]
sys.exit(rows != [counts["tests"], counts["bugs"]])
END
python3 -c 'import sqlite3
store = sqlite3.connect("out/campaign.sqlite")
store.execute("INSERT INTO test SELECT NULL, text, probes, tag, cost FROM test")
store.commit()'
skep swarm --executions 3 --continue -o out stack.swarm
python3 rows.py out
ok $? 'the journal has the tests that count, and no others'
skep swarm --executions 20 --fail-on bug -o bug stack.swarm
[ "$code" = 1 ]
ok $? '--fail-on bug'

# ---- aimed ----

skep swarm --executions 240 --undirected 80 -j 2 --targets stack.c:12 -o aimed stack.swarm
[ "$code" = 0 ] && told aimed 's["regress"]["targets"][0]["ratio"] > 2 and s["regress"]["targets"][0]["line"] == 12'
ok $? 'aimed tests hit the line more often'
told aimed 'sum(w["runs"] for w in s["regress"]["ways"]) >= s["regress"]["directed_tests"]' &&
	told aimed 'sum(w["failed"] for w in s["regress"]["ways"]) + s["regress"]["undirected"]["failed"] > 0'
ok $? 'runs that failed are counted by way'
on_stdout 'stack.c:12 .* % of undirected, .* % of directed tests'
ok $? 'the console has it'
skep why aimed stack.c:29
on_stdout 'line   never run'
ok $? 'a line that no test runs'

# ---- a program that lays traps ----

# It puts links where its folder and its counts were, to a folder of the user's.
mkdir precious
echo mine > precious/test
cp precious/test precious/skep.config
generator trap << END
make awk -v seed={seed} -f {dir}/words.awk push {features}
run {dir}/stack {test}; cd .. && mv work away && ln -s "$dir/precious" work && rm -rf gcov && ln -s "$dir/precious" gcov
coverage gcov .
END
skep swarm --executions 5 -o trap trap.swarm
ok $code 'a program that replaces its folders'
[ "$(cat precious/*)" = "$(printf 'mine\nmine')" ] && [ "$(ls precious | wc -l)" = 2 ]
ok $? 'a program that replaces its folders reaches nothing of the user'

# ---- other findings ----

generator differs << 'END'
make awk -v seed={seed} -f {dir}/words.awk push {features}
run {dir}/stack {test}
compare sed -n '$ s/.*/7/p' {test}
coverage gcov .
END
skep swarm --executions 12 -o differs differs.swarm
told differs 'any(f["kind"] == "different output" for f in s["failures"])'
ok $? 'another output is a finding'
generator waits << 'END'
make echo {features} wait
run {dir}/stack {test}
coverage gcov .
time 0.2s
END
skep swarm --executions 4 -o waits waits.swarm
[ "$code" = 0 ] && told waits 's["failures"][0]["kind"] == "hang"'
ok $? 'a hang is a finding'
generator config << 'END'
make cp {config} {test}
run {dir}/stack {test}; touch {dir}/escaped; false
coverage gcov .
exit 0
END
skep swarm --executions 6 -o config config.swarm
told config 's["failures"][0]["summary"] == "exit code: 1"' && [ ! -e escaped ]
ok $? 'a configuration file, a bad exit code, and nothing outside is written'

# ---- coverage of skep itself ----

generator own << 'END'
make awk -v seed={seed} -f {dir}/words.awk {features}
run stack {test}
coverage skep stack.c
END
skep swarm --executions 100 -o own own.swarm
[ "$code" = 0 ] && told own 's["coverage"]["branch"]["covered"] >= 12 and s["failures"][0]["kind"] == "crash"'
ok $? 'coverage by skep'
skep swarm --executions 100 -j 2 -o own2 own.swarm
[ "$code" = 0 ] && told own2 's["coverage"]["branch"]["covered"] >= 12 and s["failures"][0]["kind"] == "crash"'
ok $? 'coverage by skep, two lanes'
generator own_exit << 'END'
make awk -v seed={seed} -f {dir}/words.awk {features}
run stack nowhere
coverage skep stack.c
exit 0
END
skep swarm --executions 4 -o own_exit own_exit.swarm
told own_exit 's["failures"][0]["summary"] == "exit code: 2"'
ok $? 'coverage by skep: a bad exit code'
generator own_differs << 'END'
make awk -v seed={seed} -f {dir}/words.awk push {features}
run stack {test}
compare echo 99
coverage skep stack.c
END
skep swarm --executions 4 -o own_differs own_differs.swarm
told own_differs 'any(f["kind"] == "different output" for f in s["failures"])'
ok $? 'coverage by skep: another output'

# ---- coverage of sanitizers ----

clang-19 -g -O0 -fsanitize=address -fsanitize-coverage=trace-pc-guard stack.c -o guarded
generator sancov << 'END'
make awk -v seed={seed} -f {dir}/words.awk {features}
run {dir}/guarded {test}
coverage sancov guarded
memory none
END
skep swarm --executions 40 -o sancov sancov.swarm
[ "$code" = 0 ] && told sancov 's["coverage"]["statement"]["covered"] >= 10 and s["coverage"]["function"]["covered"] == 4'
ok $? 'coverage by sancov'

# ---- ctrl-C ----

# The commands have a process of their own that would outlive them.
generator slow << 'END'
make awk -v seed={seed} -f {dir}/words.awk {features}
run {dir}/stack {test}; sleep 31.7 & sleep 31.7
coverage gcov .
time 60s
END
left()
{
	grep -l -s -a -x -z 31.7 /proc/[0-9]*/cmdline
}
for jobs in 1 2; do
	"$SKEP" swarm -j $jobs -t 300 -o slow slow.swarm > stdout.slow 2> stderr.slow &
	pid=$!
	for i in $(seq 200); do
		[ "$(left | wc -l)" -lt $((2 * jobs)) ] || break
		sleep 0.1
	done
	kill -TERM $pid
	wait $pid
	code=$?
	[ $code = 0 ] && grep -q interrupted stderr.slow && [ -s slow/summary.json ]
	ok $? "-j $jobs: interrupted, results are written"
	[ -z "$(left)" ]
	ok $? "-j $jobs: interrupted, no command is left"
done

# ---- bad input ----

bad() # NAME CODE MESSAGE MAKE [RUN] [COVERAGE]
{
	printf 'make %s\nrun %s\ncoverage %s\n' "$4" "${5:-{dir\}/stack {test\}}" "${6:-gcov .}" | generator bad
	fails "$1" "$2" "$3" swarm --executions 30 -o bad bad.swarm
}
bad 'a generator that prints nothing' 3 'made no test in 20 tries; the last time it made nothing' ': {features}'
bad 'a generator that fails' 3 'the last time it ended with exit code 3: sorry' 'echo sorry >&2; exit 3 # {features}'
bad 'a generator that crashes' 3 'the last time it crashed (SIGSEGV)' 'kill -SEGV $$; : {features}'
printf 'make sleep 9; : {features}\nrun true\ncoverage gcov .\ntime 0.05s\n' | generator bad
fails 'a generator that hangs' 3 'the last time it did not end within 0.05 s' swarm --executions 30 -o bad bad.swarm
bad 'no coverage' 3 'no run of the program left coverage in 20 tests' 'echo {features} x' 'true'
bad 'no notes' 3 'no .gcno file is in' 'echo {features}' true 'gcov out'
bad 'no such coverage' 3 'coverage comes from gcov, sancov or skep' 'echo {features}' true 'magic .'
bad 'features go nowhere' 3 'put {features} or {config} into it' 'echo 1'
echo 'frobnicate yes' | generator bad
fails 'an unknown entry' 3 "bad.swarm:7: no entry is called 'frobnicate'" swarm --executions 3 bad.swarm
printf 'feature push: again\n' | generator bad
fails 'a feature twice' 3 'bad.swarm:7: there is a feature of that name already' swarm --executions 3 bad.swarm
fails 'no file' 3 'nowhere.swarm' swarm --executions 3 nowhere.swarm
fails 'nothing named' 2 'takes one file that describes a generator' swarm --executions 3
fails 'a line without code' 3 'there is no code of stack on that line' swarm --executions 3 --targets stack.c:1 stack.swarm
fails 'no limit' 2 'needs a limit' swarm -t 0 stack.swarm
finish
