/* log: skep's messages on stderr while it works. Results never go through here. */
#ifndef SKEP_BASE_LOG_H
#define SKEP_BASE_LOG_H

#include "base/attr.h"
enum log_level { LOG_QUIET, LOG_NORMAL, LOG_VERBOSE };

void log_set_level(enum log_level level);
enum log_level log_level(void);

/* Prints "skep: ..." always, even when quiet. */
PRINTF_LIKE(1, 2)
void log_error(const char *format, ...);
/* Prints "skep: warning: ..." unless quiet. */
PRINTF_LIKE(1, 2)
void log_warn(const char *format, ...);
/* Prints a plain line unless quiet. */
PRINTF_LIKE(1, 2)
void log_note(const char *format, ...);
/* Prints a plain line with -v. */
PRINTF_LIKE(1, 2)
void log_verbose(const char *format, ...);
/* On a terminal, prints one line that the next progress line replaces. Elsewhere, prints a plain
 * line if nothing was printed for ten seconds. */
PRINTF_LIKE(1, 2)
void log_progress(const char *format, ...);
/* Removes the progress line from the terminal. */
void log_progress_end(void);

/* Seconds since an arbitrary start; they never go back. For budgets and display only. */
double now_seconds(void);
/* Seconds of a processor that this thread has used. */
double processor_seconds(void);

#endif
