# What the tests of examples/ivec do and cover.
"$SKEP" run -v --dump=coverage --tests examples/ivec/ivec.tests examples/ivec/ivec.c
