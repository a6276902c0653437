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
	NR_EXIT_GROUP = 231, NR_OPENAT = 257, NR_ACCEPT4 = 288, NR_PKEY_MPROTECT = 329,
	NR_OPENAT2 = 437,
};
#define TS_COMPAT 0x2
#define call_number(regs) ((s64)(regs)->orig_ax)
#define call_arg1(regs) ((regs)->di)
#define call_arg2(regs) ((regs)->si)
#define call_arg3(regs) ((regs)->dx)
#define call_arg4(regs) ((regs)->r10)
#define call_arg5(regs) ((regs)->r8)
/* A 32-bit call uses another table of numbers; the flag is set for the call, not for the process. */
#define call_is_compat(task) (((task)->thread_info.status & TS_COMPAT) != 0)
#else
enum {
	NR_OPEN = -2, NR_CREAT = -3, /* do not exist on this architecture */
	NR_OPENAT = 56, NR_EXIT = 93, NR_EXIT_GROUP = 94, NR_RT_SIGRETURN = 139, NR_ACCEPT = 202, NR_CONNECT = 203,
	NR_MMAP = 222, NR_MPROTECT = 226, NR_ACCEPT4 = 242, NR_PKEY_MPROTECT = 288, NR_OPENAT2 = 437,
};
#define TIF_32BIT 22
#define call_number(regs) ((s64)(regs)->syscallno)
#define call_arg1(regs) ((regs)->orig_x0)
#define call_arg2(regs) ((regs)->regs[1])
#define call_arg3(regs) ((regs)->regs[2])
#define call_arg4(regs) ((regs)->regs[3])
#define call_arg5(regs) ((regs)->regs[4])
#define call_is_compat(task) (((task)->thread_info.flags >> TIF_32BIT & 1) != 0)
#endif

/* The errno of a result, positive, or 0 for success. */
static __always_inline s32 call_errno(s64 ret)
{
	return ret < 0 && ret >= -4095 ? (s32)-ret : 0;
}
