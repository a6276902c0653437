/*
 * What the kernel's copy of the running thread's stack does not have, though frames may lie there: the copy ends at
 * the first page that is not in memory, such as of a large variable that is not used yet, and after so many bytes.
 * Copied is what is there behind such a page, and the end of the stack that its outermost frames lie at.
 */
#pragma once
#include "copies.h"

/* From 5.17 on. */
enum bpf_func_id___areas { BPF_FUNC_find_vma___areas = 1 };
#define CAN_FIND_AREAS bpf_core_enum_value_exists(enum bpf_func_id___areas, BPF_FUNC_find_vma___areas)

/* Pages searched: of the kernel's copy, which are nine at most, and of what is copied here. */
#define REST_STEPS 24
/* The first frames of a process begin this far above where the kernel says that its stack starts, at the latest. */
#define ABOVE_START 64

static long note_end(struct task_struct *task, struct vm_area_struct *vma, void *context)
{
	*(u64 *)context = BPF_CORE_READ(vma, vm_end);
	return 0;
}

/* Where the stack begins that this address is in. 0: not known now. */
static __always_inline u64 top_of(struct task_struct *task, u64 sp)
{
	u64 end = 0, start = BPF_CORE_READ(task, mm, start_stack);

	if (bpf_find_vma(task, sp, note_end, &end, 0))
		return 0;
	/* Above it are the arguments and the environment. */
	return start >= sp && start + ABOVE_START < end ? start + ABOVE_START : end;
}

struct rest_walk {
	struct copying *c;
};

/* One page: of the kernel's copy, whether it is there; of what follows, what it holds. */
static long step_rest(u32 turn, void *context)
{
	struct rest_walk *w = context;
	struct copying *c = w->c;
	u64 at = c->stack.at, top = c->stack.top, word;
	u64 left = c->stack.most > c->out.bytes ? c->stack.most - c->out.bytes : 0;

	/* Where there is not room for all, half of it is for the outermost frames. */
	if (at < c->stack.copied && c->stack.is_cut && top > c->stack.copied && left <= c->stack.most / 2)
		at = c->stack.copied;
	if (at >= c->stack.copied && at + left < top)
		at = top - left;
	if (at >= top || !left)
		return WALK_ENDS;
	u64 bytes = COPY_STEP_BYTES - (at & (COPY_STEP_BYTES - 1));
	u64 end = at < c->stack.copied && top > c->stack.copied ? c->stack.copied : top;
	if (bytes > end - at)
		bytes = end - at;
	if (bytes > left)
		bytes = left;
	c->stack.at = at + bytes;
	if (at < c->stack.copied && !c->stack.is_cut) {
		c->stack.is_cut = !read_word(at & ~7ULL, &word);
		return WALK_ON;
	}
	struct copied_part *part = last_part(c);
	bool adjoins = c->out.count > c->stack.before && part->address + part->bytes == at;
	if (!adjoins && c->out.count >= COPY_PARTS)
		return WALK_ENDS;
	if (!copy_from(c, at, bytes))
		return WALK_ON;
	if (!adjoins)
		part = begin_part(c, at);
	part->bytes += bytes;
	return WALK_ON;
}

/*
 * Copies at most so many bytes of the running thread's stack that the kernel, which copies `copied` from the stack
 * pointer on, does not. A function of its own, as those of the runtimes.
 */
__weak __noinline int read_rest(struct copying *c, u32 copied, u32 most)
{
	if (!c || !CAN_FIND_AREAS)
		return 0;
	struct task_struct *task = bpf_get_current_task_btf();
	struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
	u64 sp = regs ? regs->sp : 0;

	c->stack.before = c->out.count;
	if (!c->out.count)
		c->out.of = COPIES_STACK;
	c->stack.at = sp;
	c->stack.top = sp ? top_of(task, sp) : 0;
	c->stack.copied = sp + copied;
	c->stack.most = most;
	c->stack.is_cut = 0;
	struct rest_walk w = { .c = c };
	bpf_loop(REST_STEPS, step_rest, &w, 0);
	return 0;
}
