/*
 * What a program copies of the target's memory beside what the kernel does: parts of it, which lie one behind another.
 */
#pragma once
#include "user_words.h"

/* Parts of one sample, a power of two; bytes of all together, a power of two; the most that is copied at once. */
#define COPY_PARTS 8
#define COPIES_BYTES 16384
#define COPY_STEP_BYTES 4096
/* What the caller sends before the parts is put together here. */
#define COPIES_HEAD_WORDS 5

/* What the parts are of; behind the two of frames there may be some of the stack. */
enum { COPIES_HEAP = 0, COPIES_STACK = 1, COPIES_FRAMES = 2 };

struct copied_part {
	u64 address;
	u32 bytes;
	u32 is_whole; /* of a chunk in the heap, or frames: nothing of it is missing */
};

struct copies {
	u32 count;
	u32 bytes;       /* of all parts */
	u32 is_complete; /* of the heap and of frames: there is no further chunk or frame */
	u32 of;          /* COPIES_* */
	struct copied_part parts[COPY_PARTS];
	u8 content[COPIES_BYTES + COPY_STEP_BYTES];
};

/* The copies, and before them what a walk remembers that makes them; in memory, as Python's. */
struct copying {
	union {
		struct {
			u64 chunk; /* that is next */
			u64 from;  /* what is left to copy of the one at hand */
			u64 left;
		} heap;
		struct {
			u64 at;
			u64 top;    /* where the stack begins */
			u64 copied; /* where the kernel's own copy ends at the latest */
			u32 most;   /* bytes to copy */
			u16 is_cut; /* the kernel's copy ended before: a page was missing */
			u16 before; /* parts of something else */
		} stack;
		struct {
			u64 structure; /* that leads to the frames */
			u64 node;      /* that is next */
			u64 end;
			u32 most; /* bytes to copy */
			u32 is_cut;
		} frames;
		u64 head[COPIES_HEAD_WORDS];
	};
	struct copies out;
};

static __always_inline void begin_copies(struct copying *c)
{
	c->out.count = 0;
	c->out.bytes = 0;
	c->out.is_complete = 0;
	c->out.of = COPIES_HEAP;
}

/* The part that was begun last. */
static __always_inline struct copied_part *last_part(struct copying *c)
{
	return &c->out.parts[(c->out.count - 1) & (COPY_PARTS - 1)];
}

static __always_inline struct copied_part *begin_part(struct copying *c, u64 address)
{
	c->out.count++;
	struct copied_part *part = last_part(c);
	part->address = address;
	part->bytes = 0;
	part->is_whole = 0;
	return part;
}

/* Copies so many bytes, at most COPY_STEP_BYTES, behind what is there. False where there is no room, or nothing to copy. */
static __always_inline bool copy_from(struct copying *c, u64 address, u64 bytes)
{
	u32 at = c->out.bytes;

	if (at >= COPIES_BYTES || bytes > COPY_STEP_BYTES ||
	    bpf_probe_read_user(&c->out.content[at & (COPIES_BYTES - 1)], bytes, (void *)address))
		return false;
	c->out.bytes = at + bytes;
	return true;
}
