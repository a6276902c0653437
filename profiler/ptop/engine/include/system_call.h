/*
 * Number, arguments and result of the system call a thread is returning from,
 * read from its saved registers: at the exit everything but the result still
 * has its value from the entry, so probes that need the arguments need no hook
 * on the entry.
 */
#pragma once
#include "kernel.h"

#if defined(__TARGET_ARCH_x86)
enum {
	NR_OPEN = 2, NR_MMAP = 9, NR_MPROTECT = 10, NR_CONNECT = 42, NR_ACCEPT = 43, NR_EXIT = 60, NR_CREAT = 85, NR_RT_SIGRETURN = 15,
	NR_CLONE = 56, NR_FORK = 57, NR_VFORK = 58, NR_CLONE3 = 435, NR_EXIT_GROUP = 231, NR_EXECVE = 59, NR_EXECVEAT = 322, NR_OPENAT = 257, NR_ACCEPT4 = 288, NR_PKEY_MPROTECT = 329,
	NR_OPENAT2 = 437,
	NR_FUTEX = 202, NR_RESTART_SYSCALL = 219, NR_FUTEX_WAITV = 449, NR_FUTEX_WAIT = 455,
	NR_MUNMAP = 11, NR_BRK = 12, NR_MREMAP = 25,
};
/* What moves bytes. */
enum {
	NR_READ = 0, NR_WRITE = 1, NR_PREAD64 = 17, NR_PWRITE64 = 18, NR_READV = 19, NR_WRITEV = 20, NR_SENDFILE = 40,
	NR_FSYNC = 74, NR_FDATASYNC = 75, NR_SPLICE = 275, NR_PREADV = 295, NR_PWRITEV = 296,
	NR_COPY_FILE_RANGE = 326, NR_PREADV2 = 327, NR_PWRITEV2 = 328,
};
/* What changes names, rights and sizes. */
enum {
	NR_TRUNCATE = 76, NR_FTRUNCATE = 77, NR_RENAME = 82, NR_MKDIR = 83, NR_RMDIR = 84, NR_LINK = 86, NR_UNLINK = 87,
	NR_SYMLINK = 88, NR_CHMOD = 90, NR_FCHMOD = 91, NR_CHOWN = 92, NR_FCHOWN = 93, NR_LCHOWN = 94, NR_MKNOD = 133,
	NR_MKDIRAT = 258, NR_MKNODAT = 259, NR_FCHOWNAT = 260, NR_UNLINKAT = 263, NR_RENAMEAT = 264, NR_LINKAT = 265,
	NR_SYMLINKAT = 266, NR_FCHMODAT = 268, NR_RENAMEAT2 = 316, NR_FCHMODAT2 = 452,
};
/* What moves messages. */
enum {
	NR_SENDTO = 44, NR_RECVFROM = 45, NR_SENDMSG = 46, NR_RECVMSG = 47, NR_RECVMMSG = 299, NR_SENDMMSG = 307,
	NR_IO_SUBMIT = 209, NR_IO_URING_SETUP = 425, NR_IO_URING_ENTER = 426,
};
#define TS_COMPAT 0x2
#define call_number(regs) ((s64)(regs)->orig_ax)
#define call_arg1(regs) ((regs)->di)
#define call_arg2(regs) ((regs)->si)
#define call_arg3(regs) ((regs)->dx)
#define call_arg4(regs) ((regs)->r10)
#define call_arg5(regs) ((regs)->r8)
#define call_arg6(regs) ((regs)->r9)
/* A 32-bit call uses another table of numbers; the flag is set for the call, not for the process. */
#define call_is_compat(task) (((task)->thread_info.status & TS_COMPAT) != 0)
#define compat_arg1(regs) ((regs)->bx)
#define compat_call_has_many_ways(regs) (call_number(regs) == 102) /* socketcall: its arguments are in memory */
#else
enum {
	NR_OPEN = -2, NR_CREAT = -3, /* do not exist on this architecture */
	NR_OPENAT = 56, NR_EXIT = 93, NR_EXIT_GROUP = 94, NR_EXECVE = 221, NR_EXECVEAT = 281, NR_RT_SIGRETURN = 139, NR_ACCEPT = 202, NR_CONNECT = 203,
	NR_MMAP = 222, NR_MPROTECT = 226, NR_ACCEPT4 = 242, NR_PKEY_MPROTECT = 288, NR_OPENAT2 = 437,
	NR_FUTEX = 98, NR_RESTART_SYSCALL = 128, NR_FUTEX_WAITV = 449, NR_FUTEX_WAIT = 455,
	NR_BRK = 214, NR_MUNMAP = 215, NR_MREMAP = 216, NR_CLONE = 220, NR_CLONE3 = 435,
	NR_FORK = -13, NR_VFORK = -14, /* do not exist on this architecture */
};
enum {
	NR_READ = 63, NR_WRITE = 64, NR_READV = 65, NR_WRITEV = 66, NR_PREAD64 = 67, NR_PWRITE64 = 68, NR_PREADV = 69,
	NR_PWRITEV = 70, NR_SENDFILE = 71, NR_SPLICE = 76, NR_FSYNC = 82, NR_FDATASYNC = 83,
	NR_COPY_FILE_RANGE = 285, NR_PREADV2 = 286, NR_PWRITEV2 = 287,
};
enum {
	NR_MKNODAT = 33, NR_MKDIRAT = 34, NR_UNLINKAT = 35, NR_SYMLINKAT = 36, NR_LINKAT = 37, NR_RENAMEAT = 38,
	NR_TRUNCATE = 45, NR_FTRUNCATE = 46, NR_FCHMOD = 52, NR_FCHMODAT = 53, NR_FCHOWNAT = 54, NR_FCHOWN = 55,
	NR_RENAMEAT2 = 276, NR_FCHMODAT2 = 452,
	/* Do not exist on this architecture. */
	NR_RENAME = -4, NR_MKDIR = -5, NR_RMDIR = -6, NR_LINK = -7, NR_UNLINK = -8, NR_SYMLINK = -9, NR_CHMOD = -10,
	NR_CHOWN = -11, NR_LCHOWN = -12, NR_MKNOD = -13,
};
enum {
	NR_SENDTO = 206, NR_RECVFROM = 207, NR_SENDMSG = 211, NR_RECVMSG = 212, NR_RECVMMSG = 243, NR_SENDMMSG = 269,
	NR_IO_SUBMIT = 2, NR_IO_URING_SETUP = 425, NR_IO_URING_ENTER = 426,
};
#define TIF_32BIT 22
#define call_number(regs) ((s64)(regs)->syscallno)
#define call_arg1(regs) ((regs)->orig_x0)
#define call_arg2(regs) ((regs)->regs[1])
#define call_arg3(regs) ((regs)->regs[2])
#define call_arg4(regs) ((regs)->regs[3])
#define call_arg5(regs) ((regs)->regs[4])
#define call_arg6(regs) ((regs)->regs[5])
#define call_is_compat(task) (((task)->thread_info.flags >> TIF_32BIT & 1) != 0)
#define compat_arg1(regs) call_arg1(regs)
#define compat_call_has_many_ways(regs) false
#endif

