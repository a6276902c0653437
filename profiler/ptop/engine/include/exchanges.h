/*
 * Questions and answers over connections: how many there were, and the time from the last byte of a question to the
 * first byte of its answer. On an accepted connection the other side asks, on one that was made the target does. A
 * question ends when something goes the other way; of messages that do not alternate, nobody can say which answer is whose.
 *
 * When bytes arrived is not when they were read: a program that is busy leaves them in the socket. TCP notes when it
 * dealt with a connection last, and reading itself moves that note. So it is taken as the call begins that reads, of the
 * calls whose beginning is seen.
 */
#pragma once
#include "call_entry.h"
#include "descriptors.h"
#include "unix_places.h"

enum { SENT = 0, RECEIVED = 1 };

/*
 * Where messages are counted. Each call that moves some is seen at its exit anyway; the kernel's tracepoints of messages
 * cost one hook more for each, and are there while the target has other ways to move them.
 */
enum {
	MESSAGES_TRACED = 0,     /* at the tracepoints, or nowhere */
	MESSAGES_OF_CALLS = 1, /* on exits */
	MESSAGES_CHANGING = 2, /* the tracepoints are being attached: on exits, what they have not reported */
	MESSAGES_SETTLING = 3, /* they are, but calls may be under way that had moved theirs before */
	MESSAGES_ON_TRIAL = 4, /* the canary's, to prove both: of unix sockets at the tracepoints, of others on exits */
};

#define CONVERSATION_BITS 13
/* The first rows are shared, by own ports and by peers that find none left. */
enum { ROW_OF_OTHER_PORTS = 0, ROW_OF_OTHER_PEERS = 1, FIRST_PORT_ROW = 2, FIRST_PEER_ROW = 64 };
#define EXCHANGE_ROWS 512
/* As many to a power of two, in microseconds: each at most a sixteenth wide. */
#define EXCHANGE_STEPS_SHIFT 4
#define EXCHANGE_STEPS (1 << EXCHANGE_STEPS_SHIFT)
#define LONGEST_EXCHANGE_BITS 30 /* 18 minutes */
#define EXCHANGE_BUCKETS ((LONGEST_EXCHANGE_BITS - EXCHANGE_STEPS_SHIFT + 1) * EXCHANGE_STEPS)
/* A question in pieces further apart than this and a round trip may be several. */
#define PIECES_APART_US 200
/* Instead of when bytes arrived: while the call that reads them was under way. With how long its thread waited for a CPU. */
#define ARRIVED_MEANWHILE (1ULL << 63)

/* What is known of one connection, by the address of its socket, which leaves the low bits for the flags. */
enum { IS_ASKED = 1, PEER_ASKS = 2, IS_UNCLEAR = 4, CONVERSATION_FLAGS = 63 };

struct conversation {
	u64 socket;   /* and flags */
	u64 identity; /* of the connection, because a socket's memory serves another next */
	u64 since_us; /* when the question's last byte arrived or left; 0: not known */
	u64 seen_us;  /* what TCP had noted after the last message */
	u32 row;      /* of exchange_rows */
	u32 weight;   /* how many questions this one represents */
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1 << CONVERSATION_BITS);
	__type(key, u32);
	__type(value, struct conversation);
} conversations __weak SEC(".maps");

struct exchange_row {
	u64 total_us[BLOCKS]; /* of the timed ones, each as often as its weight */
	u32 answers[BLOCKS];
	u32 timed[BLOCKS];
	u32 weights[BLOCKS];
	u32 times[EXCHANGE_BUCKETS]; /* as often as its weight */
	u32 unclear;
	u32 pad;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, EXCHANGE_ROWS);
	__type(key, u32);
	__type(value, struct exchange_row);
} exchange_rows __weak SEC(".maps");

static __always_inline bool is_tcp(struct sock *sk)
{
	return FIELD(sk, struct sock, sk_protocol) == IPPROTO_TCP_;
}

/* In microseconds of the monotonic clock: when TCP received or sent a segment of the connection last. */
static __always_inline u64 tcp_moment_of(struct sock *sk)
{
	return FIELD(sk, struct tcp_sock, tcp_mstamp);
}

static __always_inline u32 shortest_round_trip_us(struct sock *sk)
{
	return FIELD(sk, struct tcp_sock, rtt_min).s[0].v;
}

/* All that a thread has waited for a CPU, in nanoseconds. */
static __always_inline u64 waited_for_a_cpu(struct task_struct *task)
{
	return bpf_core_field_exists(task->sched_info.run_delay) ? task->sched_info.run_delay : 0;
}

/* Of a call that is to read from a socket: when the bytes arrived that wait there. 0: it is none. */
static __always_inline u64 arrival_before(struct task_struct *task, struct pt_regs *regs, s64 number)
{
	if (number != NR_READ && number != NR_RECVFROM && number != NR_RECVMSG && number != NR_READV)
		return 0;
	struct file *file = open_file(task, call_arg1(regs));
	struct sock *sk = file ? socket_in(file) : 0;

	if (!sk)
		return 0;
	if (!is_tcp(sk) || FIELD(sk, struct tcp_sock, rcv_nxt) == FIELD(sk, struct tcp_sock, copied_seq))
		return ARRIVED_MEANWHILE;
	return tcp_moment_of(sk);
}

