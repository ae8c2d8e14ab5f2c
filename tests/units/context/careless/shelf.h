/* A shelf of five places. The neighbour that keeps it is careless. */
struct shelf;
enum shelf_wood { SHELF_OAK, SHELF_BEECH }; /* once in a file: nothing guards this header */

struct shelf *shelf_new(void);
void shelf_free(struct shelf *shelf);
/* The caller says a place from 0 to 4. */
void shelf_put(struct shelf *shelf, unsigned place, int what);

/* The caller says by how much, and not by nothing. */
int shelf_part(const struct shelf *shelf, int by);

int share(unsigned number, unsigned among);

/* Puts the number where its last digit says. */
int sort_in(struct shelf *shelf, unsigned number);
