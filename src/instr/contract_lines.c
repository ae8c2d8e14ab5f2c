/* contract_lines: how targets call the user's contracts. See driver.h.
 *
 * The file of contracts gets a small function per contract, which passes it the arguments of a call
 * or the objects, as wrappers do for functions of the unit. The tables tell what each contract is
 * about. */
#include "instr/driver.h"
#include "protocol.h"

_Static_assert((int)CONTRACT_REQUIRES == SK_REQUIRES && (int)CONTRACT_ENSURES == SK_ENSURES &&
                       (int)CONTRACT_INVARIANT == SK_INVARIANT && (int)CONTRACT_EQUAL == SK_EQUAL &&
                       (int)CONTRACT_MAKE == SK_MAKE,
               "contracts are numbered alike on both sides");

static void print_call_arguments(const struct model *model, const struct contract *contract, struct sb *out)
{
	const struct function *function = &model->functions.at[contract->function];
	bool first = true;
	if (contract->kind == CONTRACT_ENSURES && model_canonical(model, function->result)->kind != TYPE_VOID) {
		sb_addf(out, "*(%s *)__skep_a[0]", driver_spell(model, function->result));
		first = false;
	}
	for (uint32_t i = 0; i < function->n_params; i++, first = false)
		sb_addf(out, "%s*(%s *)__skep_a[%u]", first ? "" : ", ", driver_spell(model, function->params[i].type),
		        i + 1);
}

void contract_print_line(const struct model *model, uint32_t id, struct sb *out)
{
	const struct contract *contract = &model->contracts.at[id];
	sb_addf(out, WRAPPER "int __skep_call_contract_%u(void **__skep_a) { return !!%s(", id, contract->name);
	if (contract->kind < CONTRACT_INVARIANT)
		print_call_arguments(model, contract, out);
	else
		sb_add(out, contract->kind == CONTRACT_EQUAL ? "__skep_a[0], __skep_a[1]" : "__skep_a[0]");
	sb_add(out, "); }\n");
}

/* ---- tables ---- */

static void print_text(const char *text, struct sb *out)
{
	sb_add_char(out, '"');
	for (; *text; text++)
		sb_addf(out, *text == '"' || *text == '\\' || *text == '?' ? "\\%c" : "%c", *text);
	sb_add_char(out, '"');
}

static uint32_t numbered(uint32_t contract)
{
	return contract == NONE ? 0 : contract + 1;
}

static void print_row(const struct model *model, uint32_t id, struct sb *out)
{
	const struct contract *contract = &model->contracts.at[id];
	bool about_type = contract->kind >= CONTRACT_INVARIANT;
	if (contract->kind == CONTRACT_MAKE)
		sb_add(out, "\t{ 0, ");
	else
		sb_addf(out, "\t{ __skep_call_contract_%u, ", id);
	sb_addf(out, "\"%s\", %uu, %uu, %uu, %uu },\n", contract->name, contract->kind, contract->line,
	        about_type ? numbered(model_contract_of_type(model, CONTRACT_INVARIANT, contract->type)) : 0,
	        about_type ? numbered(model_contract_of_type(model, CONTRACT_EQUAL, contract->type)) : 0);
}

static void print_contracts(const struct model *model, struct sb *out)
{
	_Static_assert(sizeof(struct sk_contract) == 32, "the text below has this layout");
	for (uint32_t i = 0; i < model->contracts.n; i++)
		if (model->contracts.at[i].kind != CONTRACT_MAKE)
			sb_addf(out, "int __skep_call_contract_%u(void **);\n", i);
	sb_add(out, "static const struct { int (*holds)(void **); const char *name; unsigned kind, line, invariant, "
	            "equal; } contracts[] = {\n");
	for (uint32_t i = 0; i < model->contracts.n; i++)
		print_row(model, i, out);
	sb_add(out, "\t{ 0 }\n};\n");
}

static void print_function_contracts(const struct model *model, struct sb *out)
{
	_Static_assert(sizeof(struct sk_function_contracts) == 8, "the text below has this layout");
	sb_add(out, "static const unsigned function_contracts[][2] = {\n");
	for (uint32_t i = 0; model->contracts.n && i < model->functions.n; i++)
		sb_addf(out, "\t{ %uu, %uu },\n", numbered(model_contract_of_function(model, CONTRACT_REQUIRES, i)),
		        numbered(model_contract_of_function(model, CONTRACT_ENSURES, i)));
	sb_add(out, "\t{ 0 }\n};\n");
}

void contract_print_tables(const struct model *model, struct sb *out)
{
	print_contracts(model, out);
	print_function_contracts(model, out);
	sb_add(out, "static const char contract_file[] = ");
	print_text(model->contract_file ? model->contract_file : "", out);
	sb_add(out, ";\n");
}
