/* Sums in the notation that needs no brackets: "12+3+". */

unsigned rpn_eval(const char *text)
{
	unsigned stack[64] = { 0 };
	int n = 0;
	for (; *text && n < 64; text++) {
		switch (*text) {
		case '+':
			if (n < 2)
				return 0;
			n--;
			stack[n - 1] += stack[n];
			break;
		default:
			stack[n++] = (unsigned char)*text;
		}
	}
	return n > 0 ? stack[n - 1] : 0;
}
