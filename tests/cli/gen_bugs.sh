# Planted bugs are reported as bugs, code that looks like them is not, and built-in contracts
# can be switched off. bench/bugs does this for all of tests/units/bugs.
. "$(dirname "$0")/lib.sh"

units=$root/tests/units/bugs

# bug NAME KIND: the unit has a bug of this kind, and its twin has none.
bug() {
	cp "$units/$1.c" "$units/$1_fine.c" .
	skep gen --executions 2500 -o "$1" "$1.c"
	ok $code "$1: gen"
	on_stdout "bug .*$2 in "
	ok $? "$1: $2"
	[ "$(grep -c '"verdict": *"bug"' "$1/summary.json")" = 1 ]
	ok $? "$1: one bug"
	skep gen --executions 2500 -o "$1_fine" "$1_fine.c"
	ok $code "$1_fine: gen"
	! grep -q '"verdict": *"bug"' "$1_fine/summary.json"
	ok $? "$1_fine: no bug"
}

bug csv_split 'heap overflow'
bug mask_shift 'invalid shift'
bug pair_leak 'leak'
bug fresh_cells 'inconsistent result'
bug tags_equal 'broken contract'

# Who loses an object loses its parts with it: that is one leak, of the object.
cat > list.c <<'EOF'
#include <stdlib.h>
#include <string.h>
struct item { struct item *next; char *name; int *data; };
struct list { struct item *first; };
struct list *list_new(void) { return calloc(1, sizeof(struct list)); }
static void item_free(struct item *i) { if (i) { free(i->name); free(i->data); free(i); } }
void list_free(struct list *l)
{
	if (!l)
		return;
	while (l->first) {
		struct item *i = l->first;
		l->first = i->next;
		item_free(i);
	}
	free(l);
}
int list_add(struct list *l, const char *name, int n)
{
	if (!l || !name)
		return -1;
	struct item *i = calloc(1, sizeof *i);
	if (!i)
		return -1;
	i->name = strdup(name);
	if (n > 0) {
		i->data = malloc(sizeof(int));
		if (i->data)
			*i->data = n;
	}
	i->next = l->first;
	l->first = i;
	return 0;
}
/* Leaks the item and all that it has. */
int list_pop(struct list *l)
{
	if (!l || !l->first)
		return -1;
	l->first = l->first->next;
	return 0;
}
/* The same. */
int list_clear(struct list *l)
{
	if (!l)
		return -1;
	l->first = NULL;
	return 0;
}
EOF
skep gen --executions 2500 -o list list.c
[ "$code" = 0 ] && [ "$(ls list/failing)" = bug_001.c ]
ok $? 'list: one leak, however many blocks and ways to lose them'
[ "$(grep -c 'list_add  list.c:22   struct item .i = calloc' list/failing/bug_001.c)" = 1 ]
ok $? 'list: the object is told, once, not one of its parts'
grep -q '<pre class="program" tabindex="0"><code>' list/report/index.html && grep -q '<span class="k">static</span> <span class="k">void</span> leak' list/report/index.html
ok $? 'list: the report shows the failing program, in colour'

# A bug is not reported again as misuse or unclear.
cat > stack.c <<'EOF'
#include <stdlib.h>

struct stack { int *at; int n; };

struct stack *stack_new(void)
{
	struct stack *s = calloc(1, sizeof *s);
	if (s)
		s->at = malloc(16);
	return s;
}
void stack_reset(struct stack *s)
{
	free(s->at);
	s->n = 0;
}
int stack_push(struct stack *s)
{
	return s->n == 4 || !s->at ? -1 : ++s->n;
}
void stack_free(struct stack *s)
{
	if (!s)
		return;
	free(s->at);
	free(s);
}
EOF
skep gen --executions 4000 -o stack stack.c
ok $code 'stack: gen'
head -qn 1 stack/failing/*.c | grep -q 'Double free in stack_free'
ok $? 'stack: a double free'
! head -qn 1 stack/misuse/*.c stack/unclear/*.c 2> /dev/null | grep -q 'Double free in stack_free'
ok $? 'stack: told once'

# A leak that taught who must free the result is shortened, although tests free it by now.
cp "$root"/tests/units/gen/buffers.[ch] .
skep gen --executions 3000 -o buffers buffers.c
ok $code 'buffers: gen'
leak=$(grep -l '^/. Leak in join, ' buffers/misuse/*.c)
[ -n "$leak" ] && sed -n '/^static void leak/,/^}/p' "$leak" | grep -c '(.*;' | grep -qx 1
ok $? 'buffers: one call leaks'

# Undefined behaviour fails, too, with the very command in the comment.
cat > meter.c <<'EOF'
int meter_read(double volts) { return (int)(volts * 10); }
EOF
skep gen --executions 1500 --promote meter_read -o meter meter.c
ok $code 'meter: gen'
for unit in mask_shift meter; do
	command=$(sed -n 's/.*Reproduce: clang-19 \(.*\) && .*/\1/p' $unit/failing/bug_001.c)
	(cd $unit/failing && clang-19 -w $command) > "$work/stdout" 2>&1
	ok $? "$unit: the failing test compiles as it says"
	! timeout 60 $unit/failing/a.out 2> "$work/stderr" && on_stderr 'runtime error'
	ok $? "$unit: and fails"
