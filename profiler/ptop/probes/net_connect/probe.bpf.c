/*
 * Outgoing connections: peer, port, protocol and outcome of every connect().
 * A TCP connect that returns before it is decided (EINPROGRESS, or a signal)
 * waits in `pending` until the socket's state says how it went; the program that removes
 * the entry counts it, so it counts once however the two programs race.
 * `extra` counts the target's TCP sockets entering SYN_SENT: proof that the
 * state hook fires. Not seen: io_uring, and datagrams sent without connect().
 */
#include "peer.h"
#include "exit_slots.h"

enum { TCP_ESTABLISHED = 1, TCP_SYN_SENT = 2, TCP_SYN_RECV = 3, TCP_CLOSE = 7 };
enum { ECANCELED = 125, EALREADY = 114, EISCONN = 106, EINPROGRESS = 115, EINTR = 4, ERESTARTSYS = 512 };

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct peer_key);
	__type(value, struct tally);
} connected_peers SEC(".maps");

struct pending_connect {
	struct peer_key key;
	u32 row; /* of process_hits: who began it */
};

/* Connects under way, by socket. Read by user space at the end: they are then still in progress. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, u64);
	__type(value, struct pending_connect);
} pending SEC(".maps");

/*
 * Sockets whose pending connect was counted, with the number of their inode: asking connect() again must not count twice.
 * A connect that is refused at once is counted after its socket has closed, so that its entry stays, and the socket's
 * memory serves another one next.
 */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1024);
	__type(key, u64);
	__type(value, u64);
} settled SEC(".maps");

/* No two sockets have the same. 0: no descriptor has it any more. */
static __always_inline u64 socket_inode(struct sock *sk)
{
	return BPF_CORE_READ(sk, sk_socket, file, f_inode, i_ino);
}

/* Whether the connect of this very socket was counted before. */
static __always_inline bool was_settled(struct sock *sk)
{
	u64 socket = (u64)sk;
	u64 *number = bpf_map_lookup_elem(&settled, &socket);
	bool is_same = number && *number == socket_inode(sk);

	if (number)
		bpf_map_delete_elem(&settled, &socket);
	return is_same;
}

static __always_inline void record(const struct peer_key *key, u32 row, u64 now)
{
	struct window *w = the_window();

	if (!w || !is_open(w, now))
		return;
	if (!count_key(&connected_peers, key, block_of(w, now)))
		lose(true);
	end_run_in(row, now);
}

/* Counts the pending connect of a socket if this caller is the one that removes it. */
static __always_inline void settle(struct sock *sk, s32 error, u64 now)
{
	u64 socket = (u64)sk;
	struct pending_connect *waiting = bpf_map_lookup_elem(&pending, &socket);
	u64 number = socket_inode(sk);

	if (!waiting)
		return;
	struct peer_key key = waiting->key;
	u32 row = waiting->row;
	if (bpf_map_delete_elem(&pending, &socket))
		return;
	key.error = error;
	bpf_map_update_elem(&settled, &socket, &number, BPF_ANY);
	record(&key, row, now);
}

/* How a socket that left SYN_SENT for CLOSE failed; no error means its owner closed it first. */
static __always_inline s32 failure_of(struct sock *sk)
{
	s32 error = BPF_CORE_READ(sk, sk_err);

	return error > 0 ? error : ECANCELED;
}

static __always_inline bool read_peer(struct sock *sk, const void *addr, u32 len, struct peer_key *key)
{
	u16 family = 0;

	if (bpf_probe_read_user(&family, sizeof(family), addr))
		return false;
	key->family = family;
	key->protocol = protocol_of(sk, family);
	if (!key->protocol)
		return false;
	if (family == AF_UNIX_) {
		/* The name is what follows the family; an abstract one starts with a zero byte. */
		if (len <= 2 || len > 2 + UNIX_PATH_BYTES)
			return false;
		key->len = len - 2;
		return bpf_probe_read_user(key->addr, key->len, addr + 2) == 0;
	}
	if (family != AF_INET_ && family != AF_INET6_)
		return false;
	u16 port = 0;
	bpf_probe_read_user(&port, sizeof(port), addr + 2);
	key->port = bpf_ntohs(port);
	key->len = family == AF_INET_ ? 4 : 16;
	if (family == AF_INET_)
		return bpf_probe_read_user(key->addr, 4, addr + 4) == 0;
	return bpf_probe_read_user(key->addr, 16, addr + 8) == 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_connect, struct pt_regs *regs, long ret)
{
	struct task_struct *task = bpf_get_current_task_btf();
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct sock *sk = sock_of(task, call_arg1(regs));
	/* After the window nothing may be left pending: what is then, counts as still in progress. */
	if (!sk || !w || now >= w->end_ns)
		return 0;
	struct peer_key key = { .error = call_errno(ret) };
	if (!read_peer(sk, (void *)call_arg2(regs), call_arg3(regs), &key))
		return 0;
	u64 socket = (u64)sk;
	u32 row = hits_row(task->tgid);
	if (key.protocol == PROTO_TCP) {
		/* Asked again: the first connect counts, by its outcome. */
		if (key.error == EALREADY)
			return 0;
		if (was_settled(sk))
			return 0;
		if (key.error == EINPROGRESS || key.error == EINTR || key.error == ERESTARTSYS) {
			struct pending_connect begun = { key, row };

			if (bpf_map_update_elem(&pending, &socket, &begun, BPF_NOEXIST)) {
				record(&key, row, now); /* no room to wait: counted as it is */
				return 0;
			}
			u8 state = BPF_CORE_READ(sk, __sk_common.skc_state);
			if (state == TCP_CLOSE)
				settle(sk, failure_of(sk), now);
			else if (state != TCP_SYN_SENT && state != TCP_SYN_RECV)
				settle(sk, 0, now);
			return 0;
		}
		/* Decided by a blocking call that a signal had interrupted before. */
		bpf_map_delete_elem(&pending, &socket);
	}
	record(&key, row, now);
	return 0;
}

SEC("tp_btf/inet_sock_set_state")
int BPF_PROG(on_connect_state, struct sock *sk, int from, int to)
{
	u64 socket = (u64)sk, now = bpf_ktime_get_ns();

	if (to == TCP_SYN_SENT) {
		struct window *w = the_window();
	
		/* Only connect() itself leads here, so the current task is the one that called it. */
		if (w && is_open(w, now) && is_target(current_tgid()))
			count_extra();
		return 0;
	}
	if (from == TCP_SYN_SENT || from == TCP_SYN_RECV) {
		if (to == TCP_ESTABLISHED)
			settle(sk, 0, now);
		else if (to == TCP_CLOSE)
			settle(sk, failure_of(sk), now);
	}
	/* The socket's memory may serve another connection next. */
	if (to == TCP_CLOSE)
		bpf_map_delete_elem(&settled, &socket);
	return 0;
}
