/*
 * The few kernel types the probes read, written by hand. Only names matter:
 * `preserve_access_index` makes libbpf put in each field's real offset at load
 * time (CO-RE), so a struct here lists the fields that are read and no others.
 */
#pragma once

typedef unsigned char __u8;
typedef unsigned short __u16;
typedef unsigned int __u32;
typedef unsigned long long __u64;
typedef signed char __s8;
typedef short __s16;
typedef int __s32;
typedef long long __s64;
typedef __u16 __be16;
typedef __u32 __be32;
typedef __u32 __wsum;
typedef __u16 __sum16;
typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s32 s32;
typedef __s64 s64;
typedef _Bool bool;
enum { false = 0, true = 1 };

/* Constants of the kernel's interface to programs that bpf_helpers.h expects to find. */
enum bpf_map_type {
	BPF_MAP_TYPE_HASH = 1,
	BPF_MAP_TYPE_ARRAY = 2,
	BPF_MAP_TYPE_PROG_ARRAY = 3,
	BPF_MAP_TYPE_PERF_EVENT_ARRAY = 4,
	BPF_MAP_TYPE_PERCPU_HASH = 5,
	BPF_MAP_TYPE_PERCPU_ARRAY = 6,
	BPF_MAP_TYPE_LRU_HASH = 9,
	BPF_MAP_TYPE_RINGBUF = 27,
	BPF_MAP_TYPE_TASK_STORAGE = 29,
};
enum { BPF_ANY = 0, BPF_NOEXIST = 1, BPF_EXIST = 2 };
enum { BPF_F_NO_PREALLOC = 1 };
#define BPF_F_CURRENT_CPU 0xffffffffULL
enum { BPF_LOCAL_STORAGE_GET_F_CREATE = 1 };
enum { BPF_RB_FORCE_WAKEUP = 2 };

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct cred;

struct hlist_head {
	struct hlist_node *first;
};

struct user_namespace {
	int level;
};

struct ns_common {
	unsigned int inum;
};

struct pid_namespace {
	struct ns_common ns;
};

struct upid {
	int nr;
	struct pid_namespace *ns;
};

struct pid {
	unsigned int level;
	struct upid numbers[1];
};

struct qstr {
	u64 hash_len;
	const unsigned char *name;
};

struct dentry {
	struct dentry *d_parent;
	struct qstr d_name;
};

struct vfsmount {
	struct dentry *mnt_root;
};

struct mount {
	struct mount *mnt_parent;
	struct dentry *mnt_mountpoint;
	struct vfsmount mnt;
};

struct path {
	struct vfsmount *mnt;
	struct dentry *dentry;
};

struct timespec64 {
	s64 tv_sec;
	long tv_nsec;
};

struct super_block {
	unsigned long s_magic;
};

struct inode {
	unsigned short i_mode;
	struct super_block *i_sb;
	unsigned int i_nlink;
	unsigned long i_ino;
	s64 i_ctime_sec;
	u32 i_ctime_nsec;
};

/* As it was until Linux 6.10. */
struct inode___6_6 {
	struct timespec64 __i_ctime;
};

/* As it was until Linux 6.5. */
struct inode___5 {
	struct timespec64 i_ctime;
};

struct file {
	struct path f_path;
	struct inode *f_inode;
	void *private_data;
};

struct fdtable {
	unsigned int max_fds;
	struct file **fd;
};

struct files_struct {
	struct fdtable *fdt;
};

struct fs_struct {
	struct path root;
	struct path pwd;
};

struct thread_info {
	unsigned long flags;
	u32 status;
};

typedef struct {
	int counter;
} atomic_t;

struct signal_struct {
	atomic_t live;
	int group_exit_code;
	unsigned int flags;
};

struct kernel_siginfo {
	int si_code;
};

struct anon_vma;

struct io_uring_sqe {
	u8 opcode;
	u8 flags;
	s32 fd;
};

struct io_ring_ctx {
	unsigned int flags;
	u32 *sq_array;
	struct io_uring_sqe *sq_sqes;
	unsigned int cached_sq_head;
	unsigned int sq_entries;
};

struct io_kiocb {
	u8 opcode;
};

struct io_uring_task {
	struct file *registered_rings[16];
};

