# bugs.sarif is a SARIF log, and --fail-on tells CI what was found.
. "$(dirname "$0")/lib.sh"

cp "$root"/tests/units/ring/* "$root"/tests/units/reset/bugs.c .
# A few findings of each class are enough for most of what follows.
sed '/^int deep/,$d' bugs.c > few.c
mkdir 'maß'
cp few.c 'maß'

# log NAME SOURCE: writes one and has it checked.
log() {
	skep gen --executions 300 -o out "$2"
	ok $code "$1: gen"
	python3 "$root/tests/cli/sarif.py" out/bugs.sarif > "$work/stdout" 2>&1
	ok $? "$1: is SARIF 2.1.0"
}

log 'bugs' bugs.c
for level in error warning note; do
	grep -q "\"level\": \"$level\"" out/bugs.sarif
	ok $? "bugs: has one of level $level"
done
grep -q '"uri": "bugs.c"' out/bugs.sarif && ! grep -q "$dir" out/bugs.sarif
ok $? 'bugs: files are relative to the folder of the user'
! grep -q "$dir" out/summary.json out/failing/*.c out/report/index.html
ok $? 'bugs: so they are elsewhere'
grep -q '"summary": ".* in [a-z_]*, bugs.c:' out/summary.json
ok $? 'bugs: as they were given'
log 'a folder beyond ASCII' 'maß/few.c'
grep -q '"uri": "ma%C3%9F/few.c"' out/bugs.sarif
ok $? 'a folder beyond ASCII is encoded'

# The checker does not let everything pass.
sed 's/"level": "error"/"level": "bad"/' out/bugs.sarif > wrong.sarif
! python3 "$root/tests/cli/sarif.py" wrong.sarif > "$work/stdout" 2>&1
ok $? 'another level is no SARIF'

# fail_on CODE CLASS SOURCE
fail_on() {
	skep gen --executions 60 -o out --fail-on "$2" "$3"
	ok $((code != $1)) "--fail-on $2 $3: code $1 (is $code)"
}

fail_on 0 never few.c
fail_on 1 bug few.c
on_stderr '^skep: found: [0-9]* bugs$'
ok $? '--fail-on bug: says how many'
fail_on 1 unclear few.c
on_stderr '^skep: found: [0-9]* bugs, [0-9]* unclear findings$'
ok $? '--fail-on unclear: says how many'
fail_on 1 misuse few.c
on_stderr '^skep: found: .* misuses$'
ok $? '--fail-on misuse: says how many'
fail_on 0 bug ring.c

# A misuse can be promoted by its place, and nothing else is promoted.
skep gen --executions 800 -o out few.c
python3 - > places <<'END'
import json
failures = json.load(open("out/summary.json"))["failures"]
bugs = {f["summary"] for f in failures if f["verdict"] == "bug"}
one = next(f for f in failures if f["verdict"] == "misuse" and f["frames"] and f["summary"] not in bugs)
place = one["frames"][0]
print(place["file"].split("/")[-1] + ":" + str(place["line"]))
print(one["summary"])
END
place=$(sed -n 1p places) summary=$(sed -n 2p places)
skep gen --executions 800 -o out --promote "$place" few.c
python3 - "$summary" <<'END'
import json, sys
failures = json.load(open("out/summary.json"))["failures"]
same = [f for f in failures if f["summary"] == sys.argv[1]]
sys.exit(not (same and all(f["verdict"] == "bug" and "The user said" in f["evidence"] for f in same)
              and any(f["verdict"] == "misuse" for f in failures)
              and all(f["severity"] in ("high", "medium", "low") for f in failures)))
END
ok $? "--promote $place: what was misuse is a bug, other misuse stays"
log 'a unit without bugs' ring.c
rm -rf out
fails 'a class that is none' 2 "^skep: --fail-on is bug, error-path, unclear, misuse or never, not 'weather'" gen --fail-on weather ring.c
finish
