/*
 * What every probe shares: who is measured (`targets`, with `target_filter` before it)
 * and when (`window`). All probes are linked into one object, so names of maps
 * and programs are a probe's own there; what a header declares is weak, and is
 * there once for all. engine/maps.bpf.c includes every header that declares a map.
 */
#pragma once
#include "kernel.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>

/* Whether the kernel can repeat a function, from 5.17 on. Before, its verifier goes through every turn of a loop. */
enum bpf_func_id___turns { BPF_FUNC_loop___turns = 1 };
#define CAN_REPEAT bpf_core_enum_value_exists(enum bpf_func_id___turns, BPF_FUNC_loop___turns)

/* What a step of a walk says. */
enum { WALK_ON = 0, WALK_ENDS = 1 };

/* Takes steps until one says that the walk ends, at most so many; `fewer` of them where the kernel cannot repeat. */
#define WALK(turns, fewer, step, context)                              \
	do {                                                           \
		if (CAN_REPEAT)                                        \
			bpf_loop(turns, step, context, 0);             \
		else                                                   \
			for (u32 turn = 0; turn < (fewer); turn++)     \
				if (step(turn, context) == WALK_ENDS)  \
					break;                         \
	} while (0)

#define BLOCKS 12
#define LONGEST_TICK_NS 10000000 /* the kernel ticks 100 times a second at least */
#define MAX_PROCESSES 4096

char LICENSE[] SEC("license") = "GPL";

/*
 * A field behind a kernel pointer: a plain load where the verifier can know the type (from Linux 6.2
 * on), which costs a tenth of copying it, as is done elsewhere. Not for pointers that are hashed: the
 * verifier keeps those apart from numbers.
 */
#define FIELD(pointer, type, field)                                                                                    \
	(bpf_ksym_exists(bpf_rdonly_cast) ? bpf_core_cast(pointer, type)->field                                        \
					  : BPF_CORE_READ((type *)(pointer), field))

/* One process of the target, keyed by its thread group id in the initial pid namespace. */
struct target {
	u64 start_ns; /* boot time clock, as /proc/<pid>/stat counts */
	u64 exec_ns;  /* monotonic; when it last replaced its program, 0: not since the collector watches */
	u64 brk;      /* the end of its heap as last seen */
	u64 cpu_ns;   /* on a CPU within the window, of a process without a row of its own */
	u32 pid;      /* in the collector's pid namespace; 0 when it has none there */
	u32 parent;   /* key of the parent, 0 for a process of the request */
	u8 forked;    /* 1: appeared while the collector watched */
	u8 pad;
	u16 row;      /* of process_hits */
	u32 ended;    /* more than 0 once its last thread has ended */
	char comm[16];
};

/*
 * Preallocated: the sampling program looks it up in interrupt context, where
 * kernels before 6.1 refuse a map that allocates on demand.
 */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_PROCESSES);
	__type(key, u32);
	__type(value, struct target);
} targets __weak SEC(".maps");

/*
 * A filter in front of that lookup: a slot per low bits of the id, with the process of the target that has
 * them and its row, or PLACE_SHARED where several do. Reading it takes a few instructions and no call.
 */
#define FILTER_PLACES 8192
#define PLACE_SHARED (1ULL << 32)
#define PLACE_ROW_SHIFT 48

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, FILTER_PLACES);
	__type(key, u32);
	__type(value, u64);
} target_filter __weak SEC(".maps");

/* Events count when start <= now < end, monotonic clock. Written before the window opens. */
struct window {
	u64 attached_ns;   /* every program was attached by then; first, because an array begins 8 bytes before a line of the cache */
	u64 start_ns;
	u64 end_ns;
	u64 block_ns;
	u32 pid_namespace; /* inode of the collector's: pids are reported as seen from there */
	u32 page_bytes;
	u32 call_weight;   /* how many calls one whose entry is seen represents; 0: no probe times calls */
	u32 misses_entries; /* 1: there were times in which entries were not seen */
	u32 rest_after;     /* stack bytes that the kernel copies with a sample of the clock; 0: no stack needed more so far */
	u32 messages;       /* MESSAGES_*: where those over sockets are counted */
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct window);
} window __weak SEC(".maps");

/* Adds to what other CPUs, or an interrupt, may add to at the same time, or else costs less. */
#define ADD(sum, value, is_shared)                                                                                     \
	do {                                                                                                           \
		if (is_shared)                                                                                         \
			__sync_fetch_and_add(&(sum), value);                                                           \
		else                                                                                                   \
			(sum) += (value);                                                                              \
	} while (0)

struct counters {
	u64 drops;       /* of the hits, the ones that could not be recorded */
	u64 cut;         /* of those, the ones refused because a table was full */
	u64 extra;       /* a probe's second count, see its manifest */
	u64 timed_runs;  /* runs whose duration was taken: every 64th */
	u64 timed_ns;
};

