/* avoid: logic like that of a collision avoidance system: many flags, few ways through.
 * executions: 600 */
struct aircraft {
	int separation, rate, other_altitude, own_altitude, up, down, layer;
	int high_confidence, report_valid, other_capable, climb_inhibit, other_intent;
};

enum advice { UNRESOLVED, UPWARD, DOWNWARD };

enum advice advise(const struct aircraft *a);

static int threshold(const struct aircraft *a)
{
	static const int thresholds[] = { 400, 500, 640, 740 };
	if (a->layer < 0 || a->layer > 3)
		return 0;
	return thresholds[a->layer];
}

static int climb_bias(const struct aircraft *a)
{
	return a->climb_inhibit ? a->up + 100 : a->up;
}

static int own_below(const struct aircraft *a)
{
	return a->own_altitude < a->other_altitude;
}

static int own_above(const struct aircraft *a)
{
	return a->other_altitude < a->own_altitude;
}

static int wants_climb(const struct aircraft *a)
{
	if (climb_bias(a) > a->down)
		return !own_below(a) || (own_below(a) && !(a->down >= threshold(a))); /* never: own_below(a) false */
	return own_above(a) && a->separation >= 300 && a->up >= threshold(a); /* never: a->separation >= 300 false */
}

static int wants_descent(const struct aircraft *a)
{
	if (climb_bias(a) > a->down)
		return own_below(a) && a->separation >= 300 && a->down >= threshold(a); /* never: a->separation >= 300 false */
	return !own_above(a) || (own_above(a) && a->up >= threshold(a)); /* never: own_above(a) false */
}

enum advice advise(const struct aircraft *a)
{
	int enabled = a->high_confidence && a->rate <= 600 && a->separation > 600;
	int unclear = a->other_capable && a->other_intent == 0;
	if (enabled && ((unclear && a->report_valid) || !a->other_capable)) {
		int up = wants_climb(a) && own_below(a);
		int down = wants_descent(a) && own_above(a);
		if (up && down) /* never: down true */
			return UNRESOLVED;
		if (up)
			return UPWARD;
		if (down)
			return DOWNWARD;
	}
	return UNRESOLVED;
}
