/* Where control may come from elsewhere: bodies, labels, code after jumps. */
int act(int);

int bodies(int a, int b)
{
	if (a) act(1); else act(2);
	if (a)
		for (int i = 0; i < b; i++)
			if (i == a) act(3);
			else if (i > a) act(4);
			else act(5);
	else if (b)
		while (b--) do act(6); while (a--);
	else
		;
	for (; a; a--);
	if (b) {}
	return act(7);
}

int jumps(int a)
{
	__label__ out, again;
	int tries = 0;
again:
	if (a < 0)
		goto out;
	tries++;
	{
		int inner = act(a);
		act(inner);
		if (inner)
			return tries;
	}
	if (a--) goto again; else act(1);
out:	act(2);
	while (1)
		act(3);
	act(4);
}

int labels_everywhere(int a)
{
	if (a) first: act(1);
	if (a > 1) { if (a > 2) goto first; second: third: act(2); }
	goto last;
	act(3);
last:	;
	int late = a;
	if (late) goto second;
	if (a < -1) goto third;
	return late;
}

int statement_expression(int a)
{
	int top = ({ int t = act(a); if (t) act(t); t > 3 && a; });
	return ({ act(1); top; }) + (a ? ({ act(2); }) : 0);
}

int pragmas(int *v, int n)
{
	int sum = 0;
#pragma clang loop unroll(disable)
	for (int i = 0; i < n; i++)
		sum += v[i];
	if (n)
#pragma unroll
		while (n--)
			sum++;
	return sum;
}

int attributes(int a)
{
	switch (a) {
	case 1:
		act(1);
		__attribute__((fallthrough));
	case 2:
		return 2;
	}
	if (a)
		__attribute__((musttail)) return act(a);
	return 0;
}

void nothing(void)
{
}

int old_style(a, b)
int a, b;
{
	int c;
	static int calls = 3;
	c = a + b;
	return c + calls++;
}

void computed(int n)
{
	static void *table[] = { &&one, &&two };
	goto *table[n];
one:	act(1);
two:	act(2);
}
