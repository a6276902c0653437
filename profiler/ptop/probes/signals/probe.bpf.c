/*
 * Signals sent to processes of the target: which, by whom, and what became of
 * it. Seen when it is sent, because only then the sender is the running process;
 * a delivered signal knows no more of it than a pid that may mean another by
 * then. Not seen: the SIGKILL that ends the other threads of a process that ends.
 */
#include "shared.h"

#define SIGCHLD 17
/* The placeholder for the information of a signal that the kernel sends on its own account. */
#define LAST_SPECIAL_INFO 1

enum { SI_ASYNCNL = -60, SI_SIGIO = -5, SI_TIMER = -2 };
enum { FROM_SELF = 0, FROM_CHILD = 1, FROM_PARENT = 2, FROM_OTHER = 3, FROM_KERNEL = 4 };

struct signal_key {
	u32 number;
	u32 sender;  /* FROM_* */
	u32 outcome; /* the kernel's TRACE_SIGNAL_*, from 0: delivered, ignored, already pending, no room, no room for details */
	char comm[16];
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct signal_key);
	__type(value, struct tally);
} received SEC(".maps");

/* Whether no process asked for the signal: a fault, a timer, a closed pipe, a terminal. */
static __always_inline bool is_from_kernel(int number, struct kernel_siginfo *info)
{
	if ((unsigned long)info <= LAST_SPECIAL_INFO)
		return true;
	int code = BPF_CORE_READ(info, si_code);
	if (code > 0)
		return number != SIGCHLD;
	/* Timers, message queues, asynchronous input and output. */
	return code == SI_ASYNCNL || (code >= SI_SIGIO && code <= SI_TIMER);
}

static __always_inline u32 sender_of(struct task_struct *sender, struct task_struct *receiver)
{
	u32 from = sender->tgid, to = receiver->tgid;

	if (from == to)
		return FROM_SELF;
	if (BPF_CORE_READ(sender, real_parent, tgid) == (int)to)
		return FROM_CHILD;
	return BPF_CORE_READ(receiver, real_parent, tgid) == (int)from ? FROM_PARENT : FROM_OTHER;
}

SEC("tp_btf/signal_generate")
int BPF_PROG(on_signal, int number, struct kernel_siginfo *info, struct task_struct *receiver, int group, int result)
{
	if (!is_target(receiver->tgid))
		return 0;
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	if (!w || !is_open(w, now))
		return 0;
	struct task_struct *sender = bpf_get_current_task_btf();
	struct signal_key key = { .number = number, .sender = FROM_KERNEL, .outcome = result };
	if (!is_from_kernel(number, info)) {
		key.sender = sender_of(sender, receiver);
		if (key.sender != FROM_SELF)
			bpf_probe_read_kernel(key.comm, sizeof(key.comm), BPF_CORE_READ(sender, group_leader)->comm);
	}
	if (!count_key(&received, &key, block_of(w, now)))
		lose(true);
	end_run(receiver->tgid, now);
	return 0;
}
