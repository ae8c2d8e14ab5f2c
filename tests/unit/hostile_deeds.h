/* hostile_deeds: the functions of tests/units/hostile, each with its arguments and the ends that
 * its test may have.
 *
 * In a call, # stands for one of the numbers behind it (any number, if there are none), and a $ for
 * the path of a canary: $file, $folder (an empty one) or $all (the folder that contains them all),
 * in one of many spellings. */
#ifndef SKEP_TESTS_HOSTILE_DEEDS_H
#define SKEP_TESTS_HOSTILE_DEEDS_H

#include <stdint.h>

enum deed_flag {
	COSTLY = 1,      /* works hard */
	SLOW = 2,        /* ended by its own clock */
	DEAF = 4,        /* ended only from outside */
	OWN_PROCESS = 8, /* damages its process in ways that only the process's end undoes */
};

#define MAX_NUMBERS 10

struct deed {
	const char *call;
	const char *ends;  /* normal, fault, hang, exit: how it may end, alone in the fast build */
	unsigned flags;
	int64_t numbers[MAX_NUMBERS];
	unsigned n_numbers;
};

#define NUMBERS(...)                                                           \
	{ __VA_ARGS__ }, sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)

static const struct deed deeds[] = {
	/* ends.c */
	{ "read_nowhere(#)", "f", 0, NUMBERS(0, 8, 65537, 0x123456789, INT64_MIN, -1) },
	{ "write_nowhere(#)", "f", 0, NUMBERS(0, 4, 70000, 0x123456789, INT64_MAX, -8) },
	{ "write_constant()", "f", 0, { 0 }, 0 },
	{ "call_nowhere(#)", "f", 0, NUMBERS(0, 1, 0x100000, 0x123456789, -1) },
	{ "run_data()", "f", 0, { 0 }, 0 },
	{ "divide(1, #)", "nf", 0, NUMBERS(0, 1) },
	{ "trap()", "f", 0, { 0 }, 0 },
	{ "breakpoint()", "f", 0, { 0 }, 0 },
	{ "read_behind_file()", "f", 0, { 0 }, 0 },
	{ "fail_assertion(#)", "f", 0, NUMBERS(0) },
	{ "loop(2)", "h", 0, { 0 }, 0 },
	{ "loop_without_condition()", "h", SLOW, { 0 }, 0 },
	{ "wait_for_nothing()", "h", SLOW, { 0 }, 0 },
	{ "read_empty_pipe()", "h", SLOW, { 0 }, 0 },
	{ "fill_pipe()", "h", SLOW, { 0 }, 0 },
	{ "lock_twice()", "h", SLOW, { 0 }, 0 },
	{ "loop_deaf()", "h", DEAF, { 0 }, 0 },
	{ "loop_without_clock()", "h", DEAF, { 0 }, 0 },
	{ "recurse(1)", "fh", 0, { 0 }, 0 },
	{ "recurse_in_leaps(1)", "f", 0, { 0 }, 0 },
	{ "recurse_through_library()", "fh", 0, { 0 }, 0 },
	{ "leave(#)", "e", 0, NUMBERS(0, 1, 201, 202, 204, 255) },
	{ "leave_at_once(#)", "e", 0, NUMBERS(0, 3) },
	{ "leave_quickly(#)", "e", 0, NUMBERS(0, 3) },
	{ "leave_really(#)", "e", 0, NUMBERS(0, 1, 77) },
	{ "leave_really(#)", "f", 0, NUMBERS(201, 202, 203, 204) }, /* what the runtime itself ends with */
	{ "end_thread(#)", "e", 0, NUMBERS(0, 9) },
	{ "leave_thread()", "efn", 0, { 0 }, 0 },
	{ "leave_badly(#)", "efh", 0, NUMBERS(0, 1, 2) },
	{ "give_up()", "f", 0, { 0 }, 0 },
	{ "give_up_with_handler()", "f", 0, { 0 }, 0 },
	{ "raise_signal(#)", "nf", 0, NUMBERS(1, 2, 6, 8, 9, 11, 13, 14, 15, 64) },
	{ "send_signal(#)", "nf", 0, NUMBERS(1, 3, 4, 5, 7, 9, 10, 17, 31, 65) },
	{ "send_signal_really(#)", "nf", 0, NUMBERS(1, 2, 3, 6, 7, 9, 11, 13, 15, 64) },
	{ "send_to_thread_really(#)", "nf", 0, NUMBERS(4, 5, 8, 9, 10, 12, 14, 16, 24, 31) },
	{ "stop()", "h", 0, { 0 }, 0 },
	{ "recurse_in_handler()", "fh", 0, { 0 }, 0 },
	{ "crash_in_handler()", "fh", 0, { 0 }, 0 },
	{ "loop_in_crash_handler()", "h", SLOW, { 0 }, 0 },
	{ "return_from_crash_handler()", "h", SLOW, { 0 }, 0 },
	{ "ignore_all_signals()", "n", 0, { 0 }, 0 },
	{ "default_all_signals()", "f", 0, { 0 }, 0 },
	{ "ring_really()", "fh", 0, { 0 }, 0 },
	{ "ring_pretended()", "n", 0, { 0 }, 0 },
	{ "ring_by_timer(#)", "nfh", 0, NUMBERS(9, 14, 15, 11, 19) },
	{ "recurse_without_signal_stack()", "fh", 0, { 0 }, 0 },
	{ "jump_into_the_past()", "nfeh", 0, { 0 }, 0 },
	{ "jump_to_garbage(#)", "f", 0, NUMBERS(0, 1, 65, 255) },
	{ "switch_to_garbage(#)", "f", 0, NUMBERS(0, 1, 65, 255) },
	{ "smash_stack(#)", "nfeh", 0, NUMBERS(17, 24, 40, 64, 100, 200, 500, 2000, 10000, 300000) },
	{ "smash_stack_and_exit(#)", "e", 0, NUMBERS(24, 64, 200, 500, 1000, 2000, 5000, 10000) },
	{ "smash_stack_and_exit(#)", "ef", 0, NUMBERS(300000, 1000000) },
	{ "smash_stack_and_abort(#)", "f", 0, NUMBERS(24, 64, 200, 500, 1000, 2000, 5000, 10000, 300000, 1000000) },
	{ "lose_stack(#)", "f", 0, NUMBERS(0, 8, 0x123456000, -8) },
	{ "set_flags(#)", "nf", 0, NUMBERS(0, 1) },
	{ "lose_thread_pointer(#)", "nf", 0, NUMBERS(0, 0x123456000) },
	/* memory.c */
	{ "fill_heap(#)", "nh", COSTLY, NUMBERS(1000, 100000, 10000000) },
	{ "ask_for_too_much()", "n", 0, { 0 }, 0 },
	{ "grow_for_ever()", "n", COSTLY, { 0 }, 0 },
	{ "free_twice()", "f", 0, { 0 }, 0 },
	{ "free_nowhere(#)", "f", 0, NUMBERS(1, 16, 0x123456780, -16) },
	{ "free_inside(#)", "f", 0, NUMBERS(1, 8, 16, 500) },
	{ "overrun_heap(#)", "nf", 0, NUMBERS(33, 40, 64, 200, 1000, 100000) },
	{ "underrun_heap(#)", "nf", 0, NUMBERS(1, 8, 16, 64) },
	{ "use_freed(#)", "nf", 0, NUMBERS(8, 100, 5000) },
	{ "overrun_globals(#)", "nf", 0, NUMBERS(101, 116, 200) },
	{ "map_memory()", "n", 0, { 0 }, 0 },
	{ "map_memory_really()", "n", 0, { 0 }, 0 },
	{ "unmap(#)", "nfeh", 0, NUMBERS(0, 1, 2, 3) },
	{ "protect(#)", "nfeh", 0, NUMBERS(0, 1, 2, 4, 7) },
	{ "drop_pages()", "nfeh", 0, { 0 }, 0 },
	{ "map_over_everything()", "nfeh", 0, { 0 }, 0 },
	{ "scribble_shared(#)", "nfeh", 0, { 0 }, 0 },
	{ "scribble_head(#)", "nfeh", 0, { 0 }, 0 },
	{ "fill_shared(#)", "nfeh", 0, NUMBERS(0, 1, 2, 128, 255) },
	{ "keep_scribbling(#)", "nfeh", SLOW, { 0 }, 0 },
	{ "destroy_everything(#)", "nfeh", 0, { 0 }, 0 },
	{ "scribble_private(#)", "nfeh", OWN_PROCESS, { 0 }, 0 },
	/* files.c: canaries */
	{ "delete_file($file)", "n", 0, { 0 }, 0 },
	{ "delete_anything($file)", "n", 0, { 0 }, 0 },
	{ "delete_anything($folder)", "n", 0, { 0 }, 0 },
	{ "delete_folder($folder)", "n", 0, { 0 }, 0 },
	{ "overwrite_stream($file)", "n", 0, { 0 }, 0 },
	{ "append_stream($file)", "n", 0, { 0 }, 0 },
	{ "overwrite_file($file, #)", "n", 0, NUMBERS(1, 2, 01101, 02001, 0101, 01002) },
	{ "truncate_file($file)", "n", 0, { 0 }, 0 },
	{ "map_file($file)", "n", 0, { 0 }, 0 },
	{ "reopen_file($file)", "n", 0, { 0 }, 0 },
	{ "rename_away($file)", "n", 0, { 0 }, 0 },
	{ "rename_away($folder)", "n", 0, { 0 }, 0 },
	{ "rename_over($file)", "n", 0, { 0 }, 0 },
	{ "rename_beside($file)", "n", 0, { 0 }, 0 },
	{ "exchange_file($file)", "n", 0, { 0 }, 0 },
	{ "change_mode($file)", "n", 0, { 0 }, 0 },
	{ "change_mode($folder)", "n", 0, { 0 }, 0 },
	{ "change_owner($file)", "n", 0, { 0 }, 0 },
	{ "change_times($file)", "n", 0, { 0 }, 0 },
	{ "change_attributes($file)", "n", 0, { 0 }, 0 },
	{ "link_file($file)", "n", 0, { 0 }, 0 },
	{ "create_beside($file)", "n", 0, { 0 }, 0 },
	{ "delete_below($all)", "n", 0, { 0 }, 0 },
	{ "enter($all)", "n", 0, { 0 }, 0 },
	/* files.c: scratch and descriptors */
	{ "leave_file(\"note\")", "n", 0, { 0 }, 0 },
	{ "leave_file_and_crash(\"note\")", "f", 0, { 0 }, 0 },
	{ "leave_file_really(\"note\")", "n", 0, { 0 }, 0 },
	{ "write_until_full()", "nh", COSTLY, { 0 }, 0 },
	{ "make_sparse()", "n", 0, { 0 }, 0 },
	{ "make_many_files(#)", "nh", COSTLY, NUMBERS(10, 1000) },
	{ "make_deep_folders(#)", "nh", COSTLY, NUMBERS(3, 100, 400) },
	{ "make_closed_folders()", "n", 0, { 0 }, 0 },
	{ "make_odd_names()", "n", 0, { 0 }, 0 },
	{ "open_fifo()", "nh", SLOW, { 0 }, 0 },
	{ "delete_scratch()", "n", 0, { 0 }, 0 },
	{ "close_all()", "n", 0, { 0 }, 0 },
	{ "close_all_really()", "n", 0, { 0 }, 0 },
	{ "open_all()", "n", 0, { 0 }, 0 },
	{ "open_all_streams()", "n", 0, { 0 }, 0 },
	{ "replace_descriptors()", "n", 0, { 0 }, 0 },
	{ "replace_descriptors_really()", "n", 0, { 0 }, 0 },
	{ "change_standard_flags()", "n", 0, { 0 }, 0 },
	{ "reopen_standard()", "n", 0, { 0 }, 0 },
	{ "talk_for_ever()", "h", COSTLY, { 0 }, 0 },
	{ "talk_for_ever_really()", "h", COSTLY, { 0 }, 0 },
	{ "listen_for_ever()", "n", 0, { 0 }, 0 },
	/* processes.c */
	{ "start_process()", "n", 0, { 0 }, 0 },
	{ "start_many_processes()", "n", 0, { 0 }, 0 },
	{ "start_process_really(#)", "n", 0, NUMBERS(0, 1, 2, 3) },
	{ "run_program(#)", "n", 0, NUMBERS(0, 1, 2, 3, 4, 5) },
	{ "become_daemon()", "n", 0, { 0 }, 0 },
	{ "kill_everybody()", "n", 0, { 0 }, 0 },
	{ "kill_group()", "n", 0, { 0 }, 0 },
	{ "kill_parent()", "n", 0, { 0 }, 0 },
	{ "kill_session()", "n", 0, { 0 }, 0 },
	{ "kill_first()", "n", 0, { 0 }, 0 },
	{ "kill_by_library(#)", "nf", 0, NUMBERS(-1, 0, 1, 2) },
	{ "kill_parent_by_descriptor()", "n", 0, { 0 }, 0 },
	{ "trace()", "n", 0, { 0 }, 0 },
	{ "write_into_parent()", "n", 0, { 0 }, 0 },
	{ "limit_parent()", "n", 0, { 0 }, 0 },
	{ "outlive_parent()", "n", 0, { 0 }, 0 },
	{ "limit_itself(#, 0)", "nfh", 0, NUMBERS(0, 1, 2, 3, 4, 5, 7, 8, 9) },
	{ "limit_itself(#, 65536)", "nf", 0, NUMBERS(1, 2, 3, 9) },
	{ "lift_limits()", "n", 0, { 0 }, 0 },
	{ "become_root()", "n", 0, { 0 }, 0 },
	{ "deny_itself_everything(#)", "nf", 0, NUMBERS(0, 1, 2) },
	{ "idle_priority()", "n", 0, { 0 }, 0 },
	{ "rename_itself(\"init\")", "n", 0, { 0 }, 0 },
	{ "open_socket(#, 1)", "n", 0, NUMBERS(1, 2, 10, 16, 17, 40) },
	{ "open_socket(#, 2)", "n", 0, NUMBERS(1, 2, 10, 16, 17) },
	{ "open_socket_really(#, 3)", "n", 0, NUMBERS(1, 2, 10, 16, 17) },
	{ "open_socket_pair()", "n", 0, { 0 }, 0 },
	{ "connect_all()", "n", 0, { 0 }, 0 },
};
#define N_DEEDS (sizeof deeds / sizeof *deeds)

