/*
 * Incoming connections: peer, local port and protocol of every connection that
 * accept() handed over. An accept that fails has no peer; it is counted by the
 * syscalls probe. A unix connection is keyed by the listener's own name, since
 * its client has none. Not seen: io_uring.
 */
#include "peer.h"
#include "exit_slots.h"

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct peer_key);
	__type(value, struct tally);
} accepted_peers SEC(".maps");

static __always_inline bool read_peer(struct sock *sk, struct peer_key *key)
{
	u16 family = BPF_CORE_READ(sk, __sk_common.skc_family);

	key->family = family;
	key->protocol = protocol_of(sk, family);
	if (!key->protocol)
		return false;
	if (family == AF_UNIX_) {
		if (!bpf_core_type_exists(struct unix_sock))
			return false;
		struct unix_address *own = BPF_CORE_READ((struct unix_sock *)sk, addr);
		s32 len = BPF_CORE_READ(own, len);
		/* refcount and length come before the sockaddr, whose first two bytes are the family. */
		u32 name = bpf_core_field_offset(struct unix_address, len) + sizeof(int) + 2;

		if (len <= 2 || len > 2 + UNIX_PATH_BYTES)
			return false;
		key->len = len - 2;
		return bpf_probe_read_kernel(key->addr, key->len, (void *)own + name) == 0;
	}
	if (family != AF_INET_ && family != AF_INET6_)
		return false;
	key->port = local_port_of(sk);
	key->len = family == AF_INET_ ? 4 : 16;
	if (family == AF_INET_) {
		u32 addr = BPF_CORE_READ(sk, __sk_common.skc_daddr);

		__builtin_memcpy(key->addr, &addr, 4);
		return true;
	}
	return bpf_core_read(key->addr, 16, &sk->__sk_common.skc_v6_daddr) == 0;
}

static __always_inline void count_accepted(struct task_struct *task, long ret)
{
	if (ret < 0)
		return;
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct sock *sk = sock_of(task, ret);
	if (!w || !is_open(w, now) || !sk)
		return;
	struct peer_key key = {};
	if (!read_peer(sk, &key))
		return;
	if (!count_key(&accepted_peers, &key, block_of(w, now)))
		lose(true);
	end_run(task->tgid, now);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_accept_exit, struct pt_regs *regs, long ret)
{
	count_accepted(bpf_get_current_task_btf(), ret);
	bpf_tail_call(ctx, &exit_slots, SLOT_ACCEPTED);
	return 0;
}
