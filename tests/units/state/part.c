/* A part of a program: what its public function wants is made by nobody here, so only a
 * direct call gets into the static function. */
struct exam;

int exam_points(const struct exam *exam); /* of another file */
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
	return grade(exam_points(exam));
}
