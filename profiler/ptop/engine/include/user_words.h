/* What a program in the target's thread reads of it: words of its memory, each of which may not be there. */
#pragma once
#include "shared.h"

static __always_inline bool read_word(u64 address, u64 *word)
{
	return bpf_probe_read_user(word, sizeof(*word), (void *)address) == 0;
}

static __always_inline bool read_half(u64 address, u32 *half)
{
	return bpf_probe_read_user(half, sizeof(*half), (void *)address) == 0;
}

/* Its id as the thread itself knows it. */
static __always_inline u64 own_thread_id(struct task_struct *task)
{
	struct pid *pid = BPF_CORE_READ(task, thread_pid);
	u32 level = BPF_CORE_READ(pid, level);
	struct upid number = {};

	if (level > 32 || bpf_core_read(&number, sizeof(number), &pid->numbers[level]))
		return 0;
	return number.nr;
}
