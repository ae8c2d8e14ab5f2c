/* structs: by pointer, by value, nested, with bit-fields.
 * executions: 400 */
struct point {
	int x, y;
};
struct box {
	struct point low, high;
	unsigned solid : 1, layer : 5;
	short tag[3];
};

int inside(const struct box *box, struct point p);

int inside(const struct box *box, struct point p)
{
	if (box->low.x > box->high.x || box->low.y > box->high.y)
		return -1;
	if (p.x < box->low.x || p.x > box->high.x)
		return 0;
	if (p.y < box->low.y || p.y > box->high.y)
		return 0;
	if (box->solid && box->layer == 19)
		return 2;
	if (box->tag[2] == -321)
		return 3;
	return 1;
}
