# The model of examples/ivec.
"$SKEP" model examples/ivec/ivec.c
