# The symbolic engine on units whose reachable branches are known: all of them are
# covered within the executions that each unit names, and no others are claimed.
. "$(dirname "$0")/lib.sh"

for unit in "$root"/tests/units/symbolic/*.c; do
	name=$(basename "$unit" .c)
	executions=$(sed -n 's/^.* executions: \([0-9]*\).*$/\1/p' "$unit" | head -n 1)
	for seed in 1 2; do
		skep gen --engine symbolic --seed $seed --executions "$executions" -o out "$unit"
		ok $code "$name, seed $seed: skep gen"
		python3 "$root/tests/cli/symbolic_goals.py" out/summary.json "$unit" > "$work/stdout"
		ok $? "$name, seed $seed: $(tail -n 1 "$work/stdout")"
	done
done

finish
