/* One object is made from another: a long way and a short one. */
#include <stdlib.h>

struct a { int n; };
struct b { int n; };
struct c { int n; };
struct d { int n; };

struct a *a_new(void) { return calloc(1, sizeof(struct a)); }
struct b *b_from(struct a *a) { struct b *b = calloc(1, sizeof *b); if (b) b->n = a->n; return b; }
struct c *c_from(struct b *b) { struct c *c = calloc(1, sizeof *c); if (c) c->n = b->n; return c; }
struct d *d_from(struct c *c) { struct d *d = calloc(1, sizeof *d); if (d) d->n = c->n; return d; }
struct d *d_new(void) { return calloc(1, sizeof(struct d)); }
int d_use(struct d *d) { return d->n; }
void a_free(struct a *a) { free(a); }
void b_free(struct b *b) { free(b); }
void c_free(struct c *c) { free(c); }
void d_free(struct d *d) { free(d); }
