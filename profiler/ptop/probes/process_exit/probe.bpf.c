/*
 * Ends of the target's processes: name, and exit code or signal. The event is
 * one per thread; a process ends with its last one.
 */
#include "shared.h"

#define SIGNAL_GROUP_EXIT 0x4

struct end_key {
	u32 status; /* as wait() reports it: signal in bits 0 to 6, core dumped in bit 7, code in bits 8 to 15 */
	char comm[16];
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct end_key);
	__type(value, struct tally);
} ends SEC(".maps");

SEC("tp_btf/sched_process_exit")
int BPF_PROG(on_process_end, struct task_struct *task)
{
	struct target *target = target_of(task->tgid);

	if (!target || BPF_CORE_READ(task, signal, live.counter) > 0)
		return 0;
	/* Two last threads that end at once both see that no other lives. */
	if (__sync_fetch_and_add(&target->ended, 1) != 0)
		return 0;
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	if (!w || !is_open(w, now))
		return 0;
	struct task_struct *leader = BPF_CORE_READ(task, group_leader);
	bool by_group = BPF_CORE_READ(task, signal, flags) & SIGNAL_GROUP_EXIT;
	struct end_key key = {
		.status = by_group ? BPF_CORE_READ(task, signal, group_exit_code) : BPF_CORE_READ(leader, exit_code),
	};
	bpf_probe_read_kernel(key.comm, sizeof(key.comm), leader->comm);
	if (!count_key(&ends, &key, block_of(w, now)))
		lose(true);
	end_run(task->tgid, now);
	return 0;
}
