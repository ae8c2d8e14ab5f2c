# The model of examples/lru.
"$SKEP" model examples/lru/lru.c