/* By PROBE_NUMBER, which the build gives each probe, up to PROBE_COUNT. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, PROBE_COUNT);
	__type(key, u32);
	__type(value, struct counters);
} counters __weak SEC(".maps");

/*
 * The target's events inside the window, by probe: a row for each of its processes. Those that find no row left,
 * and events that cannot be assigned to a process, are in the row ROW_OF_OTHERS.
 */
struct process_hits {
	u64 cpu_ns; /* on a CPU within the window */
	u64 of[PROBE_COUNT];
};

#define ROW_OF_OTHERS 0
#define NO_ROW 0xffffffff /* of a process that is not measured */

/* max_entries is set by the loader from the number of CPUs. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 512);
	__type(key, u32);
	__type(value, struct process_hits);
} process_hits __weak SEC(".maps");

struct run_state {
	u32 processes; /* of the target so far, each of which took a row as long as there was one */
	u32 changes;   /* how often one was forked or replaced its program */
	u64 woken_ns;   /* when the collector was woken last for a program that had just been started */
	u32 wants_messages; /* 1: the target moves messages of which exits of calls do not tell */
	u32 pad;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct run_state);
} run_state __weak SEC(".maps");

static __always_inline struct run_state *the_run_state(void)
{
	u32 zero = 0;
	return bpf_map_lookup_elem(&run_state, &zero);
}

static __always_inline u32 row_of(u32 tgid)
{
	u32 place = tgid & (FILTER_PLACES - 1);
	u64 *holder = bpf_map_lookup_elem(&target_filter, &place);

	if (!holder || !*holder)
		return NO_ROW;
	u64 held = *holder;
	if (likely((u32)held == tgid))
		return held >> PLACE_ROW_SHIFT;
	struct target *t = held == PLACE_SHARED ? bpf_map_lookup_elem(&targets, &tgid) : 0;
	return t ? t->row : NO_ROW;
}

static __always_inline bool is_target(u32 tgid)
{
	return row_of(tgid) != NO_ROW;
}

static __always_inline struct target *target_of(u32 tgid)
{
	return is_target(tgid) ? bpf_map_lookup_elem(&targets, &tgid) : 0;
}

static __always_inline struct window *the_window(void)
{
	u32 zero = 0;
	return bpf_map_lookup_elem(&window, &zero);
}

static __always_inline struct counters *the_counters(void)
{
	u32 number = PROBE_NUMBER;
	return bpf_map_lookup_elem(&counters, &number);
}

/* An event that could not be recorded; `is_cut`: because a table was full. */
static __always_inline void lose(bool is_cut)
{
	struct counters *c = the_counters();

	if (c) {
		c->drops++;
		c->cut += is_cut;
	}
}

/* A table had no room for a part of what is known of an event. */
static __always_inline void cut_one(void)
{
	struct counters *c = the_counters();

	if (c)
		c->cut++;
}

static __always_inline void count_more(u32 extra)
{
	struct counters *c = the_counters();

	if (c)
		c->extra += extra;
}

static __always_inline void count_extra(void)
{
	count_more(1);
}

static __always_inline bool is_open(const struct window *w, u64 now)
{
	return now >= w->start_ns && now < w->end_ns;
}

/* Which of the 12 blocks `now` falls in; the caller has checked is_open. */
static __always_inline u32 block_of(const struct window *w, u64 now)
{
	u64 block = w->block_ns ? (now - w->start_ns) / w->block_ns : 0;
	return block < BLOCKS ? (u32)block : BLOCKS - 1;
}

struct moment {
	u64 ns;
	u32 block; /* of the window; means nothing outside it */
	u32 pad;
};

struct coarse_clock {
	u64 tick;
	struct moment last;
};

/* The call that is returning, as the hook on exits leaves it to the probes. Nothing runs in between that could change it. */
struct call_exit {
	u64 now;        /* a tick late at most where the call is not timed */
	u64 entered_ns;
	u32 weight;     /* 0: not timed */
	u32 number;     /* NO_CALL: what returns is a new thread, from its parent's call */
	u32 block;      /* of `now` */
	u32 row;        /* of process_hits */
	u32 place;      /* room for a key: from here the verifier does not know it, so that paths with different ones become one */
	u32 chance;     /* how many calls it represents, however long it took; 0: its beginning was not seen */
	u64 arrived_us; /* see exchanges.h: of what it read from a socket; 0: not known */
};

/* Scratch of a CPU for the programs that run most: in one value, because each value more is a line of its cache. */
struct cpu_scratch {
	struct coarse_clock clock;
	struct call_exit exit;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct cpu_scratch);
} cpu_scratches __weak SEC(".maps");

static __always_inline struct cpu_scratch *current_scratch(void)
{
	u32 zero = 0;
	return bpf_map_lookup_elem(&cpu_scratches, &zero);
}

