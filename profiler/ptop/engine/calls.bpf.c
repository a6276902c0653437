/*
 * The one hook on exits of system calls, which continues in the probe that wants the call, and the one on entries, which
 * notes when a call began.
 */
#include "exit_slots.h"
#include "call_timing.h"
#include "fast_calls.h"
#include "fast_transfers.h"

SEC("tp_btf/sys_exit")
int BPF_PROG(on_call_exit, struct pt_regs *regs, long ret)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct window *w = the_window();

	u32 row = row_of(task->tgid);
	if (!w || row == NO_ROW)
		return 0;
	struct cpu_scratch *scratch = current_scratch();
	struct process_hits *hits = bpf_map_lookup_elem(&process_hits, &row);
	if (unlikely(!scratch || !hits))
		return 0;
	struct call_exit *l = &scratch->exit;
	bool may_have_waited = !w->call_weight || leave_call(task, regs, ret, w, row, scratch);
	/* A tail call continues in a probe that is loaded, and returns here where it is not. */
	if (unlikely(may_have_waited || reports_its_wait(call_number(regs))))
		bpf_tail_call(ctx, &exit_slots, SLOT_WAITS);
	/* What rt_sigreturn leaves in the result register is the interrupted code's value, maybe like an error. */
	bool is_fast = w->call_weight && !call_errno(ret) && is_open(w, l->now);
	if (unlikely(!is_fast || !count_fast_call(l, w, hits)))
		bpf_tail_call(ctx, &exit_slots, SLOT_CALLS);
	struct file *socket = 0;
	if (!is_fast || !count_fast_transfer(task, regs, ret, l, w, hits, &socket))
		tail_call(ctx, regs, call_is_compat(task));
	else if (socket && w->messages && (!ret || !count_fast_message(socket, ret, direction_at(l->place), l, w, hits)))
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
	if (!enter_call(task, regs, number))
		lose(false);
	return 0;
}
