# What the tests of examples/ini do and cover; addresses are nobody's business.
"$SKEP" run -v --dump=coverage --tests examples/ini/ini.tests examples/ini/ini.c |
	sed 's/ 0x00002[0-9a-f]*/ ADDRESS/'
