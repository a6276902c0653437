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

/*
 * Where the thread's own data begins. It is what pthread_self() returns on x86; on arm64 that is the structure before it.
 */
static __always_inline u64 thread_pointer(struct task_struct *task)
{
#if defined(__TARGET_ARCH_x86)
	return BPF_CORE_READ(task, thread.fsbase);
#else
	return BPF_CORE_READ(task, thread.uw.tp_value);
#endif
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
