/* The file behind a descriptor of a task. */
#pragma once
#include "shared.h"

/* The file behind a descriptor of the task, 0 when it is not open. */
static __always_inline struct file *open_file(struct task_struct *task, s32 fd)
{
	/* Not by what the verifier trusts: for each such step it searches all of the kernel's types. */
	struct files_struct *files = FIELD(task, struct task_struct, files);
	struct fdtable *table = FIELD(files, struct files_struct, fdt);
	struct file *file = 0;

	if (fd < 0 || (u32)fd >= FIELD(table, struct fdtable, max_fds))
		return 0;
	struct file **slots = FIELD(table, struct fdtable, fd);
	/* The head of a list is nothing but a pointer, and has a type by which one can be loaded. */
	if (bpf_ksym_exists(bpf_rdonly_cast))
		return (struct file *)bpf_core_cast(&slots[fd], struct hlist_head)->first;
	bpf_probe_read_kernel(&file, sizeof(file), &slots[fd]);
	return file;
}
