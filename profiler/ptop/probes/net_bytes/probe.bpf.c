/*
 * Bytes and messages over the target's sockets, by peer, with the round trip
 * time that TCP estimates. The kernel says of every message that is sent or
 * received through a socket, io_uring included; where a datagram goes to, or
 * comes from, stands in the arguments of the call, which are read at its exit.
 * Kernels before 6.3 do not say it: there the exits of the calls that may move
 * bytes through a descriptor are used instead, and io_uring is not seen.
 * Not seen: raw, packet and netlink sockets, memory mapped receives.
 */
#include "sockets.h"
#include "exit_slots.h"
#include "outcome.h"

enum { SENT = 0, RECEIVED = 1 };
enum { MSG_PEEK_ = 0x2, MSG_ERRQUEUE_ = 0x2000 };
enum { ERESTARTSYS = 512 }; /* the call goes on after a signal */
#define MOST_AT_ONCE 1024 /* UIO_MAXIOV: sendmmsg and recvmmsg take no more */
#define FEWER_AT_ONCE 64

/* 64 bits for bytes: a block may last 25 seconds. */
struct traffic {
	u64 bytes[2];
	u64 messages[2];
	u64 byte_blocks[2][BLOCKS];
	u32 message_blocks[BLOCKS]; /* both directions */
	struct outcome round_trip;
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct peer_id);
	__type(value, struct traffic);
} traffic SEC(".maps");

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, u64);
	__type(value, struct unix_name);
} names SEC(".maps");

static const struct traffic no_traffic = {};

/* The datagram socket of the call under way: what is left to do at its exit. */
struct exchange {
	struct peer_id id; /* without a peer when `connected` is 0 */
	u8 under_way;
	u8 connected;
	u8 bound;          /* to a port of its own choice */
	u8 direction;
	u16 local_port;
	u16 pad;
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct exchange);
} exchanges SEC(".maps");

struct user_message {
	u64 name;
	u32 name_len;
	u32 pad;
	u64 parts[5];
	u32 bytes; /* of mmsghdr only */
	u32 pad2;
};

static __always_inline void lose(bool cut)
{
	struct counters *c = the_counters();

	if (c) {
		c->drops++;
		c->cut += cut;
	}
}

/* Counts `bytes` in one message. `round_trip_ns` is 0 where there is none. */
static __always_inline void count_message(const struct peer_id *id, u32 direction, u64 bytes, u64 round_trip_ns)
{
	struct window *w = the_window();
	struct counters *c = the_counters();

	if (!w || !c)
		return;
	u64 started = start_run(c), now = coarse_ns(w);
	if (!is_open(w, now))
		return;
	struct traffic *t = entry_of(&traffic, id, &no_traffic);
	if (!t) {
		lose(true);
		end_run(c, started);
		return;
	}
	u32 block = block_of(w, now);
	direction &= 1;
	__sync_fetch_and_add(&t->bytes[direction], bytes);
	__sync_fetch_and_add(&t->messages[direction], 1);
	if (block < BLOCKS) {
		__sync_fetch_and_add(&t->byte_blocks[direction][block], bytes);
		__sync_fetch_and_add(&t->message_blocks[block], 1);
	}
	if (round_trip_ns)
		add_outcome(&t->round_trip, round_trip_ns, round_trip_ns, block);
	end_run(c, started);
}

