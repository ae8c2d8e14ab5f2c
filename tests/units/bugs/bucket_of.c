/* How many names fell into each of eight buckets. */
static unsigned counts[8];

unsigned names_count(const char *name)
{
	int sum = 0;
	for (; *name; name++)
		sum += *name;
	return ++counts[sum % 8];
}
