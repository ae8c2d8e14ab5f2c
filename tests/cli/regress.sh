# skep regress: tests for changed lines, by revision, patch and name.
. "$(dirname "$0")/lib.sh"

export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export HOME="$work" GIT_CEILING_DIRECTORIES="$work"

cp "$root/tests/units/swarm/stack.c" "$root/tests/units/swarm/stack.h" .

# told OUT EXPRESSION: of summary.json's `regress`, as r.
told()
{
	python3 -c 'import json, sys
s = json.load(open(sys.argv[1] + "/summary.json"))
r = s["regress"]
sys.exit(not eval(sys.argv[2]))' "$1" "$2"
}

# ---- named lines ----

skep regress --engine random --executions 12000 --targets stack.c:28 -o named stack.c
ok $code '--targets'
told named 'r["targets"][0]["place"] == "stack.c:28" and r["targets"][0]["ratio"] > 3'
ok $? 'directed tests hit it more often'
told named 'r["targets"][0]["strategy"] in ("half-swarm", "triggers-only", "no-suppressors")'
ok $? 'the best way is told'
told named 'r["undirected_tests"] >= 1000 and r["directed_tests"] > r["undirected_tests"]'
ok $? 'undirected tests come first'
told named 'all(w["runs"] == w["tests"] and w["failed"] <= w["runs"] for w in r["ways"])'
ok $? 'runs are counted by way'
on_stdout 'stack.c:28 .* % of undirected, .* % of directed tests   [0-9.]* times   best: '
ok $? 'the console has it'
told named 'r["all_tests"] == 12000 and r["reached"] >= r["targets"][0]["directed_hits"]'
ok $? 'tests of all engines are counted'
skep regress --plain --engine random --executions 12000 --targets stack.c:28 -o unaimed stack.c
[ "$code" = 0 ] && told unaimed 'r["all_tests"] == 12000 and r["directed_tests"] == 0 and 0 < r["reached"] < 6000'
ok $? '--plain aims at nothing'
skep regress --counts-only --engine random --executions 12000 --targets stack.c:28 -o counts stack.c
ok $code '--counts-only'
python3 -c 'import json, sys
named, counts = (json.load(open(out + "/summary.json")) for out in ("named", "counts"))
sys.exit(named["regress"] != counts["regress"] or not named["tests"] or counts["tests"] != [])'
ok $? 'the counts are the same without a suite'
[ -z "$(ls counts/tests)" ] && [ ! -e counts/failing ] && ! on_stdout 'make check' && ! on_stderr 'not in the suite'
ok $? 'and no test is told of'
python3 -c 'import json, sys
names = {f["name"] for f in json.load(open("named/summary.json"))["functions"] if not f["apart"]}
sys.exit(names != {"stack_push"})'
ok $? 'goals are those of the changed function'
make -s -C named/tests check > make.out 2>&1
ok $? 'the suite holds'
skep regress --engine random --executions 12000 --targets stack.c:28 -o named2 stack.c
cmp named/summary.json named2/summary.json
ok $? 'the same seed gives the same numbers'
skep regress --executions 8000 -j 2 --targets stack.c:28,stack.c:36-37 -o two stack.c
[ "$code" = 0 ] && told two 'len(r["targets"]) == 3 and s["run"]["executions"] == 8000 and len(r["ways"]) == 9'
ok $? 'several targets, two workers, all engines'

# ---- engines that go from goal to goal ----

# Two dozen conditions that a number each satisfies; ten tests do not do for all, but for the target.
{
	echo 'int pick(int a)'
	echo '{'
	for i in $(seq 24); do
		echo "	if (a == $((100000 + 1009 * i)))"
		echo "		return $i;"
	done
	echo '	return 0;'
	echo '}'
} > pick.c
for line in 4 28 50; do
	skep regress --engine symbolic --executions 10 --targets pick.c:$line -o pick pick.c
	python3 -c 'import json, sys
s = json.load(open("pick/summary.json"))
sys.exit(any(u["line"] == int(sys.argv[1]) - 1 for u in s["uncovered"]) or s["coverage"]["branch"]["covered"] > 40)' $line
	ok $? "symbolic execution goes for line $line first"
	on_stdout "pick.c:$line .*0.00 % of directed tests   a test of the suite does"
	ok $? "and the console tells that line $line was reached"
done

# ---- since a revision ----

fails 'no repository' 3 'is in no git repository; --patch or --targets do without' \
	regress --since HEAD --executions 100 stack.c
