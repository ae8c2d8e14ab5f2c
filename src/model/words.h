/* words: the words in functions' names that tell their purpose.
 *
 * C does not say which function makes an object, sets it up or ends it; names mostly do. All lists
 * of such words are in words.c, so that the front, which gives functions their roles, and the
 * judge, which asks whether a test left out a call, read a name alike. A word is a part of a name
 * between underscores or capital letters (str_has_word). */
#ifndef SKEP_MODEL_WORDS_H
#define SKEP_MODEL_WORDS_H

#include <stdbool.h>

/* Lists that end with NULL. */
extern const char *const maker_words[];          /* the function gives a new object */
extern const char *const setup_words[];          /* it sets up an object in memory of the caller */
extern const char *const weak_setup_words[];     /* it sets up an object, if no other function does */
extern const char *const renewing_words[];       /* so does this, if its body gives most of the object new values */
extern const char *const getter_words[];         /* it gives a part of its argument */
extern const char *const destroyer_words[];      /* it ends an object */
extern const char *const weak_destroyer_words[]; /* it ends an object, if no other function does and it has no
                                                    other argument */
extern const char *const observer_words[]; /* it only looks at an object */

/* The name is a word of the list, or has one. */
bool name_has_any(const char *name, const char *const *words);

/* True if the observer asks for what the other function changes: both names have the same words in the same order but
 * for the words of asking and of changing, as box_set_mode and box_get_mode, box_clear_flag and box_has_flag have. */
bool name_asks_for(const char *observer, const char *changer);

/* True if the names are those of a pair: pool_create_view makes what pool_destroy_view ends. "close" and its like are no
 * such words, for conn_new() makes what conn_close() only closes. */
bool name_ends_what(const char *destroyer, const char *maker);

/* The name is of a function that makes objects or sets them up. */
bool name_makes(const char *name);
/* ... that sets up an object in memory of the caller. */
bool name_sets_up(const char *name);
/* ... that brings an object back to its state after it was set up. */
bool name_resets(const char *name);
/* The name has that of a type in it: free_stream, of a Stream. Very short names would lie. */
bool name_names(const char *name, const char *tag);
/* ... that decides how large an object is, or of which kind: it sets the object up, resets or
 * configures it. */
bool name_shapes(const char *name);
/* ... that ends objects. */
bool name_destroys(const char *name);
/* ... after which an object may not be used as before, though it still exists. */
bool name_finishes(const char *name);

#endif
