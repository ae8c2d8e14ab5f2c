# Results of calls are arguments of later calls: numbers, texts, and buffers with the length that came with them.
. "$(dirname "$0")/lib.sh"

cp "$root/tests/units/gen/ids.c" "$root/tests/units/gen/codec.c" .
skep gen -v --engine random --executions 8000 -o ids ids.c
on_stdout 'branch 22 of 22 '
ok $? 'ids: handles that are hashed integers'
grep -q 'id_put(id, ' ids/tests/test_ids.c && grep -q 'CHECK_INT(id_join([a-z][a-z0-9]*, [a-z][a-z0-9]*), 1)' ids/tests/test_ids.c
ok $? 'ids: tests pass the variable on'
! grep -q 'id_[a-z]*([0-9]\{6\}' ids/tests/test_ids.c
ok $? 'ids: and no number from elsewhere'
on_stderr 'large numbers left out: [1-9]'
ok $? 'ids: numbers that grow out of others are left out'
skep gen -v --engine random --executions 8000 --without large -o large ids.c
on_stderr 'large numbers left out: 0$'
ok $? 'ids: not without the filter'

skep gen --engine random --executions 20000 -o codec codec.c
on_stdout 'branch \(29\|30\) of 30 '
ok $? 'codec: all but a malloc that fails'
grep -q 'CHECK_INT(unpack(out, size), ' codec/tests/test_codec.c
ok $? 'codec: a buffer with its length'
grep -q 'CHECK_INT(is_sealed(sealed), 1)' codec/tests/test_codec.c
ok $? 'codec: a text'
make -s -C codec/tests check > "$work/stdout" 2>&1
ok $? 'codec: the tests pass'
skep gen --engine random --executions 20000 --without flows -o none codec.c
! grep -q 'unpack(out, size)' none/tests/test_codec.c
ok $? 'codec: not without flows'

# Limits of the engine.
skep gen -v --engine random --executions 2000 --random-set large=10,repeat=0.5,repeat-most=3,calls=2 -o set ids.c
ok $code 'limits can be set'
fails 'no such limit' 2 'repeat, repeat-most, calls, swarm-calls, large' gen --random-set length=3 ids.c
fails 'a limit out of range' 2 'is a number from 0 to 1' gen --random-set repeat=2 ids.c
finish