git init -q . && git add stack.c stack.h && git commit -qm one
fails 'unknown revision' 3 'git knows no such revision' regress --since no-such --executions 100 stack.c
fails 'a revision that is an option' 3 'git knows no such revision' regress --since=--output=x --executions 100 stack.c
skep regress --since HEAD --executions 100 -o none stack.c
[ "$code" = 0 ] && on_stdout '^the change touches no code of stack: nothing to test$' && [ ! -e none ]
ok $? 'nothing changed'
sed -i 's|^/\* A bounded stack: it|/* A bounded stack; it|' stack.c
skep regress --since HEAD --executions 100 -o none stack.c
[ "$code" = 0 ] && on_stdout 'touches no code'
ok $? 'a comment changed'
sed -i 's|return -1; /\* overflow \*/|return -2; /* overflow */|' stack.c
git diff > change.patch
skep regress --engine random --since HEAD --executions 8000 -o since stack.c
[ "$code" = 0 ] && told since '[t["line"] for t in r["targets"]] == [28]'
ok $? 'a changed line in the working tree'
grep -q 'skep regress stack.c --since HEAD' since/tests/test_stack.c
ok $? 'the head of the tests names the revision'
grep -q '<h2 id="targets-title">Targets</h2>' since/report/index.html
ok $? 'the report has a section with the targets'
sed 's/stack_/heap_/g; s/stack.h/heap.h/' stack.c > heap.c
sed 's/stack_/heap_/g' stack.h > heap.h
skep regress --engine random --since HEAD --executions 4000 -o untracked heap.c
[ "$code" = 0 ] && told untracked '28 in [t["line"] for t in r["targets"]] and len(r["targets"]) > 3'
ok $? 'a file that git does not know is all new'
rm heap.c heap.h

# ---- a patch ----

skep regress --engine random --patch change.patch --executions 8000 -o patch stack.c
[ "$code" = 0 ] && told patch '[t["line"] for t in r["targets"]] == [28]'
ok $? '--patch'
git -c diff.noprefix=true diff -U0 > plain.patch
skep regress --engine random --patch plain.patch --executions 8000 -o plain stack.c
[ "$code" = 0 ] && told plain '[t["line"] for t in r["targets"]] == [28]'
ok $? 'a patch without prefixes and context'
fails 'no patch' 3 'is no patch: it has no line that begins with +++' regress --patch stack.h --executions 100 stack.c
fails 'no such patch' 3 'nowhere.patch' regress --patch nowhere.patch --executions 100 stack.c

# ---- data of the version before ----

cp stack.c changed.c
git checkout -q stack.c
skep gen --engine random --executions 20000 -o skep-out stack.c
ok $code 'a campaign of the version before'
{ echo; echo; cat changed.c; } > stack.c
skep regress --engine random --since HEAD --executions 3000 -o data stack.c
[ "$code" = 0 ] && on_stderr 'data of [0-9]* swarm tests are in skep-out; [0-9]* of the [0-9]* goals'
ok $? 'its data are found, though lines have moved'
told data 'r["directed_tests"] > 2 * r["undirected_tests"] and s["swarm"]["tests"] > 900'
ok $? 'tests are aimed from the start'
fails 'no data' 3 'no campaign of stack with swarm tests is kept there' \
	regress --data nowhere --targets stack.c:30 --executions 100 stack.c
rm -rf skep-out
mv changed.c stack.c

# ---- a bug in the change ----

sed -i 's|stack->depth == CAPACITY|stack->depth == CAPACITY + 1|' stack.c
skep regress --since HEAD --executions 8000 --fail-on bug -o bug stack.c
[ "$code" = 1 ] && ls bug/failing/bug_001.c
ok $? '--fail-on bug: the overflow that the change allows'

# A bug is not told if another function was changed.
git commit -qam 'a bug' && sed -i 's|return stack ? stack->depth : 0;|return stack ? stack->depth + 0 : 0;|' stack.c
skep regress --since HEAD --executions 8000 --fail-on bug -o elsewhere stack.c
[ "$code" = 0 ] && [ ! -e elsewhere/failing ] && on_stderr 'in other code .* left out, [1-9]* of them bug'
ok $? 'findings in code that was not changed are not told'

fails 'no lines' 2 'say which lines are meant' regress --executions 100 stack.c
fails 'two ways' 2 'in one way' regress --since HEAD --patch change.patch --executions 100 stack.c
fails 'a line without code' 3 'there is no code of stack on that line' regress --targets stack.c:2 --executions 100 stack.c
fails 'a source of another unit' 3 'stack has no source of that name' regress --targets heap.c:28 --executions 100 stack.c
fails 'no line' 2 'give a place as FILE:LINE' regress --targets stack.c --executions 100 stack.c
fails 'no limit' 2 'needs a limit' regress --targets stack.c:28 -t 0 stack.c
finish
