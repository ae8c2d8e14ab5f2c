# A full disk: a small file system for the cache and the temporary files, and a
# result that cannot be written.
. "$(dirname "$0")/lib.sh"

cp "$root/examples/ini/ini.c" "$root/examples/ini/ini.h" .

if [ -c /dev/full ]; then
	"$SKEP" model ini.c > /dev/full 2> "$work/stderr"
	ok $(($? != 5)) 'results to a full device: exit code 5'
	on_stderr '^skep: .*No space left on device'
	ok $? 'results to a full device: says so'
fi

# Without root, and without the right to mount as oneself, there is no small disk.
cat > "$work/inside" << 'END'
mount -t tmpfs -o size=64k none "$1" || exit 77
TMPDIR=$1 XDG_CACHE_HOME=$1/cache "$SKEP" build ini.c
code=$?
find "$1" -type f -path '*/skep*' > "$1.left"
exit $code
END
mkdir "$work/small"
unshare --mount --map-root-user sh "$work/inside" "$work/small" > "$work/stdout" 2> "$work/stderr"
code=$?
if [ $code = 77 ] || grep -q '^unshare:' "$work/stderr"; then
	echo '# skipped: no small file system can be mounted here'
else
	ok $((code != 5)) "build on a full disk: exit code 5 (is $code)"
	on_stderr '^skep: .*[Nn]o space left on device'
	ok $? 'build on a full disk: says so'
	[ ! -s "$work/small.left" ]
	ok $? 'build on a full disk: nothing half-written'
fi

# The search works, and its results do not fit.
cat > "$work/results" << 'END'
mount -t tmpfs -o size=16k none "$1" || exit 77
"$SKEP" gen -t 1s -o "$1/out" ini.c
code=$?
find "$1" -type f > "$1.left"
exit $code
END
mkdir "$work/tiny"
unshare --mount --map-root-user sh "$work/results" "$work/tiny" > "$work/stdout" 2> "$work/stderr"
code=$?
if [ $code = 77 ] || grep -q '^unshare:' "$work/stderr"; then
	echo '# skipped: no small file system can be mounted here'
else
	ok $((code != 5)) "results on a full disk: exit code 5 (is $code)"
	on_stderr '^skep: .*[Nn]o space left on device'
	ok $? 'results on a full disk: says so'
	[ ! -s "$work/tiny.left" ]
	ok $? "results on a full disk: nothing half-written ($(tr '\n' ' ' < "$work/tiny.left"))"
	nothing_left 'results on a full disk'
fi

# A limit on the size of files is met in the same places.
(ulimit -f 8; "$SKEP" build --no-cache ini.c > "$work/stdout" 2> "$work/stderr")
ok $(($? != 5)) 'files may not grow: exit code 5'
on_stderr '^skep: '
ok $? 'files may not grow: says so'
nothing_left 'files may not grow'
skep build ini.c
ok $code 'afterwards, with room, it works: the cache was not spoilt'
finish
