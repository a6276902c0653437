/*
 * Time off the CPU: every interval between a thread's leaving a CPU and its
 * return, split at the wakeup into what it waited for and the wait for a CPU. The
 * kernel itself counts the latter, so nobody pays for a program on wakeups.
 * Intervals are clipped to the window; those that are still going on when it
 * ends are added by a walk over the threads, and those that began before it are
 * known since the walk at the start.
 *
 * The kernel passes over a few switches while others attach to the tracepoint or
 * leave it. A thread that returns from a call has returned to a CPU, so its wait
 * ends there at the latest; where nothing shows it, a drop is counted.
 *
 * A thread that blocked in a system call shows its stack when the call returns,
 * where its user registers are saved: outside a call (a page fault, a debugger)
 * there is time and reason only.
 */
#include "exit_slots.h"
#include "intervals.h"
#include "outcome.h"
#include "stack_events.h"
#include "switch_slots.h"
#include "thread_places.h"

/* Calls that blocked for less show no stack. */
#define STACK_THRESHOLD_NS 1000000

/* Task states as the kernel's interface names them; other bits only qualify these. */
#define STATE_INTERRUPTIBLE 0x1
#define STATE_UNINTERRUPTIBLE 0x2
#define STATE_STOPPED 0x4
#define STATE_TRACED 0x8
#define STATE_DEAD (0x10 | 0x20 | 0x80)

/* What shows a stack and what does not, of calls that blocked and returned in the window. */
struct stack_share {
	u64 count; /* blocked for the threshold or longer */
	u64 ns;
	u64 brief_count; /* for less */
	u64 brief_ns;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct stack_share);
} shares SEC(".maps");

struct blocking_key {
	u32 number;
	u32 reason; /* WAIT_NONE: of a place, that no call has it */
};

/* Calls that blocked on this CPU, those that found a place. */
struct blocking_place {
	struct blocking_key of;
	struct outcome outcome;
};

#define BLOCKING_PLACES 32

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, BLOCKING_PLACES);
	__type(key, u32);
	__type(value, struct blocking_place);
} blocking_places SEC(".maps");

/* Others that blocked. Preallocated: a machine under load refuses an entry of a new key for a while. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 256);
	__type(key, struct blocking_key);
	__type(value, struct outcome);
} blockings SEC(".maps");

static __always_inline u32 reason_of(bool is_preempted, u64 state)
{
	if (is_preempted || !state)
		return WAIT_PREEMPTED;
	if (state & STATE_DEAD)
		return WAIT_NONE;
	if (state & STATE_INTERRUPTIBLE)
		return WAIT_SLEEP;
	return state & (STATE_STOPPED | STATE_TRACED) ? WAIT_STOPPED : WAIT_DISK;
}

static __always_inline u64 state_of(struct task_struct *task)
{
	if (bpf_core_field_exists(task->__state))
		return BPF_CORE_READ(task, __state);
	return BPF_CORE_READ((struct task_struct___5_13 *)task, state);
}

static __always_inline void drop(u64 now)
{
	struct window *w = the_window();

	if (w && is_open(w, now))
		lose(false);
}

/* The thread is off the CPU, since now for all that is known. */
static __always_inline void begin_interval(struct task_struct *task, struct wait *wait, u32 reason, u64 now)
{
	wait->woken_ns = 0;
	if (counts_delays(task))
		wait->delay_ns = task->sched_info.run_delay;
	wait->reason = reason;
	wait->is_in_call = is_in_call(task);
	wait->is_known = true;
	wait->left_ns = now;
	note_wait(task->pid, wait->is_in_call, now);
}

static __always_inline void switch_to(struct task_struct *next, u32 row, u64 now)
{
	struct wait *wait;

	if (row == NO_ROW)
		return;
	/* Made when a thread first runs, so that whatever it waits for has a place. */
	wait = bpf_task_storage_get(&waits, next, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!wait)
		return;
	if (wait->left_ns)
		end_interval(next, row, wait, now);
	else if (wait->is_known)
		drop(now);
	wait->is_known = true;
	wait->left_ns = 0;
}

static __always_inline void switch_from(struct task_struct *prev, u32 row, u32 reason, u64 now)
{
	struct wait *wait;

	if (row == NO_ROW || !reason)
		return;
	wait = bpf_task_storage_get(&waits, prev, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!wait || wait->left_ns)
		drop(now);
	if (!wait)
		return;
	begin_interval(prev, wait, reason, now);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, bool preempt, struct task_struct *prev, struct task_struct *next, unsigned int prev_state)
{
	struct thread_switch *s = the_switch();

	if (!s)
		return 0;
	switch_to(next, s->entered_row, s->at_ns);
	switch_from(prev, s->left_row, reason_of(preempt, prev_state), s->at_ns);
	bpf_tail_call(ctx, &switch_slots, SLOT_SWITCH_TIME);
	return 0;
}

