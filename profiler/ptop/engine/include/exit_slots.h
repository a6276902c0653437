/*
 * One program is attached to the exit of system calls and lets the target's
 * calls through to the probes that want them: every other process of the host
 * pays for one program, however many probes there are.
 */
#pragma once
#include "shared.h"
#include "system_call.h"

enum { SLOT_CALLS = 0, SLOT_OPENS = 1, SLOT_CONNECTS = 2, SLOT_ACCEPTS = 3, SLOT_MEMORY = 4, SLOT_FILE_IO = 5, SLOT_FILE_CHANGES = 6, SLOT_REQUESTS = 7, SLOT_COUNT = 16 };
/* SLOT_WAITS comes before SLOT_CALLS, and continues there. Calls of threads that did not wait pass it by. */
enum { SLOT_WAITS = 12, SLOT_FUTEX = 13 };
enum { SLOT_ACCEPTED = 8, SLOT_MESSAGES = 9 };

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, SLOT_COUNT);
	__type(key, u32);
	__type(value, u32);
} exit_slots __weak SEC(".maps");

/* Whether what comes after SLOT_WAITS asks how long the call waited, even if it did not. */
static __always_inline bool reports_its_wait(s64 number)
{
	return number == NR_FUTEX || number == NR_FUTEX_WAIT || number == NR_FUTEX_WAITV || number == NR_RESTART_SYSCALL;
}

/* Continues in the probe for this call, if there is one and it is loaded; returns otherwise. */
static __always_inline void tail_call(void *ctx, struct pt_regs *regs, bool is_compat)
{
	/* Numbers of the 32-bit table mean other calls. */
	if (unlikely(is_compat)) {
		bpf_tail_call(ctx, &exit_slots, SLOT_MESSAGES); /* which are not known there */
		return;
	}
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
		bpf_tail_call(ctx, &exit_slots, SLOT_ACCEPTED); /* the first one ends in the second where both are loaded */
		break;
	case NR_IO_SUBMIT:
		bpf_tail_call(ctx, &exit_slots, SLOT_FILE_IO); /* it ends in the other, where both are loaded */
		bpf_tail_call(ctx, &exit_slots, SLOT_MESSAGES);
		break;
	case NR_IO_URING_SETUP:
	case NR_IO_URING_ENTER:
		bpf_tail_call(ctx, &exit_slots, SLOT_MESSAGES);
		break;
	case NR_BRK:
	case NR_MUNMAP:
	case NR_MREMAP:
		bpf_tail_call(ctx, &exit_slots, SLOT_REQUESTS);
		break;
	case NR_MMAP:
		/* Continues in the next slot itself, where it is loaded. */
		bpf_tail_call(ctx, &exit_slots, SLOT_REQUESTS);
		bpf_tail_call(ctx, &exit_slots, SLOT_MEMORY);
		break;
	case NR_MPROTECT:
	case NR_PKEY_MPROTECT:
		bpf_tail_call(ctx, &exit_slots, SLOT_MEMORY);
		break;
	case NR_READ:
	case NR_WRITE:
	case NR_PREAD64:
	case NR_PWRITE64:
	case NR_READV:
	case NR_WRITEV:
	case NR_PREADV:
	case NR_PWRITEV:
	case NR_PREADV2:
	case NR_PWRITEV2:
	case NR_SENDFILE:
	case NR_SPLICE:
		bpf_tail_call(ctx, &exit_slots, SLOT_FILE_IO); /* it ends in the other, where both are loaded */
		bpf_tail_call(ctx, &exit_slots, SLOT_MESSAGES);
		break;
	case NR_COPY_FILE_RANGE:
	case NR_FSYNC:
	case NR_FDATASYNC:
		bpf_tail_call(ctx, &exit_slots, SLOT_FILE_IO);
		break;
	case NR_UNLINK:
	case NR_UNLINKAT:
	case NR_RMDIR:
	case NR_RENAME:
	case NR_RENAMEAT:
	case NR_RENAMEAT2:
	case NR_MKDIR:
	case NR_MKDIRAT:
	case NR_MKNOD:
	case NR_MKNODAT:
	case NR_LINK:
	case NR_LINKAT:
	case NR_SYMLINK:
	case NR_SYMLINKAT:
	case NR_CHMOD:
	case NR_FCHMOD:
	case NR_FCHMODAT:
	case NR_FCHMODAT2:
	case NR_CHOWN:
	case NR_LCHOWN:
	case NR_FCHOWN:
	case NR_FCHOWNAT:
	case NR_TRUNCATE:
	case NR_FTRUNCATE:
		bpf_tail_call(ctx, &exit_slots, SLOT_FILE_CHANGES);
		break;
	default:
		if (reports_its_wait(call_number(regs)))
			bpf_tail_call(ctx, &exit_slots, SLOT_FUTEX);
		else if (names_a_peer(call_number(regs)))
			bpf_tail_call(ctx, &exit_slots, SLOT_MESSAGES);
	}
}
