/*
 * What a sample brings beside the kernel's copy of the running thread's stack, read at the moment of the sample: frames
 * that a language runtime keeps elsewhere, and parts of the stack that the copy lacks. It is put together in room of
 * which each CPU has two.
 */
#pragma once
#include "wakeup_ring.h"
#include "virtual_threads.h"
#include "copied_frames.h"
#include "python.h"
#include "stack_rest.h"

/* For what the caller sends before the frames. */
#define FRAMES_HEAD_WORDS 3
/* One for a program, and one for a sample that interrupts it. */
#define FRAMES_ROOMS 2
/* Bytes of outcome, count and instruction, with which all that is sent begins. */
#define FRAMES_OUT_BYTES 16
/* Where copies are in what is sent, when there are frames of Python before them; else they come at once. */
#define COPIES_AT 4304

/* Beside the outcomes of reading Python: the thread is one of Java that is known, and copied is what it has in the heap. */
#define JAVA_HEAP 5
/* Or the thread is one of the kernel's that works for the process, as for io_uring: no program runs in it. */
#define KERNEL_WORKER 6
/* Of task_struct.flags; the second from Linux 6.4 on, where it is every such thread's, and before of no running one's. */
#define PF_IO_WORKER 0x10
#define PF_USER_WORKER 0x4000

struct frames_room {
	u64 head[FRAMES_HEAD_WORDS];
	struct python_room python;
	struct copying copying;
	u32 busy;
	u32 pad;
};

_Static_assert(__builtin_offsetof(struct frames_room, copying.out) - __builtin_offsetof(struct frames_room, python) ==
		       COPIES_AT,
	       "the reader has this number as well");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, FRAMES_ROOMS);
	__type(key, u32);
	__type(value, struct frames_room);
} frames_rooms __weak SEC(".maps");

static __always_inline void give_back_room(struct frames_room *r)
{
	__sync_fetch_and_add(&r->busy, -1);
}

/* That room, unless another program has it. */
static __always_inline struct frames_room *take_room(u32 number)
{
	struct frames_room *r = bpf_map_lookup_elem(&frames_rooms, &number);

	if (r && __sync_fetch_and_add(&r->busy, 1)) {
		give_back_room(r);
		return 0;
	}
	return r;
}

/*
 * What there is of the running thread, of whose stack the kernel copies `copied` bytes, in room that is this program's
 * until give_back_room. 0 when programs that this one interrupted have all of it.
 */
static __always_inline struct frames_room *frames_of(const struct target *t, u32 copied, u32 most)
{
	struct window *w = the_window();
	struct frames_room *r = take_room(0);

	if (!r)
		r = take_room(1);
	if (!r || !t)
		return r;
	begin_copies(&r->copying);
	if (bpf_get_current_task_btf()->flags & (PF_IO_WORKER | PF_USER_WORKER)) {
		r->python.out.outcome = KERNEL_WORKER;
		r->python.out.count = 0;
		r->python.out.instruction = 0;
		return r;
	}
	read_python(&r->python, t);
	if (r->python.out.outcome == PYTHON_NONE) {
		if (read_java(&r->copying, t))
			r->python.out.outcome = JAVA_HEAP;
		else
			read_frames(&r->copying, t, most);
	}
	/* A thread that carries a virtual one has little on its own stack. */
	if ((!r->copying.out.count || r->copying.out.of == COPIES_FRAMES) && w && w->rest_after)
		read_rest(&r->copying, copied, most);
	return r;
}

/* Writes that, behind `head_bytes` of the caller's, which are in the room's head. */
static __always_inline long send_frames(void *ctx, void *events, struct frames_room *r, u64 head_bytes)
{
	u64 entries = (u64)(r->python.out.count & 255) * sizeof(struct python_entry), copied = r->copying.out.bytes;
	u8 *frames = (u8 *)&r->python;

	if (copied > sizeof(r->copying.out.content))
		copied = sizeof(r->copying.out.content);
	if (!r->copying.out.count)
		return bpf_perf_event_output(ctx, events, BPF_F_CURRENT_CPU, frames - head_bytes,
					     head_bytes + FRAMES_OUT_BYTES + entries);
	copied += __builtin_offsetof(struct copies, content);
	if (entries)
		return bpf_perf_event_output(ctx, events, BPF_F_CURRENT_CPU, frames - head_bytes,
					     head_bytes + COPIES_AT + copied);
	/* The walk is done: what it remembered makes room for what goes before the copies. */
	u8 *out = (u8 *)&r->copying.out - FRAMES_OUT_BYTES;
	__builtin_memcpy(out, frames, FRAMES_OUT_BYTES);
	__builtin_memcpy(out - head_bytes, frames - head_bytes, head_bytes);
	return bpf_perf_event_output(ctx, events, BPF_F_CURRENT_CPU, out - head_bytes,
				     head_bytes + FRAMES_OUT_BYTES + copied);
}