/* Before Linux 5.18: a thread that is woken at this moment is read as uninterruptible. */
SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch_before_5_18, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	struct thread_switch *s = the_switch();

	if (!s)
		return 0;
	switch_to(next, s->entered_row, s->at_ns);
	switch_from(prev, s->left_row, reason_of(preempt, state_of(prev)), s->at_ns);
	bpf_tail_call(ctx, &switch_slots, SLOT_SWITCH_TIME);
	return 0;
}

/* Is never attached, and refused where the kernel does not count how long threads wait for a CPU. */
SEC("tp_btf/sched_switch")
int needs_delays(u64 *ctx)
{
	struct task_struct *task = bpf_get_current_task_btf();

	return task->sched_info.run_delay + queue_clock(task) != 0;
}

/* Used there instead. */
SEC("tp_btf/sched_wakeup")
int BPF_PROG(on_wakeup, struct task_struct *task)
{
	struct wait *wait;

	if (!is_target(task->tgid))
		return 0;
	wait = bpf_task_storage_get(&waits, task, 0, 0);
	if (wait && wait->left_ns && !wait->woken_ns)
		wait->woken_ns = bpf_ktime_get_ns();
	return 0;
}

/* A thread that is off the CPU when the collector arrives: since now, for all that is known. */
SEC("iter/task")
int find_waits(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;

	if (!task || !is_target(task->tgid) || task->on_cpu)
		return 0;
	u32 reason = reason_of(false, state_of(task));
	struct wait *wait = bpf_task_storage_get(&waits, task, 0, reason ? BPF_LOCAL_STORAGE_GET_F_CREATE : 0);
	if (!wait || !reason || wait->left_ns)
		return 0;
	begin_interval(task, wait, reason, bpf_ktime_get_ns());
	return 0;
}

/* A thread that is off the CPU after the window. */
SEC("iter/task")
int close_waits(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	struct window *w = the_window();

	u32 row = task ? row_of(task->tgid) : NO_ROW;
	if (!task || !w || row == NO_ROW)
		return 0;
	struct wait *wait = bpf_task_storage_get(&waits, task, 0, 0);
	if (!wait || !wait->left_ns || wait->left_ns >= w->end_ns || task->on_cpu)
		return 0;
	u64 now = bpf_ktime_get_ns(), delayed = delayed_ns(task, wait, now);
	u32 reason = wait->reason != WAIT_PREEMPTED && delayed > now - w->end_ns ? WAIT_WOKEN : wait->reason;
	struct off_total *t = bpf_map_lookup_elem(&wait_totals, &reason);
	if (t)
		t->unfinished++;
	end_interval(task, row, wait, now);
	wait->left_ns = 0;
	return 0;
}

static __always_inline void count_blocking(u32 number, u32 reason, u64 ns, u32 block)
{
	struct blocking_key key = { number, reason };
	u32 at = (number + (reason << 3)) & (BLOCKING_PLACES - 1);
	struct blocking_place *place = bpf_map_lookup_elem(&blocking_places, &at);

	if (place && !place->of.reason)
		place->of = key;
	if (place && place->of.number == number && place->of.reason == reason) {
		add_outcome_as(&place->outcome, ns, ns, block, false);
		return;
	}
	struct outcome *o = entry_of(&blockings, &key, &no_outcome);

	if (o)
		add_outcome(o, ns, ns, block);
	else
		cut_one();
}

static __always_inline void show_stack(void *ctx, u32 key, u64 ns)
{
	u32 zero = 0;
	struct stack_share *s = bpf_map_lookup_elem(&shares, &zero);

	if (!s)
		return;
	if (ns < STACK_THRESHOLD_NS) {
		s->brief_count++;
		s->brief_ns += ns;
		return;
	}
	s->count++;
	s->ns += ns;
	u32 chance = stack_chance(STACK_OFF_CPU, ns);
	if (chance && !send_stack(ctx, STACK_OFF_CPU, key, ns, chance))
		lose(false);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_wait_exit, struct pt_regs *regs, long ret)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct wait *wait = bpf_task_storage_get(&waits, task, 0, 0);

	if (wait) {
		if (wait->left_ns) {
			end_interval(task, row_of(task->tgid), wait, bpf_ktime_get_ns());
			wait->left_ns = 0;
		}
		u64 ns = wait->call_ns, number = call_number(regs);

		wait->waited_ns = ns;
		/* No lock of the kernel's is waited for here: what is noted is one whose end was missed. */
		for (u32 i = 0; i < LOCK_PLACES; i++)
			wait->locks[i].lock = 0;
		if (number != NR_RESTART_SYSCALL)
			wait->restarts_futex = 0;
		if (ns) {
			struct window *w = the_window();
			struct moment now = {};
			u32 call = marked_number(task, number);

			wait->call_ns = 0;
			if (w)
				now = coarse_moment(w);
			if (w && is_open(w, now.ns)) {
				count_blocking(call, wait->call_reason, ns, now.block);
				show_stack(ctx, call << 3 | wait->call_reason, ns);
			}
		}
	}
	bpf_tail_call(ctx, &exit_slots, SLOT_CALLS);
	tail_call(ctx, regs, call_is_compat(task));
	return 0;
}
