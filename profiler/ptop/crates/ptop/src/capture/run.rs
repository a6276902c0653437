//! The course of a capture: prove, warm up, measure, drain, name, write.

use std::rc::Rc;
use std::time::Duration;

use super::admission::Estimate;
use super::instruments::Instruments;
use super::output::Output;
use super::progress::{Phase, Progress, StackCounts};
use super::rings;
use crate::arguments::{CaptureRequest, RequestedProcess};
use crate::bpf::LoadError;
use crate::collector::clock::{monotonic_ns, own_cpu_ns, wall_after};
use crate::collector::exit::{Exit, Failure};
use crate::collector::privilege;
use crate::collector::process::Caller;
use crate::conditions::{Conditions, Given};
use crate::engine::{EntrySampling, TargetSet};
use crate::guard::Scope;
use crate::host::read_host;
use crate::probes::Sampling;
use crate::record::probe::ProbeResult;
use crate::record::{Axes, Memory, Record, Relatives, Tool, WindowFacts};
use crate::registry::BPF_SHA256;
use crate::target::{Denied, Tracker, any_has_deep_stacks, any_keeps_frame_pointers, relatives_of};

/// How long to wait for events at most before looking around.
const LOOK_AROUND: Duration = Duration::from_millis(100);
/// Before the first samples are read, and twice as long before the next: by them a runtime may show where it keeps the
/// frames of all others.
const FIRST_LOOK: Duration = Duration::from_millis(10);
/// Room for the phase's last system calls between deciding on the window and its start.
const LEAD_NS: u64 = 2_000_000;

/// A failure with what is known about the probes.
pub struct Failed {
    /// Why.
    pub failure: Failure,
    /// States so far; empty before probes were loaded.
    pub probes: Vec<ProbeResult>,
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Failed {
        Failed { failure, probes: Vec::new() }
    }
}

/// Runs a capture and writes its record.
///
/// # Errors
/// Every failure of [`Exit`]; then no file is left.
pub fn capture(request: &CaptureRequest, caller: Caller, progress: &mut Progress) -> Result<(), Failed> {
    let output = Output::create(&request.out)?;
    let scope = Scope::open(&request.list)?;
    privilege::raise()?;
    let admitted = scope.admit(&request.processes)?;
    let mut tracker = Tracker::start(&admitted);
    if !tracker.any_present() {
        return Err(gone(&request.processes).into());
    }
    progress.say(Phase::Canary)?;
    let present = tracker.present();
    let usual = if any_has_deep_stacks(&present) { Sampling::deep } else { Sampling::usual };
    let sampling = Sampling { has_chains: any_keeps_frame_pointers(&present), ..usual(request.hz) };
    let estimate = Estimate::of(&request.axes)?;
    estimate.admit(request.memory_limit)?;
    let mut instruments = Instruments::load(&request.axes, sampling)?;
    if let Some(denied) = tracker.denied().first() {
        note_denied(&mut instruments, denied);
    }
    instruments.prove()?;
    let targets = match instruments.targets() {
        Some(targets) if instruments.live_axes().iter().any(|axis| request.axes.contains(axis)) => targets,
        _ => return Err(nothing_measurable(&instruments)),
    };
    let conditions = Conditions::of(present.first().copied());
    let relatives =
        relatives_of(&present, |process| scope.admit(&[process]).is_ok_and(|admitted| !admitted.is_empty()));
    let mut course =
        Course { request, estimate, caller, progress, instruments, targets, tracker, relatives, conditions };
    course.watch_targets(&scope, &admitted)?;
    let window = course.measure()?;
    course.finish(window, output)
}

fn gone(requested: &[RequestedProcess]) -> Failure {
    let pids = requested.iter().map(|process| process.pid.to_string()).collect::<Vec<_>>().join(", ");
    Failure::new(
        Exit::TargetGone,
        format!("None of the requested processes exists: {pids}."),
        "Look up the target's current pid; inside a container, share the host's pid namespace.",
    )
}

fn note_denied(instruments: &mut Instruments, denied: &Denied) {
    let reason = format!("Permission denied for {}: {}.", denied.path, denied.cause);
    let fix = "Grant CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH; where AppArmor is on, look in the kernel log for apparmor=\"DENIED\" operation=\"ptrace\" and load the profile that allows ptrace (read).";
    instruments.fail("cpu_samples", "permission_denied", &reason, denied.cause.raw_os_error(), fix);
}

