/*
 * Datagrams: the peer of one is in the arguments of the call, which are
 * read at its exit.
 */
#pragma once
#include "traffic.h"

enum { MSG_PEEK_ = 0x2, MSG_ERRQUEUE_ = 0x2000 };
enum { ERESTARTSYS = 512 }; /* the call goes on after a signal */
#define MOST_AT_ONCE 1024 /* UIO_MAXIOV: sendmmsg and recvmmsg take no more */
#define FEWER_AT_ONCE 64

/* What was counted at the tracepoints since the last call of the thread returned. */
struct reported {
	u64 key;      /* of the socket and the direction of the last one; 0: none */
	u64 bytes;    /* of that */
	u32 messages; /* of all */
	u32 pad;
};

/* The datagram socket of the call under way: what is left to do at its exit. */
struct exchange {
	struct peer_id id; /* without a peer when `connected` is 0 */
	u8 under_way;
	u8 connected;
	u8 bound;          /* to a port of its own choice */
	u8 direction;
	u16 local_port;
	u16 pad;
	struct reported reported;  /* not of this description */
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

/* What is known of a datagram socket before the call's arguments are read. False when it is not recorded. */
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
		/* A name that cannot be read is why the call failed. */
		if (!error)
			lose(false);
		return 0;
	}
	id.error = error;
	count_message(&id, e->direction, error ? 0 : bytes, 0, false);
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
static __always_inline void count_many(u64 at, u32 count)
{
	if (CAN_REPEAT) {
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
static __always_inline void count_call(struct pt_regs *regs, s64 ret)
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
			count_many(at, ret);
		} else if (bpf_probe_read_user(&message, sizeof(message), (void *)at) == 0) {
			count_datagram(message.name, message.name_len, 0, error);
		}
		break;
	default: /* read, write and their like name nobody */
		count_datagram(0, 0, bytes, error);
	}
}
