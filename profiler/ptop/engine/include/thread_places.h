/*
 * What is known of each thread's call that is not sampled, by the low bits of its id: the id, whether
 * the call is timed, whether the thread has waited since it returned from the last one, and the coarse
 * time of the entry, or of the first wait where nobody watched the entry. A thread whose place another
 * has taken meanwhile is looked up in `calls`.
 */
#pragma once
#include "shared.h"
#include "system_call.h"

#define THREAD_PLACES 8192
#define PLACE_TIMED (1ULL << 31)
#define PLACE_WAITED (1ULL << 30)
#define PLACE_TIME_MASK (PLACE_WAITED - 1)
#define PLACE_TIME_SHIFT 16 /* units of 65 µs: 9 hours until what is past looks like what is to come */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, THREAD_PLACES);
	__type(key, u32);
	__type(value, u64);
} thread_places __weak SEC(".maps");

static __always_inline u64 *place_of_thread(u32 tid)
{
	u32 place = tid & (THREAD_PLACES - 1);
	return bpf_map_lookup_elem(&thread_places, &place);
}

/* From the time in a stamp until now. 0 where that is ahead: clocks that are a tick late differ between CPUs. */
static __always_inline u64 since_stamp(u64 stamp, u64 now)
{
	u64 units = ((now >> PLACE_TIME_SHIFT) - stamp) & PLACE_TIME_MASK;

	return units > PLACE_TIME_MASK / 2 ? 0 : units << PLACE_TIME_SHIFT;
}

static __always_inline u64 place_value(u32 tid, u64 now, u64 flags)
{
	return (u64)tid << 32 | flags | (now >> PLACE_TIME_SHIFT & PLACE_TIME_MASK);
}

/* What is known of a thread's call is of another one's: it has its id now, or another had it before. */
static __always_inline void forget_thread(u32 tid)
{
	u64 *place = place_of_thread(tid);

	if (place && *place >> 32 == tid)
		*place = 0;
}

/* The saved registers say what user code was interrupted by: a system call has a number. */
static __always_inline bool is_in_call(struct task_struct *task)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);

	return regs && call_number(regs) >= 0;
}

/*
 * A thread leaves its CPU: the exit of its next call has to look at what it waited for. A call lasts since
 * now at least, if nobody saw it begin.
 */
static __always_inline void note_wait(u32 tid, bool is_in_call, u64 now)
{
	u64 *place = place_of_thread(tid);

	/* Where the place is another thread's, every exit looks. */
	if (!place || (*place && *place >> 32 != tid))
		return;
	u64 stamp = *place;
	if (is_in_call && !(stamp & (PLACE_TIMED | PLACE_TIME_MASK)))
		stamp = place_value(tid, now, 0);
	*place = stamp | (u64)tid << 32 | PLACE_WAITED;
}
