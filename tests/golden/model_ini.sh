# The model of examples/ini.
"$SKEP" model examples/ini/ini.c
