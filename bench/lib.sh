# lib.sh: functions that the scripts of bench/ share; to be sourced. Reads bench/units, or the file of
# that form that $bench_units names. A script below bench/ sets $bench_here.
bench_here=${bench_here:-$(cd "$(dirname "$0")" && pwd)}
bench_dir=${SKEP_BENCH_DIR:-$bench_here/../build/bench/src}
mkdir -p "$bench_dir"
bench_dir=$(cd "$bench_dir" && pwd)
bench_units=${bench_units:-$bench_here/units}

say() { printf '%s\n' "$*" >&2; }
die() { say "${0##*/}: $*"; exit 1; }

# unit_field NAME FIELD: the words of one field of one unit.
unit_field() {
	awk -v unit="$1" -v field="$2" '
		/^[^ \t#]/ { found = ($1 == unit); seen = seen || found }
		found && /^[ \t]/ && $1 == field { $1 = ""; print }
		END { exit !seen }' "$bench_units" || die "no unit '$1' in $bench_units"
}

unit_names() { awk '/^[^ \t#]/ { print $1 }' "$bench_units"; }
unit_folder() { echo "$bench_dir/$1"; }
unit_package() { unit_field "$1" package | tr -d ' '; }
unit_options() { unit_field "$1" options; }
unit_prepare() { unit_field "$1" prepare | tr -d ' '; }

# The sources of a unit, one a line, relative to its folder.
unit_sources() (
	cd "$(unit_folder "$1")" || exit 1
	without=" $(echo $(unit_field "$1" without)) "
	for file in $(unit_field "$1" sources); do
		[ -f "$file" ] || die "$1: no source $file"
		case $without in
		*" $file "*) ;;
		*) echo "$file" ;;
		esac
	done
)

# The compiler flags of a unit, to be used in its folder.
unit_flags() ( set -f; echo $(unit_field "$1" flags) )
