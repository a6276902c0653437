/* The other end of a connection, as both network probes key it. */
#pragma once
#include "descriptors.h"
#include <bpf/bpf_endian.h>

enum { AF_UNIX_ = 1, AF_INET_ = 2, AF_INET6_ = 10 };
enum { PROTO_TCP = 1, PROTO_UDP = 2, PROTO_UNIX = 3 };
enum { IPPROTO_TCP_ = 6, IPPROTO_UDP_ = 17, IPPROTO_MPTCP_ = 262 };

#define UNIX_PATH_BYTES 108

struct peer_key {
	u8 family;
	u8 protocol;
	u16 port;     /* host order */
	s32 error;    /* errno, 0 for success */
	u32 len;      /* bytes used of addr */
	u8 addr[UNIX_PATH_BYTES];
};

/* The socket behind a descriptor that is known to be one, 0 when it is not open. */
static __always_inline struct sock *sock_of(struct task_struct *task, s32 fd)
{
	struct file *file = open_file(task, fd);

	if (!file)
		return 0;
	struct socket *socket = BPF_CORE_READ(file, private_data);
	return BPF_CORE_READ(socket, sk);
}

/* PROTO_* of a socket of the given family, 0 when it is not one that is recorded. */
static __always_inline u8 protocol_of(struct sock *sk, u16 family)
{
	if (family == AF_UNIX_)
		return PROTO_UNIX;
	u16 protocol = BPF_CORE_READ(sk, sk_protocol);
	if (protocol == IPPROTO_TCP_ || protocol == IPPROTO_MPTCP_)
		return PROTO_TCP;
	return protocol == IPPROTO_UDP_ ? PROTO_UDP : 0;
}

/* The local port. `skc_num` is the same, but 0 once a connection was reset, even before it is accepted. */
static __always_inline u16 local_port_of(struct sock *sk)
{
	return bpf_ntohs(BPF_CORE_READ((struct inet_sock *)sk, inet_sport));
}
