/* jsgen: makes JavaScript programs at random from a grammar whose rules can be left out.
 *
 *     jsgen SEED FEATURE...      a program with these features
 *     jsgen --features           their names
 *
 * A rule belongs to a feature and has a text. In it, %e stands for an expression, %s for a statement,
 * %b for statements, %v for a variable, %p for the name of a property, %n for a number, %t for a text,
 * %a for an array, %o for an object, %r for a regular expression, %f for a function, %i for a fresh
 * name. What no rule is left for is something plain. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 4
#define STATEMENTS 12

struct rule {
	char kind;
	const char *feature, *text;
};

static const struct rule rules[] = {
	{ 's', "var", "var %v = %e;" },
	{ 's', "if", "if (%e) { %b }" },
	{ 's', "if-else", "if (%e) { %b } else { %b }" },
	{ 's', "for", "for (var %i = 0; %i < 3; %i++) { %b }" },
	{ 's', "for-in", "for (var %v in %o) { %b }" },
	{ 's', "while", "var %i = 0; while (%i++ < 3) { %b }" },
	{ 's', "do-while", "var %i = 0; do { %b } while (%i++ < 2);" },
	{ 's', "switch", "switch (%e) { case %n: %s break; case %t: %s default: %s }" },
	{ 's', "try-catch", "try { %b } catch (%v) { %b }" },
	{ 's', "try-finally", "try { %b } finally { %s }" },
	{ 's', "throw", "throw %e;" },
	{ 's', "labelled-break", "%i: for (;;) { %s break %i; }" },
	{ 's', "continue", "for (var %i = 0; %i < 3; %i++) { if (%e) continue; %s }" },
	{ 's', "return", "return %e;" },
	{ 's', "with", "with (%o) { %b }" },
	{ 's', "block", "{ %b }" },
	{ 's', "function", "function %i(x, y) { %b return %e; } %v = %i(%e, %e);" },
	{ 's', "empty", ";" },
	{ 's', "expression", "%e;" },
	{ 's', "print", "print(%e);" },
	{ 's', "debugger", "debugger;" },
	{ 's', "strict", "(function () { 'use strict'; var z = %e; print(z, %e); })();" },
	{ 's', "comma-for", "for (var %i = 0, x = %e; %i < 2; %i++, x = %e) { %s }" },
	{ 's', "property-set", "%o.%p = %e;" },

	{ 'e', "add", "(%e + %e)" },
	{ 'e', "sub", "(%e - %e)" },
	{ 'e', "mul", "(%e * %e)" },
	{ 'e', "div", "(%e / %e)" },
	{ 'e', "mod", "(%e %% %e)" },
	{ 'e', "shl", "(%e << %e)" },
	{ 'e', "shr", "(%e >> %e)" },
	{ 'e', "ushr", "(%e >>> %e)" },
	{ 'e', "bit-and", "(%e & %e)" },
	{ 'e', "bit-or", "(%e | %e)" },
	{ 'e', "bit-xor", "(%e ^ %e)" },
	{ 'e', "less", "(%e < %e)" },
	{ 'e', "greater", "(%e > %e)" },
	{ 'e', "less-equal", "(%e <= %e)" },
	{ 'e', "equal", "(%e == %e)" },
	{ 'e', "not-equal", "(%e != %e)" },
	{ 'e', "same", "(%e === %e)" },
	{ 'e', "not-same", "(%e !== %e)" },
	{ 'e', "and", "(%e && %e)" },
	{ 'e', "or", "(%e || %e)" },
	{ 'e', "comma", "(%e, %e)" },
	{ 'e', "in", "(%t in %o)" },
	{ 'e', "instanceof", "(%e instanceof Array)" },
	{ 'e', "negate", "(-%e)" },
	{ 'e', "to-number", "(+%e)" },
	{ 'e', "not", "(!%e)" },
	{ 'e', "bit-not", "(~%e)" },
	{ 'e', "typeof", "(typeof %e)" },
	{ 'e', "void", "(void %e)" },
	{ 'e', "delete", "(delete %o.%p)" },
	{ 'e', "pre-increment", "(++%v)" },
	{ 'e', "pre-decrement", "(--%v)" },
	{ 'e', "post-increment", "(%v++)" },
	{ 'e', "post-decrement", "(%v--)" },
	{ 'e', "assign", "(%v = %e)" },
	{ 'e', "assign-add", "(%v += %e)" },
	{ 'e', "assign-shift", "(%v <<= %e)" },
	{ 'e', "conditional", "(%e ? %e : %e)" },
	{ 'e', "member", "%o.%p" },
	{ 'e', "index", "%a[%e]" },
	{ 'e', "call", "%f(%e, %e)" },
	{ 'e', "new", "(new %f(%e))" },
	{ 'e', "this", "this" },
	{ 'e', "arguments", "(function () { return arguments.length + arguments[0]; })(%e, %e)" },
	{ 'e', "recursion", "(function f(n) { return n > 0 ? f(n - 1) + %e : %e; })(3)" },
	{ 'e', "eval", "eval('%n + %n')" },

	{ 'n', "hexadecimal", "0x7fA3" },
	{ 'n', "decimal", "3.75" },
	{ 'n', "exponent", "1.5e10" },
	{ 'n', "large", "4294967296" },
	{ 'e', "boolean", "true" },
	{ 'e', "null", "null" },
	{ 'e', "undefined", "undefined" },
	{ 'e', "nan", "NaN" },
	{ 'e', "infinity", "Infinity" },
	{ 't', "escape", "'a\\n\\u0041\\x42'" },
	{ 't', "unicode", "'\xc3\xa9\xe2\x82\xac'" },
	{ 'a', "array", "[%e, %e, %e]" },
	{ 'a', "sparse", "[%e,, %e]" },
	{ 'o', "object", "{ %p: %e, %p: %e }" },
	{ 'o', "getter", "{ get %p() { return %e; }, %p: %e }" },
	{ 'o', "setter", "{ set %p(x) { print(x); } }" },
	{ 'f', "closure", "function (x, y) { var z = %e; return function () { return x + z; }(); }" },

	{ 'e', "math-round", "Math.round(%e)" },
	{ 'e', "math-power", "Math.pow(%e, %e)" },
	{ 'e', "math-sine", "Math.sin(%e)" },
	{ 'e', "math-max", "Math.max(%e, %e, %e)" },
	{ 'e', "char-at", "%t.charAt(%e)" },
	{ 'e', "char-code", "String.fromCharCode(%t.charCodeAt(%n))" },
	{ 'e', "text-index", "%t.indexOf(%t)" },
	{ 'e', "text-last", "%t.lastIndexOf(%t)" },
	{ 'e', "text-slice", "%t.slice(%e, %e)" },
	{ 'e', "text-substring", "%t.substring(%e, %e)" },
	{ 'a', "text-split", "%t.split(%r)" },
	{ 'e', "text-replace", "%t.replace(%r, %t)" },
	{ 'e', "text-match", "%t.match(%r)" },
	{ 'e', "text-search", "%t.search(%r)" },
	{ 'e', "text-case", "%t.toUpperCase().toLowerCase()" },
	{ 'e', "text-trim", "%t.trim()" },
	{ 'e', "text-compare", "%t.localeCompare(%t)" },
	{ 'e', "push", "%a.push(%e)" },
	{ 'e', "pop", "%a.pop()" },
	{ 'e', "shift", "%a.shift()" },
	{ 'e', "unshift", "%a.unshift(%e)" },
	{ 'a', "slice", "%a.slice(%e, %e)" },
	{ 'a', "splice", "%a.splice(%n, 1, %e)" },
	{ 'a', "concat", "%a.concat(%a)" },
	{ 'a', "sort", "%a.sort()" },
	{ 'a', "sort-by", "%a.sort(%f)" },
	{ 'a', "reverse", "%a.reverse()" },
	{ 'e', "join", "%a.join(%t)" },
	{ 'a', "map", "%a.map(%f)" },
	{ 'a', "filter", "%a.filter(%f)" },
	{ 'e', "reduce", "%a.reduce(%f, %e)" },
	{ 'e', "every", "%a.every(%f)" },
	{ 'e', "index-of", "%a.indexOf(%e)" },
	{ 'a', "keys", "Object.keys(%o)" },
	{ 'o', "define", "Object.defineProperty(%o, '%p', { value: %e, enumerable: true })" },
	{ 'o', "create", "Object.create(%o)" },
	{ 'o', "freeze", "Object.freeze(%o)" },
	{ 'e', "has-own", "%o.hasOwnProperty('%p')" },
	{ 'e', "to-fixed", "(%n).toFixed(2)" },
	{ 'e', "to-radix", "(%n).toString(7)" },
	{ 'e', "to-precision", "(%n).toPrecision(5)" },
	{ 'e', "parse-int", "parseInt(%t, 16)" },
	{ 'e', "parse-float", "parseFloat(%t)" },
	{ 'e', "is-nan", "isNaN(%e)" },
	{ 'e', "stringify", "JSON.stringify(%o)" },
	{ 'e', "json-parse", "JSON.parse('{\"a\": [1, true, null, \"x\"]}')" },
	{ 'e', "date", "new Date(%n).getTime()" },
	{ 'e', "date-text", "new Date(%n).toISOString()" },
	{ 'e', "error", "new TypeError(%t).message" },
	{ 'e', "apply", "%f.apply(%o, %a)" },
	{ 'e', "function-call", "%f.call(%o, %e)" },
	{ 'f', "bind", "%f.bind(%o)" },
	{ 'e', "regexp-exec", "%r.exec(%t)" },
	{ 'e', "regexp-test", "%r.test(%t)" },
	{ 'r', "regexp-class", "/[a-f0-9]+/g" },
	{ 'r', "regexp-group", "/(a|b)*?(x)\\1/i" },
	{ 'r', "regexp-ahead", "/a(?=b)|^c(?!d)$/m" },
	{ 'r', "regexp-count", "/\\w{2,3}\\s\\d?/" },
	{ 'e', "encode", "decodeURIComponent(encodeURIComponent(%t))" },
};

#define N_RULES (sizeof rules / sizeof *rules)

static int is_on[N_RULES];
static uint64_t state;
static int fresh;

static unsigned below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)((state >> 33) % n);
}

static void expand(const char *text, int depth);

static void variable(void)
{
	printf("%c", "abcd"[below(4)]);
}

/* Where no rule is left, or none may be taken any more. */
static void plain(char kind)
{
	switch (kind) {
	case 's':
		printf(";");
		break;
	case 'n':
		printf("%u", below(20));
		break;
	case 't':
		printf("'%s'", (const char *const[]){ "", "a", "abc", "12", " x1 " }[below(5)]);
		break;
	case 'a':
		printf("[3, 1, 2]");
		break;
	case 'o':
		printf("({ p: 1, q: 'x' })");
		break;
	case 'r':
		printf("/a/");
		break;
	case 'f':
		printf("(function (x, y) { return x; })");
		break;
	default:
		if (below(2))
			variable();
		else
			printf("%u", below(10));
	}
}

