/* attr: compiler attributes under short names. */
#ifndef SKEP_BASE_ATTR_H
#define SKEP_BASE_ATTR_H

#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#define MUST_USE __attribute__((warn_unused_result))
#define NORETURN __attribute__((noreturn))
#define UNUSED __attribute__((unused))

#endif
