/* swarm: see swarm.h. */
#include "engine/random/swarm.h"

#include <stdlib.h>

#include "engine/influence.h"
#include "engine/random/pursuit.h"

#define WARM_UP 1024u             /* tests before the first swarm test, which is long and ends with a fault */
#define LEAST_SHARE 0.2
#define MOST_SHARE 0.8
#define LEAST_PUBLISHED 1024u    /* tests */
#define TRIES 16u                /* configurations in a row from which no test could be made */

/* Wins of a way of drawing, and its cost in steps. */
struct yield {
	uint64_t steps, won;
};

struct swarm {
	struct engine_world world;
	const struct makers *makers;
	bool off;
	struct configuration *callable;       /* all operations that may be drawn */
	struct arena *arena;                  /* of `callable` */
	struct repertoire all, drawn;
	bool is_drawn;                        /* the last test has a configuration */
	uint32_t number;
	struct yield by_swarm, by_all;
	struct influence *influence;
	struct pursuit *pursuit;              /* NULL: there are no targets */
	uint64_t tests, others, barren;       /* others: tests that are no swarm tests */
	uint64_t counted, published;          /* tests that influence counted; tests that were published */
};

static void add_operation(struct repertoire *repertoire, const struct model *model, uint32_t f)
{
	const struct function *function = &model->functions.at[f];
	bool begins = !function->n_params && model_object_of(model, function->result) == NONE;
	if (function->is_context && begins)
		vec_push(&repertoire->beginnings, f);
	else if (function->is_context)
		vec_push(&repertoire->helpers, f);
	else if (!function->sets && function->is_reserve)
		vec_push(&repertoire->reserve, f);
	else if (!function->sets)
		vec_push(&repertoire->callable, f);
}

static void release_repertoire(struct repertoire *repertoire)
{
	vec_release(&repertoire->callable);
	vec_release(&repertoire->helpers);
	vec_release(&repertoire->beginnings);
	vec_release(&repertoire->reserve);
}

struct swarm *swarm_new(const struct engine_world *world, const struct makers *makers,
                        const struct random_options *options)
{
	struct swarm *swarm = xcalloc(1, sizeof *swarm);
	struct influence_size size = influence_size(world->model, world->marks, INFLUENCE_CELLS);
	swarm->world = *world;
	swarm->makers = makers;
	swarm->arena = arena_new();
	swarm->callable = configuration_new((uint32_t)world->model->functions.n, swarm->arena);
	for (uint32_t f = 0; f < world->model->functions.n; f++)
		if (world->callable[f]) {
			configuration_add(swarm->callable, f);
			add_operation(&swarm->all, world->model, f);
		}
	/* With a single operation there is nothing to leave out. */
	swarm->off = options->no_swarm || swarm->all.callable.n + swarm->all.reserve.n < 2;
	if (!swarm->off)
		swarm->influence = influence_new(size);
	if (!swarm->off && options->targets && options->targets->n)
		swarm->pursuit = pursuit_new(options->targets, size, swarm->callable);
	return swarm;
}

void swarm_free(struct swarm *swarm)
{
	release_repertoire(&swarm->all);
	release_repertoire(&swarm->drawn);
	influence_free(swarm->influence);
	pursuit_free(swarm->pursuit);
	arena_free(swarm->arena);
	free(swarm);
}

/* ---- drawing ---- */

static double rate(const struct yield *yield)
{
	return (double)(yield->won + 4) / (double)(yield->steps + 512);
}

static double share(const struct swarm *swarm)
{
	double by_swarm = rate(&swarm->by_swarm), by_all = rate(&swarm->by_all);
	double own = by_swarm / (by_swarm + by_all);
	if (swarm->off || swarm->pursuit)
		return swarm->off ? 0 : pursuit_share(swarm->pursuit);
	if (swarm->others < WARM_UP)
		return 0;
	return own < LEAST_SHARE ? LEAST_SHARE : own > MOST_SHARE ? MOST_SHARE : own;
}

static void list_operations(struct swarm *swarm, const struct configuration *configuration)
{
	vec_clear(&swarm->drawn.callable);
	vec_clear(&swarm->drawn.helpers);
	vec_clear(&swarm->drawn.beginnings);
	vec_clear(&swarm->drawn.reserve);
	for (uint32_t w = 0; 64 * w < configuration->n; w++)
		for (uint64_t left = configuration->in[w]; left; left &= left - 1)
			add_operation(&swarm->drawn, swarm->world.model, 64 * w + (uint32_t)__builtin_ctzll(left));
}

