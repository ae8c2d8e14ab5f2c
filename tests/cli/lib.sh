# lib.sh: functions that the scripts of tests/cli share; to be sourced.
#
# Each script works in a fresh folder, $dir, with its own cache and its own
# folder for temporary files, so that leftovers of skep can be seen. Checks
# are printed as TAP.
set -u
: "${SKEP:=$(realpath -m "${BUILD:-build}/skep")}"
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
dir=$work/dir
export XDG_CACHE_HOME="$work/cache" TMPDIR="$work/tmp"
mkdir -p "$dir" "$TMPDIR" "$XDG_CACHE_HOME"
cd "$dir" || exit 1

n_checks=0
n_bad=0

# ok CONDITION-CODE NAME: one line of TAP; on failure with what skep said.
ok() {
	n_checks=$((n_checks + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n_checks - $2"
	else
		n_bad=$((n_bad + 1))
		echo "not ok $n_checks - $2"
		for said in "$work/stdout" "$work/stderr"; do
			[ ! -s "$said" ] || head -n 12 "$said" | sed "s|^|#   ${said##*/}: |"
		done
	fi
}

# The compilers that suites of gen and regress must pass with. A script about just that says: compilers=all
compilers=one

# skep ARGUMENT...: runs it; leaves $code, $work/stdout and $work/stderr.
skep() {
	case ${1-} in
	gen | regress)
		command=$1
		shift
		set -- "$command" --compilers "$compilers" "$@"
		;;
	esac
	timeout --kill-after=5 120 "$SKEP" "$@" > "$work/stdout" 2> "$work/stderr" < /dev/null
	code=$?
}

# gives FILE FUNCTION ARGUMENT VALUE (both are regular expressions): a written test expects that of a call, in a line or
# in a row of a table.
gives() {
	grep -q "CHECK[A-Z_]*($2($3), $4)" $1 || { grep -q "CHECK[A-Z_]*($2(.*cases\[i\]" $1 && grep -q "^        { $3, *$4 }," $1; }
}

on_stdout() { grep -q -e "$1" "$work/stdout"; }
on_stderr() { grep -q -e "$1" "$work/stderr"; }

# fails NAME CODE PATTERN ARGUMENT...: skep ends with CODE, the pattern is on
# stderr, nothing on stdout, and nothing is left behind.
fails() {
	name=$1 want_code=$2 pattern=$3
	shift 3
	before=$(ls -A "$dir")
	skep "$@"
	ok $((code != want_code)) "$name: exit code $want_code (is $code)"
	on_stderr "$pattern"
	ok $? "$name: says '$pattern'"
	[ ! -s "$work/stdout" ]
	ok $? "$name: nothing on stdout"
	[ "$(ls -A "$dir")" = "$before" ]
	ok $? "$name: no new file"
	nothing_left "$name"
}

# No temporary file and no half-written file in the cache.
nothing_left() {
	[ -z "$(find "$TMPDIR" -mindepth 1 -print -quit)" ]
	ok $? "$1: no temporary file left"
}

finish() {
	echo "1..$n_checks"
	[ $n_bad = 0 ]
	exit
}
