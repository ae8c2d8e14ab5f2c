# skep gen on a part of a program whose objects come from neighbours that hardly ever give one, or keep it: tests fill
# structs that the part sees themselves, and take others from functions that give them.
. "$(dirname "$0")/lib.sh"

cp "$root"/tests/units/context/parts/*.[ch] .

skep gen --executions 8000 --with neighbour.c part.c
ok $code 'gen ends with 0'
on_stdout 'branch 10 of 10 '
ok $? 'every branch is covered'
grep -q '"lost": \[\]' skep-out/summary.json
ok $? 'nothing is lost'
suite=skep-out/tests/test_part.c
! grep -q 'FILE [a-z0-9]*\[' $suite
ok $? 'no test makes up a FILE'
grep -q 'struct sink [a-z0-9]* = ' $suite
ok $? 'a struct that the part sees is filled by the test where nothing gives one'
grep -q 'value_text(' $suite
ok $? 'a struct with a hidden part comes from the function that gives it'
grep -q '"bugs": 0,' skep-out/summary.json
ok $? 'to pass such a struct once more after a call has ended it is no bug'
for compiler in 'gcc -O2' 'clang-19 -O0'; do
	make -s -C skep-out/tests clean
	make -s -C skep-out/tests CC="${compiler% *}" CFLAGS="-Wall -Wextra -Werror ${compiler#* }" check > "$work/stdout" 2>&1
	ok $? "make check with $compiler"
done

skep model --with neighbour.c part.c
on_stdout '^sink_find(' && ! on_stdout '^message_sink('
ok $? 'a function that takes a struct which only neighbours see is no help: no test could say it'

# An object that only fields lead to may come from a neighbour, too.
cp "$root"/tests/units/context/inner/*.[ch] .
skep gen --executions 3000 -o inner --with data.c entry.c
[ $code = 0 ] && on_stdout 'branch 7 of 8 '
ok $? 'an object behind two fields is made by the neighbour that makes it; the branch that is left cannot be'

# An object that a neighbour gives comes in one state: its fields get other values.
cp "$root"/tests/units/context/fields/*.[ch] .
skep gen --executions 3000 -o fields --with lock.c pass.c
[ $code = 0 ] && on_stdout 'branch 4 of 4 ' && grep -q '^    door->mode = 31;$' fields/tests/test_pass.c
ok $? 'fields of an object that a function gave are set'

# A module of a neighbour that keeps state is begun first.
cp "$root"/tests/units/context/begin/*.[ch] .
skep gen --executions 1500 -o begin --with schedule.c plan.c
[ $code = 0 ] && on_stdout 'branch 4 of 4 ' && grep -q 'SCH_Initialise();' begin/tests/test_plan.c
ok $? 'tests begin the module that the part uses'
finish
