/*
 * Counts the processes that the target forks, and adds each to the set of measured processes, so that every other
 * probe follows it.
 */
#include "target_set.h"
#include "thread_places.h"

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
