/* version: the version of skep as a whole. */
#ifndef SKEP_BASE_VERSION_H
#define SKEP_BASE_VERSION_H

#define SKEP_VERSION "0.1"

#endif
