/* tally: decisions that hang on counts and on a mode, not on bytes: what they look at
 * was never computed from an input, only decided by some.
 * executions: 2000 */
int tally(const char *text);
int settle(int first, int second, int third);

int tally(const char *text)
{
	int commas = 0, stars = 0;
	for (int i = 0; i < 12 && text[i]; i++) {
		if (text[i] == ',')
			commas++;
		if (text[i] == '*')
			stars++;
	}
	if (commas == 4)
		return 1;
	if (stars == 2 && commas == 2)
		return 2;
	return 0;
}

int settle(int first, int second, int third)
{
	int mode = 0;
	if (first == 7000)
		mode += 1;
	if (second == first + 3)
		mode += 2;
	if (third < -50)
		mode += 4;
	if (mode == 7)
		return 1;
	return mode == 6;
}
