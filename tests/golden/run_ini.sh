# What the tests of examples/ini do and cover.
"$SKEP" run -v --dump=coverage --tests examples/ini/ini.tests examples/ini/ini.c
