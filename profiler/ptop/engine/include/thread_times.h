/*
 * How long each thread was on a CPU, was blocked and waited for a CPU. Its times are in the place that the low
 * bits of its id lead to; or in a table, where another thread has that place, or this one has another name by now.
 */
#pragma once
#include "shared.h"

#define MAX_THREADS 4096
#define TIME_PLACES 2048

/* A thread under a name; a thread that renames itself has its times under each. */
struct thread_key {
	u64 comm[2];
	u32 tid; /* 0: threads beyond the table; of a place, that nobody has it */
	u32 pad;
};

struct thread_time {
	u64 running_ns;
	u64 blocked_ns;
	u64 runnable_ns;
};

struct time_place {
	struct thread_key of;
	struct thread_time time;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, TIME_PLACES);
	__type(key, u32);
	__type(value, struct time_place);
} time_places __weak SEC(".maps");

/* Preallocated: updated with the run queue locked. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_THREADS);
	__type(key, struct thread_key);
	__type(value, struct thread_time);
} thread_times __weak SEC(".maps");

/* Only a thread's own times change its place, so nobody sees a place whose name is not written yet. */
static __always_inline bool has_place(struct time_place *place, const struct thread_key *key)
{
	u32 holder = place->of.tid;

	if (!holder)
		holder = __sync_val_compare_and_swap(&place->of.tid, 0, key->tid);
	if (!holder) {
		place->of.comm[0] = key->comm[0];
		place->of.comm[1] = key->comm[1];
		return true;
	}
	return holder == key->tid && place->of.comm[0] == key->comm[0] && place->of.comm[1] == key->comm[1];
}

static __always_inline struct thread_time *time_in_table(const struct thread_key *key)
{
	struct thread_time none = {}, *time = entry_of(&thread_times, key, &none);
	struct thread_key rest = {};

	if (time)
		return time;
	/* The table is full: the totals stay exact, the thread is not named. */
	cut_one();
	return bpf_map_lookup_elem(&thread_times, &rest);
}

/* Where its times are added to, in one step: those beyond the table share theirs. */
static __always_inline struct thread_time *time_of_thread(struct task_struct *task)
{
	const u64 *comm = (const u64 *)task->comm;
	struct thread_key key = { .comm = { comm[0], comm[1] }, .tid = task->pid };
	u32 at = key.tid & (TIME_PLACES - 1);
	struct time_place *place = bpf_map_lookup_elem(&time_places, &at);

	return place && has_place(place, &key) ? &place->time : time_in_table(&key);
}
