# What the tests of examples/lru do and cover; addresses are nobody's business.
"$SKEP" run -v --dump=coverage --tests examples/lru/lru.tests examples/lru/lru.c |
	sed 's/ 0x00002[0-9a-f]*/ ADDRESS/'
