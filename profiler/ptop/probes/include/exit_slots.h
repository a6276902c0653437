/*
 * One program is attached to the exit of system calls and lets the target's
 * calls through to the probes that want them: every other process of the host
 * pays for one program, however many probes there are.
 */
#pragma once
#include "shared.h"
#include "system_call.h"

enum { SLOT_CALLS = 0, SLOT_OPENS = 1, SLOT_CONNECTS = 2, SLOT_ACCEPTS = 3, SLOT_MEMORY = 4, SLOT_COUNT = 5 };

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, SLOT_COUNT);
	__type(key, u32);
	__type(value, u32);
} exit_slots SEC(".maps");

/* Continues in the probe for this call, if there is one and it is loaded; returns otherwise. */
static __always_inline void hand_on(void *ctx, struct task_struct *task, struct pt_regs *regs)
{
	/* Numbers of the 32-bit table mean other calls. */
	if (call_is_compat(task))
		return;
	switch (call_number(regs)) {
	case NR_OPEN:
	case NR_CREAT:
	case NR_OPENAT:
	case NR_OPENAT2:
		bpf_tail_call(ctx, &exit_slots, SLOT_OPENS);
		break;
	case NR_CONNECT:
		bpf_tail_call(ctx, &exit_slots, SLOT_CONNECTS);
		break;
	case NR_ACCEPT:
	case NR_ACCEPT4:
		bpf_tail_call(ctx, &exit_slots, SLOT_ACCEPTS);
		break;
	case NR_MMAP:
	case NR_MPROTECT:
	case NR_PKEY_MPROTECT:
		bpf_tail_call(ctx, &exit_slots, SLOT_MEMORY);
		break;
	}
}