static void make(char kind, int depth)
{
	unsigned n = 0;
	for (size_t i = 0; i < N_RULES; i++)
		n += rules[i].kind == kind && is_on[i];
	if (!n || depth > MOST_DEPTH || below(8) == 0) {
		plain(kind);
		return;
	}
	unsigned chosen = below(n);
	for (size_t i = 0; i < N_RULES; i++)
		if (rules[i].kind == kind && is_on[i] && chosen-- == 0) {
			int in_brackets = kind == 'f' || kind == 'o';
			printf("%s", in_brackets ? "(" : "");
			expand(rules[i].text, depth + 1);
			printf("%s", in_brackets ? ")" : "");
			return;
		}
}

static void expand(const char *text, int depth)
{
	int own = -1; /* the fresh name of this text */
	for (; *text; text++) {
		if (*text != '%') {
			putchar(*text);
			continue;
		}
		switch (*++text) {
		case '%':
			putchar('%');
			break;
		case 'v':
			variable();
			break;
		case 'p':
			printf("%c", "pqr"[below(3)]);
			break;
		case 'i':
			own = own < 0 ? fresh++ : own;
			printf("i%d", own);
			break;
		case 'b':
			make('s', depth);
			printf(" ");
			make('s', depth);
			break;
		default:
			make(*text, depth);
		}
	}
}

static int turn_on(const char *feature)
{
	for (size_t i = 0; i < N_RULES; i++)
		if (!strcmp(rules[i].feature, feature))
			return is_on[i] = 1;
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--features")) {
		for (size_t i = 0; i < N_RULES; i++)
			puts(rules[i].feature);
		return 0;
	}
	if (argc < 2) {
		fprintf(stderr, "usage: jsgen SEED FEATURE...\n");
		return 2;
	}
	state = strtoull(argv[1], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) + 1;
	for (int i = 2; i < argc; i++)
		if (!turn_on(argv[i])) {
			fprintf(stderr, "jsgen: there is no feature %s\n", argv[i]);
			return 2;
		}
	printf("var a = 1, b = 'text', c = [1, 2], d = { p: 1 };\n"
	       "function attempt(f) { try { f(); } catch (e) { print(e); } }\n");
	for (int i = 0; i < STATEMENTS; i++) {
		printf("attempt(function () { ");
		make('s', 0);
		printf(" });\n");
	}
	return 0;
}
