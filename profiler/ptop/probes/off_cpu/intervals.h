/* Intervals off the CPU, by what the thread waited for and by thread. */
#pragma once
#include "latency.h"
#include "spread.h"
#include "thread_times.h"
#include "waits.h"

/* One CPU's share of a reason. */
struct off_total {
	u64 ns;
	struct spread blocks;
	u64 count;      /* intervals that ended in the window */
	u64 unfinished; /* intervals that went on at its end */
	u64 latency[LATENCY_BUCKETS]; /* of those that ended */
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, WAIT_REASONS);
	__type(key, u32);
	__type(value, struct off_total);
} wait_totals SEC(".maps");

/*
 * Adds the part of [since, now) that lies inside the window to a reason. Returns it. A global function:
 * the verifier walks its loop once and alone, not again on every path that leads here.
 */
__noinline u64 add_interval(u32 reason, u64 since, u64 now)
{
	struct off_total *t = bpf_map_lookup_elem(&wait_totals, &reason);
	struct window *w = the_window();

	if (!t || !w || !w->block_ns)
		return 0;
	u64 from = since > w->start_ns ? since : w->start_ns;
	u64 to = now < w->end_ns ? now : w->end_ns;

	if (is_open(w, now)) {
		t->count++;
		t->latency[latency_bucket(now - since)]++;
	}
	if (from >= to)
		return 0;
	spread_over(&t->blocks, w, from, to);
	t->ns += to - from;
	return to - from;
}

/* Whether the kernel counts how long threads wait for a CPU: from when they are woken, by any process. */
static __always_inline bool counts_delays(struct task_struct *task)
{
	return bpf_core_field_exists(task->sched_info.run_delay) && bpf_core_field_exists(task->se.cfs_rq->rq);
}

/* The clock by which the kernel counts that, as it was read last: at the switch, where this is one. */
static __always_inline u64 queue_clock(struct task_struct *task)
{
	return task->se.cfs_rq->rq->clock;
}

/*
 * For how long the thread has waited for a CPU since it left. Exact where it is just given one; of a thread
 * that still waits up to a tick short.
 */
static __always_inline u64 delayed_ns(struct task_struct *task, const struct wait *wait, u64 now)
{
	if (!counts_delays(task))
		return wait->woken_ns && wait->woken_ns < now ? now - wait->woken_ns : 0;
	u64 queued = task->sched_info.last_queued;
	u64 over = task->sched_info.run_delay - wait->delay_ns, clock = queued ? queue_clock(task) : 0;

	return over + (queued < clock ? clock - queued : 0);
}

/* Accounts for the interval under way as far as it has come. */
static __always_inline void end_interval(struct task_struct *task, u32 row, struct wait *wait, u64 now)
{
	struct window *w = the_window();
	u64 left = wait->left_ns;
	u32 reason = wait->reason;

	if (!w || now < w->start_ns || left >= w->end_ns || !w->block_ns)
		return;
	if (reason < WAIT_SLEEP || reason >= WAIT_REASONS)
		return;
	/* The kernel's clocks of two CPUs, or of two moments, may differ a little. */
	u64 delayed = delayed_ns(task, wait, now);
	u64 woken = reason == WAIT_PREEMPTED ? now : now - left > delayed ? now - delayed : left;
	u64 waited = add_interval(reason, left, woken);
	/* One that gets a CPU at once has waited for none, and counts. */
	u64 runnable = reason == WAIT_PREEMPTED ? 0 : add_interval(WAIT_WOKEN, woken, now);
	u64 blocked = reason == WAIT_PREEMPTED ? 0 : waited;
	struct thread_time *time = waited || runnable ? time_of_thread(task) : 0;
	if (time) {
		__sync_fetch_and_add(&time->blocked_ns, blocked);
		__sync_fetch_and_add(&time->runnable_ns, waited - blocked + runnable);
	}
	if (wait->is_in_call && reason != WAIT_PREEMPTED) {
		wait->call_ns += waited + runnable;
		wait->call_reason = reason;
	}
	end_run_in(row, now);
}