fn nothing_measurable(instruments: &Instruments) -> Failed {
    let probes = instruments.results().unwrap_or_default();
    let counts = super::progress::ProbeCounts::of(&probes);
    let first = counts.first_reason().unwrap_or("No probe could be loaded.").to_owned();
    let failure = if instruments.lacks_capability() {
        Failure::new(
            Exit::MissingCapability,
            first,
            "Grant the collector file exactly the capabilities BPF, PERFMON, SYS_PTRACE, DAC_READ_SEARCH and SYS_ADMIN.",
        )
    } else {
        Failure::new(Exit::NothingMeasurable, first, "Run `ptop selftest` for the reason of each probe.")
    };
    Failed { failure, probes }
}

/// The measured interval.
struct Measured {
    start_ns: u64,
    end_ns: u64,
    start_wall: String,
    start_boottime_ns: u64,
    given: Given,
}

struct Course<'a> {
    request: &'a CaptureRequest,
    estimate: Estimate,
    caller: Caller,
    progress: &'a mut Progress,
    instruments: Instruments,
    targets: Rc<TargetSet>,
    tracker: Tracker,
    relatives: Relatives,
    conditions: Conditions,
}

impl Course<'_> {
    /// Makes the requested processes the target.
    fn watch_targets(&mut self, scope: &Scope, admitted: &[RequestedProcess]) -> Result<(), Failure> {
        let found = self.targets.find(&self.tracker.present()).map_err(LoadError::into_failure)?;
        scope.confirm(admitted, &self.targets.members().map_err(LoadError::into_failure)?)?;
        if !self.tracker.any_present() {
            return Err(Failure::new(
                Exit::TargetGone,
                "Every requested process ended before the window opened.",
                "Repeat the capture with the target's current pids.",
            ));
        }
        if found == 0 {
            return Err(Failure::new(
                Exit::TargetGone,
                "The kernel's task list shows the collector none of the requested processes, although /proc does.",
                "Run the collector in the pid namespace that its /proc belongs to.",
            ));
        }
        self.instruments.begin()?;
        self.instruments.notice(&self.targets.members().map_err(LoadError::into_failure)?);
        Ok(())
    }

    /// Waits through warm-up and window.
    fn measure(&mut self) -> Result<Measured, Failure> {
        let warmup_ns = u64::from(self.request.warmup_sec) * 1_000_000_000;
        let start_wall = wall_after(Duration::from_nanos(warmup_ns + LEAD_NS));
        let start_ns = monotonic_ns() + warmup_ns + LEAD_NS;
        let end_ns = start_ns + u64::from(self.request.duration_sec) * 1_000_000_000;
        self.targets.open(start_ns, end_ns).map_err(LoadError::into_failure)?;
        // A call that blocks while nobody watches entries is still known from its wait, where waits are.
        let mut entry_sampling = if self.targets.notes_waits() || self.instruments.live_axes().contains(&"off_cpu") {
            EntrySampling::begin(&self.targets, monotonic_ns()).map_err(LoadError::into_failure)?
        } else {
            None
        };
        self.wait_until(start_ns, Phase::Warmup, entry_sampling.as_mut())?;
        self.conditions.begin();
        let ended = self.wait_until(end_ns, Phase::Measuring, entry_sampling.as_mut())?;
        if ended < end_ns {
            self.targets.end_at(ended).map_err(LoadError::into_failure)?;
        }
        let given = self.conditions.end();
        if ended <= start_ns {
            return Err(Failure::new(
                Exit::TargetGone,
                "Every requested process ended during the warm-up.",
                "Repeat the capture with the target's current pids.",
            ));
        }
        let start_boottime_ns = self.conditions.boottime_of(start_ns);
        Ok(Measured { start_ns, end_ns: ended, start_wall, start_boottime_ns, given })
    }

    /// Drains until the time has come, or every requested process has ended. Returns when that was.
    fn wait_until(
        &mut self,
        until_ns: u64,
        phase: Phase,
        mut entry_sampling: Option<&mut EntrySampling>,
    ) -> Result<u64, Failure> {
        let mut wakers: Vec<libc::pollfd> = self
            .instruments
            .wakers()
            .iter()
            .map(|fd| libc::pollfd { fd: *fd, events: libc::POLLIN, revents: 0 })
            .collect();
        let mut looked_ns = 0;
        let mut pause = FIRST_LOOK;
        loop {
            let now = monotonic_ns();
            if now >= until_ns {
                return Ok(until_ns);
            }
            // Not whenever a ring wakes us: with a busy target that is most of what the wait costs.
            if now - looked_ns >= LOOK_AROUND.as_nanos() as u64 {
                looked_ns = now;
                self.check_stop()?;
                if !self.tracker.any_present() {
                    return Ok(now);
                }
                self.progress.say(phase)?;
            }
            if let Some(entry_sampling) = &mut entry_sampling {
                entry_sampling.look(now).map_err(LoadError::into_failure)?;
            }
            let due = entry_sampling.as_ref().map_or(LOOK_AROUND, |entry_sampling| entry_sampling.due_in(now));
            let timeout = Duration::from_nanos(until_ns - now).min(pause).min(due);
            pause = (2 * pause).min(LOOK_AROUND);
            // SAFETY: `wakers` is an array of that many pollfds.
            unsafe {
                libc::poll(wakers.as_mut_ptr(), wakers.len() as libc::nfds_t, timeout.as_millis() as libc::c_int + 1)
            };
            // Before the samples: whose they are decides how they are unwound.
            if self.notice_children()? {
                // Where programs are started more are likely to be, and many end soon.
                pause = FIRST_LOOK;
            }
            self.instruments.drain();
        }
    }

    fn check_stop(&self) -> Result<(), Failure> {
        if !self.caller.wants_stop() {
            return Ok(());
        }
        Err(Failure::new(
            Exit::Stopped,
            "The capture was stopped by a signal or by the end of the calling process.",
            "Request it again.",
        ))
    }

    /// Reads children that are new or have replaced their program. Returns whether there were any.
    fn notice_children(&mut self) -> Result<bool, Failure> {
        let changed = self.targets.changed().map_err(LoadError::into_failure)?;
        if !changed.is_empty() {
            self.tracker.notice(&changed);
            self.instruments.notice(&changed);
        }
        Ok(!changed.is_empty())
    }

    fn finish(mut self, window: Measured, output: Output) -> Result<(), Failed> {
        self.progress.say(Phase::Draining)?;
        self.notice_children()?;
        self.instruments.close(window.end_ns)?;
        let all = self.targets.processes().map_err(LoadError::into_failure)?;
        let members = self.targets.members().map_err(LoadError::into_failure)?;
        let mut processes = std::mem::take(&mut self.tracker).finish(&members);
        let pids: Vec<u32> = members.iter().map(|member| member.pid).collect();
        for (probe, reason) in rings::find_missed(&self.targets, &pids).map_err(LoadError::into_failure)? {
            self.instruments.fail(probe, "io_uring", &reason, None, rings::FIX);
        }
        self.progress.say(Phase::Symbolising)?;
        self.instruments.name_builds(&processes);
        let mut axes = self.instruments.collect()?;
        axes.tell_rate();
        self.instruments.share_out(&axes, &members, &mut processes)?;
        let probes = self.instruments.results()?;
        if !axes.any() {
            return Err(nothing_measurable(&self.instruments));
        }
        let cpu_stacks = stack_counts(&axes);
        let memory = Memory { estimated_bytes: Some(self.estimate.total()), ..self.instruments.memory() };
        let record = Record {
            schema: "ptop.capture.v1",
            tool: Tool { version: env!("CARGO_PKG_VERSION"), bpf_sha256: BPF_SHA256 },
            host: read_host(window.start_boottime_ns, &window.given),
            processes_cut: all.saturating_sub(processes.len() as u64),
            processes,
            relatives_outside: Some(std::mem::take(&mut self.relatives)).filter(|relatives| relatives.count > 0),
            window: WindowFacts {
                warmup_ns: u64::from(self.request.warmup_sec) * 1_000_000_000,
                requested_ns: u64::from(self.request.duration_sec) * 1_000_000_000,
                measured_ns: window.end_ns - window.start_ns,
                start_wall: window.start_wall,
                start_boottime_ns: window.start_boottime_ns,
            },
            quota: window.given.quota,
            probes,
            axes,
            memory,
            overhead_cpu_ns: own_cpu_ns(),
        };
        self.check_stop()?;
        privilege::lower()?;
        output.write(&record)?;
        Ok(self.progress.summarise(&record.probes, cpu_stacks, memory, &self.request.out.to_string_lossy())?)
    }
}

fn stack_counts(axes: &Axes) -> Option<StackCounts> {
    let stacks = axes.cpu_stacks.as_ref()?;
    Some(StackCounts { samples: stacks.samples, whole: stacks.whole, frames: stacks.frames, named: stacks.named })
}
