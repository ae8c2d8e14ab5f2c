/* frameworks: see frameworks.h. */
#include "emit/text/frameworks.h"

#define BIT(relation) (1u << (relation))
#define CONDITIONS (BIT(EXPECT_TRUE) | BIT(EXPECT_FALSE) | BIT(EXPECT_NULL) | BIT(EXPECT_NOT_NULL))
#define ALL_RELATIONS (BIT(N_RELATIONS) - 1)

/* ---- plain ---- */

const char *const plain_words[] = { "CHECK",      "CHECK_INT",  "CHECK_UINT",  "CHECK_REAL",
	                            "CHECK_NEAR", "CHECK_TEXT", "CHECK_BYTES", NULL };

/* A macro that passes its own place, and a function that compares and shows both values. */
#define SHOWING(macro, function, type, fails, format)                                                              \
	"#define " macro "(actual, expected) " function "(__LINE__, #actual, actual, expected)\n"                  \
	"static void " function "(int $line, const char *$what, " type "$actual, " type "$expected)\n{\n"         \
	"    if (" fails ") {\n"                                                                                      \
	"        $printf(\"%s:%d: %s is " format ", expected " format "\\n\", __FILE__, $line, $what, $actual, $expected);\n" \
	"        $failed++;\n    }\n}\n\n"

static const char check_condition[] =
        "#define $CHECK(what) ((what) ? (void)0 : (void)($failed++, $printf(\"%s:%d: %s\\n\", __FILE__, __LINE__, #what)))\n\n";

static const char check_int[] = SHOWING("$CHECK_INT", "$check_int", "long long ", "$actual != $expected", "%lld");
static const char check_uint[] = SHOWING("$CHECK_UINT", "$check_uint", "unsigned long long ", "$actual != $expected",
                                         "%llu");
static const char check_real[] = SHOWING("$CHECK_REAL", "$check_real", "double ", "$actual != $expected", "%.17g");
static const char check_text[] =
        "#define $CHECK_TEXT(actual, expected) $check_text(__LINE__, #actual, actual, expected)\n"
        "static void $check_text(int $line, const char *$what, const char *$actual, const char *$expected)\n{\n"
        "    if (!$actual || $strcmp($actual, $expected) != 0) {\n"
        "        $printf(\"%s:%d: %s is \\\"%s\\\", expected \\\"%s\\\"\\n\", __FILE__, $line, $what, $actual ? $actual : \"NULL\",\n"
        "               $expected);\n"
        "        $failed++;\n    }\n}\n\n";

static const char check_near[] =
        "/* Give or take the tolerance. */\n"
        "#define $CHECK_NEAR(actual, expected, tolerance) $check_near(__LINE__, #actual, actual, expected, tolerance)\n"
        "static void $check_near(int $line, const char *$what, double $actual, double $expected, double $tolerance)\n{\n"
        "    if (!($actual >= $expected - $tolerance && $actual <= $expected + $tolerance)) {\n"
        "        $printf(\"%s:%d: %s is %.17g, expected %.17g\\n\", __FILE__, $line, $what, $actual, $expected);\n"
        "        $failed++;\n    }\n}\n\n";

static const char check_bytes[] =
        "#define $CHECK_BYTES(actual, expected, size) $check_bytes(__LINE__, #actual, actual, expected, size)\n"
        "static void $check_bytes(int $line, const char *$what, const void *$actual, const void *$expected, size_t $size)\n{\n"
        "    const unsigned char *$a = $actual, *$b = $expected;\n"
        "    for (size_t $at = 0; $at < $size; $at++)\n        if ($a[$at] != $b[$at]) {\n"
        "            $printf(\"%s:%d: byte %d of %s is 0x%02x, expected 0x%02x\\n\", __FILE__, $line, (int)$at, $what, $a[$at], $b[$at]);\n"
        "            $failed++;\n            return;\n        }\n}\n\n";

#define PLAIN_MACROS                                                                                                   \
	{ "$CHECK(<)",           "$CHECK(!<)",          "$CHECK(< == NULL)",       "$CHECK(< != NULL)",  "$CHECK_INT(<, >)", \
	  "$CHECK_UINT(<, >)", "$CHECK_REAL(<, >)", "$CHECK_NEAR(<, >, ~)", "$CHECK_TEXT(<, >)", "$CHECK_BYTES(<, >, ~)" }

