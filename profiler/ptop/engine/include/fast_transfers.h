/*
 * Successful reads and writes of what is not a file have places of their own, found without a hash: by kind and
 * operation. One for each CPU, because what no other CPU adds to need not be added atomically. `file_io` takes
 * them into use; from then on the hook on exits counts there itself, without going on to the probe.
 */
#pragma once
#include "call_entry.h"
#include "open_file.h"
#include "fast_messages.h"

enum { OP_READ = 0, OP_WRITE = 1, OP_FSYNC = 2, OP_FDATASYNC = 3 };

/* How many calls there were is the sum of the blocks. */
struct transfer {
	struct timing timing;
	u64 bytes;
	u32 blocks[BLOCKS];
	u32 is_in_use; /* 1: a place that file_io counts in */
	u32 pad;
};

#define KINDS 8
#define OPS 4

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, KINDS * OPS);
	__type(key, u32);
	__type(value, struct transfer);
} of_kinds __weak SEC(".maps");

/* `is_shared`: other CPUs may add at the same time. */
static __always_inline void add_transfer(struct transfer *t, u64 bytes, const struct call_exit *l, const struct window *w,
					 bool is_shared)
{
	if (bytes)
		ADD(t->bytes, bytes, is_shared);
	if (l->block < BLOCKS)
		ADD(t->blocks[l->block], 1, is_shared);
	add_timing(&t->timing, l, w, is_shared);
}

/* Which way the bytes of the call went that was counted there. */
static __always_inline u32 direction_at(u32 place)
{
	return place % OPS == OP_READ ? RECEIVED : SENT;
}

static __always_inline u32 kind_of_open(struct file *file)
{
	return file ? kind_of(file) : FILE_CLOSED;
}

static __always_inline struct transfer *place_of_kind(u32 kind, u32 op, struct call_exit *l)
{
	l->place = kind * OPS + op;
	return bpf_map_lookup_elem(&of_kinds, &l->place);
}

/*
 * Counts a success within the window, of a plain read or write. False where it has no place in use. `file` becomes that
 * of a socket.
 */
static __always_inline bool count_fast_transfer(struct task_struct *task, struct pt_regs *regs, s64 ret, struct call_exit *l,
						 const struct window *w, struct process_hits *hits, struct file **file)
{
	/* With its mark a number of the 32-bit table is none of these. */
	bool reads = l->number == NR_READ || l->number == NR_READV;

	if (!reads && l->number != NR_WRITE && l->number != NR_WRITEV)
		return false;
	struct file *moved = open_file(task, call_arg1(regs));
	u32 kind = kind_of_open(moved);
	if (unlikely(kind == FILE_REGULAR))
		return false;
	struct transfer *t = place_of_kind(kind, reads ? OP_READ : OP_WRITE, l);
	u64 *count = &hits->of[NUMBER_OF_file_io];
	if (unlikely(!t || !t->is_in_use))
		return false;
	u64 started = start_run(count);
	add_transfer(t, ret, l, w, false);
	end_run_of(NUMBER_OF_file_io, count, started);
	if (kind == FILE_SOCKET)
		*file = moved;
	return true;
}
