# What the tests of examples/lru do and cover.
"$SKEP" run -v --dump=coverage --tests examples/lru/lru.tests examples/lru/lru.c
