/* The name of the function is hidden from everybody who reads the text alone. */
int any(int x)
{
	return x * 2;
}
