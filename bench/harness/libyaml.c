/* A fuzzing harness for the parser of libyaml: tokens, events or whole documents
 * of one input, in any encoding, from memory or through a handler; and what is
 * loaded is looked at and copied node by node. */
#include "yaml.h"
#include "input.h"

static int read_some(void *context, unsigned char *buffer, size_t size, size_t *length)
{
	struct input *input = context;
	*length = input->left < size ? input->left : size;
	if (*length > 10)
		*length = 10; /* little by little: the parser has to ask again */
	memcpy(buffer, input->at, *length);
	input->at += *length;
	input->left -= *length;
	return 1;
}

static void scan(yaml_parser_t *parser)
{
	yaml_token_type_t type;
	do {
		yaml_token_t token;
		if (!yaml_parser_scan(parser, &token))
			return;
		type = token.type;
		yaml_token_delete(&token);
	} while (type != YAML_STREAM_END_TOKEN);
}

static void parse(yaml_parser_t *parser)
{
	yaml_event_type_t type;
	do {
		yaml_event_t event;
		if (!yaml_parser_parse(parser, &event))
			return;
		type = event.type;
		yaml_event_delete(&event);
	} while (type != YAML_STREAM_END_EVENT);
}

static void copy_children(yaml_document_t *copy, const yaml_node_t *node, int id)
{
	if (node->type == YAML_SEQUENCE_NODE) {
		for (yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++)
			yaml_document_append_sequence_item(copy, id, *item);
	} else if (node->type == YAML_MAPPING_NODE) {
		for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++)
			yaml_document_append_mapping_pair(copy, id, pair->key, pair->value);
	}
}

static int copy_node(yaml_document_t *copy, const yaml_node_t *node)
{
	if (node->type == YAML_SCALAR_NODE)
		return yaml_document_add_scalar(copy, node->tag, node->data.scalar.value, (int)node->data.scalar.length,
		                                node->data.scalar.style);
	if (node->type == YAML_SEQUENCE_NODE)
		return yaml_document_add_sequence(copy, node->tag, node->data.sequence.style);
	return yaml_document_add_mapping(copy, node->tag, node->data.mapping.style);
}

/* Nodes keep their numbers, so children can be linked once all are there. */
static void copy(yaml_document_t *document)
{
	yaml_document_t copy;
	yaml_node_t *node;
	if (!yaml_document_initialize(&copy, document->version_directive, document->tag_directives.start,
	                              document->tag_directives.end, document->start_implicit, document->end_implicit))
		return;
	for (int id = 1; (node = yaml_document_get_node(document, id)); id++)
		copy_node(&copy, node);
	for (int id = 1; (node = yaml_document_get_node(document, id)); id++)
		copy_children(&copy, node, id);
	yaml_document_delete(&copy);
}

static void load(yaml_parser_t *parser)
{
	for (;;) {
		yaml_document_t document;
		if (!yaml_parser_load(parser, &document))
			return;
		int has_root = yaml_document_get_root_node(&document) != NULL;
		if (has_root)
			copy(&document);
		yaml_document_delete(&document);
		if (!has_root)
			return;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	uint8_t how = take_byte(&input);
	yaml_parser_t parser;
	if (!yaml_parser_initialize(&parser))
		return 0;
	if (how >> 2 & 3)
		yaml_parser_set_encoding(&parser, (yaml_encoding_t)(how >> 2 & 3));
	if (how >> 4 & 1)
		yaml_parser_set_input(&parser, read_some, &input);
	else
		yaml_parser_set_input_string(&parser, input.at, input.left);
	if ((how & 3) == 0)
		scan(&parser);
	else if ((how & 3) == 1)
		parse(&parser);
	else
		load(&parser);
	yaml_parser_delete(&parser);
	return 0;
}
