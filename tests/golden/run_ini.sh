# What the tests of examples/ini do and cover; addresses and the libc's lines are nobody's business.
"$SKEP" run -v --dump=coverage --tests examples/ini/ini.tests examples/ini/ini.c |
	sed -e 's/ 0x00002[0-9a-f]*/ ADDRESS/' -e 's, (/usr/include/[^)]*),,'
