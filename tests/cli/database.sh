# compile_commands.json: a good one, and all the ways it can be bad.
. "$(dirname "$0")/lib.sh"

mkdir -p good missing syntax shape none gone
printf '#if !defined(FACTOR)\n#error no factor\n#endif\nint scale(int x) { return FACTOR * x; }\n' > good/scale.c
cat > good/compile_commands.json << END
[{"directory": "$dir/good", "file": "scale.c", "command": "cc -DFACTOR=3 -c scale.c -o scale.o"}]
END
skep model -p good
ok $code 'flags of the database, all sources'
on_stdout '^# skep model -p good        edit, then: skep gen -p good --model scale.model$'
ok $? 'the command for corrections names the database'
on_stdout '^scale(x)'
ok $? 'the function is in the model'
skep model -p good good/scale.c
ok $code 'flags of the database, one source'

fails 'no database' 3 '^skep: missing/compile_commands\.json: no such file' model -p missing
fails 'no folder' 3 '^skep: nowhere.*no such file' model -p nowhere

echo '[{"directory": "/", ' > syntax/compile_commands.json
fails 'broken JSON' 3 '^skep: syntax/compile_commands\.json:[0-9]*' model -p syntax
echo '{"directory": 7}' > shape/compile_commands.json
fails 'JSON of another shape' 3 '^skep: shape/compile_commands\.json: ' model -p shape
echo '[]' > none/compile_commands.json
fails 'no source in it' 3 '^skep: none/compile_commands\.json: ' model -p none
fails 'a source that it does not name' 3 '^skep: .*other\.c' model -p good other.c
cat > gone/compile_commands.json << END
[{"directory": "$dir/gone", "file": "gone.c", "arguments": ["cc", "-c", "gone.c"]}]
END
fails 'a source that is gone' 3 '^skep: .*gone\.c: no such file' model -p gone

mkdir -p unreadable
mkdir unreadable/compile_commands.json
fails 'an unreadable database' 3 '^skep: unreadable/compile_commands\.json' model -p unreadable
finish
