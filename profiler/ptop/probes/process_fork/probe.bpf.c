/*
 * Owns the set of measured processes: finds the requested ones, adds every
 * process they fork, and notes when one replaces its program. Also owns the one
 * hook on system call exits that other probes are handed on from, the one on
 * entries that notes when a call began, and the one on switches of threads, which
 * notes when a call waits where entries are all that wants to know.
 */
#include "shared.h"
#include "exit_slots.h"
#include "call_timing.h"
#include "path_text.h"
#include "sockets.h"
#include "stack_events.h"
#include "switch_slots.h"
#include "thread_times.h"
#include "usual_calls.h"
#include "usual_transfers.h"
#include "waits.h"

#define MAX_PID_LEVELS 33 /* MAX_PID_NS_LEVEL + 1 */

/* Pids of the request, in the collector's namespace. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__type(key, u32);
	__type(value, u32);
} wanted SEC(".maps");

/* The file each process executed last, for those that end before anyone can look. */
struct exec_path {
	char text[256];
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_PROCESSES);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, u32);
	__type(value, struct exec_path);
} execs SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct exec_path);
} exec_scratch SEC(".maps");

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
} changed SEC(".maps");

static __always_inline void note_change(u32 tgid)
{
	struct roll *r = the_roll();

	if (!r)
		return;
	u32 at = __sync_fetch_and_add(&r->changes, 1) & (CHANGES - 1), *place = bpf_map_lookup_elem(&changed, &at);
	if (place)
		*place = tgid;
}

static __always_inline u16 take_row(void)
{
	struct roll *r = the_roll();
	u32 row = r ? __sync_fetch_and_add(&r->processes, 1) + 1 : ROW_OF_OTHERS;

	return bpf_map_lookup_elem(&process_hits, &row) ? row : ROW_OF_OTHERS;
}

static __always_inline long add_target(u32 tgid, struct target *t)
{
	u32 place = tgid & (MAYBE_PLACES - 1);

	t->row = take_row();
	long failed = bpf_map_update_elem(&targets, &tgid, t, BPF_ANY);
	u64 *holder = bpf_map_lookup_elem(&maybe, &place), held = tgid | (u64)t->row << PLACE_ROW_SHIFT;

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
	u32 place = tgid & (MAYBE_PLACES - 1);
	u64 *holder = bpf_map_lookup_elem(&maybe, &place);

	u64 held = holder ? *holder : 0;
	if (holder && (u32)held == tgid)
		__sync_val_compare_and_swap(holder, held, 0);
	bpf_map_delete_elem(&targets, &tgid);
}

