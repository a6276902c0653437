/* What is counted by peer, and by whom the traffic of a connection is counted. */
#pragma once
#include "fast_messages.h"

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct peer_id);
	__type(value, struct traffic);
} traffic SEC(".maps");

u32 fast_peers_taken;

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, u64);
	__type(value, struct unix_name);
} names SEC(".maps");

static const struct traffic no_traffic = {};

/* Which row of exchange_rows a peer has: of an accepted connection by its port alone. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, EXCHANGE_ROWS);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct peer_id);
	__type(value, u32);
} exchange_keys SEC(".maps");

u32 port_rows_taken;
u32 peer_rows_taken;

/* 1 + the place of a peer's own, for the next messages; 0 when none is left. */
static __always_inline u32 fast_place_of(struct traffic *t)
{
	if (!t->fast_slot && fast_peers_taken < FAST_PEERS) {
		u32 taken = __sync_fetch_and_add(&fast_peers_taken, 1);

		/* A place that another CPU took for the same peer stays empty. */
		if (taken < FAST_PEERS)
			__sync_val_compare_and_swap(&t->fast_slot, 0, taken + 1);
	}
	u32 fast_slot = t->fast_slot;
	return fast_slot <= FAST_PEERS ? fast_slot : 0;
}

/*
 * Counts `bytes` in one message. `round_trip_ns` is 0 where there is none. Returns 1 + the place of the peer's own where
 * it is to have one, else 0. A global function, as the next: the verifier goes through it once.
 */
__noinline u32 count_message(const struct peer_id *id, u32 direction, u64 bytes, u64 round_trip_ns, u32 takes_place)
{
	struct window *w = the_window();
	u64 *hits = current_hits();

	if (!id || !w || !hits)
		return 0;
	u64 started = start_run(hits);
	struct moment now = coarse_moment(w);
	if (!is_open(w, now.ns))
		return 0;
	struct traffic *t = entry_of(&traffic, id, &no_traffic);
	if (!t) {
		lose(true);
		end_run_of_task(hits, started);
		return 0;
	}
	add_message(t, direction, bytes, round_trip_ns, now.block, true);
	end_run_of_task(hits, started);
	return takes_place ? fast_place_of(t) : 0;
}

/* Keeps the name under its hash, which becomes the key's address. False when there is no room. */
__noinline int keep_name(const struct unix_name *name, struct peer_id *id)
{
	if (!name || !id)
		return false;
	u64 h = 0x9e3779b97f4a7c15ULL ^ name->len;
	const u32 *words = (const u32 *)name->text;

	/* One round per word of the longest name. */
#pragma unroll
	for (u32 i = 0; i < UNIX_PATH_BYTES / 4; i++) {
		h = mix(h, words[i]);
	}
	if (!bpf_map_lookup_elem(&names, &h) && bpf_map_update_elem(&names, &h, name, BPF_ANY))
		return false;
	__builtin_memcpy(id->addr, &h, sizeof(h));
	id->known = 1;
	return true;
}

/* The name that a unix socket is bound to. False when it has none. */
static __always_inline bool read_unix_name(struct unix_address *address, struct unix_name *name)
{
	s32 len = address ? BPF_CORE_READ(address, len) : 0;
	/* References and length come before the sockaddr, whose first two bytes are the family. */
	u32 text = bpf_core_field_offset(struct unix_address, len) + sizeof(int) + 2;

	if (len <= 2 || len > 2 + UNIX_PATH_BYTES)
		return false;
	name->len = len - 2;
	return bpf_probe_read_kernel(name->text, name->len, (void *)address + text) == 0;
}

/*
 * A unix connection goes by the listener's name: the peer's for the one that connected, the own one
 * for the accepted socket, which shares it with the listener. False when the name found no room.
 */
static __always_inline bool identify_unix(struct sock *sk, struct peer_id *id)
{
	struct unix_name name = {};

	id->family = AF_UNIX_;
	id->protocol = PROTO_UNIX;
	id->role = ROLE_CONNECT;
	if (!bpf_core_type_exists(struct unix_sock))
		return true;
	struct unix_address *own = BPF_CORE_READ((struct unix_sock *)sk, addr);
	struct sock *peer = BPF_CORE_READ((struct unix_sock *)sk, peer);
	struct unix_address *theirs = peer ? BPF_CORE_READ((struct unix_sock *)peer, addr) : 0;
	if (own && (!theirs || BPF_CORE_READ(own, refcnt.refs.counter) > 1))
		id->role = ROLE_ACCEPT;
	if (!read_unix_name(id->role == ROLE_ACCEPT ? own : theirs, &name))
		return true;
	return keep_name(&name, id);
}

/* Has net_quality watch a connection that it did not see being made. */
static __always_inline void introduce(struct sock *sk, const struct peer_id *id)
{
	u64 watched = WATCHED;
	u8 state = BPF_CORE_READ(sk, __sk_common.skc_state);
	struct socket_note note = { .id = *id, .stage = STAGE_OPEN, .row = current_row() };

	if (!bpf_map_lookup_elem(&sockets, &watched) || state == TCP_STATE_CLOSE || state == TCP_STATE_LISTEN)
		return;
	if (remember(sk, &note))
		cut_one();
}

