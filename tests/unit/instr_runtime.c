/* instr_runtime: a runtime for test_instr, which builds targets with it instead
 * of rt/. It tells what instrumented code does, line by line.
 *
 * Arguments: NUMBER=VALUE,VALUE,... calls function NUMBER with these integers
 * ("sTEXT": a string; "cTYPE": a callback of function type TYPE, slot 1; "bTEXT":
 * a struct whose first bytes are TEXT; "fREAL": a double). "watch" shows
 * comparisons from then on, "fuel=N" limits fuel, "globals" prints how many bytes
 * of variables there are. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol.h"
#include "runtime.h"

_Thread_local int64_t __skep_fuel = 1000000;
unsigned char __skep_fresh[8];
uint32_t __skep_watching;

int __skep_strcmp(const char *a, const char *b);
void *__skep_malloc(size_t size);
void __skep_free(void *block);

void __skep_make_fresh(void *start, size_t size)
{
	memset(start, 0, size);
}

void __skep_out_of_fuel(void)
{
	puts("out of fuel");
	exit(0);
}

void __skep_saw_int(uint32_t condition, uint32_t predicate, uint64_t left, uint64_t right, uint32_t bits)
{
	printf("saw %u: int %u %llx %llx %u\n", condition, predicate, (unsigned long long)left,
	       (unsigned long long)right, bits);
}

void __skep_saw_real(uint32_t condition, uint32_t predicate, double left, double right)
{
	printf("saw %u: real %u %g %g\n", condition, predicate, left, right);
}

void __skep_saw_text(uint32_t condition, uint32_t predicate, int result)
{
	printf("saw %u: text %u %d\n", condition, predicate, result > 0 ? 1 : result < 0 ? -1 : 0);
}

void __skep_saw_bool(uint32_t condition, int outcome)
{
	printf("saw %u: bool %d\n", condition, outcome);
}

void __skep_saw_switch(uint32_t first_case, uint32_t n_cases, int64_t value)
{
	printf("saw switch: cases %u..%u value %lld\n", first_case, first_case + n_cases - 1, (long long)value);
}

void __skep_retire(void)
{
	puts("retire");
}

void __skep_stood(uint32_t what)
{
	printf("stood in: variable %u\n", what & ~SK_STOOD_IN_VARIABLE);
}

void __skep_stub(uint32_t missing, void *result, uint32_t result_size, void **args, uint32_t n_args)
{
	missing &= ~SK_STUB_MATTERS;
	printf("stub %u: result of %u bytes, %u arguments", missing, result_size, n_args);
	for (uint32_t i = 0; i < n_args; i++)
		printf(" %d", *(int *)args[i]);
	puts("");
	if (result_size >= 4)
		*(int *)result = 11;
}

void __skep_callback(uint32_t type, uint32_t slot, void *result, uint32_t result_size, void **args, uint32_t n_args,
                     const char *kinds)
{
	(void)kinds;
	printf("callback %u.%u: result of %u bytes, %u arguments", type, slot, result_size, n_args);
	for (uint32_t i = 0; i < n_args; i++)
		printf(" %d", *(int *)args[i]);
	puts("");
	if (result_size >= 4)
		*(int *)result = 22;
}

int __skep_strcmp(const char *a, const char *b)
{
	return strcmp(a, b);
}

void *__skep_malloc(size_t size)
{
	printf("malloc %zu\n", size);
	return calloc(1, size);
}

void __skep_free(void *block)
{
	free(block);
}

static void read_argument(char *word, unsigned char *place, void **arg)
{
	double real = word[0] == 'f' ? atof(word + 1) : 0;
	void *pointer = word[0] == 's' ? word + 1 : NULL;
	long long number = atoll(word);
	if (word[0] == 'c')
		pointer = __skep_target.callbacks[atoi(word + 1)][1];
	if (word[0] == 'b')
		memcpy(place, word + 1, strlen(word + 1));
	else if (word[0] == 'f')
		memcpy(place, &real, sizeof real);
	else if (word[0] == 's' || word[0] == 'c')
		memcpy(place, &pointer, sizeof pointer);
	else
		memcpy(place, &number, sizeof number);
	*arg = place;
}

static void call(char *text)
{
	static _Alignas(16) unsigned char places[16][256];
	void *args[16] = { places[0] };
	char *rest = strchr(text, '='), *word;
	unsigned n = 1, number = (unsigned)atoi(text);
	memset(places, 0, sizeof places);
	memset(__skep_hits, 0, __skep_target.n_probes);
	rest = rest && rest[1] ? rest + 1 : NULL;
	while (rest && (word = strsep(&rest, ",")) && n < 16) {
		read_argument(word, places[n], &args[n]);
		n++;
	}
	if (number >= __skep_target.n_functions || !__skep_target.calls[number]) {
		puts("not callable");
		return;
	}
	fflush(stdout);
	__skep_target.calls[number](args);
	printf("call %u: %d hits", number, *(int *)places[0]);
	for (uint32_t i = 0; i < __skep_target.n_probes; i++)
		if (__skep_hits[i])
			printf(" %u", i);
	puts("");
}

/* No test here fails a check of the sanitizers. */
void *__skep_report_memcpy(void *to, const void *from, size_t size);
void *__skep_report_memcpy(void *to, const void *from, size_t size)
{
	return memcpy(to, from, size);
}

void *__skep_report_memmove(void *to, const void *from, size_t size);
void *__skep_report_memmove(void *to, const void *from, size_t size)
{
	return memmove(to, from, size);
}

void *__skep_report_memset(void *to, int byte, size_t size);
void *__skep_report_memset(void *to, int byte, size_t size)
{
	return memset(to, byte, size);
}

#define PRECEDE(theirs, ours)
#define REDEFINE(theirs, ours) \
	void ours(void);       \
	void ours(void)        \
	{                      \
		abort();       \
	}
#include "redefine.h"

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "watch"))
			__skep_watching = 1;
		else if (!strncmp(argv[i], "fuel=", 5))
			__skep_fuel = atoll(argv[i] + 5);
		else if (!strcmp(argv[i], "globals"))
			printf("globals %ld bytes\n", (long)(__stop_skep_data - __start_skep_data));
		else
			call(argv[i]);
	}
	printf("version %u, %u missing, %d bytes into a page\n", __skep_target.version, __skep_target.n_missing,
	       (int)((uintptr_t)__skep_hits % 4096));
	return 0;
}

int __skep_vsnprintf(char *restrict text, size_t size, const char *restrict format, va_list args);

int __skep_vsnprintf(char *restrict text, size_t size, const char *restrict format, va_list args)
{
	return vsnprintf(text, size, format, args);
}
