/* Order in the heap of sift_down_fine.c. */
struct heap {
	int at[32];
	int n;
};

int skep_invariant_heap(const struct heap *heap)
{
	for (int i = 1; i < heap->n; i++)
		if (heap->at[(i - 1) / 2] > heap->at[i])
			return 0;
	return 1;
}
