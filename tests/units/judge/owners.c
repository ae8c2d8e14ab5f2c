/* owners: an API that hides from a look at the code who owns what: memory is had
 * and given back through pointers to functions. Only running it can tell. */
#include <stdlib.h>
#include <string.h>

static void *(*const make[])(size_t, size_t) = { calloc };
static void (*const end[])(void *) = { free };

struct seed {
	int kind;
};

struct plant {
	struct seed *seed;
	int height, keeps;
};

struct seed *seed_new(int kind)
{
	struct seed *seed = calloc(1, sizeof *seed);
	if (seed)
		seed->kind = kind;
	return seed;
}

void seed_free(struct seed *seed)
{
	free(seed);
}

int seed_kind(const struct seed *seed)
{
	return seed->kind;
}

struct plant *plant_new(void)
{
	return calloc(1, sizeof(struct plant));
}

void plant_free(struct plant *plant)
{
	if (!plant->keeps)
		end[0](plant->seed);
	free(plant);
}

/* The plant owns the seed from then on. */
void plant_set_seed(struct plant *plant, struct seed *seed)
{
	end[0](plant->seed);
	plant->seed = seed;
}

int plant_likes(const struct plant *plant, const struct seed *seed)
{
	return plant->height > seed->kind;
}

/* Ends the seed. */
int seed_eat(struct seed *seed)
{
	int kind = seed->kind;
	end[0](seed);
	return kind;
}

/* A new seed, which the caller ends. */
struct seed *seed_like(const struct seed *seed)
{
	struct seed *other = make[0](1, sizeof *other);
	if (other)
		other->kind = seed->kind;
	return other;
}

/* The seed itself if it is of that kind already, else another one in its place. */
struct seed *seed_turn(struct seed *seed, int kind)
{
	struct seed *other = seed;
	if (seed->kind == kind)
		return seed;
	other = seed_new(kind);
	end[0](seed);
	return other;
}

/* Still the plant's. */
struct seed *plant_seed(const struct plant *plant)
{
	return plant->seed;
}

/* Leaves a text to be freed, and tells how long it is; negative: there is none. */
int plant_describe(const struct plant *plant, char **text)
{
	if (plant->height < 0)
		return -1;
	*text = make[0](4, 1);
	if (*text)
		memset(*text, '|', 3);
	return 3;
}

/* Leaves a seed that the caller ends. */
int plant_drop(struct plant *plant, struct seed **seed)
{
	*seed = make[0](1, sizeof **seed);
	return plant->height;
}

/* To be freed. */
char *plant_label(const struct plant *plant)
{
	char *label = make[0](2, 1);
	if (label)
		label[0] = (char)('0' + plant->height % 10);
	return label;
}

void erase(void *eight)
{
	memset(eight, 0, 8);
}

void copy(void *to, const void *from)
{
	memcpy(to, from, 8);
}

/* The plant's, which ends it with itself; unless somebody told it to let its seeds be. */
struct seed *plant_get_seed(struct plant *plant, int kind)
{
	if (plant->seed)
		return NULL;
	plant->seed = make[0](1, sizeof *plant->seed);
	if (plant->seed)
		plant->seed->kind = kind;
	return plant->seed;
}

/* Made when it is asked for; the plant's, too. */
struct seed *plant_obtain_seed(struct plant *plant)
{
	if (!plant->seed)
		plant->seed = calloc(1, sizeof *plant->seed);
	return plant->seed;
}

int plant_seed_kind(const struct plant *plant)
{
	return plant->seed ? plant->seed->kind : 0;
}

void plant_let_be(struct plant *plant)
{
	plant->keeps = 1;
}
