/*
 * Waits of goroutines for locks. A goroutine that waits is parked by Go's
 * runtime, and its thread runs another one: neither the kernel nor a stack of
 * a thread shows the wait. It lasts from the call of the runtime's function to
 * its return, which may happen on another thread. The functions are found and
 * attached to by the collector, process by process, at their first instruction
 * and at those that return; which it is, and of which lock, says the cookie.
 */
#include "outcome.h"
#include "stack_events.h"

/* Kinds of locks; mirrored by LOCKS. */
#define GO_LOCKS 3
/* Goroutines that may wait at one time; more of them are lost. */
#define MAX_WAITING 8192

/* The cookie: which lock, and whether the wait ends. */
#define COOKIE_LOCK(cookie) ((u32)(cookie) & 0xff)
#define COOKIE_ENDS (1 << 8)

struct goroutine {
	u64 address;
	u32 tgid;
	u32 pad;
};

/* Since when it waits. Preallocated: a machine under load refuses an entry of a new key for a while. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_WAITING);
	__type(key, struct goroutine);
	__type(value, u64);
} waiting_goroutines SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, GO_LOCKS);
	__type(key, u32);
	__type(value, struct outcome);
} go_waits SEC(".maps");

/* Go has the current goroutine in a register of its own. */
#if defined(__TARGET_ARCH_x86)
struct pt_regs___goroutine {
	unsigned long r14;
} __attribute__((preserve_access_index));
#define GOROUTINE(regs) ((regs)->r14)
#else
struct pt_regs___goroutine {
	u64 regs[31];
} __attribute__((preserve_access_index));
#define GOROUTINE(regs) ((regs)->regs[28])
#endif

static __always_inline void begin_wait(const struct goroutine *goroutine, const struct window *w, u64 now)
{
	/* A goroutine that first needs a larger stack begins again, with the same key. */
	if (bpf_map_update_elem(&waiting_goroutines, goroutine, &now, BPF_ANY) && is_open(w, now))
		lose(true);
}

static __always_inline void end_wait(void *ctx, u32 lock, const struct goroutine *goroutine, const struct window *w, u64 now)
{
	u64 *found = bpf_map_lookup_elem(&waiting_goroutines, goroutine);

	if (!found)
		return;
	u64 since = *found;
	bpf_map_delete_elem(&waiting_goroutines, goroutine);
	if (!is_open(w, now))
		return;
	struct outcome *o = bpf_map_lookup_elem(&go_waits, &lock);
	if (!o)
		return;
	u64 ns = now - (since > w->start_ns ? since : w->start_ns);
	/* Atomic: a uprobe's program may be interrupted by another thread's on the same CPU. */
	add_outcome(o, now - since, ns, block_of(w, now));
	u32 chance = ns ? stack_chance(STACK_GO_LOCKS, ns) : 0;
	/* What does not arrive is counted apart: the numbers above do not depend on it. */
	if (chance)
		send_stack(ctx, STACK_GO_LOCKS, lock, ns, chance);
	end_run(goroutine->tgid, now);
}

static __always_inline void begin_or_end(void *ctx, u64 cookie)
{
	struct pt_regs___goroutine *regs = ctx;
	struct goroutine goroutine = { .address = GOROUTINE(regs), .tgid = current_tgid() };
	struct window *w = the_window();

	if (!w || !is_target(goroutine.tgid))
		return;
	u64 now = bpf_ktime_get_ns();
	if (cookie & COOKIE_ENDS)
		end_wait(ctx, COOKIE_LOCK(cookie), &goroutine, w, now);
	else
		begin_wait(&goroutine, w, now);
}

SEC("uprobe.multi")
int on_go_lock(struct pt_regs *ctx)
{
	begin_or_end(ctx, bpf_get_attach_cookie(ctx));
	return 0;
}

/* The same where the kernel attaches to one function at a time only. */
SEC("uprobe")
int on_one_go_lock(struct pt_regs *ctx)
{
	begin_or_end(ctx, bpf_get_attach_cookie(ctx));
	return 0;
}
