# docs/tutorial.md, run as it stands: each command ends well, and each line of
# output that it shows without a number in it comes out.
. "$(dirname "$0")/lib.sh"

unset -f skep # the program itself is wanted here
export SKEP_SOURCE="$root"
mkdir "$work/bin"
ln -s "$SKEP" "$work/bin/skep"
PATH=$work/bin:$PATH
export SKEP_RUNTIME="$(dirname "$SKEP")/rt"

# Lines "    $ command" start a command, other indented lines are its output.
check_output() {
	[ -n "${shown:-}" ] || return 0
	missing=0
	while IFS= read -r want; do
		case $want in '' | *[0-9]*) continue ;; esac
		grep -qF -- "$want" "$work/stdout" || { missing=1; echo "# not in the output: $want"; }
	done << END
$shown
END
	ok $missing "tutorial: output of $step"
}

step='' shown=''
while IFS= read -r line; do
	case $line in
	'    $ '*)
		check_output
		step=${line#"    \$ "} shown=''
		eval "$step" < /dev/null > "$work/stdout" 2> "$work/stderr"
		ok $? "tutorial: $step"
		;;
	'    '*)
		shown="$shown${line#    }
" ;;
	esac
done < "$root/docs/tutorial.md"
check_output
finish
