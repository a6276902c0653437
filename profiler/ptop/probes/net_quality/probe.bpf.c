/*
 * How the target's TCP connections fare: the time a connect takes, how long
 * connections last and who ended them, retransmitted segments, resets sent and
 * received; and what the queues of its sockets had no room for. Most of it
 * happens in interrupts, under any task: the socket says whose it is, so every
 * connection is noted in `sockets` when it is made, when it is used first, or
 * when the walk over the target's descriptors finds it open already.
 * Not seen: resets that answer a segment for which there is no socket, and
 * what single subflows of a multipath connection do.
 */
#include "sockets.h"
#include "exit_slots.h"
#include "outcome.h"

enum { TCP_STATE_SYN_SENT = 2 };
enum {
	EVENT_RETRANSMIT = 0,
	EVENT_RESET_SENT = 1,
	EVENT_RESET_RECEIVED = 2,
	EVENT_CLOSED = 3,         /* by the target, which sent what was left */
	EVENT_CLOSED_BY_PEER = 4,
	EVENT_ABORTED = 5,        /* by a reset or a timeout */
	EVENT_QUEUE_DROP = 6,     /* no room: in a listener's queue, or in a datagram socket's buffer */
};
enum { SPAN_CONNECT = 0, SPAN_CONNECTION = 1 };

struct subject {
	struct peer_id id;
	u32 what; /* EVENT_* or SPAN_* */
	u32 pad;
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct subject);
	__type(value, struct tally);
} events SEC(".maps");

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct subject);
	__type(value, struct outcome);
} spans SEC(".maps");

/* What a listener, or a datagram socket, had no room for: the kernel's own count, at the start and last. */
struct queue {
	u64 first;
	u64 last;
	u16 port; /* local */
	u8 protocol;
	u8 pad;
	u32 row; /* of process_hits: whose it is */
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, u64);
	__type(value, struct queue);
} queues SEC(".maps");

enum { ROUND_FIRST = 0, ROUND_LAST = 1 };

/* Which walk over the descriptors is under way. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, u32);
} survey_round SEC(".maps");

static __always_inline void count_event(const struct peer_id *id, u32 row, u32 what, u64 now)
{
	struct window *w = the_window();
	struct subject subject = { .id = *id, .what = what };

	if (!w || !is_open(w, now))
		return;
	if (!count_key(&events, &subject, block_of(w, now)))
		lose(true);
	end_run_in(row, now);
}

static __always_inline void count_span(const struct peer_id *id, u32 row, u32 what, u64 since, u64 now)
{
	struct window *w = the_window();
	struct subject subject = { .id = *id, .what = what };

	if (!w || !is_open(w, now))
		return;
	struct outcome *o = entry_of(&spans, &subject, &no_outcome);
	if (o)
		add_outcome(o, now - since, now - since, block_of(w, now));
	else
		lose(true);
	end_run_in(row, now);
}

/* Counts the end of a connection once; the first program to see it does. */
static __always_inline void close_connection(struct socket_note *note, u32 how, u64 now)
{
	struct peer_id id = note->id;
	u32 row = note->row;

	if (__sync_val_compare_and_swap(&note->stage, STAGE_OPEN, STAGE_CLOSED) != STAGE_OPEN)
		return;
	if (note->since_ns)
		count_span(&id, row, SPAN_CONNECTION, note->since_ns, now);
	count_event(&id, row, how, now);
}

static __always_inline void forget(const struct sock *sk)
{
	u64 socket = (u64)sk;

	leave_place(sk);
	bpf_map_delete_elem(&sockets, &socket);
}

static __always_inline u64 drops_of(struct sock *sk)
{
	if (bpf_core_field_exists(sk->sk_drop_counters)) {
		struct numa_drop_counters *split = BPF_CORE_READ(sk, sk_drop_counters);

		if (split)
			return (u64)(u32)BPF_CORE_READ(split, drops0.counter) + (u32)BPF_CORE_READ(split, drops1.counter);
	}
	return (u32)BPF_CORE_READ(sk, sk_drops.counter);
}