/* By whom the traffic of a connection is counted. False when it is not recorded. */
static __always_inline bool identify_stream(struct sock *sk, u16 family, struct peer_id *id)
{
	if (is_of_kernel(sk))
		return false;
	if (family == AF_UNIX_) {
		if (identify_unix(sk, id))
			return true;
		lose(true);
		return false;
	}
	if (protocol_of(sk, family) != PROTO_TCP)
		return false;
	identify_tcp(sk, family, is_accepted(sk) ? ROLE_ACCEPT : ROLE_CONNECT, id);
	introduce(sk, id);
	return true;
}

/* The row of exchange_rows that is the peer's, or the one it shares. Own ports have rows that no peer takes. */
static __always_inline u32 exchange_row_of(const struct peer_id *id)
{
	bool is_own = id->role == ROLE_ACCEPT;
	u32 *known = bpf_map_lookup_elem(&exchange_keys, id), *taken = is_own ? &port_rows_taken : &peer_rows_taken;
	u32 first = is_own ? FIRST_PORT_ROW : FIRST_PEER_ROW, end = is_own ? FIRST_PEER_ROW : EXCHANGE_ROWS;

	if (known)
		return *known;
	if (*taken < end - first) {
		u32 row = first + __sync_fetch_and_add(taken, 1);

		if (row < end && !bpf_map_update_elem(&exchange_keys, id, &row, BPF_NOEXIST))
			return row;
		/* Another CPU may have been faster. */
		known = bpf_map_lookup_elem(&exchange_keys, id);
		if (known)
			return *known;
	}
	return is_own ? ROW_OF_OTHER_PORTS : ROW_OF_OTHER_PEERS;
}

/* Follows a connection from this message on. */
static __noinline int begin_conversation(struct sock *sk, u16 family, bool over_tcp)
{
	struct conversation *c = place_of_conversation(sk);
	struct peer_id id = {};

	if (!c || is_of_kernel(sk))
		return 0;
	if (over_tcp)
		identify_tcp(sk, family, is_accepted(sk) ? ROLE_ACCEPT : ROLE_CONNECT, &id);
	else if (family != AF_UNIX_ || !identify_unix(sk, &id))
		return 0;
	if (over_tcp && id.role == ROLE_ACCEPT) {
		__builtin_memset(id.addr, 0, sizeof(id.addr));
		id.known = 0;
	}
	u32 row = exchange_row_of(&id);
	__sync_lock_test_and_set(&c->socket, 0);
	c->identity = identity_of(sk, over_tcp);
	c->since_us = 0;
	c->seen_us = 0;
	c->row = row;
	__sync_lock_test_and_set(&c->socket, (u64)sk + (id.role == ROLE_ACCEPT ? PEER_ASKS : 0));
	return 0;
}

/* One message over a connection of a process that is measured, whose row of process_hits is `row`. */
struct message {
	struct sock *sk;
	u64 bytes;
	u32 direction;
	u32 row;
	bool of_call; /* the one that returns */
};

/* Follows the connection's questions and answers. */
static __always_inline void converse(const struct message *m, u16 family)
{
	struct call_exit *l = current_exit();
	struct window *w = the_window();

	if (!w || !l)
		return;
	struct moment now = coarse_moment(w);
	if (!is_open(w, now.ns))
		return;
	struct spoken spoken = spoken_by(l, m->sk, m->direction, now.block);
	if (!m->of_call || !w->call_weight)
		spoken.arrived_us = spoken.weight = 0;
	if (note_message(m->sk, &spoken))
		return;
	begin_conversation(m->sk, family, spoken.over_tcp);
	note_message(m->sk, &spoken);
}

/* Counts a message in the place of its peer. False when it has none. */
static __always_inline bool count_usual(const struct message *m)
{
	struct window *w = the_window();
	u64 *hits = hits_in(m->row);
	struct traffic *t = fast_traffic_of(m->sk);

	if (!w || !hits || !t)
		return false;
	u64 started = start_run(hits);
	struct moment now = coarse_moment(w);
	if (!is_open(w, now.ns))
		return true;
	add_message(t, m->direction, m->bytes, round_trip_of(m->sk), now.block, false);
	end_run_of_task(hits, started);
	return true;
}

/* A message over a connection that net_quality watches. False when it does not. */
static __always_inline bool count_watched(const struct message *m)
{
	struct socket_note *note = note_of(m->sk);
	u64 *place = place_of_connection(m->sk);

	if (!note)
		return false;
	struct peer_id known = note->id;
	u32 fast_slot = count_message(&known, m->direction, m->bytes, round_trip_of(m->sk), true);
	if (fast_slot && place)
		*place = (u64)m->sk + fast_slot;
	return true;
}

/* A message over a unix connection. */
static __always_inline void count_unix(const struct message *m)
{
	struct peer_id id = {};

	if (!identify_stream(m->sk, AF_UNIX_, &id))
		return;
	u32 fast_slot = count_message(&id, m->direction, m->bytes, 0, true);
	if (fast_slot)
		take_unix_place(m->sk, fast_slot);
}

/* A message over a connection. */
static __always_inline void count_stream(const struct message *m, u16 family)
{
	struct peer_id id = {};

	converse(m, family);
	if (count_usual(m))
		return;
	if (family == AF_UNIX_)
		count_unix(m);
	else if (!count_watched(m) && identify_stream(m->sk, family, &id))
		count_message(&id, m->direction, m->bytes, round_trip_of(m->sk), false);
}
