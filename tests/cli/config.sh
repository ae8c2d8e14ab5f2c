#!/bin/sh
# config.sh: skep.toml, the settings of a project; the command line wins.
. "$(dirname "$0")/lib.sh"

mkdir -p src include
cat > include/half.h <<'END'
int half(int n);
int twice(int n);
END
printf '#include "half.h"\nint half(int n)\n{\n\treturn n > 10 ? n / 2 : OFFSET;\n}\n' > src/half.c
printf '#include "half.h"\nint twice(int n)\n{\n\treturn n > 5 && n < 100 ? 2 * n : 0;\n}\n' > src/twice.c
cat > skep.toml <<'END'
# The settings of a small project.
sources = ["src/*.c"]
flags = [
	"-Iinclude",   # headers
	'-DOFFSET=3',
]
skip = ["twice"]
format = "cmocka"
executions = 800
engine = "random"
END
config() { cat > skep.toml; } # stdin

skep gen
[ "$code" = 0 ] && grep -q cmocka skep-out/tests/test_half.c && [ ! -e skep-out/tests/test_twice.c ]
ok $? 'sources, flags, skips and format come from the file'
grep -q '"command": "skep gen .*--format=cmocka.*src/half.c src/twice.c .*-DOFFSET=3' skep-out/summary.json
ok $? 'the command that gives the results again names them'
skep gen --format plain --skip half -o other src/half.c src/twice.c
[ "$code" = 0 ] && grep -q 'twice(' other/tests/test_twice.c && ! grep -q '[^a-z_]half(' other/tests/test_twice.c
ok $? 'options of the command line win'
skep gen -o third src/half.c src/twice.c -- -Iinclude -DOFFSET=77
[ "$code" = 0 ] && grep -q 77 third/tests/test_half.c
ok $? 'sources and flags of the command line win'
skep regress --targets half.c:4 -o fourth
[ "$code" = 0 ] && [ -e fourth/tests/test_half.c ]
ok $? 'skep regress reads it, too'

complaint() { # line text
	skep gen
	[ "$code" = 2 ] && on_stderr "skep.toml:$1: $2"
	ok $? "skep.toml:$1: $2"
}
printf 'format = "plain"\nformt = "cmocka"\n' | config
complaint 2 "there is no option 'formt'"
printf '\n\nseed = "x"\n' | config
complaint 3 'seed wants a whole number'
printf 'format = plain\n' | config
complaint 1 "'plain' is neither a whole number nor true nor false; a text for format stands in quotes"
printf 'static = "yes"\n' | config
complaint 1 'static wants true or false'
printf 'skip = [\n"a",\n"b"\n' | config
complaint 4 'a list has strings in quotes, commas between them and ] at its end'
printf 'flags = ["-I]\n' | config
complaint 1 'the string is not closed: " is missing'
printf 'sources = ["src/none*.c"]\n' | config
complaint 1 'sources: there is no file src/none\*.c'
printf 'format = "plain" "cmocka"\n' | config
complaint 1 "'\"cmocka\"' stands behind the value of format"
printf 'no line\n' | config
complaint 1 'a line has the form: name = value'
skep gen --help
[ "$code" = 0 ]
ok $? 'help needs no settings'
finish
