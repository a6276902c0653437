/*
 * Bytes and messages over the target's sockets, by peer, with the round trip
 * time that TCP estimates. The kernel says of every message that is sent or
 * received through a socket, io_uring included; where a datagram goes to, or
 * comes from, stands in the arguments of the call, which are read at its exit.
 * Kernels before 6.3 do not say it: there the exits of the calls that may move
 * bytes through a descriptor are used instead, and io_uring is not seen.
 * Not seen: raw, packet and netlink sockets, memory mapped receives.
 */
#include "exit_slots.h"
#include "datagrams.h"

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
	struct message m = { .sk = sk, .bytes = ret, .direction = direction, .row = row_of(task->tgid) };

	if (m.row == NO_ROW)
		return;
	u16 family = sk->__sk_common.skc_family;
	if (!is_recorded(family))
		return;
	if (sk->sk_type != SOCK_DGRAM_) {
		if (ret > 0)
			count_stream(&m, family);
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

/*
 * splice() takes from a connection without a message. Into one it sends messages. A global function: what it
 * keeps on the stack is not there while datagrams are counted.
 */
__noinline int count_splice(s32 fd, s64 ret)
{
	struct file *file = open_file(bpf_get_current_task_btf(), fd);
	struct sock *sk = file ? socket_in(file) : 0;
	u16 family = sk ? BPF_CORE_READ(sk, __sk_common.skc_family) : 0;
	struct message m = { .sk = sk, .bytes = ret, .direction = RECEIVED, .row = current_row() };

	if (ret > 0 && is_recorded(family))
		count_stream(&m, family);
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_datagram_exit, struct pt_regs *regs, long ret)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (call_number(regs) == NR_SPLICE) {
		count_splice(call_arg1(regs), ret);
		bpf_tail_call(ctx, &exit_slots, SLOT_FILE_IO);
		return 0;
	}
	struct exchange *e = bpf_task_storage_get(&exchanges, task, 0, 0);
	if (e && e->under_way) {
		e->under_way = 0;
		count_call(regs, ret);
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
	struct message m = { .bytes = ret, .row = row_of(task->tgid) };

	if (m.row == NO_ROW || call_is_compat(task))
		return 0;
	int direction = direction_of(regs);
	if (direction < 0)
		return 0;
	struct file *file = open_file(task, call_arg1(regs));
	struct sock *sk = file ? socket_in(file) : 0;
	/* The other end of splice() is its third argument. */
	if (!sk && call_number(regs) == NR_SPLICE) {
		direction = SENT;
		file = open_file(task, call_arg3(regs));
		sk = file ? socket_in(file) : 0;
	}
	u16 family = sk ? BPF_CORE_READ(sk, __sk_common.skc_family) : 0;
	if (!is_recorded(family))
		return 0;
	bool many = call_number(regs) == NR_SENDMMSG || call_number(regs) == NR_RECVMMSG;
	bool stream = BPF_CORE_READ(sk, sk_type) != SOCK_DGRAM_;
	if (stream && !many) {
		m.sk = sk;
		m.direction = direction;
		if (ret > 0)
			count_stream(&m, family);
		return 0;
	}
	struct exchange *e = bpf_task_storage_get(&exchanges, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!e)
		lose(false);
	else if (stream ? describe_stream(sk, family, direction, e) : describe(sk, family, direction, e))
		count_call(regs, ret);
	return 0;
}
