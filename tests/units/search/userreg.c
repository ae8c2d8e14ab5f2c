/* userreg: is what somebody filled into a form of registration acceptable? */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct person {
	const char *name, *password, *again, *mail;
	int age;
};

static bool has(const char *text, int (*kind)(int))
{
	for (; *text; text++)
		if (kind((unsigned char)*text))
			return true;
	return false;
}

static int check_name(const char *name)
{
	if (!name || !*name)
		return 1;
	if (strlen(name) > 12)
		return 2;
	if (!isalpha((unsigned char)name[0]))
		return 3;
	for (const char *p = name; *p; p++)
		if (!isalnum((unsigned char)*p) && *p != '_')
			return 4;
	return strcmp(name, "root") == 0 || strcmp(name, "admin") == 0 ? 5 : 0;
}

static int check_password(const char *password, const char *again, const char *name)
{
	if (!password || strlen(password) < 6)
		return 11;
	if (!has(password, isdigit) || !has(password, isupper))
		return 12;
	if (strstr(password, name))
		return 13;
	return !again || strcmp(password, again) != 0 ? 14 : 0;
}

static int check_mail(const char *mail)
{
	const char *at = mail ? strchr(mail, '@') : NULL;
	if (!mail)
		return 21;
	if (!at || at == mail || strchr(at + 1, '@'))
		return 22;
	const char *dot = strrchr(at, '.');
	return !dot || dot == at + 1 || strlen(dot) < 3 ? 23 : 0;
}

int userreg_check(const struct person *person)
{
	int problem = check_name(person->name);
	if (!problem)
		problem = check_password(person->password, person->again, person->name);
	if (!problem)
		problem = check_mail(person->mail);
	if (!problem && (person->age < 14 || person->age > 120))
		problem = 31;
	return problem;
}
