/*
 * The set of measured processes: finds the requested ones, and notes when one replaces its program. Children are added
 * by process_fork, which counts them.
 */
#include "target_set.h"
#include "thread_places.h"

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