/* The ports of a connection over TCP, or the inode of a unix socket. */
static __always_inline u64 identity_of(struct sock *sk, bool over_tcp)
{
	if (!over_tcp)
		return inode_number_of(sk);
	return (u64)FIELD(sk, struct sock, __sk_common.skc_dport) << 16 | FIELD(sk, struct sock, __sk_common.skc_num);
}

static __always_inline struct conversation *place_of_conversation(const struct sock *sk)
{
	u32 slot = socket_hash(sk) >> (32 - CONVERSATION_BITS);

	return bpf_map_lookup_elem(&conversations, &slot);
}

static __always_inline u32 exchange_bucket(u64 us)
{
	if (us >> LONGEST_EXCHANGE_BITS)
		us = (1 << LONGEST_EXCHANGE_BITS) - 1;
	if (us < EXCHANGE_STEPS)
		return us;
	u32 power = log2_of(us);
	return (power - EXCHANGE_STEPS_SHIFT + 1) * EXCHANGE_STEPS +
	       (us >> (power - EXCHANGE_STEPS_SHIFT) & (EXCHANGE_STEPS - 1));
}

/* A message as conversations see it. */
struct spoken {
	u64 arrived_us; /* when its bytes did, or ARRIVED_MEANWHILE; 0 where that was not seen */
	u32 direction;
	u32 weight;     /* of the call that moved it; 0: its beginning was not seen */
	u32 block;
	bool over_tcp;
};

static __always_inline struct spoken spoken_by(const struct call_exit *l, struct sock *sk, u32 direction, u32 block)
{
	return (struct spoken){
		.arrived_us = l->arrived_us,
		.direction = direction,
		.weight = l->chance,
		.block = block,
		.over_tcp = is_tcp(sk),
	};
}

static __always_inline u64 now_us(void)
{
	return bpf_ktime_get_ns() / 1000;
}

/* When it arrived or left. 0: not known. */
static __always_inline u64 moment_of_message(const struct conversation *c, const struct spoken *m, u64 noted_us)
{
	u64 moment = m->over_tcp ? noted_us : now_us();

	if (m->direction == SENT)
		return moment;
	return m->arrived_us & ARRIVED_MEANWHILE ? moment - (m->arrived_us ^ ARRIVED_MEANWHILE) : m->arrived_us;
}

static __always_inline void add_answer(const struct conversation *c, const struct spoken *m, u64 moment, u32 weight)
{
	u32 row = c->row;
	struct exchange_row *r = bpf_map_lookup_elem(&exchange_rows, &row);

	if (!r || m->block >= BLOCKS)
		return;
	__sync_fetch_and_add(&r->answers[m->block], 1);
	if (c->socket & IS_UNCLEAR) {
		__sync_fetch_and_add(&r->unclear, 1);
		return;
	}
	if (!c->since_us || moment < c->since_us || !weight)
		return;
	u32 bucket = exchange_bucket(moment - c->since_us);
	if (bucket >= EXCHANGE_BUCKETS)
		return;
	__sync_fetch_and_add(&r->total_us[m->block], (moment - c->since_us) * weight);
	__sync_fetch_and_add(&r->timed[m->block], 1);
	__sync_fetch_and_add(&r->weights[m->block], weight);
	__sync_fetch_and_add(&r->times[bucket], weight);
}

static __always_inline void ask(struct conversation *c, struct sock *sk, const struct spoken *m, u64 moment)
{
	bool continues = c->socket & IS_ASKED;

	/* Nothing has arrived since what was read before. */
	if (continues && m->over_tcp && m->arrived_us && m->arrived_us == c->seen_us)
		return;
	if (!continues)
		c->socket &= ~(u64)IS_UNCLEAR;
	else if (m->over_tcp && c->since_us && moment > c->since_us + PIECES_APART_US + (u64)shortest_round_trip_us(sk))
		c->socket |= IS_UNCLEAR;
	c->socket |= IS_ASKED;
	c->since_us = moment;
	c->weight = m->weight;
}

/* Notes a message of a connection that is known. False where it is not. */
static __always_inline bool note_message(struct sock *sk, const struct spoken *m)
{
	struct conversation *c = place_of_conversation(sk);

	if (!c || (c->socket & ~(u64)CONVERSATION_FLAGS) != (u64)sk || c->identity != identity_of(sk, m->over_tcp))
		return false;
	bool peer_asks = c->socket & PEER_ASKS, asks = (m->direction == RECEIVED) == peer_asks;
	u64 noted_us = m->over_tcp ? tcp_moment_of(sk) : 0;

	if (asks) {
		/* Of a unix socket the clock must be read, which is not worth it where the answer is not timed. */
		bool is_timed = m->over_tcp || m->weight;
		ask(c, sk, m, is_timed ? moment_of_message(c, m, noted_us) : 0);
	} else if (c->socket & IS_ASKED) {
		c->socket &= ~(u64)IS_ASKED;
		add_answer(c, m, c->since_us ? moment_of_message(c, m, noted_us) : 0, peer_asks ? c->weight : m->weight);
	}
	c->seen_us = noted_us;
	return true;
}
