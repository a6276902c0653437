/*
 * By the address of a connected unix socket: where what goes over it is counted, found without reading names.
 * No hook reports when such a socket ends and its memory serves another, so its inode's number and its own
 * address are compared as well.
 */
#pragma once
#include "sockets.h"

struct unix_place {
	u64 place;   /* the socket's address and the place, as in `connection_places`; 0 while the rest is written */
	u64 inode;
	u64 address;
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1 << CONNECTION_PLACE_BITS);
	__type(key, u32);
	__type(value, struct unix_place);
} unix_places __weak SEC(".maps");

static __always_inline struct unix_place *unix_place_of(const struct sock *sk)
{
	u32 slot = socket_slot(sk);

	return bpf_map_lookup_elem(&unix_places, &slot);
}

/* The kernel numbers the inodes of sockets in a row. 0: it has none any more. */
static __always_inline u64 inode_number_of(struct sock *sk)
{
	struct socket *socket = FIELD(sk, struct sock, sk_socket);
	struct file *file = socket ? FIELD(socket, struct socket, file) : 0;
	struct inode *inode = file ? FIELD(file, struct file, f_inode) : 0;

	return inode ? FIELD(inode, struct inode, i_ino) : 0;
}

static __always_inline u64 own_address_of(struct sock *sk)
{
	if (!bpf_core_type_exists(struct unix_sock))
		return 0;
	return (u64)FIELD(sk, struct unix_sock, addr);
}

/* 0 when the socket's is not known. */
static __always_inline u64 place_of_unix(struct sock *sk)
{
	struct unix_place *p = unix_place_of(sk);
	u64 place = p ? *(volatile u64 *)&p->place : 0;

	if (!place || !is_place_of(place, sk))
		return 0;
	return p->inode == inode_number_of(sk) && p->address == own_address_of(sk) ? place : 0;
}

static __always_inline void take_unix_place(struct sock *sk, u32 fast_slot)
{
	struct unix_place *p = unix_place_of(sk);
	u64 inode = inode_number_of(sk);

	if (!p || !inode)
		return;
	/* In this order: who finds the place finds the rest of the same socket, or of one that does not fit. */
	__sync_lock_test_and_set(&p->place, 0);
	p->inode = inode;
	p->address = own_address_of(sk);
	__sync_lock_test_and_set(&p->place, (u64)sk + fast_slot);
}
