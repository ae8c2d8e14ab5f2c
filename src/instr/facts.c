/* facts: see facts.h. The text ends with a hash of itself; if the hash is right, readers can trust
 * the numbers. */
#include "instr/facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "instr/module.h"

#define HEAD "skep target 3\n"

/* ---- writing ---- */

static void write_missing(const struct model *model, struct sb *out)
{
	sb_addf(out, "missing %zu\n", model->missing.n);
	for (size_t i = 0; i < model->missing.n; i++)
		sb_addf(out, "%u %s\n", model->missing.at[i].type, model->missing.at[i].name);
}

static void write_variables(const struct model *model, struct sb *out)
{
	sb_addf(out, "variables %zu\n", model->missing_variables.n);
	for (size_t i = 0; i < model->missing_variables.n; i++)
		sb_addf(out, "%u %s\n", (uint32_t)model->missing_variables.at[i].size,
		        model->missing_variables.at[i].name);
}

static void write_not_callable(const struct model *model, struct sb *out)
{
	size_t n = 0;
	for (size_t i = 0; i < model->functions.n; i++)
		n += model->functions.at[i].why_not != NULL;
	sb_addf(out, "not_callable %zu\n", n);
	for (size_t i = 0; i < model->functions.n; i++)
		if (model->functions.at[i].why_not)
			sb_addf(out, "%zu %s\n", i, model->functions.at[i].why_not);
}

static void write_list(const uint32_t *numbers, uint32_t n, struct sb *out)
{
	sb_addf(out, " %u", n);
	for (uint32_t i = 0; i < n; i++)
		sb_addf(out, " %u", numbers[i]);
}

static void write_flow(const struct target *target, struct sb *out)
{
	sb_addf(out, "flow %u\n", target->n_flow);
	for (uint32_t i = 0; i < target->n_flow; i++) {
		const struct flow_graph *graph = &target->flow[i];
		sb_addf(out, "%u\n", graph->n_nodes);
		for (uint32_t k = 0; k < graph->n_nodes; k++) {
			const struct flow_node *node = &graph->nodes[k];
			sb_addf(out, "%u %u %u %u", node->condition, node->of_switch, node->region, node->halts);
			write_list(node->next, node->n_next, out);
			write_list(node->callees, node->n_callees, out);
			sb_add_char(out, '\n');
		}
	}
}

void facts_write(const struct target *target, const struct unit *unit, uint64_t program, struct sb *out)
{
	sb_addf(out, HEAD "program %016" PRIx64 "\nmilliseconds %u\nthreads %u\n", program,
	        (uint32_t)(target->build_seconds * 1000), target->starts_threads);
	write_missing(unit->model, out);
	write_variables(unit->model, out);
	write_not_callable(unit->model, out);
	write_flow(target, out);
	sb_addf(out, "end %016" PRIx64 "\n", hash_bytes(out->text, out->n, 0));
}

/* ---- reading ---- */

struct reader {
	const char *at, *end;
	bool bad;
	struct arena *arena;
};

static void expect(struct reader *reader, const char *word)
{
	size_t length = strlen(word);
	while (reader->at < reader->end && (*reader->at == ' ' || *reader->at == '\n'))
		reader->at++;
	if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length))
		reader->bad = true;
	else
		reader->at += length;
}

static uint32_t number(struct reader *reader)
{
	char *after;
	unsigned long value = strtoul(reader->at, &after, 10);
	reader->bad |= after == reader->at;
	reader->at = after;
	return (uint32_t)value;
}

/* The rest of the line behind a space. */
static char *rest_of_line(struct reader *reader)
{
	const char *start = reader->at + (*reader->at == ' ');
	size_t length = strcspn(start, "\n");
	reader->at = start + length;
	return arena_strndup(reader->arena, start, length);
}