#define PLAIN_PIECES                                                                                                   \
	{ { ALL_RELATIONS, "static int $failed;\n\n" },     { CONDITIONS, check_condition },                      \
	  { BIT(EXPECT_INT), check_int },   { BIT(EXPECT_UINT), check_uint }, { BIT(EXPECT_REAL), check_real }, \
	  { BIT(EXPECT_NEAR), check_near }, { BIT(EXPECT_TEXT), check_text }, { BIT(EXPECT_BYTES), check_bytes } }

#define PLAIN_TABLE "static const struct {\n    const char *$name;\n    void (*$run)(void);\n} $tests[] = {\n"

/* ---- the others ---- */

/* For frameworks that run all tests in one process. A failed expectation leads a child back to the framework,
 * which goes on with the next test. */
#define OWN_PROCESS(check)                                                                                              \
	"/* Each test runs in a process of its own: whatever it leaves behind, the next starts afresh. */\n"            \
	"static int $apart(void)\n{\n    static int $inside;\n    int $status = 1;\n    pid_t $pid;\n"                  \
	"    if ($inside)\n        $exit(1); /* a failed check led this child back here */\n"                             \
	"    $fflush(NULL);\n    $pid = $fork();\n    $inside = $pid == 0;\n    if ($inside)\n        return 1;\n    "       \
	check "($pid > 0 && $waitpid($pid, &$status, 0) == $pid && $status == 0);\n    return 0;\n}\n\n"

/* Neither cmocka nor Unity compares doubles unless it is built for that. */
#define NEAR                                                                                                           \
	"/* Give or take the tolerance; says both if they are not near. */\n"                                             \
	"static int $is_near(double $actual, double $expected, double $tolerance)\n{\n"                                 \
	"    if ($actual >= $expected - $tolerance && $actual <= $expected + $tolerance)\n        return 1;\n"           \
	"    $printf(\"%.17g, expected %.17g\\n\", $actual, $expected);\n    return 0;\n}\n\n"
#define NEAR_PIECE { BIT(EXPECT_REAL) | BIT(EXPECT_NEAR), NEAR }

