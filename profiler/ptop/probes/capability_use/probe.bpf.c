/*
 * Capabilities that the kernel checked for the target: which, in what system
 * call, granted or denied, and whether for the initial user namespace or for one
 * inside it. Each check counts, also those of which the target knows nothing.
 * Granted means by the capability sets; a security module may still refuse.
 * The tracepoint does not say whether a refusal would have been audited, but the
 * kernel's own stack says which checks only account for memory: those are many,
 * and hide a real need for the same capability in the same call.
 */
#include "shared.h"
#include "system_call.h"

struct check_key {
	u32 capability;
	u32 call;
	u32 is_denied;
	u32 is_inner; /* 1: in a user namespace below the initial one */
	u32 is_accounting; /* 1: only to account for memory */
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct check_key);
	__type(value, struct tally);
} checks SEC(".maps");

#define CAP_SYS_ADMIN 21
/* This program, the tracepoint, the check and its caller; and more for kernels that inline less. */
#define FEW_FRAMES 4
#define FRAMES 8
#define NAME_WORDS 5

/* Whether a return address lies in the function that accounts for memory. What does not fit is looked up again. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, u64);
	__type(value, u32);
} frames SEC(".maps");

static const char as_symbol[] = "%ps";

/* By the name of the function, which every kernel with the tracepoint has, apart from its callers. */
static __always_inline u32 accounts(u64 address)
{
	static const char function[] = "security_vm_enough_memory_mm";
	u64 name[NAME_WORDS] = {};
	u32 *known = bpf_map_lookup_elem(&frames, &address);

	if (known)
		return *known;
	if (bpf_snprintf((char *)name, sizeof(name), as_symbol, &address, sizeof(address)) < 0)
		return 0;
	u32 is_it = bpf_strncmp((char *)name, sizeof(function), function) == 0;
	bpf_map_update_elem(&frames, &address, &is_it, BPF_ANY);
	return is_it;
}

static __always_inline u32 is_among(void *ctx, u32 count)
{
	u64 stack[FRAMES] = {};

	if (bpf_get_stack(ctx, stack, count * sizeof(u64), 0) <= 0)
		return 0;
	/* Unrolled by its fixed end; the first is this program. */
	for (u32 i = 1; i < count; i++) {
		if (stack[i] && accounts(stack[i]))
			return 1;
	}
	return 0;
}

/* Each frame that is unwound costs. */
static __always_inline u32 is_accounting(void *ctx)
{
	return is_among(ctx, FEW_FRAMES) || is_among(ctx, FRAMES);
}

SEC("tp_btf/cap_capable")
int BPF_PROG(on_check, const struct cred *cred, struct user_namespace *asked, const struct user_namespace *held,
	     int capability, int result)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (!is_target(task->tgid))
		return 0;
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	if (!w || !is_open(w, now))
		return 0;
	struct check_key key = {
		.capability = capability,
		.call = number_of(task, (struct pt_regs *)bpf_task_pt_regs(task)),
		.is_denied = result != 0,
		.is_inner = asked->level > 0,
		.is_accounting = capability == CAP_SYS_ADMIN && is_accounting(ctx),
	};
	if (!count_key(&checks, &key, block_of(w, now)))
		lose(true);
	end_run(task->tgid, now);
	return 0;
}
