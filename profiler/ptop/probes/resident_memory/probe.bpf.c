/*
 * The resident memory of all processes of the target together, as the kernel's
 * counters move. The kernel gathers changes on each CPU (before 6.2 in each
 * thread) and adds them up in batches, so that a value can be off by the batches
 * still under way; the reader states by how much. An address space is known by
 * its address until its last user is gone.
 */
#include "shared.h"

/* The kernel's order of its counters. */
enum { KIND_FILE = 0, KIND_ANONYMOUS = 1, KIND_SWAP = 2, KIND_SHARED = 3, KINDS = 4 };

struct percpu_counter {
	s64 count;
} __attribute__((preserve_access_index));

typedef struct {
	s64 counter;
} atomic_long_t;

/* As it was until Linux 6.1. */
struct mm_rss_stat {
	atomic_long_t count[KINDS];
} __attribute__((preserve_access_index));

struct mm_struct___6_1 {
	struct mm_rss_stat rss_stat;
} __attribute__((preserve_access_index));

struct mm_struct___6_2 {
	atomic_t mm_users;
	struct task_struct *owner;
	struct percpu_counter rss_stat[KINDS];
} __attribute__((preserve_access_index));

/* What was last seen of one address space, in pages. */
struct space {
	s64 pages[KINDS];
};

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, MAX_PROCESSES);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, u64);
	__type(value, struct space);
} spaces SEC(".maps");

/* The sum over all of them, now and when the window opened. */
struct level {
	s64 pages[KINDS];
	s64 resident; /* without what is in swap */
	s64 first[KINDS];
	u64 is_open; /* 1: an event came in the window, so `first` is set */
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct level);
} level SEC(".maps");

/* What one CPU saw inside the window; the newest of all CPUs holds. */
struct course {
	s64 highest[KINDS];
	s64 highest_resident;
	u64 last_ns;
	s64 last[KINDS];
	u64 block_ns[BLOCKS];
	s64 block_resident[BLOCKS];
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct course);
} courses SEC(".maps");

static const struct space no_space = {};

/* `kind` is a constant to the compiler wherever the newer layout is read: the size of a counter is the kernel's. */
static __always_inline s64 pages_of(struct mm_struct *mm, u32 kind)
{
	s64 pages = 0;

	if (bpf_core_type_exists(struct mm_rss_stat)) {
		struct mm_struct___6_1 *old = (void *)mm;

		switch (kind) {
		case 0: pages = BPF_CORE_READ(old, rss_stat.count[0].counter); break;
		case 1: pages = BPF_CORE_READ(old, rss_stat.count[1].counter); break;
		case 2: pages = BPF_CORE_READ(old, rss_stat.count[2].counter); break;
		case 3: pages = BPF_CORE_READ(old, rss_stat.count[3].counter); break;
		}
	} else {
		struct mm_struct___6_2 *new = (void *)mm;

		switch (kind) {
		case 0: pages = BPF_CORE_READ(new, rss_stat[0].count); break;
		case 1: pages = BPF_CORE_READ(new, rss_stat[1].count); break;
		case 2: pages = BPF_CORE_READ(new, rss_stat[2].count); break;
		case 3: pages = BPF_CORE_READ(new, rss_stat[3].count); break;
		}
	}
	/* Of what the other CPUs have not added yet, a sum below zero may be left. */
	return pages > 0 ? pages : 0;
}

static __always_inline void note(struct level *l, struct course *course, u32 kind, s64 before, u32 block, u64 now)
{
	s64 pages = l->pages[kind], resident = l->resident;

	if (pages > course->highest[kind])
		course->highest[kind] = pages;
	if (before > course->highest_resident)
		course->highest_resident = before;
	if (resident > course->highest_resident)
		course->highest_resident = resident;
	course->last_ns = now;
	/* Bounded: one round per kind. */
	for (u32 i = 0; i < KINDS; i++)
		course->last[i] = l->pages[i];
	if (block < BLOCKS) {
		course->block_ns[block] = now;
		course->block_resident[block] = resident;
	}
}

