/*
 * What each thread of the target waits for, kept with the thread. off_cpu writes
 * it; the probes of locks read it.
 */
#pragma once
#include "shared.h"

/* Why a thread is off the CPU. WAIT_NONE: it is on it, or its end was not seen. */
enum {
	WAIT_NONE = 0,
	WAIT_SLEEP = 1,     /* until something happens; a signal wakes it as well */
	WAIT_DISK = 2,      /* uninterruptible */
	WAIT_STOPPED = 3,   /* by a signal or a debugger */
	WAIT_WOKEN = 4,     /* could run again: waits for a CPU */
	WAIT_PREEMPTED = 5, /* could go on running: waits for a CPU */
	WAIT_REASONS = 6,
};

/* A lock of the kernel's that a thread waits for. An interrupt may wait for a second one meanwhile. */
#define LOCK_PLACES 2

struct lock_wait {
	u64 lock; /* its address; 0: none */
	u64 since_ns;
	u32 flags;
	u32 pad;
};

struct wait {
	u64 left_ns;   /* when it left the CPU; 0: it is on it */
	u64 woken_ns;  /* when it was woken since; 0: not yet, or the kernel itself counts waits for a CPU */
	u64 delay_ns;  /* what the kernel had counted of those when the thread left */
	u64 call_ns;   /* blocked so far in the system call under way, and waiting for a CPU afterwards; in the window */
	u64 waited_ns; /* the same of the call that is returning */
	u32 reason;    /* WAIT_* of the interval under way */
	u32 call_reason; /* what the call under way blocked for */
	bool is_in_call;
	bool is_known; /* was seen on a CPU or off it */
	u8 pad[2];
	u32 restarts_futex; /* 1 + the operation of a futex wait that was interrupted and may go on; 0: none */
	struct lock_wait locks[LOCK_PLACES];
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct wait);
} waits __weak SEC(".maps");
