# skep.bash: completion of skep for bash, and for zsh after `autoload -U +X bashcompinit && bashcompinit`.
#
# Commands and options are asked from skep itself (--help), so they are those of the skep that is installed.

# The words before a value that is one of a few; others are files.
_skep_values() {
	case $1 in
	--format) echo plain bare cmocka check unity ;;
	--criterion) echo function statement branch condition mcdc ;;
	--fail-on) echo bug error-path unclear misuse ;;
	--failures) echo yes no ;;
	--state) echo no auto all ;;
	--compilers) echo all one ;;
	--engine) echo auto random symbolic search avm ;;
	--build) echo fast checked symbolic ;;
	esac
}

_skep() {
	local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} i values
	COMPREPLY=()
	if [ "$COMP_CWORD" = 1 ]; then
		values=$("$program" --help 2> /dev/null | sed -n 's/^  \([a-z][a-z]*\)  *[a-z].*/\1/p')
		COMPREPLY=($(compgen -W "$values --help --version" -- "$current"))
		return
	fi
	for ((i = 2; i < COMP_CWORD; i++)); do # flags of the compiler
		[ "${COMP_WORDS[i]}" != -- ] || return
	done
	values=$(_skep_values "$before")
	if [ -z "$values" ] && [ "${current#-}" != "$current" ]; then
		values=$("$program" "${COMP_WORDS[1]}" --help 2> /dev/null | sed -n 's/^  \(-., \|    \)\(--[a-z-]*\).*/\2/p')
	fi
	[ -z "$values" ] || COMPREPLY=($(compgen -W "$values" -- "$current"))
}

complete -o default -F _skep skep
