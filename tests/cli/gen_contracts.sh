# Contracts: promises and invariants that do not hold are found, what a call requires
# rules out false alarms, and a file of contracts that makes no sense is refused.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units/contracts
cp "$units"/purse.[ch] "$units/purse_contracts.c" .

# ---- without contracts ----

skep gen --executions 3000 -o plain purse.c
ok $code 'without contracts: gen'
grep -rqi 'division by zero in purse_share' plain/failing plain/unclear
ok $? 'without contracts: a division by zero is told'
! on_stdout 'broken contract'
ok $? 'without contracts: none is broken'

# ---- with them ----

skep gen --executions 3000 -o out --contracts purse_contracts.c purse.c
ok $code 'gen'
on_stdout 'bug .*broken contract in skep_ensures_purse_take, purse_contracts.c:[0-9]'
ok $? 'a promise that is broken is a bug'
on_stdout 'bug .*broken contract in skep_invariant_purse, purse_contracts.c:[0-9]'
ok $? 'an invariant that one call breaks is a bug'
! on_stdout 'division'
ok $? 'what a call requires rules out false alarms'
! grep -rq 'purse_share(purse[0-9]*, 0)' out
ok $? 'no test breaks what a call requires'
[ "$(grep -c '"kind": *"broken contract"' out/summary.json)" = 2 ]
ok $? 'the summary has both'
grep -q '"evidence": *"skep_ensures_purse_take (purse_contracts.c:[0-9]*) does not hold after purse_take\."' out/summary.json
ok $? 'the evidence names function and place'
! grep -q 'purse_contracts' out/coverage.info
ok $? 'contracts are not coverage'
make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'the suite passes'

# A failing test shows the contract, and fails by it.
bug=$(grep -l 'assert(skep_ensures_purse_take(' out/failing/*.c)
[ -n "$bug" ] && grep -q '^#include ".*purse_contracts.c"' "$bug"
ok $? 'the failing test asserts the promise'
cc -g -w -I. -o fails "$bug" purse.c > "$work/stdout" 2>&1
ok $? 'the failing test compiles'
timeout 60 ./fails 2> "$work/stderr"
on_stderr 'skep_ensures_purse_take'
ok $? 'the failing test fails by the contract'

# ---- the same bytes, with the cache and without ----

for folder in first second; do
	mkdir $folder
	cache=
	[ $folder = first ] || cache=--no-cache
	skep gen --executions 600 --seed 7 $cache -o $folder/out --contracts purse_contracts.c purse.c
	ok $code "gen for the $folder time"
done
diff -r first second > "$work/stdout" 2>&1
ok $? 'the same bytes'

# ---- changed contracts are seen ----

sed 's/result <= coins && .*;/result <= coins;/' purse_contracts.c > weaker.c
mv weaker.c purse_contracts.c
skep gen --executions 3000 -o out --contracts purse_contracts.c purse.c
! on_stdout 'skep_ensures_purse_take'
ok $? 'a weaker contract is not taken from the cache'

# ---- a struct that the unit hides ----

cat > box.c <<'EOF'
#include <stdlib.h>
struct box { int n; };
struct box *box_new(void) { return calloc(1, sizeof(struct box)); }
void box_free(struct box *box) { free(box); }
void box_add(struct box *box, int n) { box->n += n > 5 ? 100 : 1; }
EOF
cat > box_contracts.c <<'EOF'
struct box { int n; };
int skep_invariant_box(const struct box *box) { return box->n < 50; }
EOF
skep gen --executions 2000 -o box --contracts box_contracts.c box.c
[ $code -eq 0 ] && [ -f box/failing/bug_001.c ]
ok $? 'a contract that defines a struct again'
command=$(sed -n 's/.*Reproduce: \(.*\) && .*/\1/p' box/failing/bug_001.c)
(cd box/failing && $command -o fails) > "$work/stdout" 2>&1
ok $? 'its failing test compiles as it says'
! (cd box/failing && timeout 60 ./fails) 2> "$work/stderr"
ok $? 'and fails'
on_stderr 'skep_invariant_box'
ok $? 'by the contract'

# ---- what is refused ----

bad() {
	printf '#include "purse.h"\n%s\n' "$2" > bad.c
	fails "$1" 3 "$3" gen --executions 100 --contracts bad.c purse.c
}

bad 'another number of parameters' 'bool skep_requires_purse_put(struct purse *p) { return p; }' \
	'^skep: bad\.c:2: skep_requires_purse_put does not fit purse_put; write: bool skep_requires_purse_put(struct purse \*purse, int coins)$'
bad 'another type' 'bool skep_ensures_purse_count(long result, const struct purse *p) { return p && result; }' \
	'^skep: bad\.c:2: .*write: bool skep_ensures_purse_count(int result, const struct purse \*purse)$'
bad 'an unknown function' 'bool skep_requires_purse_burn(struct purse *p) { return p; }' '^skep: bad\.c:2: .*no purse_burn'
bad 'an unknown type' 'struct bag { int n; }; bool skep_invariant_bag(const struct bag *b) { return b->n; }' \
	'^skep: bad\.c:2: .*does not use: bag$'
bad 'a misspelt name' 'bool skep_require_purse_put(struct purse *p) { return p; }' '^skep: bad\.c:2: .*is no contract'
bad 'no contract' 'int one(void) { return 1; }' '^skep: bad\.c: no contract in it'

fails 'no such file' 3 '^skep: none\.c: no such file' gen --contracts none.c purse.c
printf '#include "purse.h"\nbool skep_requires_purse_put(struct purse *p, int n) { return p && ; }\n' > bad.c
fails 'a syntax error' 4 '^bad\.c:2:[0-9]*: error: ' gen --contracts bad.c purse.c

# ---- by hand ----

printf 'test put\n  p = purse_new(3)\n  purse_put(p, -1)\n  purse_free(p)\nend\n' > put.tests
printf 'test pour\n  p = purse_new(3)\n  q = purse_new(1)\n  purse_put(p, 3)\n  purse_pour(q, p)\nend\n' >> put.tests
for build in fast checked; do
	skep run --build $build --contracts purse_contracts.c --tests put.tests purse.c
	on_stdout '^put: illegal'
	ok $? "run in the $build target: illegal"
	on_stdout '^pour: fault: broken contract: skep_invariant_purse'
	ok $? "run in the $build target: broken contract"
done
finish
