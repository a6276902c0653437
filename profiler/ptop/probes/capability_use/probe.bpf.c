/*
 * Capabilities that the kernel checked for the target: which, in what system
 * call, granted or denied, and whether for the initial user namespace or for one
 * inside it. Each check counts, also those of which the target knows nothing.
 * Granted means by the capability sets; a security module may still refuse.
 * The tracepoint does not say whether a refusal would have been audited.
 */
#include "shared.h"
#include "call_entry.h"

#define NO_CALL 0xffffffff /* asked for outside a system call: a page fault, an interrupt */

struct check_key {
	u32 capability;
	u32 call;
	u32 is_denied;
	u32 is_inner; /* 1: in a user namespace below the initial one */
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct check_key);
	__type(value, struct tally);
} checks SEC(".maps");

/* The number of the system call the task is in. */
static __always_inline u32 current_call(struct task_struct *task)
{
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	s32 number = call_number(regs);

	if (number < 0)
		return NO_CALL;
	return (u32)number | (call_is_compat(task) ? COMPAT_CALL : 0);
}

SEC("tp_btf/cap_capable")
int BPF_PROG(on_check, const struct cred *cred, struct user_namespace *asked, const struct user_namespace *held,
	     int capability, int result)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (!target_of(task->tgid))
		return 0;
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct counters *c = the_counters();
	if (!w || !c || !is_open(w, now))
		return 0;
	struct check_key key = {
		.capability = capability,
		.call = current_call(task),
		.is_denied = result != 0,
		.is_inner = asked->level > 0,
	};
	if (!count_key(&checks, &key, block_of(w, now))) {
		c->drops++;
		c->cut++;
	}
	end_run(c, now);
	return 0;
}
