/*
 * Successes of the first calls that the target makes have places of their own, found without a hash. `syscalls`
 * gives them; the hook on exits counts there itself, without going on to the probe.
 */
#pragma once
#include "call_entry.h"

/* One CPU's share. 32 bits hold a bucket for more than five minutes at ten million calls a second. */
struct call_outcome {
	struct timing timing;
	u32 blocks[BLOCKS]; /* how many calls there were is their sum */
};

#define FAST_CALLS 48
#define FAST_NUMBERS 512

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, FAST_CALLS);
	__type(key, u32);
	__type(value, struct call_outcome);
} fast_calls __weak SEC(".maps");

/* 1 + the place of a call's successes; 0: it has none. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, FAST_NUMBERS);
	__type(key, u32);
	__type(value, u32);
} fast_places __weak SEC(".maps");

static __always_inline void add_call(struct call_outcome *o, const struct call_exit *l, const struct window *w)
{
	if (likely(l->block < BLOCKS))
		o->blocks[l->block]++;
	add_timing(&o->timing, l, w, false);
}

/* Counts a success within the window. False where its call has no place. */
static __always_inline bool count_fast_call(const struct call_exit *l, const struct window *w, struct process_hits *hits)
{
	u32 number = l->number, *place = bpf_map_lookup_elem(&fast_places, &number);
	u32 at = place ? *place - 1 : FAST_CALLS;
	struct call_outcome *o = bpf_map_lookup_elem(&fast_calls, &at);
	u64 *count = &hits->of[NUMBER_OF_syscalls];

	if (unlikely(!o))
		return false;
	u64 started = start_run(count);
	add_call(o, l, w);
	end_run_of(NUMBER_OF_syscalls, count, started);
	return true;
}
