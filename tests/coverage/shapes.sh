# Branch and MC/DC coverage of tests/units/coverage, against llvm-cov 19: equal, or
# different for a reason that bench/coverage.d/rules.py knows. And the comparison is
# looked at, too: a skep that is wrong about one thing must be noticed.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${SKEP:=$(realpath -m "$root/${BUILD:-build}/skep")}"
units=$root/tests/units/coverage
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

n=0
bad=0
ok() { # code name
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		bad=1
		echo "not ok $n - $2"
		sed 's/^/# /' "$work/said"
	fi
}

compare() { # skep
	python3 -B "$root/bench/coverage.d/compare.py" --skep "$1" --in "$units" \
		--tests "$units/shapes.tests" shapes.c switches.c macros.c > "$work/said" 2>&1
}

# The number in a column of the table.
table() { # row column
	sed -n "s|^$1 *\([0-9]*\) *\([0-9]*\) *\([0-9]*\) *\([0-9]*\)\$|\\$2|p" "$work/said"
}

compare "$SKEP"
ok $? 'no difference without an explanation'
cp "$work/said" "$work/table"
for row in 'condition outcomes:190' 'switch cases:20' 'decision vectors:50' 'MC/DC conditions:130' 'MC/DC pairs:90'; do
	equal=$(table "${row%:*}" 2)
	[ "${equal:-0}" -ge "${row#*:}" ]
	ok $? "${row%:*}: at least ${row#*:} are equal (${equal:-none})"
done

# Every rule is needed by some shape: one that is not would hide a mistake.
rules=$(cd "$root/bench/coverage.d" && python3 -B -c 'import rules; print("\n".join(rules.EXPLANATIONS))')
while read -r rule; do
	grep -q "^ *[0-9]*  $rule: " "$work/table"
	ok $? "the rule '$rule' has a case"
done << END
$rules
END

# A skep that is wrong about one line.
"$SKEP" run --dump=coverage --tests "$units/shapes.tests" "$units/shapes.c" "$units/switches.c" "$units/macros.c" \
	> "$work/right" 2> "$work/said"
ok $? 'skep runs the tests'
wrong() { # name expression
	printf '#!/bin/sh\n"%s" "$@" | sed "%s"\n' "$SKEP" "$2" > "$work/wrong"
	chmod +x "$work/wrong"
	! sed "$2" "$work/right" | cmp -s - "$work/right"
	ok $? "$1: there is such a line"
	compare "$work/wrong"
	[ $? = 1 ] && grep -q UNEXPLAINED "$work/said"
	ok $? "$1 is noticed"
}

wrong 'an outcome too few' '/condition i < m:/s/ false//'
wrong 'an outcome too many' '/condition m++:/s/: true/: false true/'
wrong 'a condition not shown' '/condition n != 3:/s/ mcdc//'
wrong 'a path too many' '/condition r % 7 == 0:/,/paths:/s/paths:/paths: T- = T,/'
wrong 'a case not taken' '/case 10..20:/s/: taken/: not taken/'
wrong 'a condition in another place' '/condition a == 7:/s/:[0-9]*: condition/:1: condition/'
wrong 'a missing condition' '/condition a == 7:/d'
echo "1..$n"
exit $bad
