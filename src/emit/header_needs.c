/* header_needs: see header_needs.h. */
#include "emit/header_needs.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/str.h"

static const char *line_start(const char *text, const char *at)
{
	while (at > text && at[-1] != '\n')
		at--;
	return at;
}

/* "In file included from a.h:3," or "                 from b.h:4:" */
static bool is_about_inclusion(const char *line)
{
	line += strspn(line, " ");
	return str_starts(line, "In file included from ") || str_starts(line, "from ");
}

/* The line, or the first that it leads to if it says who included whom, tells of an error. */
static bool tells_of_error(const char *line)
{
	while (line && is_about_inclusion(line))
		line = (line = strchr(line, '\n')) ? line + 1 : NULL;
	const char *error = line ? strstr(line, ": error:") : NULL;
	return error && !memchr(line, '\n', (size_t)(error - line));
}

/* Is there an error in this header, which is written as in an #include, or in what it includes? */
static bool has_error(const char *header, const char *messages)
{
	const char *slash = strrchr(header, '/'), *name = slash ? slash + 1 : header + 1;
	char *place = xprintf("%.*s:", (int)strcspn(name, "\">"), name);
	bool found = false;
	for (const char *p = messages; !found && (p = strstr(p, place)); p++)
		found = (p == messages || strchr("/ \n", p[-1])) && tells_of_error(line_start(messages, p));
	free(place);
	return found;
}

bool headers_repair(struct model *model, const char *messages)
{
	bool any = false;
	for (size_t f = 0; f < model->functions.n; f++) {
		struct function *function = &model->functions.at[f];
		if (!function->header || !has_error(function->header, messages))
			continue;
		bool others = !function->header_needs_others && model_find_inclusion(model, function->header) != NONE;
		if (!any)
			log_verbose("%s does not compile %s", function->header,
			            others ? "by itself" : "whatever comes before it");
		function->header_needs_others = others;
		if (!others)
			function->header = NULL;
		any = true;
	}
	return any;
}

static bool is_undeclared(const char *function, const char *messages)
{
	static const char *const complaints[] = { "undeclared function '%s'", "implicit declaration of function '%s'",
		                                  "implicit declaration of function \xe2\x80\x98%s\xe2\x80\x99" };
	bool found = false;
	for (size_t i = 0; i < sizeof complaints / sizeof *complaints && !found; i++) {
		char *complaint = xprintf(complaints[i], function);
		found = strstr(messages, complaint) != NULL;
		free(complaint);
	}
	return found;
}

/* What no test calls yet may be in a program of its own, which nobody compiles before. */
static void mark_unknown(struct model *model, const char *header, const bool *called)
{
	for (size_t f = 0; f < model->functions.n; f++) {
		struct function *function = &model->functions.at[f];
		if (!called[f] && function->header && str_equal(function->header, header))
			function->header_needs_others = true;
	}
}

bool headers_add_others(struct model *model, const bool *called, const char *messages)
{
	bool any = false;
	for (size_t f = 0; f < model->functions.n; f++) {
		struct function *function = &model->functions.at[f];
		if (!function->header || function->header_needs_others || !is_undeclared(function->name, messages) ||
		    model_find_inclusion(model, function->header) == NONE)
			continue;
		log_verbose("%s does not declare %s by itself", function->header, function->name);
		function->header_needs_others = true;
		mark_unknown(model, function->header, called);
		any = true;
	}
	return any;
}
