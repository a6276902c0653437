/* Buckets of latencies, the same for every probe. */
#pragma once
#include "kernel.h"

#define LATENCY_BUCKETS 40

static __always_inline u32 log2_of(u64 value)
{
	u32 log = 0;

	if (value >> 32) { log += 32; value >>= 32; }
	if (value >> 16) { log += 16; value >>= 16; }
	if (value >> 8) { log += 8; value >>= 8; }
	if (value >> 4) { log += 4; value >>= 4; }
	if (value >> 2) { log += 2; value >>= 2; }
	return log + (value >> 1 ? 1 : 0);
}

/* [i]: 2^i <= ns < 2^(i+1); the last is open. */
static __always_inline u32 latency_bucket(u64 ns)
{
	u32 bucket = log2_of(ns);

	return bucket < LATENCY_BUCKETS ? bucket : LATENCY_BUCKETS - 1;
}
