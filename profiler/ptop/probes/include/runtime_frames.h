/*
 * Frames of the running thread that a language runtime keeps elsewhere than on its stack, read at the moment of the
 * sample, into room of which each CPU has two.
 */
#pragma once
#include "java.h"
#include "python.h"

/* For what the caller sends before the frames. */
#define FRAMES_HEAD_WORDS 4
/* One for a program, and one for a sample that interrupts it. */
#define FRAMES_ROOMS 2

struct frames_room {
	u64 head[FRAMES_HEAD_WORDS];
	union {
		struct python_room python;
		struct java_room java;
	};
	u32 busy;
	u32 pad;
};

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
 * The running thread's frames, in room that is this program's until give_back_room. 0 when programs that this one
 * interrupted have all of it.
 */
static __always_inline struct frames_room *frames_of(const struct target *t)
{
	struct frames_room *r = take_room(0);

	if (!r)
		r = take_room(1);
	if (r && t) {
		read_python(&r->python, t);
		if (r->python.out.outcome == PYTHON_NONE)
			read_java(&r->java, t);
	}
	return r;
}

/* Bytes of the frames that are there. */
static __always_inline u64 frames_bytes(const struct frames_room *r)
{
	if (r->java.out.outcome != JAVA_HEAP)
		return 16 + (u64)(r->python.out.count & 255) * sizeof(struct python_entry);
	u64 copied = r->java.out.bytes;
	if (copied > sizeof(r->java.out.copies))
		copied = sizeof(r->java.out.copies);
	return __builtin_offsetof(struct java_frames, copies) + copied;
}