#define COMPAT_CALL 0x10000 /* marks a number of the 32-bit table */
/* The 32-bit tables of both architectures agree on these. */
enum { COMPAT_NR_FORK = 2, COMPAT_NR_CLONE = 120, COMPAT_NR_RT_SIGRETURN = 173, COMPAT_NR_VFORK = 190 };

/* The number of the call that a thread is in, marked by its table. */
static __always_inline u32 marked_number(struct task_struct *task, s64 number)
{
	return (u32)number | (call_is_compat(task) ? COMPAT_CALL : 0);
}

#define NO_CALL 0xffffffff /* what happens outside a system call: a page fault, an interrupt */

/* The same of saved registers; NO_CALL when they are not of a call. */
static __always_inline u32 number_of(struct task_struct *task, struct pt_regs *regs)
{
	s64 number = call_number(regs);

	return number < 0 ? NO_CALL : marked_number(task, number);
}

/* Whether the call itself names whom a datagram goes to or comes from. The number is of the usual table. */
static __always_inline bool names_a_peer(s64 number)
{
	switch (number) {
	case NR_SENDTO:
	case NR_SENDMSG:
	case NR_SENDMMSG:
	case NR_RECVFROM:
	case NR_RECVMSG:
	case NR_RECVMMSG:
		return true;
	}
	return false;
}

/* Whether the call returns twice, to the thread that made it and to the one that it made. */
static __always_inline bool makes_a_thread(struct task_struct *task, s64 number)
{
	if (number == NR_CLONE3)
		return true;
	if (call_is_compat(task))
		return number == COMPAT_NR_FORK || number == COMPAT_NR_CLONE || number == COMPAT_NR_VFORK;
	return number == NR_CLONE || number == NR_FORK || number == NR_VFORK;
}

/* The errno of a result, positive, or 0 for success. */
static __always_inline s32 call_errno(s64 ret)
{
	return ret < 0 && ret >= -4095 ? (s32)-ret : 0;
}
