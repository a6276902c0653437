/*
 * Reads, writes and flushes of files that a list for the kernel's asynchronous input and output (io_submit) asks for. How
 * they end is in memory that the kernel shares with the program, so that no call tells it.
 */
#pragma once
#include "fast_transfers.h"

/* As the user asks for one. */
struct asked {
	u64 data;
	u64 key;
	u16 operation;
	u16 priority;
	s32 fd;
};

#define ASKED_OPERATIONS 9
/* IOCB_CMD_: all of them but to wait for a descriptor, and to do nothing. */
#define TRANSFERS 0x18f
/* Of a longer list, or on a kernel that cannot repeat, the rest is not read: one is enough. */
#define MOST_ASKED 1024
#define FEWER_ASKED 16

struct asked_walk {
	u64 task;
	u64 list;
	u32 transfers;
};

static long look_at_asked(u32 turn, void *context)
{
	struct asked_walk *walk = context;
	struct asked asked;
	u64 at;

	/* What cannot be read now may be one. */
	if (bpf_probe_read_user(&at, sizeof(at), (void *)(walk->list + 8 * (u64)turn)) ||
	    bpf_probe_read_user(&asked, sizeof(asked), (void *)at)) {
		walk->transfers++;
		return WALK_ON;
	}
	if (asked.operation < ASKED_OPERATIONS && TRANSFERS >> asked.operation & 1)
		walk->transfers += kind_of_open(open_file((struct task_struct *)walk->task, asked.fd)) != FILE_SOCKET;
	return WALK_ON;
}

/* How many of the first `count` requests of a list are for something else than a socket. */
__noinline u32 asked_transfers(u64 list, u32 count)
{
	struct asked_walk walk = { .task = (u64)bpf_get_current_task_btf(), .list = list };

	if (count > MOST_ASKED)
		count = MOST_ASKED;
	if (!CAN_REPEAT && count > FEWER_ASKED)
		count = FEWER_ASKED;
	WALK(count, count, look_at_asked, &walk);
	return walk.transfers;
}
