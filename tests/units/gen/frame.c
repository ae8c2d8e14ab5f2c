/* frame: a codec of frames. Nothing in the types says how many samples a frame has, nor how many bytes it becomes; and
 * samples below zero are shifted, as in many codecs. */
#include <stdlib.h>

struct frame_state {
	int last, count;
};

struct frame_state *frame_new(void)
{
	return calloc(1, sizeof(struct frame_state));
}

void frame_free(struct frame_state *state)
{
	free(state);
}

static int step(struct frame_state *state, short sample)
{
	int wide = sample << 2, change = wide - state->last;
	state->last = wide;
	if (change > 8000)
		return 3;
	if (change < -8000)
		return 1;
	return change ? 2 : 0;
}

static void pack(struct frame_state *state, const short *samples, unsigned char *out)
{
	const short *end = samples + 96;
	while (samples < end) {
		int bits = 0;
		for (int i = 0; i < 4; i++)
			bits |= step(state, *samples++) << 2 * i;
		*out++ = (unsigned char)bits;
	}
	*out = (unsigned char)(state->count & 255);
}

/* Gives how many frames there were. */
int frame_encode(struct frame_state *state, const short *samples, unsigned char *out)
{
	pack(state, samples, out);
	return ++state->count;
}
