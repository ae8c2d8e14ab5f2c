# What the tests of examples/ivec do and cover; addresses are nobody's business.
"$SKEP" run -v --dump=coverage --tests examples/ivec/ivec.tests examples/ivec/ivec.c |
	sed 's/ 0x00002[0-9a-f]*/ ADDRESS/'
