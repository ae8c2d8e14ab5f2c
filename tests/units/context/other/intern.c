/* Another program's: it knows every word. */
int intern(const char *word);

int intern(const char *word)
{
	return word[0];
}