const struct framework frameworks[N_FORMATS] = {
	[FORMAT_PLAIN] = { PLAIN_MACROS, APART_INCLUDES, PLAIN_PIECES, "static void @(void)\n{\n", "}\n", NULL, NULL,
	                   NULL, PLAIN_TABLE, "    { \"@\", @ },\n",
	                   "};\n\n"
	                   "/* Each test runs in a process of its own: whatever it leaves behind, the next starts afresh. */\n"
	                   "int main(int $argc, char **$argv)\n{\n    int $bad = 0, $count = 0;\n"
	                   "    size_t $i;\n"
	                   "    for ($i = 0; $i < sizeof $tests / sizeof *$tests; $i++) {\n        int $status = 0;\n"
	                   "        if ($argc > 1 && $strcmp($argv[1], $tests[$i].$name) != 0)\n            continue;\n"
	                   "        $fflush(NULL);\n        pid_t $pid = $fork();\n        if ($pid == 0) {\n            $tests[$i].$run();\n"
	                   "            $exit($failed != 0);\n        }\n        $count++;\n"
	                   "        if ($pid > 0 && $waitpid($pid, &$status, 0) == $pid && $status == 0)\n            continue;\n"
	                   "        $printf(\"FAILED: %s\\n\", $tests[$i].$name);\n        $bad++;\n    }\n"
	                   "    $printf(\"%d of %d tests passed\\n\", $count - $bad, $count);\n"
	                   "    return $bad != 0 || ($argc > 1 && $count == 0);\n}\n",
	                   C_NEEDS_STDIO | C_NEEDS_STRING | C_NEEDS_STDLIB | C_NEEDS_STDDEF },
	[FORMAT_BARE] = { PLAIN_MACROS, "", PLAIN_PIECES, "static void @(void)\n{\n", "}\n", NULL, NULL, NULL,
	                  PLAIN_TABLE, "    { \"@\", @ },\n",
	                  "};\n\nint main(void)\n{\n    int $bad = 0, $count = sizeof $tests / sizeof *$tests;\n"
	                  "    for (int $i = 0; $i < $count; $i++) {\n        $failed = 0;\n        $tests[$i].$run();\n"
	                  "        if ($failed)\n            $printf(\"FAILED: %s\\n\", $tests[$i].$name);\n"
	                  "        $bad += $failed != 0;\n    }\n"
	                  "    $printf(\"%d of %d tests passed\\n\", $count - $bad, $count);\n    return $bad != 0;\n}\n",
	                  C_NEEDS_STDIO | C_NEEDS_STRING | C_NEEDS_STDDEF },
	[FORMAT_CMOCKA] = { { "assert_true(<)", "assert_false(<)", "assert_null(<)", "assert_non_null(<)",
	                      "assert_int_equal(<, >)", "assert_int_equal(<, >)", "assert_true($is_near(<, >, 0))",
	                      "assert_true($is_near(<, >, ~))", "assert_string_equal(<, >)",
	                      "assert_memory_equal(<, >, ~)" },
	                    "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <cmocka.h>\n",
	                    { NEAR_PIECE },
	                    "static void @(void **$state)\n{\n    (void)$state;\n",
	                    "}\n",
	                    OWN_PROCESS("assert_true"),
	                    "static void @(void **$state)\n{\n    (void)$state;\n    if (!$apart())\n        return;\n",
	                    "    $exit(0);\n}\n",
	                    "int main(void)\n{\n    const struct CMUnitTest $tests[] = {\n",
	                    "        cmocka_unit_test(@),\n",
	                    "    };\n    return cmocka_run_group_tests($tests, NULL, NULL);\n}\n",
	                    C_NEEDS_STDIO | C_NEEDS_STDLIB },
	[FORMAT_CHECK] = { { "ck_assert(<)", "ck_assert(!<)", "ck_assert_ptr_null(<)", "ck_assert_ptr_nonnull(<)",
	                     "ck_assert_int_eq(<, >)", "ck_assert_uint_eq(<, >)", "ck_assert_double_eq(<, >)",
	                     "ck_assert_double_eq_tol(<, >, ~)", "ck_assert_str_eq(<, >)",
	                     "ck_assert_mem_eq(<, >, ~)" },
	                   "#include <check.h>\n#include <stdlib.h>\n",
	                   { { 0, NULL } },
	                   "START_TEST(@)\n{\n",
	                   "}\nEND_TEST\n",
	                   NULL,
	                   NULL,
	                   NULL,
	                   "int main(void)\n{\n    Suite *$suite = suite_create(\"skep\");\n    TCase *$tests = tcase_create(\"tests\");\n",
	                   "    tcase_add_test($tests, @);\n",
	                   "    suite_add_tcase($suite, $tests);\n    SRunner *$runner = srunner_create($suite);\n"
	                   "    srunner_run_all($runner, CK_NORMAL);\n    int $failures = srunner_ntests_failed($runner);\n"
	                   "    srunner_free($runner);\n    return $failures != 0;\n}\n",
	                   0 },
	[FORMAT_UNITY] = { { "TEST_ASSERT_TRUE(<)", "TEST_ASSERT_FALSE(<)", "TEST_ASSERT_NULL(<)",
	                     "TEST_ASSERT_NOT_NULL(<)", "TEST_ASSERT_EQUAL_INT(>, <)", "TEST_ASSERT_EQUAL_UINT(>, <)",
	                     "TEST_ASSERT_TRUE($is_near(<, >, 0))", "TEST_ASSERT_TRUE($is_near(<, >, ~))",
	                     "TEST_ASSERT_EQUAL_STRING(>, <)", "TEST_ASSERT_EQUAL_MEMORY(>, <, ~)" },
	                   "#include <unity.h>\n",
	                   { NEAR_PIECE },
	                   "static void @(void)\n{\n",
	                   "}\n",
	                   OWN_PROCESS("TEST_ASSERT_TRUE"),
	                   "static void @(void)\n{\n    if (!$apart())\n        return;\n",
	                   "    $exit(0);\n}\n",
	                   "void setUp(void) {}\nvoid tearDown(void) {}\n\nint main(void)\n{\n    UNITY_BEGIN();\n",
	                   "    RUN_TEST(@);\n",
	                   "    return UNITY_END();\n}\n",
	                   C_NEEDS_STDIO | C_NEEDS_STDLIB },
};
