/*
 * The frames that a language runtime keeps outside the stack, copied at the moment of the sample, since they change with
 * every call. How they hang together was found out by the collector: a pointer to a structure, more pointers from there,
 * and then a list, an array or a block of frames. Nothing read here is believed: each read may fail, each walk has an end.
 */
#pragma once
#include "copies.h"

#define MAX_FRAMES_PLANS 256
#define MAX_KNOWN_THREADS 2048
#define FRAMES_HOPS 4
/* Bytes of the structure that leads to the frames; of one frame, and of what is beside it. */
#define FRAMES_HEAD_BYTES 512
#define FRAMES_NODE_BYTES 128
/* More rows than there is room for, and structures whose frames follow. */
#define FRAMES_STEPS 768
#define FRAMES_TURNS 64
/* Of what is copied, for the outermost frames of the stack. */
#define FRAMES_LEFT_BYTES 2048

enum frames_start { START_AT = 0, START_THREAD = 1, START_VARIABLE = 2, START_LEARNED = 3, START_HERE = 4 };
enum frames_list { LIST_LINKED = 0, LIST_ARRAY = 1, LIST_BLOCK = 2, LIST_BLOCK_UP = 3 };

/* A pointer in the structure, plus a number in it times `scale`, plus `offset`. */
struct frames_place {
	u32 pointer;
	u32 count;
	u32 count_bytes;
	s32 scale;
	s32 offset;
	u32 pad;
};

struct frames_plan {
	u64 exec_ns; /* as in the target: when the program was started that this is about */
	u64 start;   /* an address, or how far from the thread's pointer */
	u32 start_kind;
	u32 slot;     /* of a thread's variable: where its file has its place in the table of them */
	u32 variable; /* where it is among its file's */
	u32 hop_count;
	u32 hops[FRAMES_HOPS];
	u32 head_hop;
	u32 head_at;
	u32 head_bytes;
	u32 list;
	u32 outer; /* of a pointer to a structure whose frames follow; 0: there is none */
	u32 next;
	s32 stride;
	u32 node_bytes;
	u32 beside;
	s32 beside_at;
	u32 beside_bytes;
	u32 last_bytes; /* of the last structure, copied behind the head */
	struct frames_place first; /* of a block, its lowest address */
	struct frames_place end;
};

/* By process, as its id is in the collector's pid namespace. Preallocated, since it is used in interrupts. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_FRAMES_PLANS);
	__type(key, u32);
	__type(value, struct frames_plan);
} frames_plans __weak SEC(".maps");

struct known_thread {
	u32 pid; /* as above */
	u32 id;  /* in the initial pid namespace */
};

/* The address of its structure. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_KNOWN_THREADS);
	__type(key, struct known_thread);
	__type(value, u64);
} known_threads __weak SEC(".maps");

/* What is known of a program that the process still runs; a child that the collector has not seen yet has its parent's. */
static __always_inline struct frames_plan *plan_of(const struct target *t)
{
	u32 pid = t->pid, parent = t->parent;
	struct frames_plan *p = bpf_map_lookup_elem(&frames_plans, &pid);

	if (p && p->exec_ns == t->exec_ns)
		return p;
	if (p || !t->forked || t->exec_ns)
		return 0;
	const struct target *from = bpf_map_lookup_elem(&targets, &parent);
	p = from ? bpf_map_lookup_elem(&frames_plans, &parent) : 0;
	return p && p->exec_ns == from->exec_ns ? p : 0;
}

/* The first structure. */
static __always_inline bool start_of(const struct frames_plan *p, const struct target *t, u32 id, u64 *structure)
{
	struct known_thread key = { .pid = t->pid, .id = id };
	u64 *known, at = p->start;

	switch (p->start_kind) {
	case START_LEARNED:
		known = bpf_map_lookup_elem(&known_threads, &key);
		*structure = known ? *known : 0;
		return *structure != 0;
	case START_HERE:
		*structure = at;
		return true;
	case START_THREAD:
		at += thread_pointer(bpf_get_current_task_btf());
		break;
	case START_VARIABLE:
		at += thread_pointer(bpf_get_current_task_btf());
		if (!read_word(at, &at) || !read_word(at + p->slot, &at))
			return false;
		at += p->variable;
		break;
	}
	return read_word(at, structure) && *structure;
}

static __always_inline bool place_of(const struct frames_place *of, u64 structure, u64 *place)
{
	u64 count = 0;
	u32 half;

	if (!read_word(structure + of->pointer, place))
		return false;
	if (of->scale && of->count_bytes == 4) {
		if (!read_half(structure + of->count, &half))
			return false;
		count = (s64)(s32)half;
	} else if (of->scale && !read_word(structure + of->count, &count)) {
		return false;
	}
	*place += count * (s64)of->scale + (s64)of->offset;
	return true;
}

/* The word of the copies at a place, which is one of words. */
static __always_inline void *copy_at(struct copying *c, u32 at)
{
	return &c->out.content[at & (COPIES_BYTES - 8)];
}

/* One frame with its address before it, and what is beside it. False where there is no room, or it cannot be read. */
static __always_inline bool copy_row(const struct frames_plan *p, struct copying *c, u64 node)
{
	u32 own = p->node_bytes, beside = p->beside_bytes, at = c->out.bytes;
	u64 pointer;

	if (own > FRAMES_NODE_BYTES || beside > FRAMES_NODE_BYTES)
		return false;
	u32 room = 8 + ((own + 7) & ~7) + ((beside + 7) & ~7);
	if (at + room > c->frames.most || at + room > COPIES_BYTES)
		return false;
	*(u64 *)copy_at(c, at) = node;
	if (bpf_probe_read_user(copy_at(c, at + 8), own, (void *)node))
		return false;
	if (beside) {
		void *to = copy_at(c, at + 8 + ((own + 7) & ~7));
		/* Where it fails, the bytes are zeros. */
		if (read_word(node + p->beside, &pointer))
			bpf_probe_read_user(to, beside, (void *)(pointer + (s64)p->beside_at));
		else
			bpf_probe_read_user(to, beside, 0);
	}
	c->out.bytes = at + room;
	return true;
}

