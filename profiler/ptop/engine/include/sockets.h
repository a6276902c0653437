/*
 * The target's sockets: whose traffic it is, and by which peer it is counted.
 * What happens to a TCP socket in an interrupt runs under any task, so its owner
 * is found here, by the socket. The map is made by process_fork. net_quality
 * fills and empties it, and says with the entry WATCHED that it does: without that
 * nobody removes what has closed, and a socket's memory serves another next.
 */
#pragma once
#include "peer.h"

enum { ROLE_CONNECT = 1, ROLE_ACCEPT = 2, ROLE_DATAGRAM = 3 };
enum { SOCK_DGRAM_ = 2 };
enum { TCP_STATE_ESTABLISHED = 1, TCP_STATE_CLOSE = 7, TCP_STATE_CLOSE_WAIT = 8, TCP_STATE_LISTEN = 10 };
#define BOUND_TO_PORT 8 /* SOCK_BINDPORT_LOCK */
#define MAX_SOCKETS 16384
#define WATCHED 1 /* no socket is there, and none at 0 where the kernel means none */
#define S_IFMT_ 0170000
#define S_IFSOCK_ 0140000

/* How traffic is keyed. Small, because a key is hashed for each message. */
struct peer_id {
	u8 addr[16];  /* network order; of a unix socket, the hash of its name, 0 for none */
	u16 port;     /* host order; the peer's of ROLE_CONNECT and ROLE_DATAGRAM, the local one of ROLE_ACCEPT */
	u8 family;
	u8 protocol;
	u8 role;
	u8 known;     /* 0: who sent a datagram was not asked for */
	u16 error;    /* errno, 0 for success */
};

enum { STAGE_CONNECTING = 0, STAGE_OPEN = 1, STAGE_CLOSED = 2 };

struct socket_note {
	struct peer_id id;
	u64 since_ns; /* when connect() began, or the connection; 0: before the collector watched */
	u32 stage;
	u32 row; /* of process_hits: whose it is */
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_SOCKETS);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, u64);
	__type(value, struct socket_note);
} sockets __weak SEC(".maps");

/* A unix socket's name as it is hashed: zeroes behind it. */
struct unix_name {
	u32 len;
	u8 text[UNIX_PATH_BYTES];
};

/*
 * By the address of a connection: where net_bytes counts what goes over it, found without a hash. In one word,
 * so that a reader never sees half of it: sockets are aligned to a line of the cache, which leaves the low bits
 * for 1 + the place of the peer. Only of those that are watched.
 */
#define CONNECTION_PLACE_BITS 10
#define PEER_PLACE_MASK 63ULL

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1 << CONNECTION_PLACE_BITS);
	__type(key, u32);
	__type(value, u64);
} connection_places __weak SEC(".maps");

static __always_inline u32 socket_hash(const struct sock *sk)
{
	u32 low;

	/* The verifier lets nobody multiply a pointer; its lower half, moved by itself, is a number. */
	asm volatile("%0 = %1" : "=w"(low) : "w"((u32)(u64)sk));
	return low * 0x9e3779b9;
}

/* Which entry of such an array is a socket's, and maybe another's too. */
static __always_inline u32 socket_slot(const struct sock *sk)
{
	return socket_hash(sk) >> (32 - CONNECTION_PLACE_BITS);
}

/* Whether such an entry, or the word in it, is this socket's. */
static __always_inline bool is_place_of(u64 held, const struct sock *sk)
{
	return (held & ~PEER_PLACE_MASK) == (u64)sk;
}

static __always_inline u64 *place_of_connection(const struct sock *sk)
{
	u32 slot = socket_slot(sk);

	return bpf_map_lookup_elem(&connection_places, &slot);
}

/* By what its traffic is counted has changed. */
static __always_inline void leave_place(const struct sock *sk)
{
	u64 *place = place_of_connection(sk);

	if (place && is_place_of(*place, sk))
		*place = 0;
}

static __always_inline struct socket_note *note_of(const struct sock *sk)
{
	u64 socket = (u64)sk;
	return bpf_map_lookup_elem(&sockets, &socket);
}

static __always_inline long remember(const struct sock *sk, const struct socket_note *note)
{
	u64 socket = (u64)sk;

	leave_place(sk);
	return bpf_map_update_elem(&sockets, &socket, note, BPF_ANY);
}

/* Sockets that the kernel opened for itself, as network file systems do, are nobody's. */
static __always_inline bool is_of_kernel(struct sock *sk)
{
	return BPF_CORE_READ_BITFIELD_PROBED(sk, sk_kern_sock) != 0;
}

/* A socket that accept() made is a copy of its listener, with the length of that one's queue. */
static __always_inline bool is_accepted(struct sock *sk)
{
	return BPF_CORE_READ(sk, sk_max_ack_backlog) != 0;
}

static __always_inline void read_remote(struct sock *sk, u16 family, struct peer_id *id)
{
	if (family == AF_INET_) {
		u32 addr = BPF_CORE_READ(sk, __sk_common.skc_daddr);

		__builtin_memcpy(id->addr, &addr, 4);
	} else {
		bpf_core_read(id->addr, 16, &sk->__sk_common.skc_v6_daddr);
	}
	id->known = 1;
}

/* Of a TCP socket of either internet family. */
static __always_inline void identify_tcp(struct sock *sk, u16 family, u8 role, struct peer_id *id)
{
	id->family = family;
	id->protocol = PROTO_TCP;
	id->role = role;
	id->port = role == ROLE_ACCEPT ? local_port_of(sk) :
					 bpf_ntohs(BPF_CORE_READ(sk, __sk_common.skc_dport));
	read_remote(sk, family, id);
}

/* The socket behind a file that is one. */
static __always_inline struct sock *socket_of_file(struct file *file)
{
	struct socket *socket = FIELD(file, struct file, private_data);

	return FIELD(socket, struct socket, sk);
}

/* The socket behind a file, 0 when it is none. */
static __always_inline struct sock *socket_in(struct file *file)
{
	struct inode *inode = FIELD(file, struct file, f_inode);

	if ((FIELD(inode, struct inode, i_mode) & S_IFMT_) != S_IFSOCK_)
		return 0;
	return socket_of_file(file);
}
