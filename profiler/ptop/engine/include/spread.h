/* Time spread over the blocks of the window, without a loop over them. */
#pragma once
#include "shared.h"

struct spread {
	u64 part_ns[BLOCKS]; /* what covers a part of the block */
	s64 whole[BLOCKS];   /* how many intervals more cover all of the block than of the one before */
};

/* Adds [from, to), which lies inside the window and is not empty. */
static __always_inline void spread_over(struct spread *s, const struct window *w, u64 from, u64 to)
{
	u32 first = block_of(w, from), last = block_of(w, to - 1);

	if (first == last) {
		s->part_ns[first] += to - from;
		return;
	}
	s->part_ns[first] += w->start_ns + (first + 1) * w->block_ns - from;
	s->part_ns[last] += to - (w->start_ns + last * w->block_ns);
	if (first + 1 < BLOCKS)
		s->whole[first + 1]++;
	s->whole[last]--;
}
