/*
 * Page faults of the target: by its own code, and by the kernel when it reads or
 * writes the target's memory for it. Faults that waited for a disk are counted
 * by the kernel's own event for them, one per CPU, which costs nothing where
 * there are none. Where the kernel has no trace points of faults, its event for
 * every fault replaces it.
 */
#include "stack_events.h"

enum { FAULT_USER = 0, FAULT_KERNEL = 1 };

struct fault_counts {
	u64 user;
	u64 kernel;
	u64 major;
	u32 blocks[BLOCKS];
	u32 major_blocks[BLOCKS];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct fault_counts);
} faults SEC(".maps");

struct task_struct___faults {
	int pagefault_disabled;
} __attribute__((preserve_access_index));

/*
 * Faults come in bursts that would fill the rings, which other events share: only one in so many,
 * by sampling of its own, takes part in the sampling of stacks.
 */
#define ONE_IN 64

static __always_inline void send_some(void *ctx, u32 by)
{
	if (bpf_get_prandom_u32() & (ONE_IN - 1))
		return;
	u32 chance = stack_chance(STACK_FAULTS, 1);
	if (!chance)
		return;
	chance /= ONE_IN;
	/* What does not arrive is counted apart: the number of faults does not depend on it. */
	send_stack(ctx, STACK_FAULTS, by, 1, chance ? chance : 1);
}

static __always_inline void count_fault(void *ctx, u32 by)
{
	u64 now = bpf_ktime_get_ns();
	u32 zero = 0;
	struct window *w = the_window();
	struct fault_counts *counts = bpf_map_lookup_elem(&faults, &zero);

	if (!w || !counts || !is_open(w, now))
		return;
	u32 block = block_of(w, now);
	if (by == FAULT_KERNEL)
		counts->kernel++;
	else
		counts->user++;
	if (block < BLOCKS)
		counts->blocks[block]++;
	send_some(ctx, by);
	end_run(current_tgid(), now);
}

SEC("tp_btf/page_fault_user")
int BPF_PROG(on_user_fault, unsigned long address)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (is_target(task->tgid))
		count_fault(ctx, FAULT_USER);
	return 0;
}

SEC("tp_btf/page_fault_kernel")
int BPF_PROG(on_kernel_fault, unsigned long address)
{
	struct task_struct *task = bpf_get_current_task_btf();

	/* Kernel memory is not the target's. */
	if ((s64)address < 0 || !is_target(task->tgid))
		return 0;
	/* A look that takes no for an answer, as this collector's are, is no fault of the target. */
	if (((struct task_struct___faults *)task)->pagefault_disabled)
		return 0;
	count_fault(ctx, FAULT_KERNEL);
	return 0;
}

/* In place of both on kernels without them. */
SEC("perf_event")
int on_any_fault(void *ctx)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (is_target(task->tgid))
		count_fault(ctx, FAULT_USER);
	return 0;
}

SEC("perf_event")
int on_major_fault(void *ctx)
{
	struct task_struct *task = bpf_get_current_task_btf();
	u64 now = bpf_ktime_get_ns();
	u32 zero = 0;

	if (!is_target(task->tgid))
		return 0;
	struct window *w = the_window();
	struct fault_counts *counts = bpf_map_lookup_elem(&faults, &zero);
	if (!w || !counts || !is_open(w, now))
		return 0;
	u32 block = block_of(w, now);
	counts->major++;
	if (block < BLOCKS)
		counts->major_blocks[block]++;
	return 0;
}