/* Makes `pages` what this address space has of a kind, and moves the sums with it. */
static __always_inline void set_pages(struct space *space, struct level *l, u32 kind, s64 pages)
{
	s64 change = pages - __sync_lock_test_and_set(&space->pages[kind], pages);

	if (kind != KIND_SWAP)
		__sync_fetch_and_add(&l->resident, change);
	__sync_fetch_and_add(&l->pages[kind], change);
}

static __always_inline void set_all(struct mm_struct *mm, struct space *space, struct level *l, bool is_gone)
{
	set_pages(space, l, 0, is_gone ? 0 : pages_of(mm, 0));
	set_pages(space, l, 1, is_gone ? 0 : pages_of(mm, 1));
	set_pages(space, l, 2, is_gone ? 0 : pages_of(mm, 2));
	set_pages(space, l, 3, is_gone ? 0 : pages_of(mm, 3));
}

/* False when the table is full. */
static __always_inline bool add_space(struct mm_struct *mm, struct level *l)
{
	u64 key = (u64)mm;
	long added = bpf_map_update_elem(&spaces, &key, &no_space, BPF_NOEXIST);
	struct space *space = bpf_map_lookup_elem(&spaces, &key);

	if (!space)
		return false;
	/* Of two that find it missing, one counts it. */
	if (added == 0)
		set_all(mm, space, l, false);
	return true;
}

/* OWNER_GONE: the last process that used it is ending. */
enum { OWNER_OTHER, OWNER_TARGET, OWNER_GONE };

static __always_inline u32 owner_of(struct mm_struct *mm)
{
	struct mm_struct___6_2 *m = (void *)mm;

	/* A kernel without memory control groups knows no owner: mostly it is the running process. */
	if (!bpf_core_field_exists(m->owner))
		return is_target(bpf_get_current_task_btf()->tgid) ? OWNER_TARGET : OWNER_GONE;
	struct task_struct *owner = m->owner;
	if (!owner)
		return OWNER_GONE;
	return is_target(owner->tgid) ? OWNER_TARGET : OWNER_OTHER;
}

/* Which process uses it; of several that share it, one. */
static __always_inline u32 user_of(struct mm_struct *mm)
{
	struct mm_struct___6_2 *m = (void *)mm;
	struct task_struct *owner = bpf_core_field_exists(m->owner) ? m->owner : 0;

	return owner ? owner->tgid : current_tgid();
}

SEC("tp_btf/rss_stat")
int BPF_PROG(on_change, struct mm_struct *mm, int member)
{
	u32 zero = 0;
	u64 key = (u64)mm;

	u32 owner = owner_of(mm);
	if (owner == OWNER_OTHER)
		return 0;
	struct space *space = bpf_map_lookup_elem(&spaces, &key);
	bool has_users = ((struct mm_struct___6_2 *)mm)->mm_users.counter > 0;
	struct level *l = bpf_map_lookup_elem(&level, &zero);
	/* Unknown without an owner or users: another's, or one that is counted as gone already. */
	if (!l || (!space && (owner == OWNER_GONE || !has_users)))
		return 0;
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct course *course = bpf_map_lookup_elem(&courses, &zero);
	if (!w || !course)
		return 0;
	bool counts = is_open(w, now);
	if (counts && !l->is_open && __sync_val_compare_and_swap(&l->is_open, 0, 1) == 0) {
		/* Bounded: one round per kind. */
		for (u32 i = 0; i < KINDS; i++)
			l->first[i] = l->pages[i];
	}
	u32 kind = (u32)member & (KINDS - 1);
	s64 before = l->resident;
	if (!space) {
		if (!add_space(mm, l) && counts)
			lose(true);
	} else if (!has_users) {
		set_all(mm, space, l, true);
		bpf_map_delete_elem(&spaces, &key);
	} else {
		set_pages(space, l, kind, pages_of(mm, kind));
	}
	if (!counts)
		return 0;
	note(l, course, kind, before, block_of(w, now), now);
	end_run(user_of(mm), now);
	return 0;
}

/* The processes that are there already. */
SEC("iter/task")
int find_spaces(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	u32 zero = 0;
	struct level *l = bpf_map_lookup_elem(&level, &zero);

	if (!task || !l || !is_target(task->tgid))
		return 0;
	struct mm_struct *mm = BPF_CORE_READ(task, mm);
	if (mm)
		add_space(mm, l);
	return 0;
}
