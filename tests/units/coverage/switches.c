/* Switches of every kind. */
#include "shapes.h"

int switches(int kind, int detail)
{
	int r = 0;
	switch (kind) {
	case 0:
		r = 1;
		break;
	case 1:
	case 2:
		r = 2; /* falls through */
	case 3:
		r++;
		break;
	case 10 ... 20:
		switch (detail) {
		case -1:
			r = 4;
			break;
		case 1000 ... 100000:
			r = 6;
			break;
		default:
			r = 5;
		}
		break;
	}
	switch (kind & 3 && detail)
	default:
		r++;
	switch ((char)detail) {
	case 'a':
		if (kind || r)
			return 7;
		break;
	case 'b':
		return 8;
	default:
		break;
	}
	switch (kind == 3 ? detail : kind) {
	case 3:
		return r;
	}
	return -r;
}

int constant_switch(int a)
{
	switch (sizeof(int)) {
	case 2:
		return a;
	case 4:
		return a ? 4 : 5;
	default:
		return 6;
	}
}

int copy_bytes(char *to, const char *from, int count)
{
	int n = (count + 3) / 4;
	if (count <= 0)
		return 0;
	switch (count % 4) {
	case 0:
		do {
			*to++ = *from++;
		case 3:
			*to++ = *from++;
		case 2:
			*to++ = *from++;
		case 1:
			*to++ = *from++;
		} while (--n > 0);
	}
	return count;
}
