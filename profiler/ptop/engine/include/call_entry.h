/*
 * When each thread's current system call began. One program on the entry stamps
 * the target's calls, one on the exit says of the call that returns how long it
 * took, for all probes that want to know.
 *
 * Reading the clock is most of what that costs, so where a CPU enters more than
 * a budget of calls, a random sample is timed, and the collector detaches the
 * program on the entry for most of the time; a sampled call is weighted by the
 * inverse of its probability. A long call always counts for itself, by a clock
 * that is a tick late at most: rare and heavy calls are not left to chance.
 */
#pragma once
#include "latency.h"
#include "shared.h"
#include "system_call.h"

struct call {
	u64 entered_ns; /* 0: no call, or one that is not timed */
	u32 number;
	u32 weight;     /* how many calls this one represents */
	u64 place;      /* of the file that the thread used last, mixed; see file_io */
	u64 path_hash;  /* of that place */
	u64 arrived_us; /* see exchanges.h */
	u64 waited_ns;  /* of the thread, for a CPU, before that */
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct call);
} calls __weak SEC(".maps");

static __always_inline struct call_exit *current_exit(void)
{
	struct cpu_scratch *scratch = current_scratch();
	return scratch ? &scratch->exit : 0;
}

/* The start of a bucket of latencies, and longer than a tick of the slowest timer. */
#define LONG_CALL_NS (1ULL << 24)

/* Times of the timed calls, each as often as its weight. Long calls have weight 1. */
struct timing {
	u64 timed;    /* how many were timed */
	u64 short_ns; /* what lies in the window of calls shorter than LONG_CALL_NS */
	u64 long_ns;  /* of the others */
	u32 latency[LATENCY_BUCKETS]; /* [i]: 2^i <= ns < 2^(i+1) */
};

/* `is_shared`: other CPUs may add at the same time. */
static __always_inline void add_timing(struct timing *t, const struct call_exit *l, const struct window *w, bool is_shared)
{
	if (likely(!l->weight))
		return;
	u64 from = l->entered_ns > w->start_ns ? l->entered_ns : w->start_ns;
	u64 inside = l->now > from ? l->now - from : 0, latency = l->now - l->entered_ns;
	u64 *sum = latency < LONG_CALL_NS ? &t->short_ns : &t->long_ns;
	u32 *bucket = &t->latency[latency_bucket(latency)];

	ADD(t->timed, 1, is_shared);
	ADD(*sum, inside * l->weight, is_shared);
	ADD(*bucket, l->weight, is_shared);
}
