/* Adds processes to the set of those that are measured, and takes them out. */
#pragma once
#include "shared.h"

#define MAX_PID_LEVELS 33 /* MAX_PID_NS_LEVEL + 1 */

static __always_inline u32 pid_in_namespace(struct task_struct *task)
{
	struct pid *pid = BPF_CORE_READ(task, thread_pid);
	u32 level = BPF_CORE_READ(pid, level);
	struct window *w = the_window();

	/* Bounded by the kernel's own limit on nesting, so the verifier sees an end. */
	for (u32 i = 0; i < MAX_PID_LEVELS; i++) {
		struct upid number;

		if (i > level || !w)
			break;
		if (bpf_core_read(&number, sizeof(number), &pid->numbers[i]))
			break;
		if (BPF_CORE_READ(number.ns, ns.inum) == w->pid_namespace)
			return number.nr;
	}
	return 0;
}

/* Which process changed, by the number of the change; 0: not written yet, or read. */
#define CHANGES 8192

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, CHANGES);
	__type(key, u32);
	__type(value, u32);
} changed __weak SEC(".maps");

static __always_inline void note_change(u32 tgid)
{
	struct run_state *r = the_run_state();

	if (!r)
		return;
	u32 at = __sync_fetch_and_add(&r->changes, 1) & (CHANGES - 1), *place = bpf_map_lookup_elem(&changed, &at);
	if (place)
		*place = tgid;
}

static __always_inline u16 take_row(void)
{
	struct run_state *r = the_run_state();
	u32 row = r ? __sync_fetch_and_add(&r->processes, 1) + 1 : ROW_OF_OTHERS;

	return bpf_map_lookup_elem(&process_hits, &row) ? row : ROW_OF_OTHERS;
}

static __always_inline long add_target(u32 tgid, struct target *t)
{
	u32 place = tgid & (FILTER_PLACES - 1);

	t->row = take_row();
	long failed = bpf_map_update_elem(&targets, &tgid, t, BPF_ANY);
	u64 *holder = bpf_map_lookup_elem(&target_filter, &place), held = tgid | (u64)t->row << PLACE_ROW_SHIFT;

	if (failed || !holder)
		return failed;
	u64 before = __sync_val_compare_and_swap(holder, 0, held);
	if (!before)
		return 0;
	u32 other = before;
	/* It had the same id, or has ended and gave up its entry. */
	bool is_over = before != PLACE_SHARED && (other == tgid || !bpf_map_lookup_elem(&targets, &other));
	if (!is_over || __sync_val_compare_and_swap(holder, before, held) != before)
		*holder = PLACE_SHARED;
	return 0;
}

/* An unrelated process was given the id of one that ended. */
static __always_inline void forget_target(u32 tgid)
{
	u32 place = tgid & (FILTER_PLACES - 1);
	u64 *holder = bpf_map_lookup_elem(&target_filter, &place);

	u64 held = holder ? *holder : 0;
	if (holder && (u32)held == tgid)
		__sync_val_compare_and_swap(holder, held, 0);
	bpf_map_delete_elem(&targets, &tgid);
}
