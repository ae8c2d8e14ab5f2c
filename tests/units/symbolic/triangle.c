/* triangle: the classic.
 * executions: 300 */
enum kind { NO_TRIANGLE, SCALENE, ISOSCELES, EQUILATERAL };

enum kind triangle(int a, int b, int c);

enum kind triangle(int a, int b, int c)
{
	if (a <= 0 || b <= 0 || c <= 0)
		return NO_TRIANGLE;
	if (a >= 10000 || b >= 10000 || c >= 10000)
		return NO_TRIANGLE;
	if (a + b <= c || a + c <= b || b + c <= a)
		return NO_TRIANGLE;
	if (a == b && b == c)
		return EQUILATERAL;
	if (a == b || b == c || a == c)
		return ISOSCELES;
	return SCALENE;
}
