/*
 * The one hook on switches of threads, which continues in the probes that want them. Where entries of calls are all that
 * wants to know, it notes which calls wait.
 */
#include "switch_slots.h"
#include "thread_places.h"

SEC("tp_btf/sched_switch")
int BPF_PROG(on_thread_switch, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	struct thread_switch *s = the_switch();

	if (!s)
		return 0;
	/* Every switch is noted: the kernel may skip one, and the next then shows when it was at the latest. */
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
