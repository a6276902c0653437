/*
 * Bytes and messages over the target's sockets, by peer, with the round trip
 * time that TCP estimates. What a call moved is known when it returns, and from its
 * arguments whom a datagram went to or came from. Messages that are moved in other
 * ways (io_uring, asynchronous requests, calls of the 32-bit table) the kernel tells
 * of at tracepoints, from Linux 6.3 on: these are attached as soon as the target uses
 * such a way. Not seen: raw, packet and netlink sockets, memory mapped receives.
 */
#include "exit_slots.h"
#include "datagrams.h"
#include "wakeup_ring.h"
#include "requests.h"

static __always_inline bool is_recorded(u16 family)
{
	return family == AF_INET_ || family == AF_INET6_ || family == AF_UNIX_;
}

/* The thread's own memory of the call under way. */
static __always_inline struct exchange *exchange_of(struct task_struct *task)
{
	struct exchange *e = bpf_task_storage_get(&exchanges, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);

	if (!e)
		lose(false);
	return e;
}

/* Whether messages over such a socket count at the tracepoints. */
static __always_inline bool counts_where_told(const struct window *w, u16 family)
{
	return w->messages == MESSAGES_ON_TRIAL ? family == AF_UNIX_ : w->messages != MESSAGES_OF_CALLS;
}

/* Which way a call moves bytes through its first descriptor; -1 when it does not, or only looks. */
static __always_inline int direction_of(struct pt_regs *regs)
{
	u32 flags = 0;
	int direction = RECEIVED;

	switch (call_number(regs)) {
	case NR_WRITE:
	case NR_WRITEV:
	case NR_PWRITEV2:
	case NR_SENDFILE:
	case NR_SENDTO:
	case NR_SENDMSG:
	case NR_SENDMMSG:
		return SENT;
	case NR_READ:
	case NR_READV:
	case NR_PREADV2:
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

static __always_inline u64 reported_key(const struct sock *sk, u32 direction)
{
	/* Sockets are aligned. */
	return (u64)sk + direction;
}

/*
 * The exit of the call under way leaves these bytes out. By socket and direction, because what a thread does for a ring
 * between two calls is seen here as well. Apart, so that the verifier goes through it once.
 */
static __noinline int note_told(const struct sock *sk, u32 direction, u64 bytes)
{
	struct exchange *e = exchange_of(bpf_get_current_task_btf());

	if (!e)
		return 0;
	if (e->reported.key != reported_key(sk, direction))
		e->reported.bytes = 0;
	e->reported.key = reported_key(sk, direction);
	e->reported.bytes += bytes;
	e->reported.messages++;
	return 0;
}

/* Whether the exit of the call under way will say whom it was exchanged with. */
static __always_inline bool has_yet_to_name_its_peer(struct task_struct *task)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);

	return !call_is_compat(task) && names_a_peer(call_number(regs));
}

static __always_inline void on_message(struct sock *sk, s32 ret, u32 direction)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct message m = { .sk = sk, .bytes = ret, .direction = direction, .row = row_of(task->tgid) };
	struct window *w = the_window();

	if (m.row == NO_ROW || !w)
		return;
	u16 family = sk->__sk_common.skc_family;
	if (!is_recorded(family) || !counts_where_told(w, family))
		return;
	if (sk->sk_type != SOCK_DGRAM_) {
		if (ret <= 0)
			return;
		if (counts_only_the_rest(w))
			note_told(sk, direction, ret);
		count_stream(&m, family);
		return;
	}
	struct exchange about = {};
	bool waits = has_yet_to_name_its_peer(task);
	if ((ret < 0 && (!waits || direction == RECEIVED)) || !describe(sk, family, direction, &about))
		return;
	if (!waits) {
		/* One more, because a datagram may be empty. */
		if (counts_only_the_rest(w))
			note_told(sk, direction, ret + 1);
		count_message(&about.id, direction, ret, 0, false);
		return;
	}
	struct exchange *e = exchange_of(task);
	if (!e)
		return;
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
	/* A peeked message stays; what comes from the error queue was sent, not received. */
	if (!(flags & (MSG_PEEK_ | MSG_ERRQUEUE_)))
		on_message(sk, ret, RECEIVED);
	return 0;
}

static __always_inline bool moves_many(s64 number)
{
	return number == NR_SENDMMSG || number == NR_RECVMMSG;
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

/*
 * Counts datagrams, and several messages at once, of the call that returns. Not those that the tracepoints reported. A global
 * function, too.
 */
__noinline int count_described(s32 fd, u32 direction, s64 ret, u64 reported)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	struct sock *sk = socket_of_task((u64)task, fd);
	struct window *w = the_window();

	if (!w || !sk)
		return 0;
	if (reported) {
		/* Maybe not of all. */
		if (moves_many(call_number(regs)) && w->messages == MESSAGES_CHANGING)
			lose(false);
		return 0;
	}
	struct exchange *e = exchange_of(task);
	u16 family = FIELD(sk, struct sock, __sk_common.skc_family);
	if (!e)
		return 0;
	if (FIELD(sk, struct sock, sk_type) == SOCK_DGRAM_ ? describe(sk, family, direction, e) :
							      describe_stream(sk, family, direction, e))
		count_call(regs, ret);
	return 0;
}

