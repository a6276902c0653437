/*
 * One program is attached to the switches of threads and lets those from or to the target through to the probes
 * that want them: every other process of the host pays for one program that compares two ids.
 */
#pragma once
#include "shared.h"

/* SLOT_SWITCH_WAITS continues in SLOT_SWITCH_TIME. */
enum { SLOT_SWITCH_WAITS = 0, SLOT_SWITCH_TIME = 1, SWITCH_SLOTS = 2 };

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, SWITCH_SLOTS);
	__type(key, u32);
	__type(value, u32);
} switch_slots __weak SEC(".maps");

/* A CPU's last switch, which it may be at. */
struct thread_switch {
	u64 at_ns;    /* 0: none since the program was attached */
	u64 since_ns; /* when the one before was */
	u32 tgid;     /* of the process whose thread came */
	u32 left_row; /* of process_hits, of the process whose thread left the CPU; NO_ROW: not of the target */
	u32 entered_row;
	u32 pad;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct thread_switch);
} thread_switches __weak SEC(".maps");

static __always_inline struct thread_switch *the_switch(void)
{
	u32 zero = 0;
	return bpf_map_lookup_elem(&thread_switches, &zero);
}
