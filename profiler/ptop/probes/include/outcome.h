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

/* Atomic: another CPU, or an interrupt, may count while this does. `ns` is what lies in the window of `latency`. */
static __always_inline void add_outcome(struct outcome *o, u64 latency, u64 ns, u32 block)
{
	__sync_fetch_and_add(&o->count, 1);
	__sync_fetch_and_add(&o->total_ns, ns);
	__sync_fetch_and_add(&o->latency[latency_bucket(latency)], 1);
	if (block < BLOCKS)
		__sync_fetch_and_add(&o->blocks[block], 1);
}

/* To what nothing else adds at the same time, all of it in the window. */
static __always_inline void add_own_outcome(struct outcome *o, u64 ns, u32 block)
{
	o->count++;
	o->total_ns += ns;
	o->latency[latency_bucket(ns)]++;
	if (block < BLOCKS)
		o->blocks[block]++;
}