/* Of threads.c: a unit of its own, because it gets a process per test. */
static const struct deed thread_deeds[] = {
	{ "leave_thread_spinning()", "n", 0, { 0 }, 0 },         { "join_spinning_thread()", "h", SLOW, { 0 }, 0 },
	{ "join_spinning_threads()", "h", SLOW, { 0 }, 0 },      { "join_counting_thread()", "n", 0, { 0 }, 0 },
	{ "join_printing_thread()", "h", SLOW, { 0 }, 0 },       { "crash_in_thread(#)", "nf", 0, NUMBERS(0, 1) },
	{ "leave_in_thread(#)", "nfe", 0, NUMBERS(0, 1) },       { "give_up_in_thread(#)", "nf", 0, NUMBERS(0, 1) },
	{ "leave_thread_writing()", "n", 0, { 0 }, 0 },          { "start_many_threads()", "nfh", COSTLY, { 0 }, 0 },
	{ "end_main_thread()", "hnef", SLOW, { 0 }, 0 },         { "cancel_itself()", "nfeh", 0, { 0 }, 0 },
	{ "signal_thread(#)", "nf", 0, NUMBERS(9, 10, 11, 15) },
};
#define N_THREAD_DEEDS (sizeof thread_deeds / sizeof *thread_deeds)

/* Of good.c: what these give never changes. */
static const char *const good_tests[] = {
	"a = count_calls()\n  b = count_calls()",
	"a = mark(17)\n  b = mark(4999)\n  c = mark(17)",
	"a = keep_text(\"some text\")\n  b = keep_text(\"\")",
	"a = sum_of_squares(100)\n  b = sum_unwritten(5000)",
	"a = sum_unwritten(100)\n  b = sum_unwritten(100000)",
	"a = note_on_disk(\"note\")",
	"p = path \"text\"\n  a = note_on_disk(\"other\")\n  b = note_on_disk(p)",
	"a = draw()\n  b = draw()",
	"a = classify(-5000)\n  b = classify(7)\n  c = classify(102)",
	"a = classify(0)\n  b = compare_words(\"one\", \"two\")",
	"a = compare_words(\"same\", \"same\")\n  b = count_calls()",
	"f = file \"four\"\n  a = count_bytes(f)\n  b = draw()\n  c = keep_text(\"abc\")",
};
#define N_GOOD (sizeof good_tests / sizeof *good_tests)

#endif
