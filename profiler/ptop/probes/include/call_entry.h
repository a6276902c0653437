/*
 * When each thread's current system call began. One program on the entry stamps
 * the target's calls for all probes that want to know how long a call took;
 * they read the stamp when it returns.
 */
#pragma once
#include "shared.h"
#include "system_call.h"

#define COMPAT_CALL 0x10000 /* marks a number of the 32-bit table */

struct call {
	u64 entered_ns; /* 0: no call, or one that was counted */
	u64 counted_ns; /* when the call began that the syscalls probe has just counted */
	u32 number;
	u32 pad;
	u64 place;     /* of the file that the thread used last, mixed; see file_io */
	u64 path_hash; /* of that place */
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct call);
} calls SEC(".maps");

/* What wants to see calls that never return. */
enum { SLOT_ENDS = 0, ENTRY_SLOT_COUNT = 1 };

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, ENTRY_SLOT_COUNT);
	__type(key, u32);
	__type(value, u32);
} entry_slots SEC(".maps");
