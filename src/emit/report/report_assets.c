/* report_assets: report.css and report.js as they are, inside the program.
 *
 * .incbin keeps style and script in files that editors understand, and needs no generator: gcc and clang both
 * look for the files along -I. The compiler does not see the files that the assembler reads, so the Makefile
 * names both as prerequisites of this object. */
#include "emit/report/report.h"

#define ASSET(symbol, file)                                                    \
	__asm__(".pushsection .rodata\n"                                       \
	        ".globl " #symbol "\n" #symbol ":\n"                           \
	        ".incbin \"" file "\"\n"                                       \
	        ".byte 0\n"                                                    \
	        ".popsection\n")

ASSET(report_css, "emit/report/report.css");
ASSET(report_js, "emit/report/report.js");
