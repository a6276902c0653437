/*
 * The frames of the virtual thread that a thread of a Java machine carries, as far as they are in the heap: copied
 * at the moment of the sample, since they move with every collection and change with every return. Where the machine
 * keeps them was found out by the collector. Nothing read here is believed: each read may fail, each walk has an end.
 */
#pragma once
#include "copies.h"

#define MAX_JAVAS 64
#define MAX_JAVA_THREADS 1024
/* Bytes copied at once, which divide those of all copies. */
#define JAVA_BLOCK_BYTES 512
/* Two words below the newest frame belong to it. */
#define JAVA_BELOW_WORDS 2
/* More words than a chunk has. */
#define JAVA_MAX_WORDS (1 << 20)
/* Chunks read, and blocks copied of them. */
#define JAVA_STEPS 64

/* Offsets in the machine's structures and objects. */
struct java {
	u64 exec_ns; /* as in the target: when the program was started that this is about */
	u64 heap_base;
	u32 heap_shift;
	u32 reference_bytes;
	u32 reference_colours; /* of its four bits the one that is set is the last below the address; 0 without */
	u32 thread_entry;
	u32 entry_continuation;
	u32 continuation_chunk;
	u32 chunk_parent;
	u32 chunk_words;
	u32 chunk_top;
	u32 chunk_bottom; /* 0 in versions that have the next one */
	u32 chunk_arguments;
	u32 chunk_frames;
};

/* By process, as its id is in the collector's pid namespace. Preallocated, since it is used in interrupts. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_JAVAS);
	__type(key, u32);
	__type(value, struct java);
} javas __weak SEC(".maps");

struct java_thread {
	u32 pid; /* as above */
	u32 id;  /* as the thread itself knows it */
};

/* The address of the machine's structure. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_JAVA_THREADS);
	__type(key, struct java_thread);
	__type(value, u64);
} java_threads __weak SEC(".maps");

static __always_inline bool read_reference(const struct java *j, u64 address, u64 *object)
{
	u32 compressed;

	if (j->reference_bytes != sizeof(compressed)) {
		if (!read_word(address, object))
			return false;
		if (j->reference_colours) {
			u32 shift = (j->reference_colours + 1) & 31;
			u64 above = *object >> shift;
			/* With the first bit set nothing more goes, with the second one bit more, and so on. */
			*object = above >> ((above & 1) + 2 * (above >> 1 & 1) + 3 * (above >> 2 & 1));
		}
		return true;
	}
	if (!read_half(address, &compressed))
		return false;
	*object = compressed ? ((u64)compressed << (j->heap_shift & 31)) + j->heap_base : 0;
	return true;
}

struct chunk_walk {
	const struct java *j;
	struct copying *c;
};

/* The frames that a chunk has, if any; the next is its parent. */
static __always_inline long enter_chunk(const struct java *j, struct copying *c)
{
	u64 chunk = c->heap.chunk;
	u32 words, top, bottom;

	c->out.is_complete = !chunk;
	if (!chunk || c->out.count >= COPY_PARTS)
		return WALK_ENDS;
	if (!read_half(chunk + j->chunk_words, &words) || !read_half(chunk + j->chunk_top, &top) ||
	    !read_reference(j, chunk + j->chunk_parent, &c->heap.chunk))
		return WALK_ENDS;
	if (!read_half(chunk + (j->chunk_bottom ?: j->chunk_arguments), &bottom))
		return WALK_ENDS;
	if (!j->chunk_bottom)
		bottom = words - bottom;
	/* Without frames there may still be arguments. */
	if (words > JAVA_MAX_WORDS || bottom > words || top >= bottom)
		return WALK_ON;
	c->heap.from = chunk + j->chunk_frames + 8 * ((u64)top - JAVA_BELOW_WORDS);
	c->heap.left = 8 * ((u64)words - top + JAVA_BELOW_WORDS);
	begin_part(c, c->heap.from);
	return WALK_ON;
}

/* A block of the chunk at hand, or the next chunk. */
static long step_chunk(u32 turn, void *context)
{
	struct chunk_walk *w = context;
	struct copying *c = w->c;

	if (!c->heap.left)
		return enter_chunk(w->j, c);
	u64 bytes = c->heap.left < JAVA_BLOCK_BYTES ? c->heap.left : JAVA_BLOCK_BYTES;
	if (!copy_from(c, c->heap.from, bytes))
		return WALK_ENDS;
	struct copied_part *part = last_part(c);
	part->bytes += bytes;
	c->heap.from += bytes;
	c->heap.left -= bytes;
	part->is_whole = !c->heap.left;
	return WALK_ON;
}

/* The chunks of the continuation that a thread runs; none when it runs none. */
static __always_inline void copy_chunks(const struct java *j, struct copying *c, u64 thread)
{
	struct chunk_walk w = { .j = j, .c = c };
	u64 entry, continuation;

	if (!read_word(thread + j->thread_entry, &entry) || !entry ||
	    !read_word(entry + j->entry_continuation, &continuation) || !continuation ||
	    !read_reference(j, continuation + j->continuation_chunk, &c->heap.chunk))
		return;
	WALK(JAVA_STEPS, JAVA_STEPS, step_chunk, &w);
}

/* Of the running thread; 0 unless it is one that is known. A function of its own, as that of Python. */
__weak __noinline int read_java(struct copying *c, const struct target *t)
{
	if (!c || !t)
		return 0;
	struct java_thread key = { .pid = t->pid };
	struct java *j = bpf_map_lookup_elem(&javas, &key.pid);

	if (!j || j->exec_ns != t->exec_ns)
		return 0;
	key.id = own_thread_id(bpf_get_current_task_btf());
	u64 *thread = bpf_map_lookup_elem(&java_threads, &key);
	if (!thread)
		return 0;
	c->heap.left = 0;
	copy_chunks(j, c, *thread);
	return 1;
}
