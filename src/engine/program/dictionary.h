/* dictionary: words that mean something to the program.
 *
 * They are texts of the unit, texts and numbers that it compared, its options (options that getopt was asked
 * about, and texts that look like options), and variables of the environment that it asked for. */
#ifndef SKEP_ENGINE_PROGRAM_DICTIONARY_H
#define SKEP_ENGINE_PROGRAM_DICTIONARY_H

#include "base/rng.h"
#include "exec/exec.h"
#include "model/model.h"
#include "seq/invocation.h"

struct dictionary;

struct dictionary *dictionary_new(const struct model *model);
void dictionary_free(struct dictionary *dictionary);

/* Adds the words that a run compared, with its texts and distances. */
void dictionary_learn(struct dictionary *dictionary, const struct run *run);

size_t dictionary_words(const struct dictionary *dictionary);
size_t dictionary_options(const struct dictionary *dictionary);

/* Returns a random word, more often a word from the unit's own comparisons. */
struct bytes dictionary_word(const struct dictionary *dictionary, struct rng *rng);

/* An option: "-a", or "-f" and "--file" with an argument; `joined`: "--file=". */
struct option_word {
	struct bytes text;
	bool takes;              /* an argument */
	bool joined;             /* "=" and the argument follow in the same word */
};
/* Returns the number of environment variables that the program asked for. */
size_t dictionary_variables(const struct dictionary *dictionary);
const char *dictionary_variable(const struct dictionary *dictionary, size_t i);

/* Returns option i, in the order in which they were found. */
struct option_word dictionary_option(const struct dictionary *dictionary, size_t i);

#endif
