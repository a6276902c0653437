/*
 * Exact time on a CPU: every switch away from a thread of the target ends a
 * slice that began at the CPU's previous switch. Slices are clipped to the
 * window; those still running when it ends are closed by a timer tick on each
 * CPU, which also covers CPUs the collector may not run on.
 */
#include "spread.h"

#define MAX_THREADS 4096

/* A thread under a name; a thread that renames itself has one entry per name. */
struct thread_key {
	u32 tid; /* 0: threads beyond the table */
	char comm[16];
};

/* Preallocated: updated with the run queue locked. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_THREADS);
	__type(key, struct thread_key);
	__type(value, u64);
} thread_times SEC(".maps");

struct total {
	u64 ns;
	struct spread blocks;
	u64 closed_ns; /* the end of the window this CPU's last slice was closed for */
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct total);
} cpu_totals SEC(".maps");

/* When this CPU last switched, and to which process; 0 until it did once since the probe was attached. */
struct last_switch {
	u64 at_ns;
	u32 tgid;
	u32 pad;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct last_switch);
} last_switch SEC(".maps");

static __always_inline void add_to_thread(struct task_struct *task, u64 ns)
{
	struct thread_key key = { .tid = task->pid };

	bpf_probe_read_kernel(key.comm, sizeof(key.comm), task->comm);
	u64 zero = 0, *sum = entry_of(&thread_times, &key, &zero);
	if (!sum) {
		/* The table is full: the total stays exact, the thread is not named. */
		struct thread_key rest = {};

		cut_one();
		sum = bpf_map_lookup_elem(&thread_times, &rest);
	}
	if (sum)
		__sync_fetch_and_add(sum, ns);
}

/* Adds the part of [since, now) that lies inside the window. */
static __always_inline void add_slice(struct task_struct *task, u64 since, u64 now)
{
	u32 zero = 0;
	struct window *w = the_window();
	struct total *t = bpf_map_lookup_elem(&cpu_totals, &zero);

	if (!w || !t || now < w->start_ns || since >= w->end_ns || !w->block_ns)
		return;
	u64 from = since > w->start_ns ? since : w->start_ns;
	u64 to = now < w->end_ns ? now : w->end_ns;
	if (from >= to)
		return;
	t->ns += to - from;
	spread_over(&t->blocks, w, from, to);
	add_to_thread(task, to - from);
	u32 tgid = task->tgid;
	struct target *process = bpf_map_lookup_elem(&targets, &tgid);

	if (process)
		__sync_fetch_and_add(&process->cpu_ns, to - from);
	end_run(tgid, now);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_slice_end, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	u32 zero = 0;
	u64 now = bpf_ktime_get_ns();
	struct last_switch *last = bpf_map_lookup_elem(&last_switch, &zero);

	if (!last)
		return 0;
	u64 since = last->at_ns;
	last->at_ns = now;
	last->tgid = next->tgid;
	u32 tgid = prev->tgid;
	if (tgid && is_target(tgid))
		add_slice(prev, since, now);
	return 0;
}

SEC("perf_event")
int close_slice(void *ctx)
{
	u32 zero = 0;
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct last_switch *last = bpf_map_lookup_elem(&last_switch, &zero);
	struct total *t = bpf_map_lookup_elem(&cpu_totals, &zero);

	if (!w || !last || !t || now < w->end_ns)
		return 0;
	struct task_struct *task = bpf_get_current_task_btf();
	u32 tgid = task->tgid;
	if (tgid && is_target(tgid))
		add_slice(task, last->at_ns, now);
	last->at_ns = now;
	t->closed_ns = w->end_ns;
	return 0;
}
