/*
 * Files opened: path as the target wrote it, made absolute, how it was opened,
 * and how that went. Read when the call returns, because by then the kernel has
 * read the path itself and its page is present. A relative path is completed
 * by walking the directory it starts from (working directory or descriptor) up
 * to the process's own root, so paths are those the target sees in its
 * container. Not seen: opens through io_uring and open_by_handle_at.
 */
#include "exit_slots.h"
#include "path_text.h"

#define EFAULT 14
#define O_ACCMODE 3
#define O_PATH 010000000

enum { OP_READ = 0, OP_WRITE = 1, OP_READ_WRITE = 2, OP_PATH = 3 };

struct open_key {
	u64 path_hash;
	s32 error;
	u32 op;
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct open_key);
	__type(value, struct tally);
} opens SEC(".maps");

static __always_inline u32 op_of(u64 flags)
{
	if (flags & O_PATH)
		return OP_PATH;
	u32 mode = flags & O_ACCMODE;
	return mode == 0 ? OP_READ : mode == 1 ? OP_WRITE : OP_READ_WRITE;
}

/* Reads the path into the record. False when its page is gone. */
static __always_inline bool read_path(s32 dirfd, const char *name, s32 error, struct path_record *r)
{
	long n = bpf_probe_read_user_str(r->text, PATH_BYTES, name);

	if (n <= 0) {
		/* EFAULT: the target itself passed an address with nothing behind it. */
		r->base = BASE_ABSOLUTE;
		r->base_len = 0;
		r->path_len = 1;
		r->text[0] = 0;
		return error == EFAULT;
	}
	complete_path(r, dirfd, n);
	return true;
}

static __always_inline void count_open(s32 dirfd, const char *name, u64 flags, s64 ret)
{
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct work *work = the_work();

	if (!w || !work || !is_open(w, now))
		return;
	struct path_record *r = &work->record;
	struct open_key key = { .error = call_errno(ret), .op = op_of(flags) };
	if (!read_path(dirfd, name, key.error, r)) {
		lose(false);
		end_run(current_tgid(), now);
		return;
	}
	u32 len = seal_path(r);
	bool cut = false;
	key.path_hash = r->path_hash;
	if (!count_path(&opens, &key, r, len, block_of(w, now), &cut))
		lose(cut);
	end_run(current_tgid(), now);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_open, struct pt_regs *regs, long ret)
{
	s64 number = call_number(regs);
	/* openat's arguments; the other calls' are brought into the same places. */
	u64 dirfd = call_arg1(regs), name = call_arg2(regs), flags = call_arg3(regs);
	if (number == NR_OPENAT2) {
		void *how = (void *)flags;

		flags = 0;
		bpf_probe_read_user(&flags, sizeof(flags), how);
	} else if (number != NR_OPENAT) {
		flags = number == NR_CREAT ? OP_WRITE : name;
		name = dirfd;
		dirfd = AT_FDCWD;
	}
	count_open(dirfd, (void *)name, flags, ret);
	return 0;
}
