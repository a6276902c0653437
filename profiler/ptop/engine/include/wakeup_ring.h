/*
 * Wakes the collector where something must be done at once: when a stack was taken of a program that was started a
 * moment ago, since where its code lies can be looked up only while it lives, and many such programs end soon; and when
 * the target begins to move messages in a way that calls do not show.
 */
#pragma once
#include "shared.h"

/* A program is young for so long. The collector reads what lives longer anyway. */
#define YOUNG_NS 50000000
/* Between two wakeups: the collector reads everything that has arrived at once. */
#define WAKEUP_PAUSE_NS 2000000

/* Its records carry nothing; the collector waits for them. max_entries is set by the loader: bytes, a page. */
struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} wakeup_ring __weak SEC(".maps");

static __always_inline void wake_collector(u64 now)
{
	/* Without room the collector has not emptied it yet, so it is awake. */
	bpf_ringbuf_output(&wakeup_ring, &now, sizeof(now), BPF_RB_FORCE_WAKEUP);
}

/* Called when the stack has been written. */
static __always_inline void wake_if_young(const struct target *t)
{
	struct run_state *r = the_run_state();
	u64 now = bpf_ktime_get_ns();

	if (!r || !t->exec_ns || now - t->exec_ns >= YOUNG_NS)
		return;
	u64 before = r->woken_ns;
	if (now - before < WAKEUP_PAUSE_NS || __sync_val_compare_and_swap(&r->woken_ns, before, now) != before)
		return;
	wake_collector(now);
}
