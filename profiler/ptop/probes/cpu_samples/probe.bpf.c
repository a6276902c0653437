/*
 * Decides which ticks of the per-CPU clock event become samples: only those
 * that interrupted the target, inside the window. The kernel then copies the
 * user registers and the top of the user stack; all other ticks cost nothing
 * but this program. `extra` counts every tick, which gives the measured rate.
 */
#include "shared.h"

SEC("perf_event")
int on_tick(void *ctx)
{
	u64 now = bpf_ktime_get_ns();
	struct window *w = the_window();
	struct counters *c = the_counters();

	if (!w || !c || !is_open(w, now))
		return 0;
	c->extra++;
	u32 tgid = bpf_get_current_pid_tgid() >> 32;
	if (!tgid || !target_of(tgid))
		return 0;
	end_run(c, now);
	return 1;
}
