/*
 * Decides which ticks of the per-CPU clock event become samples: only those
 * that interrupted the target, inside the window. The kernel then copies the
 * user registers and the top of the user stack beside what is written here: the
 * frames that a runtime keeps elsewhere, and what that copy lacks of the stack.
 * All other ticks cost nothing but this program. Their rate is that of the
 * target alone: whether idle CPUs tick depends on the kernel, and a tick that an
 * idle CPU put off comes when something runs again.
 */
#include "runtime_frames.h"

struct {
	__uint(type, BPF_MAP_TYPE_PERF_EVENT_ARRAY);
	__type(key, u32);
	__type(value, u32);
} samples SEC(".maps");

SEC("perf_event")
int on_tick(void *ctx)
{
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();

	if (!w || !is_open(w, now))
		return 0;
	u32 tgid = current_tgid();
	struct target *t = tgid ? target_of(tgid) : 0;
	if (!t)
		return 0;
	/* Ticks do not interrupt one another, so the room is always free. */
	struct frames_room *r = frames_of(t, w->rest_after, COPIES_BYTES);
	/* Counted first: what was passed on and did not arrive is lost. */
	end_run(tgid, now);
	if (r) {
		send_frames(ctx, &samples, r, 0);
		give_back_room(r);
		wake_if_young(t);
	}
	/* The event's own sample is not wanted: it could not carry the frames. */
	return 0;
}
