/*
 * Requests that may move messages without a call whose exit shows it: what a ring, or a list for the kernel's
 * asynchronous input and output, has the kernel do. Both keep what was asked for last.
 */
#pragma once
#include "descriptors.h"
#include "system_call.h"

#define SETUP_FLAGS_AT 8 /* in what the user gives */
#define SETUP_SQPOLL (1 << 1)
#define SETUP_SQE128 (1 << 10)
#define ENTER_REGISTERED_RING (1 << 4)
#define REGISTERED_RINGS 16
#define SQE_FIXED_FILE 1
/* As far as operations are known, by their numbers: those that read, write, send or receive. */
#define KNOWN_OPERATIONS 58
#define MOVING_OPERATIONS 0x380004cc00636ULL
#define OPERATION_SPLICE 30
/* More at once are all taken for such. */
#define MOST_REQUESTS 1024
#define FEWER_REQUESTS 64

/* As the user asks for asynchronous input and output. */
struct user_iocb {
	u64 data;
	u64 key;
	u16 operation;
	u16 priority;
	s32 fd;
};

/* What is asked for, from one request on. */
struct request_walk {
	u64 task;
	u64 entries;
	u64 places; /* of a ring: where the place of each entry is; 0: they are in order */
	u32 first;
	u32 mask;
	u32 shift;  /* entries have 2^shift bytes */
	u32 moving; /* how many may move messages */
};

static __always_inline struct sock *socket_of_task(u64 task, s32 fd)
{
	struct file *file = open_file((struct task_struct *)task, fd);

	return file ? socket_in(file) : 0;
}

static __always_inline bool may_move(u64 task, u8 operation, u8 flags, s32 fd)
{
	if (operation < KNOWN_OPERATIONS && !(MOVING_OPERATIONS >> operation & 1))
		return false;
	return flags & SQE_FIXED_FILE || operation == OPERATION_SPLICE || socket_of_task(task, fd);
}

static long look_at_entry(u32 turn, void *context)
{
	struct request_walk *r = context;
	u32 at = (r->first + turn) & r->mask;

	if (r->places && bpf_probe_read_kernel(&at, sizeof(at), (void *)(r->places + 4 * (u64)at))) {
		r->moving++;
		return WALK_ON;
	}
	struct io_uring_sqe *entry = (struct io_uring_sqe *)(r->entries + ((u64)(at & r->mask) << (r->shift & 31)));
	r->moving += may_move(r->task, BPF_CORE_READ(entry, opcode), BPF_CORE_READ(entry, flags), BPF_CORE_READ(entry, fd));
	return WALK_ON;
}

/*
 * How many of the last `count` requests of a ring may have moved messages, at most; one at least where the kernel takes
 * requests from it by itself.
 */
static __noinline u32 moving_requests(u64 ring, u64 task, u32 count)
{
	if (!bpf_core_field_exists(struct io_ring_ctx, sq_sqes) || !bpf_core_field_exists(struct io_ring_ctx, cached_sq_head))
		return count;
	struct io_ring_ctx *ctx = (struct io_ring_ctx *)ring;
	u32 flags = BPF_CORE_READ(ctx, flags), size = BPF_CORE_READ(ctx, sq_entries);
	struct request_walk walk = {
		.task = task,
		.entries = (u64)BPF_CORE_READ(ctx, sq_sqes),
		.places = (u64)BPF_CORE_READ(ctx, sq_array),
		.mask = size - 1,
		.shift = flags & SETUP_SQE128 ? 7 : 6,
	};

	if (flags & SETUP_SQPOLL)
		return 1;
	if (count > size)
		count = size;
	walk.first = BPF_CORE_READ(ctx, cached_sq_head) - count;
	if (!walk.entries || count > MOST_REQUESTS || (!CAN_REPEAT && count > FEWER_REQUESTS))
		return count;
	WALK(count, FEWER_REQUESTS, look_at_entry, &walk);
	return walk.moving;
}

/* By the name that the kernel gives its file. */
static __always_inline bool is_ring(struct file *file)
{
	union {
		char text[16];
		u64 words[2];
	} name = {}, expected = { .text = "[io_uring]" };

	bpf_probe_read_kernel_str(name.text, sizeof(name.text), BPF_CORE_READ(file, f_path.dentry, d_name.name));
	return name.words[0] == expected.words[0] && name.words[1] == expected.words[1];
}

/* The ring that a call entered. 0: it is not found. */
static __always_inline u64 ring_entered(struct task_struct *task, struct pt_regs *regs)
{
	struct file *file = 0;
	u32 at = call_arg1(regs);

	if (!(call_arg4(regs) & ENTER_REGISTERED_RING)) {
		file = open_file(task, at);
	} else if (bpf_core_field_exists(struct io_uring_task, registered_rings)) {
		struct io_uring_task *own = BPF_CORE_READ(task, io_uring);

		bpf_core_read(&file, sizeof(file), &own->registered_rings[at & (REGISTERED_RINGS - 1)]);
	}
	return file ? (u64)BPF_CORE_READ(file, private_data) : 0;
}

static long look_at_iocb(u32 turn, void *context)
{
	struct request_walk *r = context;
	struct user_iocb asked;
	u64 at;

	if (bpf_probe_read_user(&at, sizeof(at), (void *)(r->entries + 8 * (u64)turn)) ||
	    bpf_probe_read_user(&asked, sizeof(asked), (void *)at))
		r->moving++;
	else
		r->moving += socket_of_task(r->task, asked.fd) != 0;
	return WALK_ON;
}

/* The same of the first `count` requests of a list. */
static __always_inline u32 moving_in_list(struct task_struct *task, u64 list, u32 count)
{
	struct request_walk walk = { .task = (u64)task, .entries = list };

	if (count > MOST_REQUESTS || (!CAN_REPEAT && count > FEWER_REQUESTS))
		return count;
	WALK(count, FEWER_REQUESTS, look_at_iocb, &walk);
	return walk.moving;
}
