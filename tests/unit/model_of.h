/* model_of: a model from C sources, with libclang alone. For tests of the modeller. */
#ifndef SKEP_TESTS_MODEL_OF_H
#define SKEP_TESTS_MODEL_OF_H

#include <stdio.h>
#include <stdlib.h>

#include "front/read/parse.h"
#include "model/model.h"

static inline struct model *model_of(const char *const *paths, size_t n_paths, const char *const *flags, size_t n_flags)
{
	struct model *model = model_new();
	struct modeller *modeller = modeller_new(model);
	CXIndex index = clang_createIndex(0, 1);
	for (size_t i = 0; i < n_paths; i++) {
		struct source source = { .path = paths[i] };
		struct parsed parsed = { .source = &source, .index = (uint32_t)i };
		enum CXErrorCode code = clang_parseTranslationUnit2(index, paths[i], flags, (int)n_flags, NULL, 0,
		                                                    CXTranslationUnit_DetailedPreprocessingRecord,
		                                                    &parsed.original);
		status st = code ? fail(TROUBLE_INPUT, "%s: cannot be parsed", paths[i])
		                 : modeller_add_source(modeller, &parsed);
		if (st) {
			fprintf(stderr, "%s\n", st->message);
			exit(1);
		}
		clang_disposeTranslationUnit(parsed.original);
	}
	status st = modeller_finish(modeller);
	if (st)
		exit(1);
	modeller_free(modeller);
	clang_disposeIndex(index);
	return model;
}

#endif
