/* The same as a unit that stands by itself: it is tested as its users see it. */
struct exam;

int grade_exam(const struct exam *exam);

static int grade(int points)
{
	if (points < 50)
		return 0;
	return points < 90 ? 1 : 2;
}

int grade_exam(const struct exam *exam)
{
	if (!exam)
		return -1;
	return grade(*(const int *)exam);
}