struct vm_area_struct {
	unsigned long vm_start;
	unsigned long vm_end;
	unsigned long vm_flags;
	struct anon_vma *anon_vma;
	struct file *vm_file;
};

struct mm_struct {
	unsigned long start_brk;
	unsigned long brk;
	unsigned long start_stack;
};

/* What a thread has waited for a CPU, by the clock of its run queue; not in kernels without CONFIG_SCHED_INFO. */
struct sched_info {
	u64 run_delay;   /* all its waits that are over */
	u64 last_queued; /* when the one under way began; 0: none is */
};

struct rq {
	u64 clock; /* ns; read again at each switch */
};

/* Of a run queue's usual threads. Its way back to the queue is not in kernels without CONFIG_FAIR_GROUP_SCHED. */
struct cfs_rq {
	struct rq *rq;
};

struct sched_entity {
	struct cfs_rq *cfs_rq; /* of the CPU that the thread is on or waits for, of whatever class it is */
};

/* Where a thread's own data begins, which its C library made known when the thread began. */
struct thread_struct {
#if defined(__TARGET_ARCH_x86)
	unsigned long fsbase;
#else
	struct {
		unsigned long tp_value;
	} uw;
#endif
};

struct task_struct {
	struct thread_info thread_info;
	unsigned int flags;
	int pid;
	int tgid;
	unsigned int __state;
	int on_cpu;
	int exit_code;
	u64 start_time;
	u64 start_boottime;
	char comm[16];
	struct pid *thread_pid;
	struct fs_struct *fs;
	struct files_struct *files;
	struct task_struct *group_leader;
	struct task_struct *real_parent;
	struct mm_struct *mm;
	struct signal_struct *signal;
	struct io_uring_task *io_uring;
	struct sched_info sched_info;
	struct sched_entity se;
	struct thread_struct thread;
};

/* As it was until Linux 5.13. */
struct task_struct___5_13 {
	long state;
};

struct linux_binprm {
	const char *filename;
	struct file *file;
};

struct in6_addr {
	union {
		u8 u6_addr8[16];
	} in6_u;
};

struct sock_common {
	__be32 skc_daddr;
	__be16 skc_dport;
	u16 skc_num;
	unsigned short skc_family;
	unsigned char skc_state;
	struct in6_addr skc_v6_daddr;
};

/* Counts per memory node, as datagram sockets keep them since Linux 6.18. */
struct numa_drop_counters {
	atomic_t drops0;
	atomic_t drops1;
};

struct socket;

struct sock {
	struct socket *sk_socket;
	struct sock_common __sk_common;
	u16 sk_type;
	u16 sk_protocol;
	int sk_err;
	u8 sk_kern_sock : 1;
	u8 sk_userlocks : 4;
	u32 sk_max_ack_backlog;
	atomic_t sk_drops;
	struct numa_drop_counters *sk_drop_counters;
};

struct inet_sock {
	__be16 inet_sport;
};

struct minmax_sample {
	u32 t;
	u32 v;
};

struct minmax {
	struct minmax_sample s[3];
};

struct tcp_sock {
	u32 srtt_us;
	u32 rcv_nxt;
	u32 copied_seq;
	u64 tcp_mstamp;
	struct minmax rtt_min; /* the first is the smallest, in microseconds */
};

struct socket {
	struct file *file;
	struct sock *sk;
};

typedef struct {
	atomic_t refs;
} refcount_t;

struct unix_address {
	refcount_t refcnt;
	int len;
};

struct unix_sock {
	struct unix_address *addr;
	struct sock *peer;
};

struct seq_file;

struct bpf_iter_meta {
	struct seq_file *seq;
};

struct bpf_iter__task {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
};

struct bpf_iter__task_file {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
	u32 fd;
	struct file *file;
};

#if defined(__TARGET_ARCH_x86)
struct pt_regs {
	unsigned long r10;
	unsigned long r9;
	unsigned long r8;
	unsigned long dx;
	unsigned long si;
	unsigned long di;
	unsigned long bx;
	unsigned long orig_ax;
	unsigned long sp;
};
#elif defined(__TARGET_ARCH_arm64)
struct pt_regs {
	u64 regs[31];
	u64 sp;
	u64 orig_x0;
	s32 syscallno;
};
#else
#error "only x86_64 and aarch64 are supported"
#endif

#pragma clang attribute pop