/* Counts what a call moved over the socket behind `fd`, but for the bytes that the tracepoints reported. */
static __always_inline void count_on_exit(struct sock *sk, s32 fd, u32 direction, s64 number, s64 ret, const struct window *w,
					  u64 reported)
{
	u16 family = FIELD(sk, struct sock, __sk_common.skc_family);
	struct message m = { .sk = sk, .bytes = ret - reported, .direction = direction, .row = current_row(), .of_call = true };

	if (!is_recorded(family) || (w->messages == MESSAGES_ON_TRIAL && family == AF_UNIX_))
		return;
	if (FIELD(sk, struct sock, sk_type) == SOCK_DGRAM_ || moves_many(number))
		count_described(fd, direction, ret, reported);
	else if (ret > 0 && (u64)ret > reported)
		count_stream(&m, family);
}

/* Asks for the tracepoints. `unseen`: so many requests, at most, moved messages that nothing reported. */
static __always_inline void request_tracepoints(const struct window *w, u32 unseen)
{
	struct run_state *r = the_run_state();
	struct counters *c = the_counters();

	if (c && is_open(w, coarse_moment(w).ns))
		c->drops += unseen;
	if (r && !r->wants_messages) {
		r->wants_messages = 1;
		wake_collector(bpf_ktime_get_ns());
	}
}

/* How many messages, at most, a call may have moved of which its exit does not tell. */
__noinline u32 unseen_messages(s64 ret)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	u32 flags = 0;
	u64 entered;

	if (call_is_compat(task))
		return ret > 0 && (compat_call_has_many_ways(regs) || socket_of_task((u64)task, compat_arg1(regs)));
	switch (call_number(regs)) {
	case NR_IO_URING_SETUP:
		bpf_probe_read_user(&flags, sizeof(flags), (void *)call_arg2(regs) + SETUP_FLAGS_AT);
		return ret >= 0 && flags & SETUP_SQPOLL;
	case NR_IO_URING_ENTER:
		entered = ret > 0 ? ring_entered(task, regs) : 0;
		return entered ? moving_requests(entered, (u64)task, ret) : ret > 0 ? ret : 0;
	case NR_IO_SUBMIT:
		return ret > 0 ? moving_in_list(task, call_arg3(regs), ret) : 0;
	}
	return 0;
}

static __always_inline bool makes_requests(s64 number)
{
	return number == NR_IO_URING_SETUP || number == NR_IO_URING_ENTER || number == NR_IO_SUBMIT;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_message_exit, struct pt_regs *regs, long ret)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct window *w = the_window();
	s64 number = call_number(regs);
	struct reported reported = {};

	if (!w)
		return 0;
	struct exchange *e = w->messages == MESSAGES_OF_CALLS ? 0 : bpf_task_storage_get(&exchanges, task, 0, 0);
	if (e) {
		reported = e->reported;
		e->reported = (struct reported){};
	}
	if (call_is_compat(task) || makes_requests(number)) {
		u32 unseen = w->messages == MESSAGES_OF_CALLS || w->messages == MESSAGES_CHANGING ? unseen_messages(ret) : 0;

		if (unseen > reported.messages)
			request_tracepoints(w, unseen - reported.messages);
		return 0;
	}
	if (e && e->under_way) {
		e->under_way = 0;
		count_call(regs, ret);
		return 0;
	}
	int direction = direction_of(regs);
	if (direction < 0 || (direction == RECEIVED && ret < 0))
		return 0;
	s32 fd = call_arg1(regs);
	struct sock *sk = socket_of_task((u64)task, fd);
	/* splice() takes from a connection without a message. Into one, its third argument, it sends messages. */
	if (w->messages == MESSAGES_TRACED && (number != NR_SPLICE || !sk))
		return 0;
	if (!sk && number == NR_SPLICE) {
		direction = SENT;
		fd = call_arg3(regs);
		sk = socket_of_task((u64)task, fd);
	}
	if (sk)
		count_on_exit(sk, fd, direction, number, ret, w, reported.key == reported_key(sk, direction) ? reported.bytes : 0);
	return 0;
}

/* Rings that the target had before and that moved messages when they were used last, or that the kernel empties by itself. */
SEC("iter/task_file")
int survey_rings(struct bpf_iter__task_file *ctx)
{
	struct task_struct *task = ctx->task;
	struct file *file = ctx->file;
	struct run_state *r = the_run_state();

	if (!task || !file || !r || !is_target(task->tgid))
		return 0;
	if (is_ring(file) && moving_requests((u64)BPF_CORE_READ(file, private_data), (u64)task, MOST_REQUESTS))
		r->wants_messages = 1;
	return 0;
}