struct frames_walk {
	const struct frames_plan *p;
	struct copying *c;
};

/* Where the frames of the structure at hand begin and end. */
static __always_inline bool begin_frames(const struct frames_plan *p, struct copying *c)
{
	return place_of(&p->first, c->frames.structure, &c->frames.node) &&
	       (p->list == LIST_LINKED || place_of(&p->end, c->frames.structure, &c->frames.end));
}

/* A frame of a list or an array, or the next structure. */
static long step_node(u32 turn, void *context)
{
	struct frames_walk *w = context;
	const struct frames_plan *p = w->p;
	struct copying *c = w->c;
	u64 node = c->frames.node;

	if (p->list == LIST_LINKED ? !node : node == c->frames.end) {
		u64 next = 0;
		if (p->outer && !read_word(c->frames.structure + p->outer, &next))
			return WALK_ENDS;
		if (next) {
			c->frames.structure = next;
			return begin_frames(p, c) ? WALK_ON : WALK_ENDS;
		}
		c->out.is_complete = 1;
		return WALK_ENDS;
	}
	if (!copy_row(p, c, node))
		return WALK_ENDS;
	if (p->list == LIST_ARRAY)
		c->frames.node = node + (s64)p->stride;
	else if (!read_word(node + p->next, &c->frames.node))
		return WALK_ENDS;
	return WALK_ON;
}

/* A piece of a block. */
static long step_block(u32 turn, void *context)
{
	struct frames_walk *w = context;
	struct copying *c = w->c;
	u64 left = c->frames.end - c->frames.node;

	if (c->frames.end <= c->frames.node) {
		c->out.is_complete = !c->frames.is_cut;
		return WALK_ENDS;
	}
	if (left > COPY_STEP_BYTES)
		left = COPY_STEP_BYTES;
	if (!copy_from(c, c->frames.node, left)) {
		if (last_part(c)->address != c->frames.node)
			return WALK_ENDS;
		/* A block may begin in pages that nobody has used yet, so that they are not there. */
		c->frames.node = (c->frames.node & ~(u64)(COPY_STEP_BYTES - 1)) + COPY_STEP_BYTES;
		c->frames.is_cut = 1;
		last_part(c)->address = c->frames.node;
		return WALK_ON;
	}
	c->frames.node += left;
	return WALK_ON;
}

/*
 * Copies what the running thread has. Of a plan that begins at what is known of a thread, the first part has the
 * thread's id, so that it can become known. 0 when nothing is to be copied. A function of its own, as that of Python.
 */
__weak __noinline int read_frames(struct copying *c, const struct target *t, u32 most)
{
	if (!c || !t)
		return 0;
	const struct frames_plan *p = plan_of(t);
	u32 id = (u32)bpf_get_current_pid_tgid();
	u64 structure;

	if (!p)
		return 0;
	bool is_there = start_of(p, t, id, &structure);
	if (!is_there && p->start_kind != START_LEARNED)
		return 0;
	c->out.of = COPIES_FRAMES;
	/* Two, whatever there is: parts of the stack may follow. */
	struct copied_part *part = begin_part(c, id);
	begin_part(c, 0);
	if (!is_there)
		return 1;
	for (u32 hop = 0; hop <= FRAMES_HOPS; hop++) {
		if (hop == p->head_hop && p->head_bytes) {
			u32 bytes = p->head_bytes;
			if (bytes > FRAMES_HEAD_BYTES || !copy_from(c, structure + p->head_at, bytes))
				return 1;
			part->bytes = bytes;
			part->is_whole = 1;
			/* The rows are words. */
			c->out.bytes = (c->out.bytes + 7) & ~7;
		}
		if (hop >= p->hop_count || hop >= FRAMES_HOPS)
			break;
		if (!read_word(structure + p->hops[hop], &structure) || !structure)
			return 1;
	}
	if (p->last_bytes) {
		u32 bytes = p->last_bytes;
		if (bytes > FRAMES_HEAD_BYTES || !copy_from(c, structure, bytes))
			return 1;
		part->bytes += bytes;
	}
	c->frames.structure = structure;
	c->frames.is_cut = 0;
	c->frames.most = (most < COPIES_BYTES ? most : COPIES_BYTES) - FRAMES_LEFT_BYTES;
	if (!begin_frames(p, c))
		return 1;
	u32 before = c->out.bytes;
	struct frames_walk w = { .p = p, .c = c };
	if (p->list == LIST_LINKED || p->list == LIST_ARRAY) {
		last_part(c)->address = c->frames.node;
		WALK(FRAMES_STEPS, FRAMES_TURNS, step_node, &w);
	} else {
		u64 room = c->frames.most - before;
		if (c->frames.end - c->frames.node > room) {
			c->frames.is_cut = 1;
			if (p->list == LIST_BLOCK_UP)
				c->frames.node = c->frames.end - room;
			else
				c->frames.end = c->frames.node + room;
		}
		last_part(c)->address = c->frames.node;
		WALK(FRAMES_TURNS, FRAMES_TURNS, step_block, &w);
	}
	part = last_part(c);
	part->bytes = c->out.bytes - before;
	part->is_whole = c->out.is_complete;
	return 1;
}
