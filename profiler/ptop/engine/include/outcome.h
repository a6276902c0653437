/* How often something happened, how long it took, and when. */
#pragma once
#include "latency.h"
#include "shared.h"

struct outcome {
	u64 count;
	u64 total_ns;
	u32 latency[LATENCY_BUCKETS]; /* [i]: 2^i <= ns < 2^(i+1) */
	u32 blocks[BLOCKS];
};

static const struct outcome no_outcome = {};

/* `ns` is what lies in the window of `latency`. `is_shared`: another CPU, or an interrupt, may count meanwhile. */
static __always_inline void add_outcome_as(struct outcome *o, u64 latency, u64 ns, u32 block, bool is_shared)
{
	ADD(o->count, 1, is_shared);
	ADD(o->total_ns, ns, is_shared);
	ADD(o->latency[latency_bucket(latency)], 1, is_shared);
	if (block < BLOCKS)
		ADD(o->blocks[block], 1, is_shared);
}

static __always_inline void add_outcome(struct outcome *o, u64 latency, u64 ns, u32 block)
{
	add_outcome_as(o, latency, ns, block, true);
}
