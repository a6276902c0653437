/*
 * Paths as the probes of files and programs send them: the text, made absolute
 * by walking the directory it starts from, under a hash. Counts are stored in the
 * kernel under the hash; the path itself is sent to user space once, when its
 * key appears.
 */
#pragma once
#include "descriptors.h"
#include "path_ring.h"

#define PATH_BYTES 4096
#define TEXT_BYTES 8192 /* a path and its base */
#define NAME_BYTES 256
#define MAX_DEPTH 48
#define AT_FDCWD -100

/* BASE_NAMELESS: no directory ever named it; the text is what the kernel calls it. */
enum { BASE_ABSOLUTE = 0, BASE_WALKED = 1, BASE_UNKNOWN = 2, BASE_NAMELESS = 3 };

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
} path_scratch __weak SEC(".maps");

/* Where a relative path starts. False when the descriptor is not open. */
static __always_inline bool base_of(struct task_struct *task, s32 dirfd, struct path *base)
{
	if (dirfd == AT_FDCWD) {
		*base = BPF_CORE_READ(task, fs, pwd);
		return base->dentry != 0;
	}
	struct file *file = open_file(task, dirfd);
	if (!file)
		return false;
	*base = BPF_CORE_READ(file, f_path);
	return base->dentry != 0;
}

static __always_inline struct work *the_work(void)
{
	u32 zero = 0;
	return bpf_map_lookup_elem(&path_scratch, &zero);
}

/*
 * One step of the walk: over a mount point, or to the parent, whose child's name is appended.
 * Returns whether there is more. A global function, as the next two are: the verifier checks it
 * once and alone, so that the rounds of the loop around it do not multiply.
 */
__weak __noinline int step_up(void)
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
 * Appends the components from `walk.at` up to the process's root to the record's text, from `start`
 * on. Returns their length.
 */
__weak __noinline int append_walk(u32 start)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct work *work = the_work();

	if (!work)
		return 0;
	work->walk.root = BPF_CORE_READ(task, fs, root);
	work->walk.end = start;
	/* Bounded: deeper directories lose their outermost components. */
	for (u32 i = 0; i < MAX_DEPTH; i++) {
		if (!step_up())
			break;
	}
	return work->walk.end - start;
}

/* The same for the directory `dirfd`. Negative when the descriptor is not open. */
__weak __noinline int append_base(int dirfd, u32 start)
{
	struct work *work = the_work();
	struct path at;

	if (!work || !base_of(bpf_get_current_task_btf(), dirfd, &at))
		return -1;
	work->walk.at = at;
	return append_walk(start);
}

#define TEXT_WORDS ((TEXT_BYTES + NAME_BYTES) / 8)

static long hash_word(u32 i, u64 *hash)
{
	struct work *work = the_work();

	if (!work || i >= TEXT_WORDS)
		return 1;
	*hash = mix(*hash, ((const u64 *)work->record.text)[i]);
	return 0;
}

/* A hash of the record's first `len` bytes of text, which are followed by zeroes to a whole word. */
__weak __noinline u64 hash_text(u32 len, u32 base)
{
	u64 h = 0x9e3779b97f4a7c15ULL ^ len ^ (u64)base << 32;
	u32 words = (len + 7) / 8;

	if (CAN_REPEAT) {
		bpf_loop(words, hash_word, &h, 0);
		return h;
	}
	for (u32 i = 0; i < TEXT_WORDS; i++) {
		if (i >= words || hash_word(i, &h))
			break;
	}
	return h;
}

/* Takes the `n` bytes that were read into the text, and puts in front what a relative path starts from. */
static __always_inline void complete_path(struct path_record *r, s32 dirfd, u32 n)
{
	r->base = BASE_ABSOLUTE;
	r->base_len = 0;
	r->path_len = n;
	if (r->text[0] != '/') {
		int base = append_base(dirfd, n);

		r->base = base < 0 ? BASE_UNKNOWN : BASE_WALKED;
		r->base_len = base < 0 ? 0 : base;
	}
}

/* Hashes the finished text. Returns its length. */
static __always_inline u32 seal_path(struct path_record *r)
{
	u32 len = r->path_len + r->base_len;

	if (len > TEXT_BYTES)
		len = TEXT_BYTES;
	/* The hash takes whole words: what an earlier path left behind the end must not count. */
	*(u64 *)&r->text[len] = 0;
	r->path_hash = hash_text(len, r->base);
	return len;
}

/*
 * Adds one to `key`, and sends the path when the key is new. False when it could not be recorded;
 * then `cut` says whether because the table was full.
 */
static __always_inline bool count_path(void *table, const void *key, struct path_record *r, u32 len, u32 block,
				       bool *cut)
{
	struct tally *t = bpf_map_lookup_elem(table, key);

	if (!t) {
		if (bpf_map_update_elem(table, key, &no_tally, BPF_NOEXIST) == 0 &&
		    bpf_ringbuf_output(&paths, r, __builtin_offsetof(struct path_record, text) + len, 0)) {
			/* Without its path the key means nothing; the next event tries again. */
			bpf_map_delete_elem(table, key);
			return false;
		}
		t = bpf_map_lookup_elem(table, key);
	}
	if (!t) {
		*cut = true;
		return false;
	}
	tally_one(t, block);
	return true;
}
