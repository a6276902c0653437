/*
 * Bytes read and written, and files made durable, by the file behind the
 * descriptor: calls, bytes, time and latency. Read when the call returns.
 * A file is known by its name's place in the directory tree, so its path is
 * walked once and not for each call, and a file that is replaced under the same
 * name is the same file here. What is not a regular file is counted by its kind.
 * A call that moves bytes between two descriptors counts once on each side. Not
 * seen: memory-mapped files, requests to io_submit (`extra` counts them, and then there is no count of the rest), and which file a descriptor meant that
 * another thread closed while the call was under way.
 */
#include "exit_slots.h"
#include "fast_transfers.h"
#include "asynchronous.h"

struct transfer_key {
	u64 path_hash; /* 0 for what is not a regular file */
	u32 kind;      /* FILE_* */
	u32 op;        /* OP_* */
	s32 error;     /* errno, 0 for success */
	u32 pad;
};

/* max_entries is set by the loader. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct transfer_key);
	__type(value, struct transfer);
} transfers SEC(".maps");

static const struct transfer no_transfer = {};

/*
 * Hashes of paths that were walked, by the place they depend on. Those used least make room: they are
 * walked again.
 */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 2048);
	__type(key, u64);
	__type(value, u64);
} places SEC(".maps");

/*
 * Walks the path into the scratch record. Returns the length of its text. A global function, as the one
 * below: the verifier walks it once and alone, not again on every path that leads here.
 */
__noinline u32 walk_path(u64 mount, u64 entry)
{
	struct path at = { .mnt = (struct vfsmount *)mount, .dentry = (struct dentry *)entry };
	struct work *work = the_work();

	if (!work)
		return TEXT_BYTES + 1;
	take_path(at, work);
	return seal_path(&work->record);
}

/*
 * What a path depends on, short of the names of the directories above: the process that looks, the
 * mount, and the last component with its directory. Another name or directory is another place. Never 0.
 */
static __always_inline u64 place_of(struct task_struct *task, struct path at)
{
	u64 place = mix(0x9e3779b97f4a7c15ULL, task->tgid);

	place = mix(place, (u64)at.mnt);
	place = mix(place, (u64)at.dentry);
	place = mix(place, (u64)BPF_CORE_READ(at.dentry, d_parent));
	return mix(place, FIELD(at.dentry, struct dentry, d_name.hash_len)) | 1;
}

