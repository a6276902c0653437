/*
 * Exact time on a CPU: every switch away from a thread of the target ends a
 * slice that began at the CPU's previous switch. Slices are clipped to the
 * window; those still running when it ends are closed by a timer tick on each
 * CPU, which also covers CPUs the collector may not run on.
 */
#include "spread.h"
#include "switch_slots.h"
#include "thread_times.h"

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

/* Adds the part of [since, now) that lies inside the window. Interrupts are off here. */
static __always_inline void add_slice(struct task_struct *task, u32 row, u64 since, u64 now)
{
	u32 zero = 0, tgid = task->tgid;
	struct window *w = the_window();
	struct total *t = bpf_map_lookup_elem(&cpu_totals, &zero);
	struct process_hits *process = bpf_map_lookup_elem(&process_hits, &row);

	if (!w || !t || !process || now < w->start_ns || since >= w->end_ns || !w->block_ns)
		return;
	u64 *hits = &process->of[PROBE_NUMBER], began = start_run(hits);
	u64 from = since > w->start_ns ? since : w->start_ns;
	u64 to = now < w->end_ns ? now : w->end_ns;
	if (from >= to)
		return;
	t->ns += to - from;
	spread_over(&t->blocks, w, from, to);
	struct thread_time *time = time_of_thread(task);
	if (time)
		__sync_fetch_and_add(&time->running_ns, to - from);
	process->cpu_ns += to - from;
	if (row == ROW_OF_OTHERS) {
		struct target *other = bpf_map_lookup_elem(&targets, &tgid);

		if (other)
			__sync_fetch_and_add(&other->cpu_ns, to - from);
	}
	end_run_of_task(hits, began);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_slice_end, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	struct thread_switch *s = the_switch();

	if (s && s->left_row != NO_ROW)
		add_slice(prev, s->left_row, s->since_ns, s->at_ns);
	return 0;
}

SEC("perf_event")
int close_slice(void *ctx)
{
	u32 zero = 0;
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct thread_switch *s = the_switch();
	struct total *t = bpf_map_lookup_elem(&cpu_totals, &zero);

	if (!w || !s || !t || now < w->end_ns)
		return 0;
	struct task_struct *task = bpf_get_current_task_btf();
	u32 row = row_of(task->tgid);
	if (row != NO_ROW)
		add_slice(task, row, s->at_ns, now);
	s->at_ns = now;
	t->closed_ns = w->end_ns;
	return 0;
}
