/*
 * Waits for locks of user space: every call of the futex family that waits, by
 * operation and outcome, with the time off_cpu saw it wait, and the stack of
 * the code that asked for the lock. A lock that is free is taken without a call
 * and is not seen. A wait that a signal interrupts counts as EINTR, and again
 * when it goes on.
 */
#include "exit_slots.h"
#include "outcome.h"
#include "stack_events.h"
#include "waits.h"

/* Without the flags for private and for the clock. */
#define FUTEX_COMMAND 0x7f
#define FUTEX_WAIT 0
#define FUTEX_LOCK_PI 6
#define FUTEX_WAIT_BITSET 9
#define FUTEX_WAIT_REQUEUE_PI 11
#define FUTEX_LOCK_PI2 13
/* Calls of their own, numbered beyond the operations. */
#define FUTEX_CALL_WAITV 128
#define FUTEX_CALL_WAIT 129

#define EINTR 4
/* What the kernel returns to itself when a signal interrupts a call; ERESTART_RESTARTBLOCK goes on by another call. */
#define FIRST_RESTART 512
#define LAST_RESTART 516

struct futex_key {
	u32 operation;
	s32 error; /* errno, 0 for success */
};

/* Preallocated: a machine under load refuses an entry of a new key for a while. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 64);
	__type(key, struct futex_key);
	__type(value, struct outcome);
} futexes SEC(".maps");

/* The operation of the call that returns, or a negative number when it waits for no lock. */
static __always_inline s32 operation_of(struct pt_regs *regs, const struct wait *wait)
{
	switch (call_number(regs)) {
	case NR_FUTEX_WAITV:
		return FUTEX_CALL_WAITV;
	case NR_FUTEX_WAIT:
		return FUTEX_CALL_WAIT;
	case NR_RESTART_SYSCALL:
		return wait ? (s32)wait->restarts_futex - 1 : -1;
	}
	s32 command = call_arg2(regs) & FUTEX_COMMAND;
	switch (command) {
	case FUTEX_WAIT:
	case FUTEX_LOCK_PI:
	case FUTEX_WAIT_BITSET:
	case FUTEX_WAIT_REQUEUE_PI:
	case FUTEX_LOCK_PI2:
		return command;
	}
	return -1;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_futex, struct pt_regs *regs, long ret)
{
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct wait *wait = bpf_task_storage_get(&waits, bpf_get_current_task_btf(), 0, 0);
	s32 operation = operation_of(regs, wait);

	if (operation < 0 || !w)
		return 0;
	struct futex_key key = { .operation = operation, .error = call_errno(ret) };
	if (key.error >= FIRST_RESTART && key.error <= LAST_RESTART) {
		if (wait && key.error == LAST_RESTART)
			wait->restarts_futex = operation + 1;
		key.error = EINTR;
	}
	if (!is_open(w, now))
		return 0;
	u64 ns = wait ? wait->waited_ns : 0;
	struct outcome *o = entry_of(&futexes, &key, &no_outcome);
	if (o)
		add_outcome(o, ns, ns, block_of(w, now));
	else
		lose(true);
	u32 chance = ns ? stack_chance(STACK_LOCKS, ns) : 0;
	if (chance && !send_stack(ctx, STACK_LOCKS, operation, ns, chance))
		lose(false);
	end_run(current_tgid(), now);
	return 0;
}
