# Structs of function pointers that the caller fills: whole and working first, single nulls as variations.
. "$(dirname "$0")/lib.sh"

cp "$root/tests/units/gen/hooks.c" .
skep gen --executions 8000 -o out hooks.c
ok $code 'gen'
on_stdout 'branch 26 of 26 '
ok $? 'all is covered, with and without memory'
for way in 'return malloc(arg2);' 'return realloc(arg2, arg3);' 'free(arg2);'; do
	grep -qF "    $way" out/tests/test_hooks.c
	ok $? "a hook that works: $way"
done
grep -q '^static int [a-z0-9_]*(const char \*arg1, const int arg2)$' out/tests/test_hooks.c && ! grep -q '(char \*arg1, int arg2)$' out/tests/test_hooks.c
ok $? 'a function in a table has the type that the table asks for'
! grep -qE '(realloc|malloc|calloc)_got' out/tests/test_hooks.c && grep -q 'callback_got\[0\]' out/tests/test_hooks.c
ok $? 'sizes that an allocator got are not expected; arguments of other callbacks are'
! grep -q '"verdict": *"bug"' out/summary.json
ok $? 'no bug'
make -s -C out/tests check > "$work/stdout" 2>&1
ok $? 'the tests pass'
skep gen --executions 2000 --continue -o out hooks.c
[ $code = 0 ] && on_stdout 'branch 26 of 26 '
ok $? 'hooks that work are kept'

cat > hooks.tests <<'EOF'
test works
  malloc = callback "void *(*)(void *, size_t)" acts malloc
  realloc = callback "void *(*)(void *, void *, size_t)" acts realloc
  free = callback "void (*)(void *, void *)" acts free
  hooks = &struct hooks { malloc, realloc, free, null }
  words = words_new(hooks)
  added = words_add(words, "a")
  words_free(words)
end
EOF
skep run --build checked --tests hooks.tests hooks.c
on_stdout 'works: normal, [1-9]'
ok $? 'the text form'
sed -i 's/acts malloc/acts free/' hooks.tests
skep run --tests hooks.tests hooks.c
[ $code != 0 ] && on_stderr 'acts as none'
ok $? 'a type that does not fit'

# The other way round: a maker fills the object with functions, and users call them through it.
cp "$root"/tests/units/gen/reader.[ch] .
skep model reader.c
on_stdout '^words_next(self) .*called as self->next$' && on_stdout '^make(next) .*static$'
ok $? 'the model says how a function in an object is called'
skep gen --executions 4000 -o methods reader.c
[ $code = 0 ] && on_stdout 'branch 30 of 30 '
ok $? 'functions in an object are called'
tests=methods/tests/test_reader.c
grep -q 'CHECK_INT(reader->next(reader), ' $tests && ! grep -q 'words_next(reader)\|reader\.c"' $tests
ok $? 'tests call them as users do, and need the header alone'
make -s -C methods/tests check > "$work/stdout" 2>&1
ok $? 'these tests pass'
cat > reader.tests <<'EOF'
test other
  reader = reader_of_digits()
  words_next(reader)
  reader_free(reader)
end
EOF
skep run --tests reader.tests reader.c
on_stdout 'other: .*illegal'
ok $? 'no call of a function that another maker puts there'
finish
