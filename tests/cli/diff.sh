# skep diff: different behaviour of two versions becomes tests that pass with one of them
# and fail with the other; chance differences do not.
. "$(dirname "$0")/lib.sh"

mkdir old new
cp "$root"/tests/units/ring/ring.h old
cp "$root"/tests/units/ring/ring.h new
cp "$root"/tests/units/ring/ring.c old
compare() { skep diff --executions 1500 "$@"; }
change() { sed "$1" old/ring.c > new/ring.c; } # SED-COMMAND
check() { make -s -C "skep-diff/$1" clean check > "$work/stdout" 2>&1; }

# Two equal versions.
change ''
compare old/ring.c new/ring.c
[ $code = 0 ] && [ ! -e skep-diff ] && on_stderr ': no difference$'
ok $? 'no difference: code 0, nothing is written'
nothing_left 'no difference'

# A ring that is full too early.
change 's/ring->count == ring->capacity/ring->count + 1 == ring->capacity/'
compare old/ring.c new/ring.c
ok $((code != 1)) "another result: code 1 (is $code)"
on_stdout 'ring_push: the result == 0 in the old version, the result == -1 in the new\.$'
ok $? 'another result: says which'
on_stderr '^skep: found: [0-9]* differences\{0,1\}$'
ok $? 'another result: says how many'
check old
ok $? 'another result: the tests pass with the old version'
! check new && grep -q '^0 of ' "$work/stdout"
ok $? 'another result: each fails with the new one'
nothing_left 'another result'

# A crash that the new version has, and one that it has no more.
sed 's/^\treturn ring->count;/\treturn ring->count == 1 ? *(volatile int *)0 : ring->count;/' old/ring.c > new/ring.c
compare old/ring.c new/ring.c
[ $code = 1 ] && on_stdout 'ring_count: crashes in the new version, not in the old\.$'
ok $? 'a new crash: is told'
check old && ! check new
ok $? 'a new crash: passes with the old version only'
compare new/ring.c old/ring.c
[ $code = 1 ] && on_stdout 'ring_count: crashes in the old version, not in the new\.$'
ok $? 'a crash less: is told'
check new && ! check old
ok $? 'a crash less: passes with the new version only'

# A memory error that was repaired changes no result; the sanitizers see it.
for version in old new; do
	cat > $version/shelf.c << END
#include <stdlib.h>
#include <string.h>
struct shelf { char *text; };
struct shelf *shelf_new(void) { return calloc(1, sizeof(struct shelf)); }
void shelf_free(struct shelf *shelf) { if (shelf) { free(shelf->text); free(shelf); } }
int shelf_put(struct shelf *shelf, const char *text)
{
	if (!shelf || !text)
		return -1;
	char *copy = malloc(strlen(text)$([ $version = old ] || echo ' + 1'));
	if (!copy)
		return -1;
	strcpy(copy, text);
	free(shelf->text);
	shelf->text = copy;
	return 0;
}
END
done
compare old/shelf.c new/shelf.c
[ $code = 1 ] && on_stdout 'shelf_put: heap overflow in the old version, none in the new; to see it: make '
ok $? 'a repaired memory error: is told'
strict='CFLAGS=-g -fsanitize=address,undefined -fno-sanitize-recover=all'
make -s -C skep-diff/new clean check "$strict" > "$work/stdout" 2>&1 && ! make -s -C skep-diff/old clean check "$strict" > "$work/stdout" 2>&1
ok $? 'a repaired memory error: as told'

# A word that became another: no search would try it, and nothing else tells the versions apart.
cp "$root"/examples/ini/ini.[ch] old
cp old/ini.h new
sed 's/"yes"/"yep"/' old/ini.c > new/ini.c
compare old/ini.c new/ini.c
[ $code = 1 ] && on_stdout 'ini_get_bool: the result' && grep -q '"ye[sp]"' skep-diff/old/test_ini.c
ok $? 'a word that became another: is tried first'

# A difference that is gone.
compare old/ring.c old/ring.c
[ $code = 0 ] && [ ! -e skep-diff/old ] && [ ! -e skep-diff/new ]
ok $? 'no difference any more: the tests of the last time are gone'

# A name that the C library has with another meaning: the tests are written again without it.
for version in old new; do
	cat > $version/line.c << END
int getline(int size, int least) { return size > least ? size : $([ $version = old ] && echo least || echo 0); }
END
done
compare old/line.c new/line.c
[ $code = 1 ] && on_stdout 'getline_differs' && check old && ! check new
ok $? 'a name that clashes: the difference is told'
head -n 2 skep-diff/old/test_line.c | grep -q '^ \* 1 test\. No skep needed: make check'
ok $? 'the tests of a difference claim no coverage'

# A result that differs between any two runs is no difference.
rm -rf skep-diff
for version in old new; do
	cat > $version/flaky.c << END
#include <time.h>
int version(void) { return $([ $version = old ] && echo 1 || echo 2); }
long moment(int x) { struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now); return x + now.tv_nsec; }
END
done
compare old/flaky.c new/flaky.c
[ $code = 1 ] && on_stdout '^  version_differs ' && ! on_stdout 'moment_differs'
ok $? 'by chance: not told'

# Folders, with flags of their own; a function that is in one of them only.
mkdir old/include new/include
echo '#define STEP 1' > old/include/step.h
echo '#define STEP 2' > new/include/step.h
for version in old new; do
	printf '#include "step.h"\nint next(int x) { return x > 1000 ? 0 : x < -1000 ? 0 : x + STEP; }\n' > $version/next.c
	echo 'int same(int x) { return x == 7; }' > $version/same.c
done
echo 'int more(int x) { return x == 3; }' >> new/same.c
rm -rf skep-diff
compare --sources next.c,same.c old new -- '-I{}/include'
[ $code = 1 ] && on_stdout '^  next_differs ' && ! on_stdout 'more_differs\|same_differs'
ok $? 'folders: each version with its own headers'
on_stderr 'tests use names that only one version has$'
ok $? 'folders: tests with names of one version are counted'
check old && ! check new
ok $? 'folders: passes with the old version only'

# A command that is repeated gives the same bytes.
cp -r skep-diff first
make -s -C first/old clean
make -s -C first/new clean
compare --sources next.c,same.c old new -- '-I{}/include'
diff -r first skep-diff > "$work/stdout" 2>&1
ok $? 'once more: the same bytes'

rm -rf skep-diff
fails 'one version' 2 '^skep: name two versions' diff old/ring.c
fails 'folders without sources' 2 '^skep: old is a folder: name its sources' diff old new
echo 'static int hidden(int x) { return x; }' > old/static.c
cp old/static.c new
fails 'nothing to call' 3 '^skep: no function of the unit can be called' diff old/static.c new/static.c
fails 'a version that is not there' 3 '^skep: ' diff old/ring.c new/nothing.c
finish
