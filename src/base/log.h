/* log: what skep says on stderr while it works. Results never go through here. */
#ifndef SKEP_BASE_LOG_H
#define SKEP_BASE_LOG_H

#include "base/attr.h"
enum log_level { LOG_QUIET, LOG_NORMAL, LOG_VERBOSE };

void log_set_level(enum log_level level);
enum log_level log_level(void);

/* "skep: ..." always, even when quiet. */
PRINTF_LIKE(1, 2)
void log_error(const char *format, ...);
/* "skep: warning: ..." unless quiet. */
PRINTF_LIKE(1, 2)
void log_warn(const char *format, ...);
/* A plain line unless quiet. */
PRINTF_LIKE(1, 2)
void log_note(const char *format, ...);
/* A plain line with -v. */
PRINTF_LIKE(1, 2)
void log_verbose(const char *format, ...);
/* One line that the next progress line replaces on a terminal; on anything else a plain
 * line, if nothing was said for ten seconds. */
PRINTF_LIKE(1, 2)
void log_progress(const char *format, ...);
/* Takes that line away. */
void log_progress_end(void);

/* Seconds since an arbitrary start; monotonic. For budgets and display only. */
double now_seconds(void);

#endif
