/* hostile: a unit that does its worst, one function per deed.
 *
 * Whoever runs these functions must survive them, and so must the files and the
 * processes around it. A deed that succeeds in what it must not be able to do
 * gives BROKEN, a number that no scribbling writes by chance. Deeds that would
 * harm more than canaries if nothing stopped them ask first (with signal 0, with
 * a child that ends at once), and go on only if they are stopped. */
#ifndef HOSTILE_H
#define HOSTILE_H

#define BROKEN 0x0badcafe

#endif