/* Keeps the name under its hash, which becomes the key's address. False when there is no room. */
static __always_inline bool keep_name(const struct unix_name *name, struct peer_id *id)
{
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

/* The round trip time as TCP smooths it, kept in eighths of a microsecond. */
static __always_inline u64 round_trip_of(struct sock *sk)
{
	if (BPF_CORE_READ(sk, sk_protocol) != IPPROTO_TCP_)
		return 0;
	return (u64)BPF_CORE_READ((struct tcp_sock *)sk, srtt_us) * 125;
}

/* Has net_quality watch a connection that it did not see being made. */
static __always_inline void introduce(struct sock *sk, const struct peer_id *id)
{
	u64 watched = WATCHED;
	u8 state = BPF_CORE_READ(sk, __sk_common.skc_state);
	struct socket_note note = { .id = *id, .stage = STAGE_OPEN };

	if (!bpf_map_lookup_elem(&sockets, &watched) || state == TCP_STATE_CLOSE || state == TCP_STATE_LISTEN)
		return;
	if (remember(sk, &note)) {
		struct counters *c = the_counters();

		if (c)
			c->cut++;
	}
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

/* A message over a connection. */
static __always_inline void count_stream(struct sock *sk, u16 family, u32 direction, u64 bytes)
{
	struct socket_note *note = note_of(sk);

	if (note) {
		struct peer_id known = note->id;

		count_message(&known, direction, bytes, round_trip_of(sk));
		return;
	}
	struct peer_id id = {};
	if (identify_stream(sk, family, &id))
		count_message(&id, direction, bytes, id.protocol == PROTO_TCP ? round_trip_of(sk) : 0);
}

/* What is known of a datagram socket before the call's arguments are looked at. False when it is not recorded. */
static __always_inline bool describe(struct sock *sk, u16 family, u32 direction, struct exchange *e)
{
	struct exchange about = { .direction = direction };

	if (is_of_kernel(sk))
		return false;
	if (family == AF_UNIX_) {
		if (!identify_unix(sk, &about.id)) {
			lose(true);
			return false;
		}
		about.connected = 1;
	} else {
		if (protocol_of(sk, family) != PROTO_UDP)
			return false;
		u16 port = bpf_ntohs(BPF_CORE_READ(sk, __sk_common.skc_dport));

		about.id.family = family;
		about.id.protocol = PROTO_UDP;
		about.local_port = BPF_CORE_READ(sk, __sk_common.skc_num);
		about.bound = (BPF_CORE_READ_BITFIELD_PROBED(sk, sk_userlocks) & BOUND_TO_PORT) != 0;
		about.connected = port != 0;
		if (about.connected) {
			about.id.role = ROLE_CONNECT;
			about.id.port = port;
			read_remote(sk, family, &about.id);
		} else {
			about.id.role = about.bound ? ROLE_ACCEPT : ROLE_DATAGRAM;
			about.id.port = about.bound ? about.local_port : 0;
		}
	}
	*e = about;
	return true;
}

/* Puts the address that the call named into the key. False when it cannot be read. */
static __always_inline bool read_name(u64 name, u32 name_len, struct exchange *e, struct peer_id *id)
{
	u16 family = 0, port = 0;

	if (bpf_probe_read_user(&family, sizeof(family), (void *)name))
		return false;
	if (id->protocol == PROTO_UNIX) {
		struct unix_name text = {};

		if (name_len <= 2 || name_len > 2 + UNIX_PATH_BYTES)
			return true;
		text.len = name_len - 2;
		if (bpf_probe_read_user(text.text, text.len, (void *)name + 2))
			return false;
		id->role = ROLE_DATAGRAM;
		return keep_name(&text, id);
	}
	/* The family of IPv4 may be left out. */
	id->family = family == AF_INET6_ ? AF_INET6_ : AF_INET_;
	id->role = e->bound ? ROLE_ACCEPT : ROLE_DATAGRAM;
	bpf_probe_read_user(&port, sizeof(port), (void *)name + 2);
	id->port = e->bound ? e->local_port : bpf_ntohs(port);
	id->known = 1;
	__builtin_memset(id->addr, 0, sizeof(id->addr));
	if (id->family == AF_INET_)
		return bpf_probe_read_user(id->addr, 4, (void *)name + 4) == 0;
	return bpf_probe_read_user(id->addr, 16, (void *)name + 8) == 0;
}

/*
 * Counts one datagram of the call that returns. A global function: the verifier checks it once and
 * alone, so that the rounds of the loop around it do not multiply.
 */
__noinline int count_datagram(u64 name, u32 name_len, u32 bytes, u32 error)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct exchange *e = bpf_task_storage_get(&exchanges, task, 0, 0);

	if (!e)
		return 0;
	struct peer_id id = e->id;
	/* Who sent it is in the key already where the socket is connected, and in no name of a unix socket. */
	bool named = name && name_len && id.protocol != PROTO_TCP && (e->direction == SENT || !e->connected);
	/* Failures count where the call itself names whom it did not reach. */
	if (error && (!named || id.protocol != PROTO_UDP || error >= ERESTARTSYS))
		return 0;
	if (named && !read_name(name, name_len, e, &id)) {
		lose(false);
		return 0;
	}
	id.error = error;
	count_message(&id, e->direction, error ? 0 : bytes, 0);
	return 0;
}

/* One message of sendmmsg or recvmmsg. */
static __always_inline void count_one_of_many(u64 at)
{
	struct user_message message = {};

	if (bpf_probe_read_user(&message, sizeof(message), (void *)at))
		lose(false);
	else
		count_datagram(message.name, message.name_len, message.bytes, 0);
}

static long count_next(u32 i, void *at)
{
	count_one_of_many(*(u64 *)at + i * sizeof(struct user_message));
	return 0;
}

/*
 * The messages of sendmmsg and recvmmsg, of which the first `count` were done. Kernels that are too
 * old to loop by themselves are shown fewer rounds: each costs time when the program is loaded.
 */
static __always_inline void count_many(u64 at, u32 count, bool by_helper)
{
	if (by_helper) {
		bpf_loop(count < MOST_AT_ONCE ? count : MOST_AT_ONCE, count_next, &at, 0);
		return;
	}
	struct counters *c = the_counters();

	if (count > FEWER_AT_ONCE && c) {
		c->drops += count - FEWER_AT_ONCE;
		c->cut += count - FEWER_AT_ONCE;
	}
	/* Bounded by the constant. */
	for (u32 i = 0; i < FEWER_AT_ONCE; i++) {
		if (i >= count)
			break;
		count_one_of_many(at + i * sizeof(struct user_message));
	}
}

/* One call on the datagram socket that the task's exchange describes. */
static __always_inline void count_call(struct pt_regs *regs, s64 ret, bool can_loop)
{
	struct user_message message = {};
	u64 at = call_arg2(regs);
	u32 error = call_errno(ret), bytes = ret > 0 ? ret : 0, len = 0;

	switch (call_number(regs)) {
	case NR_SENDTO:
		count_datagram(call_arg5(regs), call_arg6(regs), bytes, error);
		break;
	case NR_RECVFROM:
		if (call_arg6(regs))
			bpf_probe_read_user(&len, sizeof(len), (void *)call_arg6(regs));
		count_datagram(call_arg5(regs), len, bytes, error);
		break;
	case NR_SENDMSG:
	case NR_RECVMSG:
		if (bpf_probe_read_user(&message, __builtin_offsetof(struct user_message, bytes), (void *)at))
			lose(false);
		else
			count_datagram(message.name, message.name_len, bytes, error);
		break;
	case NR_SENDMMSG:
	case NR_RECVMMSG:
		if (!error) {
			count_many(at, ret, can_loop);
		} else if (bpf_probe_read_user(&message, sizeof(message), (void *)at) == 0) {
			count_datagram(message.name, message.name_len, 0, error);
		}
		break;
	default: /* read, write and their like name nobody */
		count_datagram(0, 0, bytes, error);
	}
}

/* Whether the exit of the call under way will say whom it was exchanged with. */
static __always_inline bool has_yet_to_name_its_peer(struct task_struct *task)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);

	return !call_is_compat(task) && names_a_peer(call_number(regs));
}

