/* What near.c looks up. */
#include "near.h"

const struct codec codec_latin = { "iso-8859-1", 1 };
const struct codec codec_cyrillic = { "koi8-r", 1 };
