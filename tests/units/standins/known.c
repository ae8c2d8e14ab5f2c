/* Prototypes, and what each is known as: "-" for those that nobody can know. */
#include <stdarg.h>
#include <stddef.h>

typedef unsigned int u32;
struct pool;

size_t strlcpy(char *, const char *, size_t);                 /* strlcpy */
size_t our_strlcat(char *dst, const char *src, size_t size);  /* strlcat */
void *xmalloc(size_t);                                        /* malloc */
void *XMALLOC(size_t);                                        /* malloc */
void *ck_alloc(u32);                                          /* alloc */
char *emalloc(unsigned);                                      /* malloc */
void *mem_alloc(size_t);                                      /* alloc */
void *xcalloc(size_t, size_t);                                /* calloc */
void *xzalloc(size_t);                                        /* zalloc */
void *xrealloc(void *, size_t);                               /* realloc */
void *xreallocarray(void *, size_t, size_t);                  /* reallocarray */
void *xrecallocarray(void *, size_t, size_t, size_t);         /* recallocarray */
void xfree(void *);                                           /* free */
void g_free(void *);                                          /* free */
char *xstrdup(const char *);                                  /* strdup */
char *g_strndup(const char *, size_t);                        /* strndup */
void *xmemdup(const void *, size_t);                          /* memdup */
int xasprintf(char **, const char *, ...);                    /* asprintf */
int xvasprintf(char **, const char *, va_list);               /* vasprintf */
char *g_strdup_printf(const char *, ...);                     /* strdup_printf */
int xsnprintf(char *, size_t, const char *, ...);             /* snprintf */
void *malloc_or_die(size_t);                                  /* malloc */
void die(const char *, ...);                                  /* die */
void fatalx(int, const char *);                               /* fatalx */

void *pool_malloc(struct pool *, size_t);                     /* malloc */
void pool_free(struct pool *, void *);                        /* free */
char *pool_strdup(struct pool *, const char *);               /* strdup */
void heap_free(struct pool *, void *);                        /* - */
struct pool *pool_alloc(size_t);                              /* - */
void *thing_alloc(int);                                       /* - */
void pool_close(struct pool *);                               /* - */
int strdup_count(const char *);                               /* - */
char *xmalloc_name(size_t);                                   /* - */
int fatal(const char *);                                      /* - */
void usage(void);                                             /* - */
int clock_ms(void);                                           /* - */