static __always_inline bool is_recorded(u16 family)
{
	return family == AF_INET_ || family == AF_INET6_ || family == AF_UNIX_;
}

static __always_inline void on_message(struct sock *sk, s32 ret, u32 direction)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (!is_target(task->tgid))
		return;
	u16 family = sk->__sk_common.skc_family;
	if (!is_recorded(family))
		return;
	if (sk->sk_type != SOCK_DGRAM_) {
		if (ret > 0)
			count_stream(sk, family, direction, ret);
		return;
	}
	struct exchange about = {};
	bool waits = has_yet_to_name_its_peer(task);
	if ((ret < 0 && (!waits || direction == RECEIVED)) || !describe(sk, family, direction, &about))
		return;
	if (!waits) {
		count_message(&about.id, direction, ret, 0);
		return;
	}
	struct exchange *e = bpf_task_storage_get(&exchanges, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!e) {
		lose(false);
		return;
	}
	about.under_way = 1;
	*e = about;
}

SEC("tp_btf/sock_send_length")
int BPF_PROG(on_send, struct sock *sk, int ret, int flags)
{
	on_message(sk, ret, SENT);
	return 0;
}

SEC("tp_btf/sock_recv_length")
int BPF_PROG(on_receive, struct sock *sk, int ret, int flags)
{
	/* What is only looked at stays; what comes from the error queue was sent, not received. */
	if (!(flags & (MSG_PEEK_ | MSG_ERRQUEUE_)))
		on_message(sk, ret, RECEIVED);
	return 0;
}

