#!/bin/sh
# completion.sh: bash completes commands, options and their values, from skep's own help.
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
# Choices are checked before sources are read.
for option in format compilers criterion fail-on failures state engine; do
	"$SKEP" gen --$option nonsense missing.c 2> "$work/stderr"
	[ $? = 2 ] && ! on_stderr 'missing.c'
	ok $? "--$option nonsense is refused"
	for value in $(complete "$SKEP" gen --$option ''); do
		"$SKEP" gen --$option "$value" missing.c 2> "$work/stderr"
		on_stderr 'missing.c: no such file'
		ok $? "--$option $value"
	done
done
finish
