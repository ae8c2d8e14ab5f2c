static inline int of_header(int x)
{
	return x > 2;
}