static bool hash_is_right(const char *text, size_t length, uint64_t program)
{
	static const size_t tail = sizeof "end 0123456789abcdef\n" - 1;
	char *head = xprintf(HEAD "program %016" PRIx64 "\n", program);
	bool right = length > tail && str_starts(text, head);
	free(head);
	if (!right)
		return false;
	char *expected = xprintf("end %016" PRIx64 "\n", hash_bytes(text, length - tail, 0));
	right = str_equal(text + length - tail, expected);
	free(expected);
	return right;
}

/* The numbers are compiled into the target, so they must be the model's numbers. */
static void read_missing(struct reader *reader, struct model *model)
{
	expect(reader, "missing ");
	uint32_t n = number(reader);
	for (uint32_t i = 0; i < n && !reader->bad; i++) {
		type_id type = number(reader);
		reader->bad |= missing_number(model, rest_of_line(reader), type) != i;
	}
}

static void read_variables(struct reader *reader, struct model *model)
{
	expect(reader, "variables ");
	uint32_t n = number(reader);
	for (uint32_t i = 0; i < n && !reader->bad; i++) {
		uint32_t size = number(reader);
		reader->bad |= missing_variable(model, rest_of_line(reader), size) != i;
	}
}

static void read_not_callable(struct reader *reader, struct model *model)
{
	expect(reader, "not_callable ");
	uint32_t n = number(reader);
	for (uint32_t i = 0; i < n && !reader->bad; i++) {
		uint32_t function = number(reader);
		const char *why = rest_of_line(reader);
		reader->bad |= function >= model->functions.n;
		if (!reader->bad && !model->functions.at[function].why_not)
			model->functions.at[function].why_not = arena_strdup(model->arena, why);
	}
}

static const uint32_t *read_list(struct reader *reader, uint32_t *n)
{
	*n = number(reader);
	if (*n > (size_t)(reader->end - reader->at)) {
		reader->bad = true;
		return NULL;
	}
	uint32_t *list = ARENA_ARRAY(reader->arena, uint32_t, *n);
	for (uint32_t i = 0; i < *n; i++)
		list[i] = number(reader);
	return list;
}

static struct flow_graph read_graph(struct reader *reader)
{
	struct flow_graph graph = { .n_nodes = number(reader) };
	if (graph.n_nodes > (size_t)(reader->end - reader->at)) {
		reader->bad = true;
		return graph;
	}
	struct flow_node *nodes = ARENA_ARRAY(reader->arena, struct flow_node, graph.n_nodes);
	for (uint32_t i = 0; i < graph.n_nodes && !reader->bad; i++) {
		nodes[i].condition = number(reader);
		nodes[i].of_switch = number(reader);
		nodes[i].region = number(reader);
		nodes[i].halts = number(reader);
		nodes[i].next = read_list(reader, &nodes[i].n_next);
		nodes[i].callees = read_list(reader, &nodes[i].n_callees);
	}
	graph.nodes = nodes;
	return graph;
}

static void read_flow(struct reader *reader, struct target *target, uint32_t expected)
{
	expect(reader, "flow ");
	target->n_flow = number(reader);
	if (reader->bad || target->n_flow != expected) {
		reader->bad = true;
		return;
	}
	struct flow_graph *flow = ARENA_ARRAY(reader->arena, struct flow_graph, target->n_flow + 1);
	for (uint32_t i = 0; i < target->n_flow && !reader->bad; i++)
		flow[i] = read_graph(reader);
	target->flow = flow;
}

bool facts_read(const char *text, size_t length, uint64_t program, struct target *target, struct unit *unit)
{
	struct reader reader = { .at = text, .end = text + length, .arena = target->arena };
	if (!hash_is_right(text, length, program))
		return false;
	expect(&reader, HEAD "program ");
	rest_of_line(&reader);
	expect(&reader, "milliseconds ");
	target->build_seconds = number(&reader) / 1000.0;
	expect(&reader, "threads ");
	target->starts_threads = number(&reader);
	read_missing(&reader, unit->model);
	read_variables(&reader, unit->model);
	read_not_callable(&reader, unit->model);
	read_flow(&reader, target, (uint32_t)unit->marks->functions.n);
	return !reader.bad;
}
