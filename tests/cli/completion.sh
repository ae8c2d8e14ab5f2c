#!/bin/sh
# completion.sh: bash completes commands, options and their values, from what skep itself says.
. "$(dirname "$0")/lib.sh"

# complete WORD...: what bash offers for the last word, on one line, sorted.
complete() {
	bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _skep; printf "%s\n" "${COMPREPLY[@]}" | sort | tr "\n" " "' \
		"$root/tools/completion/skep.bash" "$@"
}

[ "$(complete "$SKEP" re)" = 'reduce regress ' ]
ok $? 'commands'
[ "$(complete "$SKEP" gen --fo)" = '--format ' ]
ok $? 'an option'
[ "$(complete "$SKEP" gen --format c)" = 'check cmocka ' ]
ok $? 'a value'
[ "$(complete "$SKEP" gen ring.c -- --fo)" = ' ' ]
ok $? 'flags of the compiler are not ours'

# Every option of every command is offered, and what is offered as a value is one.
for command in $("$SKEP" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p'); do
	want=$("$SKEP" "$command" --help | grep -o -e '^  [^ ]*,* *--[a-z-]*' | grep -o -e '--[a-z-]*' | sort | tr '\n' ' ')
	[ -n "$want" ] && [ "$(complete "$SKEP" "$command" --)" = "$want" ]
	ok $? "all options of $command"
done
echo 'int f(int n) { return n > 3; }' > f.c
for format in $(complete "$SKEP" gen --format ''); do
	skep gen --engine random --executions 20 --format "$format" -o "$format" f.c
	ok "$code" "--format $format"
done
for option in criterion fail-on failures state engine; do
	for value in $(complete "$SKEP" gen --$option ''); do
		"$SKEP" gen -q --executions 20 --$option "$value" -o out f.c > "$work/stdout" 2> "$work/stderr"
		[ $? != 2 ]
		ok $? "--$option $value"
	done
done
finish