done

# The comment of a failing test describes that test, not the longer test that first failed.
cp "$root/examples/ini/ini.c" "$root/examples/ini/ini.h" .
skep gen --executions 3000 -o ini ini.c
ok $code 'ini: gen'
clang-19 -g -w -fsanitize=address -I. -o fails ini/failing/bug_001.c ini.c > "$work/stdout" 2>&1
ok $? 'ini: the failing test compiles'
timeout 60 ./fails 2> "$work/stderr"
told=$(sed -n 's/^ \* It writes \([0-9]*\) byte.* a block of \([0-9]*\) byte.*/\1 \2/p' ini/failing/bug_001.c)
seen=$(sed -n 's/^WRITE of size \([0-9]*\).*/\1/p; s/.* \([0-9]*\)-byte region.*/\1/p' "$work/stderr" | xargs)
[ -n "$told" ] && [ "$told" = "$seen" ]
ok $? 'ini: the bytes that the comment tells are those that the program writes'
grep -q "It writes ${told%% *} bytes.* a block of ${told##* } byte" ini/bugs.sarif
ok $? 'ini: the SARIF file tells the same'
grep -q "<p>It writes ${told%% *} bytes.* a block of ${told##* } byte.*</p>" ini/report/index.html
ok $? 'ini: and so does the report'
grep -q '^ \*   replace  ini\.c:95   memmove(setting->value, value, length + 1);$' ini/failing/bug_001.c
ok $? 'ini: the line of the source that fails'
steps=$(sed -n '/<article class="failure bug/,/<\/article>/p' ini/report/index.html | sed 's/<[^>]*>//g' | grep -c '^ .*ini_[a-z]*(')
[ "$steps" -gt 0 ] && [ "$steps" = "$(grep -c '^ .*ini_[a-z]*(' ini/failing/bug_001.c)" ]
ok $? 'ini: the report shows the calls of that program'

cat > slots.c <<'EOF'
#include <assert.h>
#include <stdlib.h>

struct slots { int max, left, used; };

static void verify(const struct slots *s) { assert(s->left + s->used == s->max); }
struct slots *slots_new(void)
{
	struct slots *s = calloc(1, sizeof *s);
	if (s)
		s->max = s->left = 4;
	return s;
}
void slots_free(struct slots *s) { free(s); }
int slots_take(struct slots *s)
{
	if (!s->left)
		return -1;
	s->left--;
	s->used++;
	verify(s);
	return 0;
}
void slots_give(struct slots *s)
{
	if (!s->used)
		return;
	s->used--;
	s->left++;
	verify(s);
}
void slots_grow(struct slots *s)
{
	if (s->used == 3)
		s->max++;
}
EOF
skep gen --executions 6000 -o slots slots.c
ok $code 'slots: gen'
told=$(sed -n 's/^ \*   called by \(slots_[a-z]*\)  slots.c:[0-9]*$/\1/p' slots/failing/bug_001.c)
[ -n "$told" ] && grep -q "^ *$told(.*fails here" slots/failing/bug_001.c
ok $? 'slots: the frames are those of the call that fails'
sed -n '/"failures"/,/"laws"/p' slots/summary.json | grep -q "\"function\": \"$told\""
ok $? 'slots: also in the summary'

# The failing test of a built-in contract fails by itself.
grep -q "Built-in contract 'equal'" tags_equal/failing/bug_001.c
ok $? 'the built-in contract is named'
cc -g -w -I. -o fails tags_equal/failing/bug_001.c > "$work/stdout" 2>&1
ok $? 'the failing test compiles'
timeout 60 ./fails 2> "$work/stderr"
on_stderr 'tags_equal'
ok $? 'the failing test fails by the contract'

skep gen --executions 1500 --without equal -o without tags_equal.c
ok $code 'without equal: gen'
! grep -q '"verdict": *"bug"' without/summary.json
ok $? 'without equal: no bug'
fails 'no such contract' 2 'built-in contract' gen --without symmetry tags_equal.c

# A finding that does not fail as a program of its own is no bug: tests run without the
# user's environment, programs with it.
cat > word.c <<'EOF'
#include <stdlib.h>

int word_letter(int n)
{
	return n < 3 ? n : getenv("WORD_OF_THE_DAY")[0];
}
EOF
skep gen --executions 1000 -o word word.c
[ $code -eq 0 ] && [ -f word/failing/bug_001.c ]
ok $? 'word: a bug where the variable is not set'
export WORD_OF_THE_DAY=skep
skep gen --executions 1000 -o word word.c
unset WORD_OF_THE_DAY
[ $code -eq 0 ] && [ ! -f word/failing/bug_001.c ]
ok $? 'word: no bug where it is set'
grep -q 'ends well' word/unclear/unclear_001.c
ok $? 'word: the reason is told'
grep -q '"verdict": *"unclear"' word/summary.json && ! grep -q '"verdict": *"bug"' word/summary.json
ok $? 'word: the summary tells the same'
finish
