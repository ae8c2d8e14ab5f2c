# --help and --version, of skep and of each command; command lines that make no sense.
. "$(dirname "$0")/lib.sh"

skep --version
ok $code '--version ends well'
grep -qx 'skep [0-9][0-9.]*' "$work/stdout"
ok $? '--version prints the name and a number'

skep --help
ok $code '--help ends well'
[ ! -s "$work/stderr" ]
ok $? '--help says nothing on stderr'
commands=$(sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$work/stdout")
[ -n "$commands" ]
ok $? '--help lists commands'

for command in $commands; do
	skep "$command" --help
	ok $code "$command --help ends well"
	on_stdout "^usage: skep $command "
	ok $? "$command --help shows the usage"
	on_stdout '^ *-h, --help'
	ok $? "$command --help lists options"
	grep -q "^\.It Ic $command " "$root/docs/skep.1"
	ok $? "$command is in the manual"
	for option in $(sed -n 's/^  \(-., \|    \)\(--[a-z-]*\).*/\2/p' "$work/stdout"); do
		grep -q -e "Fl Fl ${option#--}\\b" "$root/docs/skep.1"
		ok $? "$command: the manual knows $option"
	done
done

fails 'no command' 2 '^usage: skep'
fails 'unknown command' 2 "^skep: unknown command 'frobnicate'" frobnicate
fails 'no source' 2 '^skep: no source' model
fails 'unknown option' 2 '^skep: unknown option --frobnicate' model --frobnicate
fails 'option without its value' 2 '^skep: --model needs a value' model --model
finish