/*
 * The time up to a timer tick ago, for programs that run so often that reading the clock, and the division
 * that tells the block, would be most of what they cost. Exact at both ends of the window: an event is in it
 * or not.
 */
static __always_inline struct moment moment_of(struct coarse_clock *clock, const struct window *w)
{
	u64 tick = bpf_jiffies64();

	if (likely(clock->tick == tick && clock->last.ns >= w->start_ns && clock->last.ns + LONGEST_TICK_NS < w->end_ns))
		return clock->last;
	struct moment now = { .ns = bpf_ktime_get_ns() };
	now.block = block_of(w, now.ns);
	clock->last = now;
	clock->tick = tick;
	return now;
}

static __always_inline struct moment coarse_moment(const struct window *w)
{
	struct cpu_scratch *scratch = current_scratch();
	struct moment none = {};

	return scratch ? moment_of(&scratch->clock, w) : none;
}

/* Where the process's hits are counted. */
static __always_inline u32 hits_row(u32 tgid)
{
	u32 row = row_of(tgid);
	return row == NO_ROW ? ROW_OF_OTHERS : row;
}

static __always_inline u32 current_tgid(void)
{
	return bpf_get_current_pid_tgid() >> 32;
}

/* Where those of the running process are. A global function, as count_hit is. */
__weak u32 current_row(void)
{
	return hits_row(current_tgid());
}

/* This probe's hits of the processes in that row. */
static __always_inline u64 *hits_in(u32 row)
{
	struct process_hits *hits = bpf_map_lookup_elem(&process_hits, &row);
	return hits ? &hits->of[PROBE_NUMBER] : 0;
}

static __always_inline u64 *current_hits(void)
{
	return hits_in(current_row());
}

static __always_inline void take_duration(u32 probe, u64 since)
{
	struct counters *c = bpf_map_lookup_elem(&counters, &probe);

	if (c) {
		c->timed_ns += bpf_ktime_get_ns() - since;
		c->timed_runs++;
	}
}

/*
 * Counts a hit in that row, and takes the duration of every 64th run, which began at `since`. Both are global
 * functions, so that the verifier checks them once in a program, and not again on every path that leads here.
 */
__weak int count_hit_in(u32 probe, u32 row, u64 since)
{
	struct process_hits *hits = bpf_map_lookup_elem(&process_hits, &row);

	/* Atomic, because a program in an interrupt may share the count with the one it interrupted. */
	if (hits && probe < PROBE_COUNT && (__sync_fetch_and_add(&hits->of[probe], 1) & 63) == 0)
		take_duration(probe, since);
	return 0;
}

__weak int count_hit(u32 probe, u32 tgid, u64 since)
{
	return count_hit_in(probe, hits_row(tgid), since);
}

#define end_run_in(row, since) count_hit_in(PROBE_NUMBER, row, since)
#define end_run(tgid, since) count_hit(PROBE_NUMBER, tgid, since)

/*
 * When a run began, for programs that run so often that reading the clock in each run would be most of
 * what they cost: only one whose duration end_run_of_task takes reads it. 0 for any other.
 */
static __always_inline u64 start_run(const u64 *hits)
{
	return likely(*hits & 63) ? 0 : bpf_ktime_get_ns();
}

/* Ends such a run of that probe. Not for probes one of whose programs runs in an interrupt. */
static __always_inline void end_run_of(u32 probe, u64 *hits, u64 since)
{
	(*hits)++;
	if (unlikely(since))
		take_duration(probe, since);
}

#define end_run_of_task(hits, since) end_run_of(PROBE_NUMBER, hits, since)

/* A count of events with the same key, and its part in each block. */
struct tally {
	u64 count;
	u32 blocks[BLOCKS];
};

static __always_inline void tally_one(struct tally *t, u32 block)
{
	__sync_fetch_and_add(&t->count, 1);
	if (block < BLOCKS)
		__sync_fetch_and_add(&t->blocks[block], 1);
}

static const struct tally no_tally = {};

/* The value of a key, which begins as `empty` where the key is new. 0 when the table is full. */
static __always_inline void *entry_of(void *table, const void *key, const void *empty)
{
	void *entry = bpf_map_lookup_elem(table, key);

	if (entry)
		return entry;
	bpf_map_update_elem(table, key, empty, BPF_NOEXIST);
	return bpf_map_lookup_elem(table, key);
}

/* Spreads a value over all bits of a hash. */
static __always_inline u64 mix(u64 hash, u64 value)
{
	hash = (hash ^ value) * 0xff51afd7ed558ccdULL;
	return hash ^ hash >> 32;
}

/* Adds one to `key` in the table. False when the table is full. */
static __always_inline bool count_key(void *table, const void *key, u32 block)
{
	struct tally *t = entry_of(table, key, &no_tally);

	if (!t)
		return false;
	tally_one(t, block);
	return true;
}