/* Notes how much the socket's queue lost so far. */
static __always_inline void note_queue(struct sock *sk, u8 protocol, u32 tgid, bool is_new)
{
	u64 socket = (u64)sk, drops = drops_of(sk);
	struct queue *known = bpf_map_lookup_elem(&queues, &socket);
	struct queue fresh = {
		/* A socket that appeared in the window began with nothing lost. */
		.first = is_new ? 0 : drops,
		.last = drops,
		.port = BPF_CORE_READ(sk, __sk_common.skc_num),
		.protocol = protocol,
		.row = hits_row(tgid),
	};

	if (known && known->port == fresh.port && known->protocol == protocol)
		known->last = drops;
	else if (known)
		*known = fresh; /* another socket in the same memory */
	else if (bpf_map_update_elem(&queues, &socket, &fresh, BPF_NOEXIST))
		lose(true);
}

/* A listener ends: what it lost counts now, since nothing of it is left at the window's end. */
static __always_inline void close_queue(struct sock *sk, u64 now)
{
	u64 socket = (u64)sk;
	struct queue *q = bpf_map_lookup_elem(&queues, &socket);
	struct window *w = the_window();

	if (!q || !w || !is_open(w, now))
		return;
	u64 lost = drops_of(sk) - q->first;
	struct subject subject = { .what = EVENT_QUEUE_DROP };
	subject.id.role = ROLE_ACCEPT;
	subject.id.protocol = PROTO_TCP;
	subject.id.port = q->port;
	u32 row = q->row;
	bpf_map_delete_elem(&queues, &socket);
	if (!lost)
		return;
	bpf_map_update_elem(&events, &subject, &no_tally, BPF_NOEXIST);
	struct tally *t = bpf_map_lookup_elem(&events, &subject);
	u32 block = block_of(w, now);
	if (!t) {
		lose(true);
	} else {
		__sync_fetch_and_add(&t->count, lost);
		if (block < BLOCKS)
			__sync_fetch_and_add(&t->blocks[block], (u32)lost);
	}
	end_run_in(row, now);
}

static __always_inline void begin_connect(struct sock *sk, u64 now)
{
	u16 family = BPF_CORE_READ(sk, __sk_common.skc_family);
	struct socket_note note = { .since_ns = now, .stage = STAGE_CONNECTING, .row = current_row() };

	/* Only connect() itself leads here, so the current task is the one that called it. */
	if (!is_target(current_tgid()) || is_of_kernel(sk) || protocol_of(sk, family) != PROTO_TCP)
		return;
	identify_tcp(sk, family, ROLE_CONNECT, &note.id);
	if (remember(sk, &note))
		lose(true);
}

SEC("tp_btf/inet_sock_set_state")
int BPF_PROG(on_socket_state, struct sock *sk, int from, int to)
{
	u64 now = bpf_ktime_get_ns();

	if (to == TCP_STATE_SYN_SENT) {
		begin_connect(sk, now);
		return 0;
	}
	if (to == TCP_STATE_LISTEN) {
		if (is_target(current_tgid()))
			note_queue(sk, PROTO_TCP, current_tgid(), true);
		return 0;
	}
	if (from == TCP_STATE_LISTEN) {
		close_queue(sk, now);
		return 0;
	}
	struct socket_note *note = note_of(sk);
	if (!note)
		return 0;
	if (to == TCP_STATE_ESTABLISHED) {
		struct peer_id id = note->id;
		u32 row = note->row;

		if (__sync_val_compare_and_swap(&note->stage, STAGE_CONNECTING, STAGE_OPEN) == STAGE_CONNECTING) {
			count_span(&id, row, SPAN_CONNECT, note->since_ns, now);
			note->since_ns = now;
		}
	} else if (to == TCP_STATE_CLOSE_WAIT) {
		close_connection(note, EVENT_CLOSED_BY_PEER, now);
	} else if (to == TCP_STATE_CLOSE) {
		close_connection(note, EVENT_ABORTED, now);
		/* A reset may follow, so the note stays until the socket goes; of a multipath one that is not told. */
		if (BPF_CORE_READ(sk, sk_protocol) == IPPROTO_MPTCP_)
			forget(sk);
	} else if (from == TCP_STATE_ESTABLISHED) {
		close_connection(note, EVENT_CLOSED, now);
	}
	return 0;
}

