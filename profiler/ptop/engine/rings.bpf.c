/*
 * Requests that the target gives to a ring for requests (io_uring). What they do ends no system call, so that probes of
 * calls do not see it: it is counted by the kind of request that there was something.
 */
#include "target_set.h"

/* Kinds of requests, by their number in the kernel's interface; newer ones count as the last. */
#define REQUEST_KINDS 64

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, REQUEST_KINDS);
	__type(key, u32);
	__type(value, u64);
} ring_requests SEC(".maps");

/* Not by type, so that it loads where the kernel has no such tracepoint, before Linux 6.4. */
SEC("raw_tp/io_uring_submit_req")
int on_ring_request(u64 *arguments)
{
	struct io_kiocb *request = (struct io_kiocb *)arguments[0];
	u32 tgid = bpf_get_current_pid_tgid() >> 32;
	struct window *w = the_window();

	if (!w || !is_target(tgid) || !is_open(w, bpf_ktime_get_ns()) || !bpf_core_field_exists(request->opcode))
		return 0;
	u32 kind = BPF_CORE_READ(request, opcode);
	if (kind >= REQUEST_KINDS)
		kind = REQUEST_KINDS - 1;
	u64 *count = bpf_map_lookup_elem(&ring_requests, &kind);
	if (count)
		++*count;
	return 0;
}