static void draw_half(const struct swarm *swarm, struct rng *rng, struct configuration *configuration)
{
	for (uint32_t w = 0; 64 * w < configuration->n; w++)
		configuration->in[w] = swarm->callable->in[w] & rng_next(rng);
}

/* Fills in a configuration, aimed at targets or at random. Returns the way. */
static uint32_t fill_in(struct swarm *swarm, struct rng *rng, struct configuration *configuration)
{
	if (swarm->pursuit && pursuit_is_due(swarm->pursuit)) {
		influence_publish(swarm->influence, swarm->world.counts);
		swarm->published = swarm->counted;
		pursuit_look(swarm->pursuit, swarm->world.counts, rng);
	}
	uint32_t way = swarm->pursuit ? pursuit_draw(swarm->pursuit, rng, configuration) : 0;
	if (!way)
		draw_half(swarm, rng, configuration);
	configuration_complete(configuration, swarm->world.model, swarm->makers);
	return way;
}

static void note_barren(struct swarm *swarm, uint32_t way)
{
	swarm->barren++;
	if (way)
		pursuit_is_barren(swarm->pursuit, way);
}

static bool can_make(const struct repertoire *repertoire)
{
	return repertoire->callable.n + repertoire->reserve.n > 0;
}

bool swarm_has_any(const struct swarm *swarm)
{
	return can_make(&swarm->all);
}

struct drawing swarm_draw(struct swarm *swarm, struct rng *rng, struct arena *arena)
{
	struct configuration *configuration;
	double own = share(swarm);
	swarm->is_drawn = own > 0 && rng_chance(rng, own); /* no random number if it is certain */
	if (!swarm->is_drawn)
		return (struct drawing){ 0 };
	configuration = configuration_new(swarm->callable->n, arena);
	for (uint32_t tries = 0; tries < TRIES; tries++) {
		uint32_t way = fill_in(swarm, rng, configuration);
		list_operations(swarm, configuration);
		if (can_make(&swarm->drawn))
			return (struct drawing){ configuration, ++swarm->number, way };
		note_barren(swarm, way);
	}
	swarm->is_drawn = false;
	return (struct drawing){ 0 };
}

const struct repertoire *swarm_repertoire(const struct swarm *swarm)
{
	return swarm->is_drawn ? &swarm->drawn : &swarm->all;
}

void swarm_is_barren(struct swarm *swarm, const struct drawing *drawing)
{
	if (drawing->configuration)
		note_barren(swarm, drawing->way);
}

/* ---- results ---- */

static void pursue(struct swarm *swarm, const struct swarm_run *result)
{
	uint32_t way = result->drawing.configuration ? result->drawing.way : WITHOUT_SWARM;
	pursuit_count(swarm->pursuit, way, result->run->probes);
	pursuit_ran(swarm->pursuit, way, result->run->outcome == SK_FAULT || result->run->outcome == SK_HANG);
}

void swarm_result(struct swarm *swarm, const struct swarm_run *result)
{
	struct yield *yield = result->drawing.configuration ? &swarm->by_swarm : &swarm->by_all;
	yield->steps += result->n_steps;
	yield->won += result->won;
	swarm->tests += result->drawing.configuration != NULL;
	swarm->others += result->drawing.configuration == NULL;
	if (swarm->pursuit && !result->drawing.configuration && result->run->outcome != SK_NOT_RUN)
		pursuit_note_plain(swarm->pursuit, result->run->probes);
	if (!result->fresh || result->run->outcome == SK_NOT_RUN)
		return;
	if (swarm->pursuit)
		pursue(swarm, result);
	if (!result->drawing.configuration || result->drawing.way)
		return;
	influence_count(swarm->influence, result->drawing.configuration, result->run->probes);
	swarm->counted++;
}

void swarm_publish(struct swarm *swarm, bool last)
{
	uint64_t waiting = swarm->counted - swarm->published;
	if (!swarm->influence || !swarm->world.counts || (!last && waiting < swarm->published + LEAST_PUBLISHED))
		return;
	influence_publish(swarm->influence, swarm->world.counts);
	swarm->published = swarm->counted;
	if (swarm->pursuit)
		pursuit_publish(swarm->pursuit, swarm->world.counts);
}

struct swarm_numbers swarm_numbers(const struct swarm *swarm)
{
	return (struct swarm_numbers){
		.tests = swarm->tests, .won = swarm->by_swarm.won, .barren = swarm->barren, .share = share(swarm)
	};
}
