/* Asks the same of a text some times over. */
int ask_again(const char *text, int times)
{
	int n = 0;
	for (int t = 0; t < times; t++)
		for (int i = 0; text[i]; i++) {
			int c = (unsigned char)text[i], next = (unsigned char)text[i + 1];
			if (c < 'm' && c != next)
				n++;
			if (2 * c > next + 5)
				n++;
		}
	return n;
}
