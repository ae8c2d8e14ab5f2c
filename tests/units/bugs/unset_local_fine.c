/* unset_local: prices with a reduction. Every kind of customer has a reduction. */
enum customer { ADULT, CHILD, STUDENT, GUEST };

static int reduction_of(enum customer customer, int age)
{
	int percent = 0;
	switch (customer) {
	case CHILD:
		percent = age < 6 ? 100 : 50;
		break;
	case STUDENT:
		percent = 25;
		break;
	case ADULT:
		if (age > 65)
			percent = 40;
		break;
	default:
		return 0;
	}
	return percent;
}

int price_for(enum customer customer, int age)
{
	if (age < 0 || age > 150)
		return -1;
	return 200 - 2 * reduction_of(customer, age);
}
