/*
 * Open files behind descriptors: what they are, and the path of one that is a
 * file, walked from its name in the directory tree up to the process's root.
 */
#pragma once
#include "path_text.h"

#define ANON_INODE_FS_MAGIC 0x09041934
#define S_IFMT 0170000

/* FILE_ANONYMOUS: eventfd, timerfd, epoll and their like. FILE_CLOSED: the descriptor is not open. */
enum {
	FILE_REGULAR = 0, FILE_PIPE = 1, FILE_SOCKET = 2, FILE_CHARACTER = 3, FILE_BLOCK = 4, FILE_DIRECTORY = 5,
	FILE_ANONYMOUS = 6, FILE_CLOSED = 7,
};

static __always_inline u32 kind_of(struct file *file)
{
	struct inode *inode = FIELD(file, struct file, f_inode);
	struct super_block *super;

	switch (FIELD(inode, struct inode, i_mode) & S_IFMT) {
	case 0100000:
		/* From Linux 6.16 on these look like regular files. */
		super = FIELD(inode, struct inode, i_sb);
		return FIELD(super, struct super_block, s_magic) == ANON_INODE_FS_MAGIC ? FILE_ANONYMOUS : FILE_REGULAR;
	case 0010000:
		return FILE_PIPE;
	case 0140000:
		return FILE_SOCKET;
	case 0020000:
		return FILE_CHARACTER;
	case 0060000:
		return FILE_BLOCK;
	case 0040000:
		return FILE_DIRECTORY;
	}
	return FILE_ANONYMOUS;
}

/* Makes the record's text the file's path. Leaves sealing it to the caller. */
static __always_inline void take_path(struct path at, struct work *work)
{
	struct path_record *r = &work->record;

	r->base_len = 0;
	if (BPF_CORE_READ(at.dentry, d_parent) == at.dentry && BPF_CORE_READ(at.mnt, mnt_root) != at.dentry) {
		long n = bpf_probe_read_kernel_str(r->text, NAME_BYTES, BPF_CORE_READ(at.dentry, d_name.name));

		r->base = BASE_NAMELESS;
		r->path_len = n > 0 ? n : 0;
		return;
	}
	/* An empty path, based on the file itself. */
	r->base = BASE_WALKED;
	r->path_len = 1;
	r->text[0] = 0;
	work->walk.at = at;
	r->base_len = append_walk(1);
}
