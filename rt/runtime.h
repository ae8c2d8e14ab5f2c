/* runtime: the names that instrumented code may use. instr/ emits calls to these names; the files
 * of rt/ define them. Every symbol that is linked into a target starts with __skep_, so it cannot
 * clash with a name of the unit. */
#ifndef SKEP_RT_RUNTIME_H
#define SKEP_RT_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

/* Marks in the text that front/ writes; instr/ replaces every call of them. */
int __skep_cond(unsigned condition, int outcome);
void __skep_region(unsigned region);
void __skep_function(unsigned function);
void __skep_switch(unsigned of_switch);

/* Fuel: each condition, each function entry and each round of a loop without conditions takes one unit; below zero
 * the test hangs. The number that other threads take depends on the machine, so only the test's own thread has a
 * limit. */
extern _Thread_local int64_t __skep_fuel;
void __skep_out_of_fuel(void);

/* Not zero while the test wants distances; checked inline before the calls below. */
extern uint32_t __skep_watching;

/* Predicates are LLVM's numbers: 32 eq, 33 ne, 34 ugt, 35 uge, 36 ult, 37 ule,
 * 38 sgt, 39 sge, 40 slt, 41 sle; for floats 1 oeq, 2 ogt, ... 14 une.
 * `width` in bits, with SK_POINTER_BITS. */
void __skep_saw_int(uint32_t condition, uint32_t predicate, uint64_t left, uint64_t right, uint32_t width);
void __skep_saw_real(uint32_t condition, uint32_t predicate, double left, double right);
/* The condition compares the result of a string or memory comparison with zero by `predicate`; the
 * distance is the one that the comparison recorded. */
void __skep_saw_text(uint32_t condition, uint32_t predicate, int result);
/* Only the outcome of the condition is known. */
void __skep_saw_bool(uint32_t condition, int outcome);
void __skep_saw_switch(uint32_t first_case, uint32_t n_cases, int64_t value);

/* Checked build: the value of a local variable of up to eight bytes that nobody set, and the
 * function that gives a larger variable its bytes. */
extern unsigned char __skep_fresh[8];
void __skep_make_fresh(void *start, size_t size);

/* The unit did something that cannot be undone after the test. */
void __skep_retire(void);

/* A missing function or a callback was called; args[i] points to argument i, and kinds[i] tells what of it is noted. */
/* Notes for the record that the unit used a variable or called a function that nobody defines. */
void __skep_stood(uint32_t what);
void __skep_stub(uint32_t missing, void *result, uint32_t result_size, void **args, uint32_t n_args);
void __skep_callback(uint32_t type, uint32_t slot, void *result, uint32_t result_size, void **args, uint32_t n_args,
                     const char *kinds);

/* The unit's writable globals lie between these (section skep_data). */
extern unsigned char __start_skep_data[] __attribute__((weak));
extern unsigned char __stop_skep_data[] __attribute__((weak));

#endif
