/*
 * Events that carry the user stack of the thread that caused them, each with a
 * weight: time waited, bytes asked for. bpf_perf_event_output writes them to an
 * event whose attributes make the kernel copy the user registers and the top of
 * the user stack along with it. One ring per CPU serves every kind.
 *
 * A stack costs a copy here and a walk in the collector, so only so many are
 * taken: `stack_chance` decides at random which. An event's chance follows from
 * what came before it, and the event carries it along; divided by it, counts
 * and weights are expected to be what they would be without sampling. Heavy
 * events have a better chance, since their sum is what matters.
 */
#pragma once
#include "runtime_frames.h"

/* What the stacks are of; mirrored by StackKind. */
enum { STACK_OFF_CPU = 0, STACK_LOCKS = 1, STACK_GROWTH = 2, STACK_FAULTS = 3, STACK_ALLOCATIONS = 4, STACK_GO_LOCKS = 5 };

#define MAX_STACK_KINDS 8
/* Bytes of the stack that the kernel copies with an event, and of what is copied of the rest. */
#define EVENT_STACK_BYTES 8192
#define EVENT_REST_BYTES 8192
/* Of each kind, about this many stacks per interval of 2^26 ns (67 ms); in a burst a few times that; less than a ring holds. */
#define STACK_BUDGET 8
#define STACK_INTERVAL_SHIFT 26
/* The chance of what is certain. */
#define STACK_CERTAIN 65536
/* Heavier counts as this when it is sampled; keeps the products within 64 bits. Over an hour, or 4 TB. */
#define MAX_STACK_WEIGHT (1ULL << 42)

struct stack_event {
	u32 kind;
	u32 key;    /* stacks with different keys are listed apart; what it means is the kind's own */
	u64 weight;
	u32 chance; /* 1 to STACK_CERTAIN */
	u32 pad;
};

_Static_assert(sizeof(struct stack_event) == sizeof(u64) * FRAMES_HEAD_WORDS, "it is all of the room's head");

struct stack_flow {
	u64 interval;
	u64 seen; /* events in this interval, and what they weigh */
	u64 total;
	u64 seen_before; /* in the interval before */
	u64 total_before;
	u64 sent;
	u64 lost; /* the ring was full */
};

/* One event per CPU, opened by the collector; as many entries as CPUs. */
struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__uint(key_size, sizeof(u32));
	__uint(value_size, sizeof(u32));
} stack_events __weak SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, MAX_STACK_KINDS);
	__type(key, u32);
	__type(value, struct stack_flow);
} stack_flows __weak SEC(".maps");

/* The probability with which this event was sampled, or 0 when it was not. */
static __always_inline u32 stack_chance(u32 kind, u64 weight)
{
	struct stack_flow *f = bpf_map_lookup_elem(&stack_flows, &kind);
	u64 interval = bpf_ktime_get_ns() >> STACK_INTERVAL_SHIFT;

	if (!f)
		return 0;
	if (weight > MAX_STACK_WEIGHT)
		weight = MAX_STACK_WEIGHT;
	u64 last = f->interval;
	if (last != interval && __sync_val_compare_and_swap(&f->interval, last, interval) == last) {
		bool adjoins = last + 1 == interval;

		f->seen_before = adjoins ? f->seen : 0;
		f->total_before = adjoins ? f->total : 0;
		f->seen = 0;
		f->total = 0;
	}
	u64 seen = __sync_fetch_and_add(&f->seen, 1) + 1;
	u64 total = __sync_fetch_and_add(&f->total, weight) + weight;
	if (seen < f->seen_before)
		seen = f->seen_before;
	if (total < f->total_before)
		total = f->total_before;
	if (seen <= STACK_BUDGET)
		return STACK_CERTAIN;
	u64 chance = STACK_BUDGET * (u64)STACK_CERTAIN / seen;
	u64 by_weight = total ? weight * STACK_BUDGET * STACK_CERTAIN / total : 0;
	if (by_weight > chance)
		chance = by_weight;
	if (!chance)
		chance = 1;
	if (chance >= STACK_CERTAIN)
		return STACK_CERTAIN;
	return (bpf_get_prandom_u32() & (STACK_CERTAIN - 1)) < chance ? chance : 0;
}

/* What is sent when there is no room for the frames of a runtime. */
struct stack_record {
	struct stack_event event;
	u32 outcome;
	u32 count;
};

/* Writes the current thread's stack. False when the ring had no room: a drop of the probe's. */
static __always_inline bool send_stack(void *ctx, u32 kind, u32 key, u64 weight, u32 chance)
{
	struct stack_record record = {
		.event = { .kind = kind, .key = key, .weight = weight, .chance = chance },
		.outcome = PYTHON_UNREADABLE,
	};
	struct stack_flow *f = bpf_map_lookup_elem(&stack_flows, &kind);
	struct target *t = target_of(current_tgid());
	struct frames_room *r = t ? frames_of(t, EVENT_STACK_BYTES, EVENT_REST_BYTES) : 0;
	long failed;

	if (r) {
		*(struct stack_event *)r->head = record.event;
		failed = send_frames(ctx, &stack_events, r, sizeof(record.event));
		give_back_room(r);
	} else {
		failed = bpf_perf_event_output(ctx, &stack_events, BPF_F_CURRENT_CPU, &record, sizeof(record));
	}
	if (t)
		wake_if_young(t);
	if (f)
		__sync_fetch_and_add(failed ? &f->lost : &f->sent, 1);
	return !failed;
}
