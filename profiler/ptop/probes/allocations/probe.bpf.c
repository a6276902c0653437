/*
 * What the target asks its allocator for: calls, bytes and failures of each
 * function, and the stacks that ask. The functions are found and attached to by
 * the collector, process by process; which one fired, and where its size is
 * passed, says the cookie.
 *
 * One allocation function may call another: what is called inside counts as part
 * of the call that is under way. Only functions that do so are followed to their
 * return, because a return that is followed costs as much again and hides the
 * caller from a reader of the stack meanwhile. Where the kernel can decide
 * so at each call, large requests of the others are followed as well, since only
 * those can fail without the kernel having refused memory.
 */
#include "stack_events.h"

#define MAX_FUNCTIONS 128
/* From here on an allocator asks the kernel for each request: glibc's threshold at first. */
#define LARGE_BYTES (128 * 1024)
/* More than a process can have; certain to fail. */
#define MAX_BYTES (1ULL << 47)

enum { SIZE_FIRST = 0, SIZE_SECOND = 1, SIZE_THIRD = 2, SIZE_PRODUCT = 3, SIZE_NONE = 4 };

/* The cookie: number of the function, where its size is, whether it calls others, whether it returns an error. */
#define COOKIE_FUNCTION(cookie) ((u32)(cookie) & 0xffff)
#define COOKIE_SIZE(cookie) ((u32)(cookie) >> 16 & 0xff)
#define COOKIE_CALLS_OTHERS (1 << 24)
#define COOKIE_RETURNS_ERROR (1 << 25)

struct allocation_sum {
	u64 count;
	u64 bytes;
	u64 failed;
	u64 bytes_blocks[BLOCKS];
	u32 blocks[BLOCKS];
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, MAX_FUNCTIONS);
	__type(key, u32);
	__type(value, struct allocation_sum);
} functions SEC(".maps");

/* The call that a thread is in. */
struct allocator_call {
	u64 sp; /* at its entry */
	u32 is_open;
	u32 function;
	u64 bytes;
};

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct allocator_call);
} allocator_calls SEC(".maps");

#if defined(__TARGET_ARCH_x86)
struct pt_regs___call {
	unsigned long dx;
	unsigned long si;
	unsigned long di;
	unsigned long ax;
	unsigned long sp;
} __attribute__((preserve_access_index));
#define FIRST(regs) ((regs)->di)
#define SECOND(regs) ((regs)->si)
#define THIRD(regs) ((regs)->dx)
#define RESULT(regs) ((regs)->ax)
#define STACK(regs) ((regs)->sp)
#else
struct pt_regs___call {
	u64 regs[31];
	u64 sp;
} __attribute__((preserve_access_index));
#define FIRST(regs) ((regs)->regs[0])
#define SECOND(regs) ((regs)->regs[1])
#define THIRD(regs) ((regs)->regs[2])
#define RESULT(regs) ((regs)->regs[0])
#define STACK(regs) ((regs)->sp)
#endif

static __always_inline u64 size_of_request(struct pt_regs___call *regs, u32 size)
{
	u64 first = FIRST(regs), second = SECOND(regs), third = THIRD(regs);

	switch (size) {
	case SIZE_FIRST:
		return first;
	case SIZE_SECOND:
		return second;
	case SIZE_THIRD:
		return third;
	case SIZE_PRODUCT:
		/* As wide as it needs to be to tell a product that is too large. */
		if (first >= MAX_BYTES || second >= MAX_BYTES)
			return first && second ? MAX_BYTES : 0;
		if (first && second > MAX_BYTES / first)
			return MAX_BYTES;
		return first * second;
	}
	return 0;
}

static __always_inline void add_failure(u32 function)
{
	struct allocation_sum *sum = bpf_map_lookup_elem(&functions, &function);

	if (sum)
		__sync_fetch_and_add(&sum->failed, 1);
}

