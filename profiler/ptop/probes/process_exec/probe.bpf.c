/*
 * Programs that processes of the target started: path as it was asked for, made
 * absolute, and whether the file that runs was there before the window. Of a
 * script the path is the script's and the file its interpreter's. Not seen:
 * attempts that failed, which are system calls like any other.
 */
#include "path_text.h"

/* Set by the kernel in the field's top bit on file systems with fine-grained times. */
#define CTIME_NSEC_MASK 0x7fffffff

enum { FILE_EXISTING = 0, FILE_CHANGED = 1, FILE_UNLINKED = 2 };

struct program_key {
	u64 path_hash;
	u32 file; /* FILE_* */
	u32 pad;
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct program_key);
	__type(value, struct tally);
} programs SEC(".maps");

/* Wall clock time at zero of the monotonic clock, ns: file times are in the former, the window in the latter. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, u64);
} wall_offset SEC(".maps");

/* When the inode was last changed, wall clock. Unlike the time of its content, no process can set it. */
static __always_inline u64 changed_ns(struct inode *inode)
{
	s64 sec, nsec;

	if (bpf_core_field_exists(inode->i_ctime_sec)) {
		sec = BPF_CORE_READ(inode, i_ctime_sec);
		nsec = BPF_CORE_READ(inode, i_ctime_nsec);
	} else if (bpf_core_field_exists(((struct inode___6_6 *)0)->__i_ctime)) {
		sec = BPF_CORE_READ((struct inode___6_6 *)inode, __i_ctime.tv_sec);
		nsec = BPF_CORE_READ((struct inode___6_6 *)inode, __i_ctime.tv_nsec);
	} else {
		sec = BPF_CORE_READ((struct inode___5 *)inode, i_ctime.tv_sec);
		nsec = BPF_CORE_READ((struct inode___5 *)inode, i_ctime.tv_nsec);
	}
	return (u64)sec * 1000000000ULL + (nsec & CTIME_NSEC_MASK);
}

static __always_inline u32 file_of(struct linux_binprm *bprm, const struct window *w)
{
	struct inode *inode = BPF_CORE_READ(bprm, file, f_inode);
	u32 zero = 0;
	u64 *offset = bpf_map_lookup_elem(&wall_offset, &zero);

	if (BPF_CORE_READ(inode, i_nlink) == 0)
		return FILE_UNLINKED;
	return offset && changed_ns(inode) >= w->start_ns + *offset ? FILE_CHANGED : FILE_EXISTING;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(on_new_program, struct task_struct *task, int old_pid, struct linux_binprm *bprm)
{
	if (!is_target(task->tgid))
		return 0;
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct work *work = the_work();

	if (!w || !work || !is_open(w, now))
		return 0;
	struct path_record *r = &work->record;
	long n = bpf_probe_read_kernel_str(r->text, PATH_BYTES, bprm->filename);
	if (n <= 0) {
		lose(false);
		end_run(task->tgid, now);
		return 0;
	}
	complete_path(r, AT_FDCWD, n);
	u32 len = seal_path(r);
	bool cut = false;
	struct program_key key = { .path_hash = r->path_hash, .file = file_of(bprm, w) };
	if (!count_path(&programs, &key, r, len, block_of(w, now), &cut))
		lose(cut);
	end_run(task->tgid, now);
	return 0;
}
