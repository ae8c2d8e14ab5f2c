/* text: sequences as text, to be read and written by people and golden tests.
 *
 *     test push_into_full_ring
 *       ring = ring_new(1)
 *       out = int 0
 *       ring_push(ring, 7)
 *       ring_pop(ring, &out)
 *       s = char[] "abc"
 *       p = struct pair { 1, 2 }
 *       q = &struct pair { 1, 2 }       # block: pointer to it
 *       data = int[] { 1, 2, 3 }        # block: pointer to the first
 *       n = null struct ring *
 *       f = file "contents"
 *       name = path "contents" | path absent
 *       cb = callback cmp_fn returns 1 then -1 after 3
 *       stub log_line returns 0
 *       stub user_of gives q            # the pointer
 *       peek s string | peek data 12 | peek cb calls
 *       free s                          # a result that the caller must free
 *       e = place data 12               # so many bytes into a block
 *       put stdin "a line\n"            # what the program reads there,
 *       put file s "contents"           # in the file of that name,
 *       put variable s "value"          # and in its environment
 *       run unit_main "prog" (s, s)     # main(), name and arguments of the program
 *     end
 *
 * Numbers are decimal, hexadecimal, real or 'c'; enumerators and constants of the
 * unit stand by name; strings have C's escapes. Literals may stand directly as
 * arguments of calls and in braces; they become steps of their own, just before.
 * A # starts a comment. Less usual:
 *
 *       buffer = char[64] "abc"         # room for more: the rest is zero
 *       data = int[100] { 1, 2 }
 *       p = struct pair raw "\1\0..." with &x at 8, s at 16   # bytes as they are
 *       data = unsigned char[] raw "\1\377"                   # not a string
 *       s = block text_t "abc"          # when text_t is the pointer type
 *       name = path absent as char *    # when it is not const char *
 *       cb = callback "int (*)(int)" writes 1 "\0"   # a type in quotes; argument 1
 *       x = @17 5                       # type 17: several are spelled the same
 *       helper@12(5)                    # function 12: several have the name */
#ifndef SKEP_SEQ_TEXT_H
#define SKEP_SEQ_TEXT_H

#include "base/status.h"
#include "base/str.h"
#include "seq/seq.h"

struct named_seq {
	const char *name;
	const struct seq *seq;
};

struct seq_file {
	struct named_seq *at;
	size_t n;
};

/* Reads all tests of `text`, into arena; errors name file and line. */
MUST_USE status seq_parse(struct arena *arena, const struct model *model, const char *text, const char *file_name,
                          struct seq_file *out);
/* Appends the text form, from which seq_parse() makes an equal sequence. */
void seq_print(const struct seq *seq, const struct model *model, const char *name, struct sb *out);

#endif
