# Input that cannot be a unit: a clear message, the documented code, nothing left behind.
. "$(dirname "$0")/lib.sh"

for command in model build gen; do
	fails "$command of a missing file" 3 '^skep: prase\.c: no such file' $command prase.c

	echo 'class Stack { public: int top() const { return n; } int n; };' > stack.cpp
	fails "$command of a C++ file" 3 '^skep: stack\.cpp: .*C++' $command stack.cpp

	mkdir -p folder.c
	fails "$command of a folder" 3 '^skep: folder\.c: ' $command folder.c

	printf 'int twice(int x)\n{\n\treturn 2 * ;\n}\n' > syntax.c
	fails "$command of a syntax error" 4 '^syntax\.c:3:1[0-9]: error: ' $command syntax.c
	on_stderr '^skep: syntax\.c does not compile'
	ok $? "$command of a syntax error: skep's own line"

	printf '#include "config.h"\nint twice(int x) { return 2 * x; }\n' > parser.c
	fails "$command of a missing header" 4 "^parser\\.c:1:10: fatal error: 'config\\.h' file not found" $command parser.c

	: > empty.c
	fails "$command of an empty file" 3 '^skep: empty\.c.*no function' $command empty.c

	printf 'struct point { int x, y; };\nextern int twice(int);\nint limit = 7;\n' > data.c
	fails "$command of no functions" 3 '^skep: data\.c.*no function' $command data.c

	printf 'int twice(int x);\n' > twice.h
	fails "$command of a header" 3 '^skep: twice\.h: .*header' $command twice.h

	head -c 4096 /dev/urandom > noise.c
	fails "$command of noise" 4 '^skep: noise\.c does not compile' $command noise.c
done

printf 'int twice(int x) { return 2 * x; }\n' > twice.c
fails 'run without tests' 2 '^skep: no tests given' run twice.c
fails 'run with a missing test file' 3 '^skep: .*none\.tests.*[Nn]o such file' run --tests none.tests twice.c
printf 'test t\n  thrice(1)\nend\n' > bad.tests
fails 'run with an unknown function' 3 '^skep: bad\.tests:2: .*thrice' run --tests bad.tests twice.c
fails 'a missing model' 3 '^skep: .*none\.model.*[Nn]o such file' model --model none.model twice.c
printf 'twice(x)  x: frobnicated\n' > bad.model
fails 'a model with an unknown word' 3 '^skep: bad\.model:1: ' model --model bad.model twice.c
fails 'an unknown engine' 2 '^skep: .*--engine' gen --engine magic twice.c
fails 'an unknown criterion' 2 '^skep: .*--criterion' gen --criterion luck twice.c
fails 'an unknown format' 2 '^skep: .*--format' gen --format prose twice.c
fails 'no such function' 2 '^skep: .*thrice' gen --only thrice twice.c
fails 'a time that is none' 2 '^skep: --time needs a time' gen --time soon twice.c
: > occupied
fails 'an output folder that is a file' 5 '^skep: .*occupied' gen --out occupied twice.c
finish