SEC("iter/task")
int find_targets(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;

	if (!task || task->pid != task->tgid)
		return 0;
	u32 pid = pid_in_namespace(task);
	if (!pid || !bpf_map_lookup_elem(&wanted, &pid))
		return 0;
	struct target found = { .start_ns = task->start_boottime, .pid = pid };
	found.brk = BPF_CORE_READ(task, mm, brk);
	bpf_probe_read_kernel(found.comm, sizeof(found.comm), task->comm);
	add_target(task->tgid, &found);
	return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct *parent, struct task_struct *child)
{
	u64 now = bpf_ktime_get_ns();
	u32 tgid = child->tgid;

	forget_thread(child->pid);
	if ((u32)child->pid != tgid)
		return 0; /* a new thread of a process that is measured or not already */
	u32 parent_tgid = parent->tgid;
	if (!is_target(parent_tgid)) {
		forget_target(tgid);
		return 0;
	}
	struct target added = {
		.start_ns = child->start_boottime,
		.pid = pid_in_namespace(child),
		.parent = parent_tgid,
		.forked = 1,
	};
	bpf_probe_read_kernel(added.comm, sizeof(added.comm), child->comm);
	added.brk = BPF_CORE_READ(child, mm, brk);
	if (add_target(tgid, &added))
		lose(true);
	note_change(tgid);
	struct window *w = the_window();
	if (w && is_open(w, now))
		end_run(parent_tgid, now);
	return 0;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(on_exec, struct task_struct *task, int old_pid, struct linux_binprm *bprm)
{
	u32 tgid = task->tgid, zero = 0;
	struct target *t = target_of(tgid);
	struct exec_path *path = bpf_map_lookup_elem(&exec_scratch, &zero);

	if (!t || !path)
		return 0;
	/* The last thread of a process takes the id of its first. */
	forget_thread(task->pid);
	t->exec_ns = bpf_ktime_get_ns();
	t->brk = BPF_CORE_READ(task, mm, brk);
	bpf_probe_read_kernel(t->comm, sizeof(t->comm), task->comm);
	if (bpf_probe_read_kernel_str(path->text, sizeof(path->text), bprm->filename) > 0)
		bpf_map_update_elem(&execs, &tgid, path, BPF_ANY);
	note_change(tgid);
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_call_exit, struct pt_regs *regs, long ret)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct window *w = the_window();

	u32 row = row_of(task->tgid);
	if (!w || row == NO_ROW)
		return 0;
	struct desk *desk = the_desk();
	struct process_hits *hits = bpf_map_lookup_elem(&process_hits, &row);
	if (unlikely(!desk || !hits))
		return 0;
	struct leaving *l = &desk->leaving;
	bool may_have_waited = !w->call_weight || leave_call(task, regs, ret, w, row, desk);
	/* Each continues in a probe where that is loaded, and returns here where it is not. */
	if (unlikely(may_have_waited || tells_of_its_wait(call_number(regs))))
		bpf_tail_call(ctx, &exit_slots, SLOT_WAITS);
	/* What rt_sigreturn leaves in the result register is the interrupted code's value, maybe like an error. */
	bool is_usual = w->call_weight && !call_errno(ret) && is_open(w, l->now);
	if (unlikely(!is_usual || !count_usual_call(l, w, hits)))
		bpf_tail_call(ctx, &exit_slots, SLOT_CALLS);
	struct file *socket = 0;
	if (!is_usual || !count_usual_transfer(task, regs, ret, l, w, hits, &socket))
		hand_on(ctx, regs, call_is_compat(task));
	else if (socket && w->messages && (!ret || !count_usual_message(socket, ret, direction_at(l->place), l, w, hits)))
		bpf_tail_call(ctx, &exit_slots, SLOT_MESSAGES);
	return 0;
}

SEC("tp_btf/sys_enter")
int BPF_PROG(on_call_enter, struct pt_regs *regs, long number)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (number < 0)
		return 0;
	if (!is_target(task->tgid)) {
		see_call_of_others();
		return 0;
	}
	if (!enter_call(task, number))
		lose(false);
	return 0;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_thread_switch, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	struct thread_switch *s = the_switch();

	if (!s)
		return 0;
	/* Every switch is noted: the kernel may pass over one, and the next then tells when it was at the latest. */
	s->since_ns = s->at_ns;
	s->at_ns = bpf_ktime_get_ns();
	s->tgid = next->tgid;
	s->left_row = row_of(prev->tgid);
	s->entered_row = row_of(next->tgid);
	if (s->left_row == NO_ROW && s->entered_row == NO_ROW)
		return 0;
	bpf_tail_call(ctx, &switch_slots, SLOT_SWITCH_WAITS);
	bpf_tail_call(ctx, &switch_slots, SLOT_SWITCH_TIME);
	return 0;
}

/* In the place of off_cpu, where that is not asked for: a call whose entry nobody saw lasts since its first wait. */
SEC("tp_btf/sched_switch")
int BPF_PROG(on_caller_switch, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	struct thread_switch *s = the_switch();

	if (s && s->left_row != NO_ROW)
		note_wait(prev->pid, is_in_call(prev), s->at_ns);
	bpf_tail_call(ctx, &switch_slots, SLOT_SWITCH_TIME);
	return 0;
}

/* A call that has been waiting since before anybody looked. */
SEC("iter/task")
int note_callers(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;

	if (task && is_target(task->tgid) && !task->on_cpu)
		note_wait(task->pid, is_in_call(task), bpf_ktime_get_ns());
	return 0;
}
