# Control flow within functions and across calls.
"$SKEP" build --dump flow examples/lru/lru.c
