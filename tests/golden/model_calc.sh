# The model of examples/calc.
"$SKEP" model examples/calc/calc.c
