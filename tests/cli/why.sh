# skep why: reasons for goals that are not covered, from the results of skep gen.
. "$(dirname "$0")/lib.sh"

cat > gate.c <<'END'
#include <stdlib.h>
int gate(int a, int b);
int gate(int a, int b)
{
	if (a > 10 && a < 5)
		return 1;
	if (b * b == -1)
		return 2;
	if (getenv("NO_SUCH_VARIABLE"))
		return a == 77 ? 3 : 4;
	return 0;
}
END
skep gen --engine symbolic --executions 200 -o out gate.c
ok $code 'gen'

skep why out gate.c:5
ok $code 'a line with a goal that cannot be'
on_stdout '^.*gate\.c:5  a < 5   never true$' && on_stdout 'refuted: no input takes it'
ok $? 'it is refuted'
! on_stdout 'a > 10'
ok $? 'what is covered is not told'
skep why out gate.c:10
on_stdout 'a == 77 .*never true' && on_stdout 'never reached: the way leads through gate\.c:9 (getenv'
ok $? 'what is not reached names the decision before it'
skep why out
on_stdout 'gate\.c:5' && on_stdout 'gate\.c:7' && on_stdout 'gate\.c:9' && on_stdout 'gate\.c:10'
ok $? 'without a place everything is told'
skep why out gate.c:12
[ $code = 0 ] && on_stdout '^nothing on this line is left uncovered: '
ok $? 'a line without goals'
skep why --json out gate.c:5
[ $code = 0 ] && python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)[0]["line"] != 5)' < "$work/stdout"
ok $? '--json'
grep -q 'refuted: no input takes it' out/report/index.html
ok $? 'the report has the reason'

# Whatever ends the search: no goal is without a reason.
for engine in random symbolic auto; do
	skep gen --engine $engine --executions 30 -o early gate.c
	python3 -c 'import json, sys
goals = json.load(open("early/summary.json"))["uncovered"]
sys.exit(not goals or not all(goal["reason"] for goal in goals))'
	ok $? "$engine: every goal has a reason"
done
skep gen --engine random --executions 30 -o early gate.c
skep why early gate.c:5
on_stdout 'the search ended before' && on_stdout 'try: a longer --time'
ok $? 'nobody solved for it'

# Goals that wait for a failing allocation, directly or in a helper, and goals behind a reported bug.
cat > words.c <<'END'
#include <stdlib.h>
#include <string.h>
char *words_copy(const char *text);
int words_fold(const char *text);
static char *twin(const char *text)
{
	char *result = malloc(strlen(text) + 1);
	if (!result)
		return NULL;
	return strcpy(result, text);
}
char *words_copy(const char *text)
{
	char *copy = twin(text);
	if (copy == NULL)
		return NULL;
	copy[0] = copy[0] ? 'a' : 0;
	return copy;
}
int words_fold(const char *text)
{
	static char last[4];
	size_t n = strlen(text);
	if (n == 5) {
		strcpy(last, text);
		return last[2] == 'x' ? 2 : 1;
	}
	return 0;
}
END
skep gen --failures no --executions 2500 -o words words.c
ok $code 'gen words'
skep why words words.c:8
on_stdout '!result   never true' && on_stdout 'malloc() would have to fail' && on_stdout 'try: --failures yes'
ok $? 'a failing allocation is named'
skep why words words.c:15
on_stdout 'malloc() in twin() would have to fail'
ok $? 'one in a helper, too'
skep why words words.c:24
on_stdout 'n == 5   never true' && on_stdout 'only tests that fail do it: overflow of a global in words_fold, .*words.c:25, which is told as a bug' &&
	on_stdout 'try: repair the bug'
ok $? 'only failing tests take the branch: the bug is named'
skep why words words.c:26
on_stdout 'which is told as a bug'
ok $? 'what lies behind a bug names it'

fails 'no folder' 2 'give the folder that skep gen wrote' why
fails 'a folder that is none' 3 'nowhere/summary.json: .*give the folder' why nowhere
fails 'a line that is none' 3 'gate.c has no line 9999: it has ' why out gate.c:9999
fails 'a place that is none' 2 'give a place as FILE:LINE' why out gate.c:x
finish