/* Counts the call. Returns the bytes it asked for when its return should be followed, else 0. */
static __always_inline u64 enter(void *ctx, u64 cookie)
{
	struct pt_regs___call *regs = ctx;
	struct task_struct *task = bpf_get_current_task_btf();
	u32 function = COOKIE_FUNCTION(cookie), size = COOKIE_SIZE(cookie);
	u64 sp = STACK(regs);

	if (!is_target(task->tgid))
		return 0;
	u64 now = bpf_ktime_get_ns();
	bool calls_others = cookie & COOKIE_CALLS_OTHERS;
	struct allocator_call *call = bpf_task_storage_get(&allocator_calls, task, 0, calls_others ? BPF_LOCAL_STORAGE_GET_F_CREATE : 0);
	/* Deeper, or at the same place after a jump: inside. Higher up: that call is over, though its return was missed. */
	if (call && call->is_open && sp <= call->sp)
		return 0;
	u64 bytes = size_of_request(regs, size);
	if (call) {
		call->is_open = calls_others;
		call->sp = sp;
		call->function = function;
		call->bytes = bytes;
	}
	struct window *w = the_window();
	if (!w || !is_open(w, now))
		return 0;
	struct allocation_sum *sum = bpf_map_lookup_elem(&functions, &function);
	if (!sum) {
		lose(false);
		return 0;
	}
	/* Atomic: a uprobe's program may be interrupted by another thread's on the same CPU. */
	u32 block = block_of(w, now);
	__sync_fetch_and_add(&sum->count, 1);
	if (block < BLOCKS)
		__sync_fetch_and_add(&sum->blocks[block], 1);
	if (bytes < MAX_BYTES) {
		__sync_fetch_and_add(&sum->bytes, bytes);
		if (block < BLOCKS)
			__sync_fetch_and_add(&sum->bytes_blocks[block], bytes);
		u32 chance = bytes ? stack_chance(STACK_ALLOCATIONS, bytes) : 0;
		/* What does not arrive is counted apart: the numbers above do not depend on it. */
		if (chance)
			send_stack(ctx, STACK_ALLOCATIONS, function, bytes, chance);
	}
	end_run(task->tgid, now);
	return bytes;
}

/* `has_failed` as the result says. */
static __always_inline bool has_failed(void *ctx, u64 cookie)
{
	struct pt_regs___call *regs = ctx;
	u64 result = RESULT(regs);

	return cookie & COOKIE_RETURNS_ERROR ? (u32)result != 0 : result == 0;
}

static __always_inline void leave(void *ctx, u64 cookie, bool was_followed)
{
	struct task_struct *task = bpf_get_current_task_btf();
	u32 function = COOKIE_FUNCTION(cookie);
	struct window *w = the_window();
	u64 bytes = 1;

	if (!was_followed) {
		struct allocator_call *call = bpf_task_storage_get(&allocator_calls, task, 0, 0);

		/* The return of a call inside another is not the end of that. */
		if (!call || !call->is_open || call->function != function)
			return;
		call->is_open = 0;
		bytes = call->bytes;
	}
	/* Nothing is what a request for nothing may get. */
	if (bytes && w && is_open(w, bpf_ktime_get_ns()) && has_failed(ctx, cookie))
		add_failure(function);
}

SEC("uprobe.multi")
int on_call(struct pt_regs *ctx)
{
	enter(ctx, bpf_get_attach_cookie(ctx));
	return 0;
}

SEC("uretprobe.multi")
int on_return(struct pt_regs *ctx)
{
	leave(ctx, bpf_get_attach_cookie(ctx), false);
	return 0;
}

/* The same where the kernel attaches to one function at a time only. */
SEC("uprobe")
int on_one_call(struct pt_regs *ctx)
{
	enter(ctx, bpf_get_attach_cookie(ctx));
	return 0;
}

SEC("uretprobe")
int on_one_return(struct pt_regs *ctx)
{
	leave(ctx, bpf_get_attach_cookie(ctx), false);
	return 0;
}

extern bool bpf_session_is_return(void) __ksym __weak;

/* For functions that call no others, where the kernel lets a call decide whether its return is followed. */
SEC("uprobe.session")
int on_session(struct pt_regs *ctx)
{
	u64 cookie = bpf_get_attach_cookie(ctx);

	if (bpf_session_is_return()) {
		leave(ctx, cookie, true);
		return 0;
	}
	return enter(ctx, cookie) < LARGE_BYTES;
}
