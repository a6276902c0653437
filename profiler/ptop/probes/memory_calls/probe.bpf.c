/*
 * What the target asks the kernel for and gives back: brk, mmap, munmap and
 * mremap, with the bytes of each, read when the call returns. Bytes are of
 * address space: memory is used when it is touched. munmap does not say what was
 * mapped there, so its bytes are those of the request, holes included. Not seen:
 * shmat, and what the kernel maps itself when a program starts. Growth carries the
 * user stack that asked for it.
 */
#include "exit_slots.h"
#include "stack_events.h"

#define MAP_SHARED 0x1
#define MAP_ANONYMOUS 0x20
/* What the memory of a mapping is; a mapping without any right only keeps addresses free. */
enum { AREA_HEAP = 0, AREA_ANONYMOUS = 1, AREA_SHARED = 2, AREA_RESERVED = 3, AREA_FILE = 4, AREA_ANY = 5 };
enum { CALL_BRK = 0, CALL_MMAP = 1, CALL_MUNMAP = 2, CALL_MREMAP = 3 };
enum { CHANGE_GROW = 0, CHANGE_SHRINK = 1, CHANGE_MOVE = 2 };
#define ENOMEM 12

struct request_key {
	u32 call;
	u32 change;
	u32 area;
	s32 error; /* errno, 0 for success */
};

struct request_sum {
	u64 count;
	u64 bytes;
	u64 bytes_blocks[BLOCKS];
	u32 blocks[BLOCKS];
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 256);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct request_key);
	__type(value, struct request_sum);
} requests SEC(".maps");

static const struct request_sum no_request = {};

static __always_inline bool add_request(const struct request_key *key, u64 bytes, u32 block)
{
	struct request_sum *sum = entry_of(&requests, key, &no_request);

	if (!sum)
		return false;
	__sync_fetch_and_add(&sum->count, 1);
	__sync_fetch_and_add(&sum->bytes, bytes);
	if (block < BLOCKS) {
		__sync_fetch_and_add(&sum->blocks[block], 1);
		__sync_fetch_and_add(&sum->bytes_blocks[block], bytes);
	}
	return true;
}

static __always_inline u64 whole_pages(const struct window *w, u64 bytes)
{
	u64 page = w->page_bytes;

	return (bytes + page - 1) & ~(page - 1);
}

static __always_inline u32 area_of(u64 protection, u64 flags)
{
	if (!(flags & MAP_ANONYMOUS))
		return AREA_FILE;
	if (flags & MAP_SHARED)
		return AREA_SHARED;
	return protection ? AREA_ANONYMOUS : AREA_RESERVED;
}

static __always_inline void take_mremap(const struct window *w, struct pt_regs *regs, struct request_key *key, u64 *bytes)
{
	u64 before = whole_pages(w, call_arg2(regs)), after = whole_pages(w, call_arg3(regs));

	key->call = CALL_MREMAP;
	key->area = AREA_ANY;
	key->change = after > before ? CHANGE_GROW : after < before ? CHANGE_SHRINK : CHANGE_MOVE;
	*bytes = after > before ? after - before : before - after;
}

/*
 * The end of the heap is what was asked for when the call succeeded, and what it was before when not.
 * False for a question: what is below the heap's start cannot be meant as its end.
 */
static __always_inline bool take_brk(const struct window *w, struct task_struct *task, u64 asked, u64 end,
				     struct request_key *key, u64 *bytes)
{
	struct target *target = target_of(task->tgid);

	if (!target)
		return false;
	/* Kept for every call, those outside the window included. */
	u64 before = __sync_lock_test_and_set(&target->brk, end);

	if (asked < BPF_CORE_READ(task, mm, start_brk) || !before)
		return false;
	key->call = CALL_BRK;
	key->area = AREA_HEAP;
	key->error = asked == end ? 0 : ENOMEM;
	u64 from = whole_pages(w, before), to = whole_pages(w, asked);
	key->change = to >= from ? CHANGE_GROW : CHANGE_SHRINK;
	*bytes = to >= from ? to - from : from - to;
	return true;
}

/* Memory that is there to be used: addresses kept free and files weigh too much for what they are. */
static __always_inline bool is_growth(const struct request_key *key)
{
	return key->change == CHANGE_GROW && !key->error && key->area != AREA_RESERVED && key->area != AREA_FILE;
}

struct request {
	struct request_key key;
	u64 bytes;
};

/*
 * What the call that returns asked for. False when nothing. Global, so that the verifier checks what follows
 * once, and not for each kind of call.
 */
__noinline int take_request(struct request *r, s64 ret)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	struct window *w = the_window();
	s64 number = call_number(regs);

	if (!r || !w)
		return false;
	r->key = (struct request_key){ .error = call_errno(ret) };
	if (number == NR_BRK) {
		if (!take_brk(w, task, call_arg1(regs), ret, &r->key, &r->bytes))
			return false;
	} else if (number == NR_MMAP) {
		r->key.call = CALL_MMAP;
		r->key.area = area_of(call_arg3(regs), call_arg4(regs));
		r->bytes = whole_pages(w, call_arg2(regs));
	} else if (number == NR_MUNMAP) {
		r->key.call = CALL_MUNMAP;
		r->key.change = CHANGE_SHRINK;
		r->key.area = AREA_ANY;
		r->bytes = whole_pages(w, call_arg2(regs));
	} else {
		take_mremap(w, regs, &r->key, &r->bytes);
	}
	/* What was refused has no bytes: a program may ask for more than exists. */
	if (r->key.error)
		r->bytes = 0;
	return true;
}

static __always_inline void count_request(void *ctx, s64 ret, u64 now)
{
	struct request r = {};
	struct window *w = the_window();

	if (!w || !take_request(&r, ret) || !is_open(w, now))
		return;
	if (!add_request(&r.key, r.bytes, block_of(w, now)))
		lose(true);
	if (is_growth(&r.key) && r.bytes) {
		u32 chance = stack_chance(STACK_GROWTH, r.bytes);

		/* What does not arrive is counted apart: the numbers above do not depend on it. */
		if (chance)
			send_stack(ctx, STACK_GROWTH, r.key.call, r.bytes, chance);
	}
	end_run(current_tgid(), now);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_memory_call, struct pt_regs *regs, long ret)
{
	count_request(ctx, ret, bpf_ktime_get_ns());
	/* Another probe reads what mmap makes executable. */
	if (call_number(regs) == NR_MMAP)
		bpf_tail_call(ctx, &exit_slots, SLOT_MEMORY);
	return 0;
}
