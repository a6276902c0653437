/* Which calls are timed, and how long the one took that returns. */
#pragma once
#include "exchanges.h"
#include "thread_places.h"

/* Calls that a CPU may enter in an interval of 2^26 ns (67 ms) before they are sampled: 15 000 a second. */
#define TIMED_BUDGET 1024
#define TIMED_INTERVAL_SHIFT 26
/* At most one in 2^4 is timed. */
#define MAX_TIMED_SHIFT 4
struct call_sampler {
	u64 window_ns; /* start of the window that the rest is about */
	u64 interval;
	u64 random;
	u64 ours;    /* calls that the target entered since the program was loaded */
	u64 others;  /* the same of everybody else */
	u32 entered; /* in this interval */
	u32 shift;   /* a call's chance is one in 2^shift */
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct call_sampler);
} call_samplers __weak SEC(".maps");

/* A program of another word size reads its predecessor's call by another table: the stamp keeps the number. */
static __always_inline bool may_change_its_table(s64 number)
{
	return number == NR_EXECVE || number == NR_EXECVEAT;
}

/* A new interval has the chance that the last one's calls suggest. */
static __always_inline void start_interval(struct call_sampler *sampler, const struct window *w, u64 now)
{
	u64 interval = now >> TIMED_INTERVAL_SHIFT, passed = interval - sampler->interval;
	bool is_new = sampler->window_ns != w->start_ns;

	if (!passed && !is_new)
		return;
	/* A burst before a pause says nothing about now, nor does one of other processes. A pause of the sampling is no pause of the target. */
	u32 entered = passed == 1 && !is_new ? sampler->entered : 0, shift = 0;
	/* At most as many rounds as the shift can grow. */
	for (u32 i = 0; i < MAX_TIMED_SHIFT; i++)
		shift += entered >> shift > TIMED_BUDGET;
	if (passed > 1 && !is_new && w->call_weight > 1)
		shift = sampler->shift;
	sampler->shift = shift;
	sampler->entered = 0;
	sampler->interval = interval;
	sampler->window_ns = w->start_ns;
	if (!sampler->random)
		sampler->random = now | 1;
}

static __always_inline bool is_sampled(struct call_sampler *sampler)
{
	u64 r = sampler->random;

	sampler->entered++;
	sampler->ours++;
	if (!sampler->shift)
		return true;
	r ^= r << 13;
	r ^= r >> 7;
	r ^= r << 17;
	sampler->random = r;
	return (r >> 32 & ((1U << sampler->shift) - 1)) == 0;
}

static __always_inline void see_call_of_others(void)
{
	u32 zero = 0;
	struct call_sampler *sampler = bpf_map_lookup_elem(&call_samplers, &zero);

	if (sampler)
		sampler->others++;
}

/* Stamps the call that begins. False when it cannot be kept. */
static __always_inline bool enter_call(struct task_struct *task, struct pt_regs *regs, s64 number)
{
	u32 zero = 0, tid = task->pid;
	struct call_sampler *sampler = bpf_map_lookup_elem(&call_samplers, &zero);
	u64 *place = place_of_thread(tid);
	struct window *w = the_window();

	if (!sampler || !place || !w)
		return false;
	u64 now = coarse_moment(w).ns;
	start_interval(sampler, w, now);
	/* The first call that is seen of a thread makes its storage. */
	bool is_known = *place >> 32 == tid, is_certain = !is_known || may_change_its_table(number);
	u64 waited = is_known ? *place & PLACE_WAITED : PLACE_WAITED;
	if (!is_sampled(sampler) && !is_certain) {
		*place = place_value(tid, now, waited);
		return true;
	}
	u32 weight = is_certain ? w->call_weight : w->call_weight << sampler->shift;
	struct call *call = bpf_task_storage_get(&calls, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!call)
		return false;
	now = bpf_ktime_get_ns();
	*place = place_value(tid, now, waited | PLACE_TIMED);
	call->number = marked_number(task, number);
	call->weight = weight;
	call->entered_ns = now;
	call->arrived_us = w->messages == MESSAGES_OF_CALLS && !call_is_compat(task) ? arrival_before(task, regs, number) : 0;
	if (call->arrived_us == ARRIVED_MEANWHILE)
		call->waited_ns = waited_for_a_cpu(task);
	return true;
}

static __always_inline void leave_timed_call(struct task_struct *task, struct call_exit *l, struct call *call)
{
	l->number = call->number;
	l->entered_ns = call->entered_ns;
	l->weight = l->now - l->entered_ns < LONG_CALL_NS ? call->weight : 1;
	l->chance = call->weight;
	l->arrived_us = call->arrived_us;
	if (l->arrived_us == ARRIVED_MEANWHILE)
		l->arrived_us |= (waited_for_a_cpu(task) - call->waited_ns) / 1000;
	call->entered_ns = 0;
}

/* The number of the call that returns. NO_CALL: what returns is a new thread, from its parent's call. */
static __always_inline u32 number_left(struct task_struct *task, struct pt_regs *regs, s64 ret)
{
	s64 number = call_number(regs);

	/* Only the return from a signal handler leaves no number: it brings back registers from before the signal. */
	if (unlikely(number < 0))
		return marked_number(task, call_is_compat(task) ? COMPAT_NR_RT_SIGRETURN : NR_RT_SIGRETURN);
	return ret == 0 && makes_a_thread(task, number) ? NO_CALL : marked_number(task, number);
}

/* Says of the call that returns what its probes want to know. Returns whether the thread may have waited. */
static __always_inline bool leave_call(struct task_struct *task, struct pt_regs *regs, s64 ret, const struct window *w,
				       u32 row, struct cpu_scratch *scratch)
{
	struct call_exit *l = &scratch->exit;
	u32 tid = task->pid;
	u64 *place = place_of_thread(tid);

	if (!place)
		return true;
	u64 stamp = *place;
	bool is_known = stamp >> 32 == tid;
	l->number = number_left(task, regs, ret);
	l->weight = 0;
	l->chance = 0;
	l->arrived_us = 0;
	l->row = row;
	/* A call that seccomp refuses returns without having been seen to begin. */
	if (is_known || w->misses_entries)
		*place = (u64)tid << 32;
	if (likely(is_known && !(stamp & PLACE_TIMED))) {
		struct moment now = moment_of(&scratch->clock, w);

		l->now = now.ns;
		l->block = now.block;
		u64 lasted = since_stamp(stamp, l->now);

		if (unlikely(stamp & PLACE_TIME_MASK && lasted >= LONG_CALL_NS)) {
			l->entered_ns = l->now - lasted;
			l->weight = 1;
		}
		return stamp & PLACE_WAITED;
	}
	struct call *call = bpf_task_storage_get(&calls, task, 0, 0);

	l->now = bpf_ktime_get_ns();
	l->block = block_of(w, l->now);
	if (call) {
		if (call->entered_ns)
			leave_timed_call(task, l, call);
	} else if (task->start_time < w->attached_ns && !w->misses_entries) {
		/* Entered before the hook was there: known to have lasted since then. */
		l->entered_ns = w->attached_ns;
		l->weight = 1;
	}
	return !is_known || stamp & PLACE_WAITED;
}
