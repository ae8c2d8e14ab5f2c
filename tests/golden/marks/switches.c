/* Cases belong to their own switch, at any depth; ranges; missing default. */
enum color { RED, GREEN = 5, BLUE };
int act(int);

int plain(int x)
{
	switch (x) {
	case 1:
	case 2:
		return act(1);
	case -3:
		act(2);
		break;
	default:
		act(3);
	}
	return 0;
}

int no_default(enum color c, unsigned char u, unsigned long long big)
{
	switch (c) {
	case RED: act(1); break;
	case BLUE: act(2);
	}
	switch (u) {
	case 'a' ... 'z': return 1;
	case 255: return 2;
	}
	switch (big) {
	case -1ull: return 3;
	case 1: return 4;
	}
	return 0;
}

int inner(int x, int y)
{
	switch (x && y) {
	case 0:
		switch (y) {
		case 7: return 7;
		default: break;
		}
		break;
	case 1:
		if (y) {
	case 2:
			act(1);
		}
	}
	switch (x) case 4: act(2);
	switch (3) { case 3: act(3); }
	return 0;
}

/* A loop unrolled by jumping into it. */
void duff(char *to, const char *from, int count)
{
	int n = (count + 3) / 4;
	switch (count % 4) {
	case 0: do { *to++ = *from++;
	case 3: *to++ = *from++;
	case 2: *to++ = *from++;
	case 1: *to++ = *from++;
		} while (--n > 0);
	}
}
