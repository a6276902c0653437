/*
 * Files opened: path as the target wrote it, made absolute, how it was opened,
 * and how that went. Read when the call returns, because by then the kernel has
 * read the path itself and its page is present. A relative path is completed
 * by walking the directory it starts from (working directory or descriptor) up
 * to the process's own root, so paths are those the target sees in its
 * container. Not seen: opens through io_uring and open_by_handle_at.
 *
 * Counts are kept here under a hash of the path; the path itself is sent to
 * user space once, when its key appears.
 */
#include "exit_slots.h"

#define PATH_BYTES 4096
#define TEXT_BYTES 8192 /* a path and its base */
#define NAME_BYTES 256
#define MAX_DEPTH 48
#define AT_FDCWD -100
#define EFAULT 14
#define O_ACCMODE 3
#define O_PATH 010000000

enum { OP_READ = 0, OP_WRITE = 1, OP_READ_WRITE = 2, OP_PATH = 3 };
enum { BASE_ABSOLUTE = 0, BASE_WALKED = 1, BASE_UNKNOWN = 2 };

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

/* text = the path, then the components of its base, innermost first; each ends with a zero byte. */
struct path_record {
	u64 path_hash;
	u32 path_len;
	u32 base_len;
	u32 base;
	u32 pad;
	char text[TEXT_BYTES + NAME_BYTES];
};

/* A walk from a directory up to the process's root. */
struct walk {
	struct path at;
	struct path root;
	u32 end; /* of the text so far */
	u32 pad;
};

struct work {
	struct walk walk;
	struct path_record record;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct work);
} scratch SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 512 * 1024);
} paths SEC(".maps");

static const struct tally no_tally = {};

/* Where a relative path starts. False when the descriptor is not open. */
static __always_inline bool base_of(struct task_struct *task, s32 dirfd, struct path *base)
{
	if (dirfd == AT_FDCWD) {
		*base = BPF_CORE_READ(task, fs, pwd);
		return base->dentry != 0;
	}
	struct fdtable *table = BPF_CORE_READ(task, files, fdt);
	if (dirfd < 0 || (u32)dirfd >= BPF_CORE_READ(table, max_fds))
		return false;
	struct file **slots = BPF_CORE_READ(table, fd), *file = 0;
	bpf_probe_read_kernel(&file, sizeof(file), &slots[dirfd]);
	if (!file)
		return false;
	*base = BPF_CORE_READ(file, f_path);
	return base->dentry != 0;
}

static __always_inline struct work *the_work(void)
{
	u32 zero = 0;
	return bpf_map_lookup_elem(&scratch, &zero);
}

/*
 * One step of the walk: over a mount point, or to the parent, whose child's name is appended.
 * Returns whether there is more. A global function, as the next two are: the verifier checks it
 * once and alone, so that the rounds of the loop around it do not multiply.
 */
__noinline int step_up(void)
{
	struct work *work = the_work();

	if (!work)
		return 0;
	struct path at = work->walk.at;
	if (at.dentry == work->walk.root.dentry && at.mnt == work->walk.root.mnt)
		return 0;
	if (at.dentry == BPF_CORE_READ(at.mnt, mnt_root)) {
		struct mount *m = (void *)at.mnt - bpf_core_field_offset(struct mount, mnt);
		struct mount *parent = BPF_CORE_READ(m, mnt_parent);

		work->walk.at.dentry = BPF_CORE_READ(m, mnt_mountpoint);
		work->walk.at.mnt = (void *)parent + bpf_core_field_offset(struct mount, mnt);
		return parent != m;
	}
	struct dentry *up = BPF_CORE_READ(at.dentry, d_parent);
	u32 end = work->walk.end;
	if (up == at.dentry || end > TEXT_BYTES - NAME_BYTES)
		return 0;
	long n = bpf_probe_read_kernel_str(&work->record.text[end], NAME_BYTES, BPF_CORE_READ(at.dentry, d_name.name));
	if (n <= 0)
		return 0;
	work->walk.end = end + n;
	work->walk.at.dentry = up;
	return 1;
}

/*
 * Appends the components of the directory `dirfd` to the record's text, from `start` on.
 * Returns their length, negative when the descriptor is not open.
 */
__noinline int append_base(int dirfd, u32 start)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct work *work = the_work();
	struct path at;

	if (!work || !base_of(task, dirfd, &at))
		return -1;
	work->walk.at = at;
	work->walk.root = BPF_CORE_READ(task, fs, root);
	work->walk.end = start;
	/* Bounded: deeper directories lose their outermost components. */
	for (u32 i = 0; i < MAX_DEPTH; i++) {
		if (!step_up())
			break;
	}
	return work->walk.end - start;
}

/* A hash of the record's first `len` bytes of text, which are followed by zeroes to a whole word. */
__noinline u64 hash_text(u32 len, u32 base)
{
	struct work *work = the_work();
	u64 h = 0x9e3779b97f4a7c15ULL ^ len ^ (u64)base << 32;

	if (!work)
		return 0;
	const u64 *words = (const u64 *)work->record.text;
	/* One round per word of the text at most. */
	for (u32 i = 0; i < (TEXT_BYTES + NAME_BYTES) / 8; i++) {
		if (i * 8 >= len)
			break;
		h = (h ^ words[i]) * 0xff51afd7ed558ccdULL;
		h ^= h >> 32;
	}
	return h;
}

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

	r->base = BASE_ABSOLUTE;
	r->base_len = 0;
	if (n <= 0) {
		/* EFAULT: the target itself passed an address with nothing behind it. */
		r->path_len = 1;
		r->text[0] = 0;
		return error == EFAULT;
	}
	r->path_len = n;
	if (r->text[0] != '/') {
		int base = append_base(dirfd, n);

		r->base = base < 0 ? BASE_UNKNOWN : BASE_WALKED;
		r->base_len = base < 0 ? 0 : base;
	}
	return true;
}

static __always_inline void count_open(s32 dirfd, const char *name, u64 flags, s64 ret)
{
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct counters *c = the_counters();
	struct work *work = the_work();

	if (!w || !c || !work || !is_open(w, now))
		return;
	struct path_record *r = &work->record;
	struct open_key key = { .error = call_errno(ret), .op = op_of(flags) };
	if (!read_path(dirfd, name, key.error, r)) {
		c->drops++;
		end_run(c, now);
		return;
	}
	u32 len = r->path_len + r->base_len;
	if (len > TEXT_BYTES)
		len = TEXT_BYTES;
	/* The hash takes whole words: what an earlier path left behind the end must not count. */
	*(u64 *)&r->text[len] = 0;
	key.path_hash = r->path_hash = hash_text(len, r->base);
	struct tally *t = bpf_map_lookup_elem(&opens, &key);
	if (!t) {
		if (bpf_map_update_elem(&opens, &key, &no_tally, BPF_NOEXIST) == 0 &&
		    bpf_ringbuf_output(&paths, r, __builtin_offsetof(struct path_record, text) + len, 0)) {
			/* Without its path the key means nothing; the next open tries again. */
			bpf_map_delete_elem(&opens, &key);
			c->drops++;
			end_run(c, now);
			return;
		}
		t = bpf_map_lookup_elem(&opens, &key);
	}
	if (t) {
		tally_one(t, block_of(w, now));
	} else {
		c->drops++;
		c->cut++;
	}
	end_run(c, now);
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_exit, struct pt_regs *regs, long ret)
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
