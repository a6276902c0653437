/*
 * Every system call of the target: number, outcome, latency. A call counts in
 * the block in which it returns; its time counts from its entry or from the
 * window's start, whichever is later, so the sum never exceeds the time the
 * threads had. Calls that do not return inside the window have no outcome yet
 * and are not counted; exit and exit_group never return and count on entry.
 */
#include "exit_slots.h"
#include "call_entry.h"
#include "latency.h"

struct outcome_key {
	u32 number;
	s32 error; /* errno, 0 for success */
};

/* One CPU's share. 32 bits hold a bucket for more than five minutes at ten million calls a second. */
struct outcome {
	u64 count;
	u64 total_ns;
	u32 latency[LATENCY_BUCKETS]; /* [i]: 2^i <= ns < 2^(i+1) */
	u32 blocks[BLOCKS];
};

/* max_entries is set by the loader from the number of CPUs. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__uint(max_entries, 1024);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct outcome_key);
	__type(value, struct outcome);
} outcomes SEC(".maps");

static const struct outcome no_outcome = {};

static __always_inline void count_call(u32 number, s32 error, u64 entered, u64 now, u64 since)
{
	struct window *w = the_window();
	struct counters *c = the_counters();

	if (!w || !c || !is_open(w, now))
		return;
	struct outcome_key key = { number, error };
	struct outcome *o = bpf_map_lookup_elem(&outcomes, &key);
	if (!o) {
		bpf_map_update_elem(&outcomes, &key, &no_outcome, BPF_NOEXIST);
		o = bpf_map_lookup_elem(&outcomes, &key);
	}
	if (!o) {
		c->drops++;
		c->cut++;
		end_run(c, since);
		return;
	}
	u64 latency = now - entered;
	u64 inside = entered > w->start_ns ? latency : now - w->start_ns;
	u32 bucket = latency_bucket(latency), block = block_of(w, now);
	o->count++;
	o->total_ns += inside;
	if (bucket < LATENCY_BUCKETS)
		o->latency[bucket]++;
	if (block < BLOCKS)
		o->blocks[block]++;
	end_run(c, since);
}

/* Calls that never return. */
SEC("tp_btf/sys_enter")
int BPF_PROG(on_enter, struct pt_regs *regs, long number)
{
	u64 now = bpf_ktime_get_ns();

	count_call(number, 0, now, now, now);
	return 0;
}

static __always_inline void count_exit(struct task_struct *task, struct pt_regs *regs, s64 ret)
{
	u64 now = bpf_ktime_get_ns();
	struct call *call = bpf_task_storage_get(&calls, task, 0, 0);
	struct window *w = the_window();
	u64 entered;
	u32 number;
	if (call && call->entered_ns) {
		entered = call->entered_ns;
		number = call->number;
		call->counted_ns = entered;
		call->entered_ns = 0;
	} else {
		s64 saved = call_number(regs);

		/*
		 * Entered before the probe was attached: known to have lasted since then. A task
		 * created later is coming back from its parent's clone, not from a call of its own.
		 */
		if (saved < 0 || !w || task->start_time >= w->attached_ns)
			return;
		entered = w->attached_ns;
		number = (u32)saved | (call_is_compat(task) ? COMPAT_CALL : 0);
	}
	/* What rt_sigreturn leaves in the result register is the interrupted code's value. */
	s32 error = number == NR_RT_SIGRETURN ? 0 : call_errno(ret);
	count_call(number, error, entered, now, now);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_exit, struct pt_regs *regs, long ret)
{
	struct task_struct *task = bpf_get_current_task_btf();

	count_exit(task, regs, ret);
	hand_on(ctx, task, regs);
	return 0;
}
