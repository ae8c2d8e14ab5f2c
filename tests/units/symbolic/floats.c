/* floats: comparisons of numbers that are no integers.
 * executions: 400 */
int area(double width, double height, float scale);

int area(double width, double height, float scale)
{
	if (!(width > 0) || !(height > 0))
		return -1;
	if (width * height == 12.5)
		return 1;
	if (scale < 0.25f && scale > 0.125f)
		return 2;
	if (width / 3.0 > 1e6)
		return 3;
	if ((int)height == 77)
		return 4;
	return 0;
}
