# Tasks in the form of Test-Comp: the first line of each says whether reach_error() can be called.
. "$(dirname "$0")/lib.sh"
tasks=$root/tests/units/programs/tasks

for task in "$tasks"/*.c; do
	name=$(basename "$task" .c)
	skep program -q --executions 4000 -o out --test-comp "$tasks/coverage-error-call.prp" "$task"
	answer=no
	! grep -q coversError out/test-suite/testcase-*.xml 2> /dev/null || answer=yes
	[ $code = 0 ] && [ "// error: $answer" = "$(head -n 1 "$task")" ]
	ok $? "$name: $(head -n 1 "$task"), found: $answer"
done

printf 'data_model: ILP32\n' > old.yml
cp "$tasks/equal.c" old.c
rm -rf out
fails 'a task for 32 bit' 3 'is a task for 32 bit' program --test-comp "$tasks/coverage-branches.prp" old.c
printf 'CHECK( init(main()), LTL(G ! overflow) )\n' > other.prp
fails 'a property that is none of ours' 3 'the properties that can be tested for' program --test-comp other.prp old.c
finish