/* The hash of the path at a place. The thread's own memory spares it the table while it stays with a file. */
static __always_inline u64 hash_of(struct task_struct *task, struct path at, struct work *work)
{
	struct call *call = bpf_task_storage_get(&calls, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
	u64 place = place_of(task, at), hash;

	if (call && call->place == place)
		return call->path_hash;
	u64 *known = bpf_map_lookup_elem(&places, &place);
	if (known) {
		hash = *known;
	} else {
		walk_path((u64)at.mnt, (u64)at.dentry);
		hash = work->record.path_hash;
		bpf_map_update_elem(&places, &place, &hash, BPF_ANY);
	}
	if (call) {
		call->place = place;
		call->path_hash = hash;
	}
	return hash;
}

/* Makes the entry of a key that is new, and sends its path. 0 when that failed. */
static __always_inline struct transfer *new_transfer(const struct transfer_key *key, struct path at, struct work *work)
{
	if (bpf_map_update_elem(&transfers, key, &no_transfer, BPF_NOEXIST) == 0 && key->kind == FILE_REGULAR) {
		u32 len = walk_path((u64)at.mnt, (u64)at.dentry);

		/* It may have been renamed since its hash was taken. */
		work->record.path_hash = key->path_hash;
		if (len > TEXT_BYTES ||
		    bpf_ringbuf_output(&paths, &work->record, __builtin_offsetof(struct path_record, text) + len, 0)) {
			/* Without its path the key means nothing; the next call tries again. */
			bpf_map_delete_elem(&transfers, key);
			return 0;
		}
	}
	struct transfer *t = bpf_map_lookup_elem(&transfers, key);
	if (!t)
		cut_one();
	return t;
}

/* Counts a success on what is not a file. */
static __always_inline void count_of_kind(u32 kind, u32 op, u64 bytes, struct call_exit *l, const struct window *w)
{
	struct transfer *t = place_of_kind(kind, op, l);
	u64 *hits = hits_in(l->row);

	if (!t || !hits)
		return;
	t->is_in_use = 1;
	u64 started = start_run(hits);
	add_transfer(t, bytes, l, w, false);
	end_run_of_task(hits, started);
}

/* Counts one side of a call: it may have two. */
__noinline int count_side(u32 op, s32 error, u64 bytes, s32 fd)
{
	struct transfer_key key = { .op = op, .error = error };
	struct path at = {};
	struct task_struct *task = bpf_get_current_task_btf();
	struct window *w = the_window();
	struct work *work = the_work();
	struct call_exit *l = current_exit();
	struct file *file = open_file(task, fd);
	u64 *hits = l ? hits_in(l->row) : 0;

	if (!w || !work || !l || !hits)
		return 0;
	key.kind = kind_of_open(file);
	if (key.kind != FILE_REGULAR && !error) {
		count_of_kind(key.kind, op, bytes, l, w);
		return 0;
	}
	u64 started = start_run(hits);
	if (file && key.kind == FILE_REGULAR) {
		at = BPF_CORE_READ(file, f_path);
		key.path_hash = hash_of(task, at, work);
	}
	struct transfer *t = bpf_map_lookup_elem(&transfers, &key);
	if (!t)
		t = new_transfer(&key, at, work);
	if (t)
		add_transfer(t, bytes, l, w, true);
	else
		lose(false);
	end_run_of_task(hits, started);
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_transfer, struct pt_regs *regs, long ret)
{
	struct window *w = the_window();
	struct call_exit *l = current_exit();

	if (!w || !l || !is_open(w, l->now))
		return 0;
	s64 number = call_number(regs);
	s32 from = call_arg1(regs), to = -1;
	u32 op = OP_READ;
	s32 error = call_errno(ret);
	u64 bytes = ret > 0 ? ret : 0;
	if (number == NR_IO_SUBMIT) {
		count_more(ret > 0 ? asked_transfers(call_arg3(regs), ret) : 0);
		bpf_tail_call(ctx, &exit_slots, SLOT_MESSAGES);
		return 0;
	}
	switch (number) {
	case NR_SENDFILE:
		to = from;
		from = call_arg2(regs);
		break;
	case NR_SPLICE:
	case NR_COPY_FILE_RANGE:
		to = call_arg3(regs);
		break;
	case NR_WRITE:
	case NR_PWRITE64:
	case NR_WRITEV:
	case NR_PWRITEV:
	case NR_PWRITEV2:
		op = OP_WRITE;
		break;
	case NR_FSYNC:
		op = OP_FSYNC;
		bytes = 0;
		break;
	case NR_FDATASYNC:
		op = OP_FDATASYNC;
		bytes = 0;
		break;
	}
	bool has_two_sides = number == NR_SENDFILE || number == NR_SPLICE || number == NR_COPY_FILE_RANGE;
	u32 kind = kind_of_open(open_file(bpf_get_current_task_btf(), from));
	/* Without a call of a function, for what happens most often. */
	if (kind != FILE_REGULAR && !has_two_sides && !error) {
		count_of_kind(kind, op, bytes, l, w);
	} else {
		count_side(op, error, bytes, from);
		if (has_two_sides)
			count_side(OP_WRITE, error, bytes, to);
	}
	if (!error && (kind == FILE_SOCKET || has_two_sides))
		bpf_tail_call(ctx, &exit_slots, SLOT_MESSAGES);
	return 0;
}
