/* Buckets of latencies, the same for every probe. */
#pragma once
#include "shared.h"

#define LATENCY_BUCKETS 40

/* Every six bits in a row of the constant differ: the top six of its product with 2^i tell i. */
static const u8 logs[64] = {
	 0,  1,  2, 21,  3, 34, 59, 22, 56,  4, 14, 35, 60,  7, 23, 28,
	19, 57, 54,  5, 17, 15, 49, 36, 61, 11, 51,  8, 24, 45, 29, 38,
	63, 20, 33, 58, 55, 13,  6, 27, 18, 53, 16, 48, 10, 50, 44, 37,
	62, 32, 12, 26, 52, 47,  9, 43, 31, 25, 46, 42, 30, 41, 40, 39,
};

/* Without branches: each would double the paths that the kernel's verifier has to walk. */
static __always_inline u32 log2_of(u64 value)
{
	value |= value >> 1;
	value |= value >> 2;
	value |= value >> 4;
	value |= value >> 8;
	value |= value >> 16;
	value |= value >> 32;
	value -= value >> 1;
	return logs[value * 0x026ca873c5fbad23ULL >> 58];
}

/* [i]: 2^i <= ns < 2^(i+1); the last is open. */
static __always_inline u32 latency_bucket(u64 ns)
{
	u32 bucket = log2_of(ns);

	return bucket < LATENCY_BUCKETS ? bucket : LATENCY_BUCKETS - 1;
}
