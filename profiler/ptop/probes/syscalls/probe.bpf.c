/*
 * Every system call of the target: number, outcome, latency. A call counts in
 * the block in which it returns; its time counts from its entry or from the
 * window's start, whichever is later, so the sum never exceeds the time the
 * threads had. Calls that do not return inside the window have no outcome yet
 * and are not counted; exit and exit_group never return and count on entry.
 * Every call is counted; of short ones in great numbers, not every one is timed.
 */
#include "exit_slots.h"
#include "fast_calls.h"

struct outcome_key {
	u32 number;
	s32 error; /* errno, 0 for success */
};

/* max_entries is set by the loader from the number of CPUs. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_HASH);
	__uint(max_entries, 1024);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct outcome_key);
	__type(value, struct call_outcome);
} outcomes SEC(".maps");

static const struct call_outcome no_outcome = {};

/* 1 + the number of the call that has a place. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, FAST_CALLS);
	__type(key, u32);
	__type(value, u32);
} fast_numbers SEC(".maps");

u32 fast_taken;

static __always_inline void take_fast_place(u32 *place, u32 number)
{
	u32 taken = __sync_fetch_and_add(&fast_taken, 1);
	u32 *holder = bpf_map_lookup_elem(&fast_numbers, &taken);

	/* A place that another CPU took for the same call stays empty. */
	if (holder && !__sync_val_compare_and_swap(place, 0, taken + 1))
		*holder = number + 1;
}

static __always_inline struct call_outcome *fast_outcome(u32 number)
{
	u32 *place = bpf_map_lookup_elem(&fast_places, &number);

	if (!place)
		return 0;
	if (!*place && fast_taken < FAST_CALLS)
		take_fast_place(place, number);
	u32 at = *place - 1;
	return bpf_map_lookup_elem(&fast_calls, &at);
}

static __always_inline struct call_outcome *outcome_of(u32 number, s32 error)
{
	struct outcome_key key = { number, error };
	struct call_outcome *o = error ? 0 : fast_outcome(number);

	return o ? o : entry_of(&outcomes, &key, &no_outcome);
}

static __always_inline void count_call(const struct call_exit *l, s32 error)
{
	struct window *w = the_window();
	u64 *hits = hits_in(l->row);

	if (!w || !hits || !is_open(w, l->now))
		return;
	u64 started = start_run(hits);
	struct call_outcome *o = outcome_of(l->number, error);
	if (o) {
		add_call(o, l, w);
	} else {
		lose(true);
	}
	end_run_of_task(hits, started);
}

/* Calls that never return. A thread that is killed shows the call that it was in, and did not make it for that. */
SEC("tp_btf/sched_process_exit")
int BPF_PROG(on_thread_end, struct task_struct *task)
{
	u32 row = row_of(task->tgid);
	struct pt_regs *regs = row != NO_ROW ? (struct pt_regs *)bpf_task_pt_regs(task) : 0;
	s64 number = regs && !call_is_compat(task) ? call_number(regs) : -1;

	if (number == NR_EXIT || number == NR_EXIT_GROUP) {
		u64 now = bpf_ktime_get_ns();
		struct window *w = the_window();
		struct call_exit ends = { .now = now, .entered_ns = now, .weight = 1, .number = number, .row = row };

		ends.block = w ? block_of(w, now) : 0;
		count_call(&ends, 0);
	}
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_syscall, struct pt_regs *regs, long ret)
{
	struct call_exit *l = current_exit();

	/* What rt_sigreturn leaves in the result register is the interrupted code's value. */
	if (l && l->number != NO_CALL)
		count_call(l, call_number(regs) < 0 ? 0 : call_errno(ret));
	/* An event that is not a call has the mark too, but nobody waits for it. */
	tail_call(ctx, regs, !l || l->number & COMPAT_CALL);
	return 0;
}
