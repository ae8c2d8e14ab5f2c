/* uri: splits scheme, host, port, path, query and fragment, and joins a relative path. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct uri {
	int scheme_length, host_at, host_length, port, path_at, query_at, fragment_at;
};

static int scheme_length(const char *text)
{
	int n = 0;
	if (!isalpha((unsigned char)text[0]))
		return 0;
	while (isalnum((unsigned char)text[n]) || text[n] == '+' || text[n] == '-' || text[n] == '.')
		n++;
	return text[n] == ':' ? n : 0;
}

static int read_port(const char *text, int *port)
{
	int n = 0, value = 0;
	while (isdigit((unsigned char)text[n]) && n < 6)
		value = value * 10 + (text[n++] - '0');
	if (n == 0 || value > 65535)
		return -1;
	*port = value;
	return n;
}

static int read_authority(const char *text, int at, struct uri *out)
{
	out->host_at = at;
	while (text[at] && !strchr("/?#:", text[at])) {
		if (text[at] == '@') { /* what came before names a user */
			out->host_at = at + 1;
		} else if (text[at] == ' ') {
			return -1;
		}
		at++;
	}
	out->host_length = at - out->host_at;
	if (text[at] == ':') {
		int n = read_port(text + at + 1, &out->port);
		if (n < 0)
			return -1;
		at += 1 + n;
	}
	return text[at] && !strchr("/?#", text[at]) ? -1 : at;
}

int uri_parse(const char *text, struct uri *out)
{
	int at = 0;
	struct uri uri = { .port = -1, .host_at = -1, .query_at = -1, .fragment_at = -1 };
	uri.scheme_length = scheme_length(text);
	if (uri.scheme_length)
		at = uri.scheme_length + 1;
	if (text[at] == '/' && text[at + 1] == '/') {
		at = read_authority(text, at + 2, &uri);
		if (at < 0)
			return -1;
		if (uri.host_length == 0 && !(uri.scheme_length == 4 && strncmp(text, "file", 4) == 0))
			return -2;
	}
	uri.path_at = at;
	for (; text[at]; at++) {
		if (text[at] == '?' && uri.query_at < 0 && uri.fragment_at < 0)
			uri.query_at = at + 1;
		else if (text[at] == '#' && uri.fragment_at < 0)
			uri.fragment_at = at + 1;
		else if (text[at] == '#')
			return -3;
		else if (text[at] == '%' && (!isxdigit((unsigned char)text[at + 1]) || !isxdigit((unsigned char)text[at + 2])))
			return -4;
	}
	*out = uri;
	return uri.scheme_length ? 1 : 0;
}

int uri_is_default_port(const char *text)
{
	struct uri uri;
	if (uri_parse(text, &uri) != 1)
		return -1;
	if (uri.port < 0)
		return 1;
	if (uri.scheme_length == 4 && strncmp(text, "http", 4) == 0)
		return uri.port == 80;
	if (uri.scheme_length == 3 && strncmp(text, "ftp", 3) == 0)
		return uri.port == 21;
	return 0;
}
