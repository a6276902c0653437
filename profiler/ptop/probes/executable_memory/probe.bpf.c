/*
 * Memory that becomes executable though no unchanged file on disk says what is
 * in it: mmap of memory without a file, of a nameless file, or writable; and
 * mprotect of such memory, or of a file's pages that were written. An ordinary
 * library that is loaded is none of these. Read when the call returns: the
 * area is what the call made of it. Of a range of several areas the first
 * counts. Not seen: shmat, and what a process with the READ_IMPLIES_EXEC
 * personality gets without asking for it.
 */
#include "exit_slots.h"

#define PROT_WRITE 0x2
#define PROT_EXEC 0x4
#define MAP_ANONYMOUS 0x20
#define VM_GROWSDOWN 0x100
#define EBUSY 16
/* Another thread that changes the address space holds it for less than this many looks. */
#define LOOKS 256

enum { CALL_MMAP = 0, CALL_MPROTECT = 1 };
/* AREA_UNKNOWN: other threads kept the address space busy. */
enum { AREA_ANONYMOUS = 0, AREA_HEAP = 1, AREA_STACK = 2, AREA_FILE = 3, AREA_UNLINKED = 4, AREA_NONE = 5, AREA_UNKNOWN = 6 };

struct memory_key {
	u32 call;     /* CALL_* */
	u32 area;     /* AREA_* */
	u32 writable; /* 1: writable and executable at once */
	s32 error;    /* errno, 0 for success */
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 256);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct memory_key);
	__type(value, struct tally);
} grants SEC(".maps");

struct look {
	u32 area;
	u32 is_written; /* the process has private pages there */
};

static __always_inline u32 area_of_file(struct file *file)
{
	return BPF_CORE_READ(file, f_inode, i_nlink) ? AREA_FILE : AREA_UNLINKED;
}

/* What mmap was given: known without a look at the address space. */
static __always_inline u32 area_of_mmap(struct task_struct *task, struct pt_regs *regs)
{
	s32 fd = call_arg5(regs);

	if (call_arg4(regs) & MAP_ANONYMOUS)
		return AREA_ANONYMOUS;
	struct fdtable *table = BPF_CORE_READ(task, files, fdt);
	if (fd < 0 || (u32)fd >= BPF_CORE_READ(table, max_fds))
		return AREA_NONE;
	struct file **slots = BPF_CORE_READ(table, fd), *file = 0;
	bpf_probe_read_kernel(&file, sizeof(file), &slots[fd]);
	return file ? area_of_file(file) : AREA_NONE;
}

static long look_at(struct task_struct *task, struct vm_area_struct *vma, struct look *look)
{
	struct file *file = BPF_CORE_READ(vma, vm_file);
	u64 start = BPF_CORE_READ(vma, vm_start), end = BPF_CORE_READ(vma, vm_end);

	look->is_written = BPF_CORE_READ(vma, anon_vma) != 0;
	if (file) {
		look->area = area_of_file(file);
		return 0;
	}
	struct mm_struct *mm = BPF_CORE_READ(task, mm);
	if (start <= BPF_CORE_READ(mm, brk) && end > BPF_CORE_READ(mm, start_brk))
		look->area = AREA_HEAP;
	else
		look->area = BPF_CORE_READ(vma, vm_flags) & VM_GROWSDOWN ? AREA_STACK : AREA_ANONYMOUS;
	return 0;
}

/* Global, so that the verifier checks it once and alone and not in each round of the loop around it. */
__noinline int look_once(u64 address, struct look *found)
{
	struct look look = { .area = AREA_NONE };

	if (!found)
		return 0;
	long done = bpf_find_vma(bpf_get_current_task_btf(), address, look_at, &look, 0);
	*found = look;
	return done;
}

struct search {
	u64 address;
	struct look look;
	s32 done;
	u32 pad;
};

static long look_again(u32 turn, struct search *s)
{
	s->done = look_once(s->address, &s->look);
	return s->done != -EBUSY;
}

static __always_inline void find_area(u64 address, struct look *look)
{
	struct search s = { .address = address, .look.area = AREA_NONE };

	/* A kernel that can find an area can also repeat a function: both came with 5.17. */
	bpf_loop(LOOKS, look_again, &s, 0);
	*look = s.look;
	if (s.done == -EBUSY)
		look->area = AREA_UNKNOWN;
}

/* Whether a file on disk, as it is there, says what is in the area. */
static __always_inline bool is_vouched(const struct memory_key *key, const struct look *look)
{
	return key->area == AREA_FILE && !key->writable && !(key->call == CALL_MPROTECT && look->is_written);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_mapping, struct pt_regs *regs, long ret)
{
	u64 now = bpf_ktime_get_ns(), protection = call_arg3(regs);
	struct window *w = the_window();

	if (!(protection & PROT_EXEC) || !w || !is_open(w, now))
		return 0;
	struct look look = { .area = AREA_NONE };
	struct memory_key key = {
		.call = call_number(regs) == NR_MMAP ? CALL_MMAP : CALL_MPROTECT,
		.writable = (protection & PROT_WRITE) != 0,
		.error = call_errno(ret),
	};
	if (key.call == CALL_MMAP)
		look.area = area_of_mmap(bpf_get_current_task_btf(), regs);
	else
		find_area(call_arg1(regs), &look);
	key.area = look.area;
	if (is_vouched(&key, &look))
		return 0;
	if (!count_key(&grants, &key, block_of(w, now)))
		lose(true);
	end_run(current_tgid(), now);
	return 0;
}
