/* estimate: see estimate.h. */
#include "campaign/estimate.h"

#include <math.h>

#define MINUTE 60.0

/* Returns how often goals came in the second half of the time. */
static size_t wins_lately(double since, double seconds, const struct campaign_point *points, size_t n)
{
	size_t wins = 0;
	for (size_t i = 1; i < n; i++)
		wins += points[i].seconds > since + seconds / 2 && points[i].covered > points[i - 1].covered;
	return wins;
}

/* Returns the time since the last goal. */
static double drought(double now, const struct campaign_point *points, size_t n)
{
	double last = n ? points[0].seconds : 0;
	for (size_t i = 1; i < n; i++)
		if (points[i].covered > points[i - 1].covered)
			last = points[i].seconds;
	return fmax(now - last, 0);
}

struct outlook estimate_outlook(uint64_t singles, uint64_t executions, double since, double seconds,
                                const struct campaign_point *points, size_t n_points)
{
	struct outlook outlook = { 0 };
	if (!executions || seconds <= 0)
		return outlook;
	outlook.next = fmin((double)singles / (double)executions, 1);
	double tests = MINUTE * (double)executions / seconds;
	double as_drawn = 1 - exp(tests * log1p(-outlook.next * 0.999999));
	double wins = (double)wins_lately(since, seconds, points, n_points) *
	              log((since + seconds + MINUTE) / (since + seconds)) /
	              log((since + seconds) / (since + seconds / 2));
	/* A drought lasts as long again as it has lasted, as likely as not. */
	double after_drought = MINUTE / (MINUTE + drought(since + seconds, points, n_points));
	outlook.minute = fmin(fmax(as_drawn, 1 - exp(-wins)), after_drought);
	return outlook;
}
