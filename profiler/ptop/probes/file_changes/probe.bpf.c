/*
 * Changes of names, rights and sizes: path as the target wrote it, made
 * absolute as file_opens does, what was asked, and how that went. Read when the
 * call returns. A call with two paths counts once for each, by what it means for
 * that path; of a symbolic link only the name that is made is a path. What is
 * changed through a descriptor has the path of the open file. Not seen:
 * changes through io_uring, times, extended attributes, and a file that open
 * makes or empties.
 */
#include "exit_slots.h"
#include "open_file.h"

#define EFAULT 14
#define AT_REMOVEDIR 0x200

enum {
	OP_UNLINK = 0, OP_RMDIR = 1, OP_RENAME_FROM = 2, OP_RENAME_TO = 3, OP_MKDIR = 4, OP_MKNOD = 5, OP_LINK_FROM = 6,
	OP_LINK_TO = 7, OP_SYMLINK = 8, OP_CHMOD = 9, OP_CHOWN = 10, OP_TRUNCATE = 11,
};

struct change_key {
	u64 path_hash;
	s32 error;
	u32 op;
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct change_key);
	__type(value, struct tally);
} changes SEC(".maps");

/* Counts the path in the scratch record. */
static __always_inline void count_change(struct work *work, u32 op, s32 error, u64 now)
{
	struct window *w = the_window();
	struct path_record *r = &work->record;
	bool cut = false;

	if (!w)
		return;
	u32 len = seal_path(r);
	struct change_key key = { .path_hash = r->path_hash, .error = error, .op = op };
	if (!count_path(&changes, &key, r, len, block_of(w, now), &cut))
		lose(cut);
	end_run(current_tgid(), now);
}

/* By a name that starts from `dirfd`. A global function, so that the verifier checks it once. */
__noinline int change_name(int dirfd, u64 name, u32 op, int error)
{
	u64 now = bpf_ktime_get_ns();
	struct work *work = the_work();

	if (!work)
		return 0;
	struct path_record *r = &work->record;
	long n = bpf_probe_read_user_str(r->text, PATH_BYTES, (const void *)name);
	if (n > 0) {
		complete_path(r, dirfd, n);
	} else if (error == EFAULT) {
		/* The target itself passed an address with nothing behind it. */
		r->base = BASE_ABSOLUTE;
		r->base_len = 0;
		r->path_len = 1;
		r->text[0] = 0;
	} else {
		lose(false);
		end_run(current_tgid(), now);
		return 0;
	}
	count_change(work, op, error, now);
	return 0;
}

/* Through a descriptor. */
__noinline int change_open_file(int fd, u32 op, int error)
{
	u64 now = bpf_ktime_get_ns();
	struct file *file = open_file(bpf_get_current_task_btf(), fd);
	struct work *work = the_work();

	if (!work)
		return 0;
	if (file) {
		take_path(BPF_CORE_READ(file, f_path), work);
	} else {
		work->record.base = BASE_UNKNOWN;
		work->record.base_len = 0;
		work->record.path_len = 1;
		work->record.text[0] = 0;
	}
	count_change(work, op, error, now);
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_file_change, struct pt_regs *regs, long ret)
{
	struct window *w = the_window();
	s32 error = call_errno(ret);
	u64 a = call_arg1(regs), b = call_arg2(regs);

	if (!w || !is_open(w, bpf_ktime_get_ns()))
		return 0;
	switch (call_number(regs)) {
	case NR_UNLINK:
		change_name(AT_FDCWD, a, OP_UNLINK, error);
		break;
	case NR_UNLINKAT:
		change_name(a, b, call_arg3(regs) & AT_REMOVEDIR ? OP_RMDIR : OP_UNLINK, error);
		break;
	case NR_RMDIR:
		change_name(AT_FDCWD, a, OP_RMDIR, error);
		break;
	case NR_RENAME:
		change_name(AT_FDCWD, a, OP_RENAME_FROM, error);
		change_name(AT_FDCWD, b, OP_RENAME_TO, error);
		break;
	case NR_RENAMEAT:
	case NR_RENAMEAT2:
		change_name(a, b, OP_RENAME_FROM, error);
		change_name(call_arg3(regs), call_arg4(regs), OP_RENAME_TO, error);
		break;
	case NR_MKDIR:
		change_name(AT_FDCWD, a, OP_MKDIR, error);
		break;
	case NR_MKDIRAT:
		change_name(a, b, OP_MKDIR, error);
		break;
	case NR_MKNOD:
		change_name(AT_FDCWD, a, OP_MKNOD, error);
		break;
	case NR_MKNODAT:
		change_name(a, b, OP_MKNOD, error);
		break;
	case NR_LINK:
		change_name(AT_FDCWD, a, OP_LINK_FROM, error);
		change_name(AT_FDCWD, b, OP_LINK_TO, error);
		break;
	case NR_LINKAT:
		change_name(a, b, OP_LINK_FROM, error);
		change_name(call_arg3(regs), call_arg4(regs), OP_LINK_TO, error);
		break;
	case NR_SYMLINK:
		change_name(AT_FDCWD, b, OP_SYMLINK, error);
		break;
	case NR_SYMLINKAT:
		change_name(b, call_arg3(regs), OP_SYMLINK, error);
		break;
	case NR_CHMOD:
		change_name(AT_FDCWD, a, OP_CHMOD, error);
		break;
	case NR_FCHMOD:
		change_open_file(a, OP_CHMOD, error);
		break;
	case NR_FCHMODAT:
	case NR_FCHMODAT2:
		change_name(a, b, OP_CHMOD, error);
		break;
	case NR_CHOWN:
	case NR_LCHOWN:
		change_name(AT_FDCWD, a, OP_CHOWN, error);
		break;
	case NR_FCHOWN:
		change_open_file(a, OP_CHOWN, error);
		break;
	case NR_FCHOWNAT:
		change_name(a, b, OP_CHOWN, error);
		break;
	case NR_TRUNCATE:
		change_name(AT_FDCWD, a, OP_TRUNCATE, error);
		break;
	case NR_FTRUNCATE:
		change_open_file(a, OP_TRUNCATE, error);
		break;
	}
	return 0;
}
