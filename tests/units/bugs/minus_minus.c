/* minus_minus: sums such as 1+2-(3). Planted: a sign before a bracket is read again and again. */
struct reader {
	const char *at;
	int depth, failed;
};

static long sum(struct reader *reader);

static long factor(struct reader *reader)
{
	long number = 0;
	if (*reader->at == '-' && reader->at[1] == '(')
		return -factor(reader);
	if (*reader->at == '(' && reader->depth < 20) {
		reader->at++;
		reader->depth++;
		number = sum(reader);
		reader->depth--;
		if (*reader->at == ')')
			reader->at++;
		else
			reader->failed = 1;
		return number;
	}
	if (*reader->at < '0' || *reader->at > '9')
		reader->failed = 1;
	while (*reader->at >= '0' && *reader->at <= '9')
		number = (10 * number + *reader->at++ - '0') % 1000000;
	return number;
}

static long sum(struct reader *reader)
{
	long total = factor(reader);
	while (!reader->failed && (*reader->at == '+' || *reader->at == '-'))
		total += *reader->at++ == '+' ? factor(reader) : -factor(reader);
	return total;
}

/* 0 if it cannot be read. */
long evaluate(const char *text)
{
	struct reader reader = { .at = text };
	long total = sum(&reader);
	return reader.failed || *reader.at ? 0 : total;
}