/* A socket's memory may serve another next. */
SEC("tp_btf/tcp_destroy_sock")
int BPF_PROG(on_destroy, struct sock *sk)
{
	forget(sk);
	return 0;
}

static __always_inline void begin_accepted(struct task_struct *task, s32 fd)
{
	u64 now = bpf_ktime_get_ns();
	struct sock *sk = sock_of(task, fd);
	u16 family = sk ? BPF_CORE_READ(sk, __sk_common.skc_family) : 0;
	struct socket_note fresh = { .since_ns = now, .stage = STAGE_OPEN, .row = hits_row(task->tgid) };

	if ((family != AF_INET_ && family != AF_INET6_) || protocol_of(sk, family) != PROTO_TCP)
		return;
	identify_tcp(sk, family, ROLE_ACCEPT, &fresh.id);
	if (remember(sk, &fresh)) {
		lose(true);
		return;
	}
	/* It may have ended while it waited to be accepted: nobody watched it then. */
	u8 state = BPF_CORE_READ(sk, __sk_common.skc_state);
	struct socket_note *note = note_of(sk);
	if (note && state == TCP_STATE_CLOSE_WAIT)
		close_connection(note, EVENT_CLOSED_BY_PEER, now);
	if (note && state == TCP_STATE_CLOSE)
		close_connection(note, EVENT_ABORTED, now);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_accept, struct pt_regs *regs, long ret)
{
	if (ret >= 0)
		begin_accepted(bpf_get_current_task_btf(), ret);
	return 0;
}

static __always_inline void count_of_socket(const struct sock *sk, u32 what)
{
	struct socket_note *note = note_of(sk);

	if (!note)
		return;
	struct peer_id id = note->id;
	count_event(&id, note->row, what, bpf_ktime_get_ns());
}

SEC("tp_btf/tcp_retransmit_skb")
int BPF_PROG(on_retransmit, const struct sock *sk, const void *skb, int error)
{
	if (!error)
		count_of_socket(sk, EVENT_RETRANSMIT);
	return 0;
}

/* Kernels that say nothing of attempts that fail do not say whether one did. */
SEC("tp_btf/tcp_retransmit_skb")
int BPF_PROG(on_sent_again, const struct sock *sk)
{
	count_of_socket(sk, EVENT_RETRANSMIT);
	return 0;
}

SEC("tp_btf/tcp_send_reset")
int BPF_PROG(on_reset_sent, const struct sock *sk)
{
	count_of_socket(sk, EVENT_RESET_SENT);
	return 0;
}

SEC("tp_btf/tcp_receive_reset")
int BPF_PROG(on_reset_received, struct sock *sk)
{
	count_of_socket(sk, EVENT_RESET_RECEIVED);
	return 0;
}

/* The target's sockets that were open before, and what its queues lost. Run before the window and after it. */
SEC("iter/task_file")
int survey(struct bpf_iter__task_file *ctx)
{
	struct task_struct *task = ctx->task;
	struct file *file = ctx->file;
	u32 zero = 0, *which = bpf_map_lookup_elem(&survey_round, &zero);

	if (!task || !file || !which || !is_target(task->tgid))
		return 0;
	struct sock *sk = socket_in(file);
	u16 family = sk ? BPF_CORE_READ(sk, __sk_common.skc_family) : 0;
	if (family != AF_INET_ && family != AF_INET6_)
		return 0;
	u8 protocol = protocol_of(sk, family), state = BPF_CORE_READ(sk, __sk_common.skc_state);
	if (protocol == PROTO_UDP || (protocol == PROTO_TCP && state == TCP_STATE_LISTEN)) {
		note_queue(sk, protocol, task->tgid, *which == ROUND_LAST);
	} else if (protocol == PROTO_TCP && state != TCP_STATE_CLOSE && *which == ROUND_FIRST && !note_of(sk)) {
		struct socket_note note = { .stage = STAGE_OPEN, .row = hits_row(task->tgid) };

		identify_tcp(sk, family, is_accepted(sk) ? ROLE_ACCEPT : ROLE_CONNECT, &note.id);
		if (state == TCP_STATE_SYN_SENT)
			note.stage = STAGE_CLOSED; /* its connect began unseen: neither its time nor its end counts */
		if (remember(sk, &note))
			lose(true);
	}
	return 0;
}
