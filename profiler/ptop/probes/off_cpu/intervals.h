/* Intervals off the CPU, by what the thread waited for and by thread. */
#pragma once
#include "latency.h"
#include "spread.h"
#include "waits.h"

#define MAX_THREADS 4096

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

/* A thread under a name; a thread that renames itself has one entry per name. */
struct thread_key {
	u32 tid; /* 0: threads beyond the table */
	char comm[16];
};

struct thread_off {
	u64 blocked_ns;
	u64 runnable_ns;
};

/* Preallocated: updated with the run queue locked. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_THREADS);
	__type(key, struct thread_key);
	__type(value, struct thread_off);
} thread_waits SEC(".maps");

static __always_inline void add_to_thread(struct task_struct *task, u32 reason, u64 ns)
{
	struct thread_key key = { .tid = task->pid };

	bpf_probe_read_kernel(key.comm, sizeof(key.comm), task->comm);
	struct thread_off none = {}, *sum = entry_of(&thread_waits, &key, &none);
	if (!sum) {
		/* The table is full: the totals stay exact, the thread is not named. */
		struct thread_key rest = {};

		cut_one();
		sum = bpf_map_lookup_elem(&thread_waits, &rest);
	}
	if (sum)
		__sync_fetch_and_add(reason < WAIT_WOKEN ? &sum->blocked_ns : &sum->runnable_ns, ns);
}

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

/* Accounts for the interval under way as far as it has come. */
static __always_inline void end_interval(struct task_struct *task, struct wait *wait, u64 now)
{
	struct window *w = the_window();
	u64 left = wait->left_ns, woken = wait->woken_ns;
	u32 reason = wait->reason;

	if (!w || now < w->start_ns || left >= w->end_ns || !w->block_ns)
		return;
	if (reason < WAIT_SLEEP || reason >= WAIT_REASONS)
		return;
	/* A wakeup on another CPU may have read its clock a little later. */
	if (reason == WAIT_PREEMPTED || woken < left || woken > now)
		woken = now;
	u64 waited = add_interval(reason, left, woken);
	u64 runnable = woken < now ? add_interval(WAIT_WOKEN, woken, now) : 0;
	if (waited)
		add_to_thread(task, reason, waited);
	if (runnable)
		add_to_thread(task, WAIT_WOKEN, runnable);
	if (wait->is_in_call && reason != WAIT_PREEMPTED) {
		wait->call_ns += waited + runnable;
		wait->call_reason = reason;
	}
	end_run(task->tgid, now);
}
