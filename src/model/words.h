/* words: how functions are named for what they do.
 *
 * C does not say which function makes an object, sets it up or ends it; names mostly do. All
 * lists of such words stand in words.c, so that the front, which gives functions their
 * roles, and the judge, which asks whether a test left something out, read a name alike. A word
 * is a part of a name between underscores or capital letters (str_has_word). */
#ifndef SKEP_MODEL_WORDS_H
#define SKEP_MODEL_WORDS_H

#include <stdbool.h>

/* Lists that end with NULL. */
extern const char *const maker_words[];          /* it gives a new object */
extern const char *const setup_words[];          /* it sets an object up whose memory the caller has */
extern const char *const weak_setup_words[];     /* so does this, if no other function does */
extern const char *const getter_words[];         /* it gives a part of what it got */
extern const char *const destroyer_words[];      /* it ends an object */
extern const char *const weak_destroyer_words[]; /* so does this, if no other function does, and it gets nothing else */
extern const char *const observer_words[]; /* it only looks */

/* The name is, or has as a word, one of a list that ends with NULL. */
bool name_has_any(const char *name, const char *const *words);

/* The name is one of functions that make objects or set them up. */
bool name_makes(const char *name);
/* ... that set up an object whose memory the caller has. */
bool name_sets_up(const char *name);
/* ... that bring an object back to how it was when it was set up. */
bool name_resets(const char *name);
/* The name has that of a type in it: free_stream, of a Stream. Very short names would lie. */
bool name_names(const char *name, const char *tag);
/* ... that say how large an object is, or of which kind: they set it up, reset or configure it. */
bool name_shapes(const char *name);
/* ... that end objects. */
bool name_destroys(const char *name);
/* ... after which an object may not be used as before, though it is still there. */
bool name_finishes(const char *name);

#endif