/* splice() takes from a connection without a message. Into one it sends messages. */
static __always_inline void count_splice(struct task_struct *task, struct pt_regs *regs, s64 ret)
{
	struct file *file = file_of(task, call_arg1(regs));
	struct sock *sk = file ? socket_in(file) : 0;
	u16 family = sk ? BPF_CORE_READ(sk, __sk_common.skc_family) : 0;

	if (ret > 0 && is_recorded(family))
		count_stream(sk, family, RECEIVED, ret);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_exit, struct pt_regs *regs, long ret)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (call_number(regs) == NR_SPLICE) {
		count_splice(task, regs, ret);
		bpf_tail_call(ctx, &exit_slots, SLOT_FILE_IO);
		return 0;
	}
	struct exchange *e = bpf_task_storage_get(&exchanges, task, 0, 0);
	if (e && e->under_way) {
		e->under_way = 0;
		count_call(regs, ret, true);
	}
	return 0;
}

/* Which way a call moves bytes through its first descriptor; -1 when it does not, or only looks. */
static __always_inline int direction_of(struct pt_regs *regs)
{
	u32 flags = 0;
	int direction = RECEIVED;

	switch (call_number(regs)) {
	case NR_WRITE:
	case NR_WRITEV:
	case NR_SENDFILE:
	case NR_SENDTO:
	case NR_SENDMSG:
	case NR_SENDMMSG:
		return SENT;
	case NR_READ:
	case NR_READV:
	case NR_SPLICE:
		break;
	case NR_RECVMSG:
		flags = call_arg3(regs);
		break;
	case NR_RECVFROM:
	case NR_RECVMMSG:
		flags = call_arg4(regs);
		break;
	default:
		direction = -1;
	}
	return flags & (MSG_PEEK_ | MSG_ERRQUEUE_) ? -1 : direction;
}

/* For sendmmsg and recvmmsg on a connection, which return a number of messages. */
static __always_inline bool describe_stream(struct sock *sk, u16 family, u32 direction, struct exchange *e)
{
	struct exchange about = { .direction = direction, .connected = 1 };

	if (!identify_stream(sk, family, &about.id))
		return false;
	*e = about;
	return true;
}

/* In place of the first two programs, where the kernel has no such tracepoints. */
SEC("tp_btf/sys_exit")
int BPF_PROG(on_any_exit, struct pt_regs *regs, long ret)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (!is_target(task->tgid) || call_is_compat(task))
		return 0;
	int direction = direction_of(regs);
	if (direction < 0)
		return 0;
	struct file *file = file_of(task, call_arg1(regs));
	struct sock *sk = file ? socket_in(file) : 0;
	/* The other end of splice() is its third argument. */
	if (!sk && call_number(regs) == NR_SPLICE) {
		direction = SENT;
		file = file_of(task, call_arg3(regs));
		sk = file ? socket_in(file) : 0;
	}
	u16 family = sk ? BPF_CORE_READ(sk, __sk_common.skc_family) : 0;
	if (!is_recorded(family))
		return 0;
	bool many = call_number(regs) == NR_SENDMMSG || call_number(regs) == NR_RECVMMSG;
	bool stream = BPF_CORE_READ(sk, sk_type) != SOCK_DGRAM_;
	if (stream && !many) {
		if (ret > 0)
			count_stream(sk, family, direction, ret);
		return 0;
	}
	struct exchange *e = bpf_task_storage_get(&exchanges, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!e)
		lose(false);
	else if (stream ? describe_stream(sk, family, direction, e) : describe(sk, family, direction, e))
		count_call(regs, ret, false);
	return 0;
}
