/*
 * The frames of the virtual thread that a thread of a Java machine carries, as far as they are in the heap: copied
 * at the moment of the sample, since they move with every collection and change with every return. Where the machine
 * keeps them was found out by the collector. Nothing read here is believed: each read may fail, each walk has an end.
 */
#pragma once
#include "user_words.h"

#define MAX_JAVAS 64
#define MAX_JAVA_THREADS 1024
/* Chunks of frames of one sample, a power of two; bytes of all together; bytes copied at once, which divide those. */
#define JAVA_CHUNKS 8
#define JAVA_BYTES 16384
#define JAVA_BLOCK_BYTES 512
/* Two words below the newest frame belong to it. */
#define JAVA_BELOW_WORDS 2
/* More words than a chunk has. */
#define JAVA_MAX_WORDS (1 << 20)
/* Chunks looked at, and blocks copied of them. */
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

/* Beside the outcomes of reading Python: the thread is known, and there is what it has in the heap. */
#define JAVA_HEAP 5

struct java_chunk {
	u64 address; /* of what was copied */
	u32 bytes;
	u32 is_whole;
};

struct java_frames {
	u32 outcome; /* JAVA_HEAP, or what is said of Python */
	u32 count;
	u32 bytes; /* of all copies, which lie one behind another */
	u32 is_complete; /* there is no further chunk */
	struct java_chunk chunks[JAVA_CHUNKS];
	u8 copies[JAVA_BYTES + JAVA_BLOCK_BYTES];
};

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

/* What is read, and what a walk over the chunks remembers: in memory, as Python's. */
struct java_room {
	struct java_frames out;
	u64 chunk; /* that is next */
	u64 from;  /* what is left to copy of the one at hand */
	u64 left;
};

struct chunk_walk {
	const struct java *j;
	struct java_room *r;
};

/* The frames that a chunk has, if any; the next is its parent. */
static __always_inline long enter_chunk(const struct java *j, struct java_room *r)
{
	u64 chunk = r->chunk;
	u32 words, top, bottom;

	r->out.is_complete = !chunk;
	if (!chunk || r->out.count >= JAVA_CHUNKS)
		return WALK_ENDS;
	if (!read_half(chunk + j->chunk_words, &words) || !read_half(chunk + j->chunk_top, &top) ||
	    !read_reference(j, chunk + j->chunk_parent, &r->chunk))
		return WALK_ENDS;
	if (!read_half(chunk + (j->chunk_bottom ?: j->chunk_arguments), &bottom))
		return WALK_ENDS;
	if (!j->chunk_bottom)
		bottom = words - bottom;
	/* Without frames there may still be arguments. */
	if (words > JAVA_MAX_WORDS || bottom > words || top >= bottom)
		return WALK_ON;
	r->from = chunk + j->chunk_frames + 8 * ((u64)top - JAVA_BELOW_WORDS);
	r->left = 8 * ((u64)words - top + JAVA_BELOW_WORDS);
	struct java_chunk *c = &r->out.chunks[r->out.count & (JAVA_CHUNKS - 1)];
	c->address = r->from;
	c->bytes = 0;
	c->is_whole = 0;
	r->out.count++;
	return WALK_ON;
}

/* A block of the chunk at hand, or the next chunk. */
static long step_chunk(u32 turn, void *context)
{
	struct chunk_walk *w = context;
	struct java_room *r = w->r;
	struct java_frames *out = &r->out;
	u32 at = out->bytes;

	if (!r->left)
		return enter_chunk(w->j, r);
	u64 bytes = r->left < JAVA_BLOCK_BYTES ? r->left : JAVA_BLOCK_BYTES;
	if (at >= JAVA_BYTES ||
	    bpf_probe_read_user(&out->copies[at & (JAVA_BYTES - 1)], bytes, (void *)r->from))
		return WALK_ENDS;
	struct java_chunk *c = &out->chunks[(out->count - 1) & (JAVA_CHUNKS - 1)];
	out->bytes = at + bytes;
	c->bytes += bytes;
	r->from += bytes;
	r->left -= bytes;
	c->is_whole = !r->left;
	return WALK_ON;
}

/* The chunks of the continuation that a thread runs; none when it runs none. */
static __always_inline void copy_chunks(const struct java *j, struct java_room *r, u64 thread)
{
	struct chunk_walk w = { .j = j, .r = r };
	u64 entry, continuation;

	if (!read_word(thread + j->thread_entry, &entry) || !entry ||
	    !read_word(entry + j->entry_continuation, &continuation) || !continuation ||
	    !read_reference(j, continuation + j->continuation_chunk, &r->chunk))
		return;
	WALK(JAVA_STEPS, JAVA_STEPS, step_chunk, &w);
}

/* Of the running thread, if it is one that is known. A function of its own, as that of Python. */
__weak __noinline int read_java(struct java_room *r, const struct target *t)
{
	if (!r || !t)
		return 0;
	struct java_thread key = { .pid = t->pid };
	struct java *j = bpf_map_lookup_elem(&javas, &key.pid);

	if (!j || j->exec_ns != t->exec_ns)
		return 0;
	key.id = own_thread_id(bpf_get_current_task_btf());
	u64 *thread = bpf_map_lookup_elem(&java_threads, &key);
	if (!thread)
		return 0;
	r->out.outcome = JAVA_HEAP;
	r->out.count = 0;
	r->out.bytes = 0;
	r->out.is_complete = 0;
	r->left = 0;
	copy_chunks(j, r, *thread);
	return 0;
}
