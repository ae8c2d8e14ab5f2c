# What the tests of examples/calc do and cover; addresses and the libc's lines are nobody's business.
"$SKEP" run -v --dump=coverage --tests examples/calc/calc.tests examples/calc/calc.c |
	sed -e 's/ 0x00002[0-9a-f]*/ ADDRESS/' -e 's, (/usr/include/[^)]*),,'
