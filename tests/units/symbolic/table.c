/* table: what is decided on was looked up.
 * executions: 300 */
static const unsigned short squares[16] = { 0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225 };
static const char codes[] = "kq7zx1pw";

int look(unsigned index, unsigned char letter);

int look(unsigned index, unsigned char letter)
{
	if (index >= 16)
		return -1;
	if (squares[index] == 144)
		return 1;
	if (squares[index] == 145) /* never: squares[index] == 145 true */
		return 2;
	if (codes[letter & 7] == '1' && letter > 100)
		return 3;
	return 0;
}
