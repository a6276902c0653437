/*
 * Messages over connections that net_bytes knows have places of their own, by peer, found without a hash. A plain read
 * or write of such a connection is counted there by the hook on exits itself, without going on to the probe.
 */
#pragma once
#include "exchanges.h"

/* Whether tracepoints may have reported already what a call moved. */
static __always_inline bool counts_only_the_rest(const struct window *w)
{
	return w->messages == MESSAGES_CHANGING || w->messages == MESSAGES_SETTLING;
}

/* What was exchanged in one block of the window: side by side, so that a message adds to one line of the cache or two. */
struct traffic_block {
	u64 bytes[2]; /* 64 bits: a block may last 25 seconds */
	u64 round_trip_ns;
	u32 messages[2];
	u32 round_trips;
	u32 pad;
};

struct traffic {
	struct traffic_block blocks[BLOCKS];
	u32 round_trips[LATENCY_BUCKETS];
	u32 fast_slot; /* 1 + the place of what is counted of it besides, 0: it has none */
	u32 pad;
};

/*
 * The first peers have places of their own besides, one for each CPU: what no other CPU adds to need not be
 * added atomically. A connection that is watched finds its peer's without a hash.
 */
#define FAST_PEERS 48

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, FAST_PEERS);
	__type(key, u32);
	__type(value, struct traffic);
} fast_peers __weak SEC(".maps");

/* `is_shared`: other CPUs may add at the same time. */
static __always_inline void add_message(struct traffic *t, u32 direction, u64 bytes, u64 round_trip_ns, u32 block,
					bool is_shared)
{
	if (block >= BLOCKS)
		return;
	struct traffic_block *b = &t->blocks[block];

	direction &= 1;
	ADD(b->bytes[direction], bytes, is_shared);
	ADD(b->messages[direction], 1, is_shared);
	if (!round_trip_ns)
		return;
	ADD(b->round_trip_ns, round_trip_ns, is_shared);
	ADD(b->round_trips, 1, is_shared);
	ADD(t->round_trips[latency_bucket(round_trip_ns)], 1, is_shared);
}

/* The round trip time as TCP smooths it, kept in eighths of a microsecond. */
static __always_inline u64 round_trip_of(struct sock *sk)
{
	if (!is_tcp(sk))
		return 0;
	return (u64)FIELD(sk, struct tcp_sock, srtt_us) * 125;
}

/* What is counted by the peer of a connection that is watched, or of one over a unix socket; 0 where it has no place. */
static __always_inline struct traffic *fast_traffic_of(struct sock *sk)
{
	u64 *connection = place_of_connection(sk), place = connection ? *connection : 0;

	if (!is_place_of(place, sk))
		place = place_of_unix(sk);
	u32 fast_slot = (place & PEER_PLACE_MASK) - 1;
	return bpf_map_lookup_elem(&fast_peers, &fast_slot);
}

/*
 * Counts what a plain read or write of a socket moved in the window. False where the probe has to look at it more closely.
 */
static __always_inline bool count_fast_message(struct file *file, u64 bytes, u32 direction, const struct call_exit *l,
						const struct window *w, struct process_hits *hits)
{
	struct sock *sk = socket_of_file(file);
	struct traffic *t = fast_traffic_of(sk);
	u64 *count = &hits->of[NUMBER_OF_net_bytes];

	if (unlikely(!t || w->messages != MESSAGES_OF_CALLS))
		return false;
	struct spoken spoken = spoken_by(l, sk, direction, l->block);
	if (unlikely(!note_message(sk, &spoken)))
		return false;
	u64 started = start_run(count);
	add_message(t, direction, bytes, round_trip_of(sk), l->block, false);
	end_run_of(NUMBER_OF_net_bytes, count, started);
	return true;
}
