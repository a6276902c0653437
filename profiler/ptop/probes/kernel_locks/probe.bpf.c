/*
 * Waits of the target's threads for locks of the kernel, by the kind of lock:
 * how many and how long, sleeping or spinning. Interrupts that wait while they
 * keep the target from running count as its own. The wait is stored with the
 * thread in a place that off_cpu made, since nothing may be allocated here: the
 * lock that is waited for may be the allocator's.
 */
#include "shared.h"
#include "outcome.h"
#include "thread_places.h"
#include "waits.h"

/* All combinations of the flags that describe a lock. */
#define LOCK_FLAGS 64

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, LOCK_FLAGS);
	__type(key, u32);
	__type(value, struct outcome);
} locks SEC(".maps");

SEC("tp_btf/contention_begin")
int BPF_PROG(on_contention_begin, void *lock, unsigned int flags)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (!is_target(task->tgid))
		return 0;
	u64 now = bpf_ktime_get_ns();
	struct wait *wait = bpf_task_storage_get(&waits, task, 0, 0);
	struct window *w = the_window();
	if (!w)
		return 0;
	/* A mutex begins again when it gives up spinning and sleeps: it is one wait. */
	for (u32 i = 0; wait && i < LOCK_PLACES; i++) {
		if (wait->locks[i].lock == (u64)lock)
			return 0;
	}
	for (u32 i = 0; wait && i < LOCK_PLACES; i++) {
		struct lock_wait *place = &wait->locks[i];

		if (place->lock)
			continue;
		place->since_ns = now;
		place->flags = flags;
		place->lock = (u64)lock;
		note_wait(task->pid, false, now);
		return 0;
	}
	if (is_open(w, now))
		lose(false);
	return 0;
}

static __always_inline void count_wait(struct window *w, const struct lock_wait *place, u64 now)
{
	u32 flags = place->flags & (LOCK_FLAGS - 1);
	struct outcome *o = bpf_map_lookup_elem(&locks, &flags);
	u64 since = place->since_ns, from = since > w->start_ns ? since : w->start_ns;

	if (!o)
		return;
	add_outcome(o, now - since, now - from, block_of(w, now));
	end_run(current_tgid(), now);
}

SEC("tp_btf/contention_end")
int BPF_PROG(on_contention_end, void *lock, int ret)
{
	struct task_struct *task = bpf_get_current_task_btf();

	if (!is_target(task->tgid))
		return 0;
	u64 now = bpf_ktime_get_ns();
	struct wait *wait = bpf_task_storage_get(&waits, task, 0, 0);
	struct window *w = the_window();
	if (!wait || !w)
		return 0;
	for (u32 i = 0; i < LOCK_PLACES; i++) {
		struct lock_wait *place = &wait->locks[i];

		if (place->lock != (u64)lock)
			continue;
		if (is_open(w, now))
			count_wait(w, place, now);
		place->lock = 0;
		break;
	}
	return 0;
}
