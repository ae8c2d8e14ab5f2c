/* loop: the last branch needs four elements of one value, which no single flip gives.
 * executions: 400 */
int loop(int v[6], int x);

int loop(int v[6], int x)
{
	int i, hit = 0;
	if (x == 2) {
		for (i = 0; i < 6; i++)
			if (v[i] == 3)
				x++;
		if (x == 6)
			hit = 1;
	}
	return hit;
}
