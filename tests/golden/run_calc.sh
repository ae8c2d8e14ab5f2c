# What the tests of examples/calc do and cover.
"$SKEP" run -v --dump=coverage --tests examples/calc/calc.tests examples/calc/calc.c
