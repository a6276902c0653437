//! The probes of one run, from loading to their results. Each stands alone: one
//! that cannot be loaded, or does not fire, takes only those along that need it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;

use super::load::{load_one, load_owner, wanted};
use super::state::{State, dependent, disabled, gone, measured, silent};
use crate::abi::ProcessHits;
use crate::bpf::{Hits, LoadError};
use crate::canary::{Canary, CanaryActions};
use crate::collector::capability::Held;
use crate::collector::clock::monotonic_ns;
use crate::collector::exit::{Exit, Failure};
use crate::collector::memory;
use crate::engine::{FramesPlans, Javas, PathRing, Pythons, StackEvents, TargetSet, WakeupRing};
use crate::probes::{Probe, ProcessFork, Sampling};
use crate::profile::Profile;
use crate::record::probe::{AttachPoint, ProbeResult, ProbeState};
use crate::record::{Axes, Memory, Process};
use crate::registry::AXES;
use crate::registry::{Manifest, PROBES, owner};
use crate::target::Member;

/// CPU time the canary may burn, and samples it should make in that.
const SPIN_NS: u64 = 60_000_000;
const SPIN_SAMPLES: u64 = 6;

struct Slot {
    manifest: &'static Manifest,
    state: State,
}

/// All probes of this run.
pub struct Instruments {
    slots: Vec<Slot>,
    targets: Option<Rc<TargetSet>>,
    profile: Rc<RefCell<Profile>>,
    pythons: Option<Pythons>,
    javas: Option<Javas>,
    frames_plans: Option<FramesPlans>,
    stack_events: Option<Rc<StackEvents>>,
    paths: Option<Rc<PathRing>>,
    wakeup_ring: Option<WakeupRing>,
    sampling: Sampling,
    /// Of the rings with mappings.
    mapping_bytes: u64,
}

impl Instruments {
    /// Loads and attaches the probes of the given axes.
    ///
    /// # Errors
    /// When the kernel refuses memory; any other refusal becomes the state of its probe.
    pub fn load(axes: &[&str], sampling: Sampling) -> Result<Instruments, Failure> {
        let held = Held::read();
        let wanted = wanted(axes);
        let profile = Rc::new(RefCell::new(Profile::new()));
        let mut targets = None;
        let mut setup = None;
        let mut slots = Vec::with_capacity(PROBES.len());
        let state = match load_owner(&wanted, held, axes, sampling, &profile) {
            Ok(made) => {
                targets = Some(Rc::clone(&made.targets));
                let probe: Box<dyn Probe> = Box::new(ProcessFork(Rc::clone(&made.targets)));
                setup = Some(made);
                State::Live { probe, liveness: None, missed_before: 0 }
            }
            Err(load_error) => State::Gone(gone(load_error)?),
        };
        slots.push(Slot { manifest: owner(), state });
        for manifest in PROBES.iter().filter(|manifest| !manifest.is_owner()) {
            let state = if wanted.iter().any(|one| one.id == manifest.id) {
                load_one(manifest, held, setup.as_ref())?
            } else {
                State::Gone(disabled())
            };
            slots.push(Slot { manifest, state });
        }
        memory::give_back();
        memory::give_back_code();
        let has_samples = wanted.iter().any(|one| one.id == "cpu_samples");
        let stacks = setup.as_ref().filter(|setup| has_samples || setup.has_stack_events);
        let mapping_bytes = stacks.map_or(0, |setup| profile.borrow_mut().follow_mappings(&setup.cpus));
        let pythons = setup.as_ref().and_then(|setup| setup.shared.pythons().ok()).map(Pythons::new);
        let javas = setup.as_ref().and_then(|setup| Javas::new(&setup.shared).ok());
        let frames_plans = setup.as_ref().and_then(|setup| FramesPlans::new(&setup.shared).ok());
        // Without it the collector reads programs that end soon by the clock alone.
        let wakeup_ring = setup.as_ref().and_then(|setup| WakeupRing::new(&setup.shared.wakeup_ring().ok()?).ok());
        let (stack_events, paths) =
            setup.map_or((None, None), |setup| (setup.opened_stack_events.take(), setup.opened_paths.take()));
        let mut instruments = Instruments {
            slots,
            targets,
            profile,
            pythons,
            javas,
            frames_plans,
            stack_events,
            paths,
            wakeup_ring,
            sampling,
            mapping_bytes,
        };
        instruments.drop_dependents();
        Ok(instruments)
    }

    /// Who is measured. `None` when nothing can be.
    pub fn targets(&self) -> Option<Rc<TargetSet>> {
        self.targets.clone()
    }

    /// Marks a probe as failed for a reason found elsewhere.
    pub fn fail(&mut self, id: &str, reason_code: &'static str, reason: &str, errno: Option<i32>, fix: &str) {
        for slot in
            self.slots.iter_mut().filter(|slot| slot.manifest.id == id && matches!(slot.state, State::Live { .. }))
        {
            let reason = format!("{reason} {}", slot.manifest.absent);
            slot.state = State::Gone(LoadError::failed(reason_code, reason, errno, fix).into_state());
        }
    }

    /// Lets a canary act under the programs and compares. Afterwards nothing of it is left in any map.
    ///
    /// # Errors
    /// When the canary cannot run, or the kernel refuses memory.
    pub fn prove(&mut self) -> Result<(), Failure> {
        let Some(targets) = self.targets() else { return Ok(()) };
        let actions = match self.run_canary(&targets) {
            Ok(actions) => actions,
            Err(Trouble::Canary(error)) => {
                return Err(Failure::new(
                    Exit::NothingMeasurable,
                    format!("The canary process could not run: {error}."),
                    "Check the container's limit on processes and that the machine is not overloaded.",
                ));
            }
            Err(Trouble::Run(failure)) => return Err(failure),
            Err(Trouble::Bpf(load_error)) => {
                self.lose(owner().id, load_error)?;
                CanaryActions::default()
            }
        };
        for slot in &mut self.slots {
            let State::Live { probe, liveness, missed_before } = &mut slot.state else { continue };
            let proved = probe.prove(&actions).and_then(|proof| probe.reset().map(|()| proof));
            *missed_before = probe.loaded().missed();
            match proved {
                Ok(proof) if proof.fires => *liveness = Some(proof.liveness),
                Ok(proof) => slot.state = State::Gone(silent(slot.manifest, proof.liveness)),
                Err(load_error) => slot.state = State::Gone(gone(load_error)?),
            }
        }
        self.drop_dependents();
        Ok(())
    }

    fn run_canary(&mut self, targets: &TargetSet) -> Result<CanaryActions, Trouble> {
        let spin_ns = SPIN_NS.max(SPIN_SAMPLES * 1_000_000_000 / u64::from(self.sampling.hz));
        let canary = Canary::fork(spin_ns).map_err(Trouble::Canary)?;
        targets.find(&[canary.pid()]).map_err(Trouble::Bpf)?;
        self.each(|probe| probe.watch_canary(canary.pid())).map_err(Trouble::Run)?;
        let now = monotonic_ns();
        targets.open(now, now + 3_600_000_000_000).map_err(Trouble::Bpf)?;
        let wakers = self.wakers();
        let drained = || {
            self.drain();
            self.probes().all(|probe| probe.has_seen_it_run())
        };
        let actions = canary.run(&wakers, drained).map_err(Trouble::Canary)?;
        targets.end_at(monotonic_ns()).map_err(Trouble::Bpf)?;
        Ok(actions)
    }

    fn lose(&mut self, id: &str, load_error: LoadError) -> Result<(), Failure> {
        let state = gone(load_error)?;
        for slot in self.slots.iter_mut().filter(|slot| slot.manifest.id == id) {
            slot.state = State::Gone(state.clone());
        }
        Ok(())
    }

    /// A probe whose need is not live cannot measure.
    fn drop_dependents(&mut self) {
        let live: Vec<&str> = self.live().map(|slot| slot.manifest.id).collect();
        for slot in &mut self.slots {
            let missing = slot.manifest.needs.iter().find(|need| !live.contains(need));
            if let (State::Live { .. }, Some(need)) = (&slot.state, missing) {
                slot.state = State::Gone(dependent(slot.manifest, need));
            }
        }
    }

    fn live(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter().filter(|slot| matches!(slot.state, State::Live { .. }))
    }

    fn probes(&mut self) -> impl Iterator<Item = &mut Box<dyn Probe>> {
        self.slots.iter_mut().filter_map(|slot| match &mut slot.state {
            State::Live { probe, .. } => Some(probe),
            State::Gone(_) => None,
        })
    }

    /// Axes of which every required probe is live.
    pub fn live_axes(&self) -> Vec<&'static str> {
        let mut axes = AXES.to_vec();
        for slot in &self.slots {
            if slot.manifest.required && matches!(slot.state, State::Gone(_)) {
                axes.retain(|axis| *axis != slot.manifest.axis);
            }
        }
        axes
    }

    /// Whether a missing capability is why a probe is gone.
    pub fn lacks_capability(&self) -> bool {
        self.slots.iter().any(|slot| matches!(&slot.state, State::Gone(ProbeState::Failed(why)) if why.reason_code == "missing_capability"))
    }

    /// Starts to keep samples.
    ///
    /// # Errors
    /// When the kernel refuses memory.
    pub fn begin(&mut self) -> Result<(), Failure> {
        self.profile.borrow_mut().begin();
        self.each(|probe| probe.begin())
    }

    /// Shows the probes the target's processes whenever that set changes.
    pub fn notice(&mut self, members: &[Member]) {
        self.profile.borrow_mut().notice(members);
        self.probes().for_each(|probe| probe.notice(members));
        self.tell_of_runtimes();
    }

    /// Descriptors to wait on.
    pub fn wakers(&mut self) -> Vec<RawFd> {
        let stack_events = self.stack_events.as_ref().map(|events| events.wakers());
        let paths = self.paths.as_ref().map(|paths| paths.waker());
        let wakeup_ring = self.wakeup_ring.as_ref().map(WakeupRing::waker);
        let probes = self.probes().flat_map(|probe| probe.wakers());
        probes.chain(stack_events.into_iter().flatten()).chain(paths).chain(wakeup_ring).collect()
    }

    /// Empties rings.
    pub fn drain(&mut self) {
        if let Some(wakeup_ring) = &self.wakeup_ring {
            wakeup_ring.clear();
        }
        self.probes().for_each(|probe| probe.drain());
        if let Some(events) = &self.stack_events {
            events.drain();
        }
        if let Some(paths) = &self.paths {
            paths.drain();
        }
        self.profile.borrow_mut().drained();
        self.ask_for_rest();
        // An interpreter may have been loaded since, a thread been started.
        self.tell_of_runtimes();
    }

    fn ask_for_rest(&self) {
        let targets = self.targets.as_ref().filter(|_| self.profile.borrow().lacks_rest());
        // Where the kernel refuses, stacks end early as before, and say so.
        let _ = targets.map(|targets| targets.want_rest(self.sampling.stack_bytes));
    }

    fn tell_of_runtimes(&mut self) {
        if let Some(pythons) = &mut self.pythons {
            pythons.sync(&mut self.profile.borrow_mut());
        }
        if let Some(javas) = &mut self.javas {
            javas.sync(&mut self.profile.borrow_mut());
        }
        if let Some(plans) = &mut self.frames_plans {
            plans.sync(&mut self.profile.borrow_mut());
        }
    }

    /// Accounts for what was going on when the window ended.
    ///
    /// # Errors
    /// When the kernel refuses memory.
    pub fn close(&mut self, end_ns: u64) -> Result<(), Failure> {
        self.each(|probe| probe.close(end_ns))?;
        self.stack_events.as_ref().map_or(Ok(()), |events| events.close()).map_err(LoadError::into_failure)
    }

    /// Tells which executable each process ran, before the axes are read.
    pub fn name_builds(&mut self, processes: &[Process]) {
        let builds = processes.iter().map(|process| (process.pid, process.exe_sha256.as_str()));
        self.profile.borrow_mut().name_builds(builds);
    }

    /// Reads every axis that is complete.
    ///
    /// # Errors
    /// When the kernel refuses memory.
    pub fn collect(&mut self) -> Result<Axes, Failure> {
        let mut axes = Axes::default();
        self.each(|probe| probe.collect(&mut axes))?;
        let live = self.live_axes();
        for axis in AXES.iter().filter(|axis| !live.contains(axis)) {
            axes.remove(axis);
        }
        Ok(axes)
    }

    fn each(&mut self, mut step: impl FnMut(&mut Box<dyn Probe>) -> Result<(), LoadError>) -> Result<(), Failure> {
        for slot in &mut self.slots {
            let State::Live { probe, .. } = &mut slot.state else { continue };
            if let Err(load_error) = step(probe) {
                slot.state = State::Gone(gone(load_error)?);
            }
        }
        self.drop_dependents();
        Ok(())
    }

    /// Gives each process its part of what was counted, where the axis was measured. A pid that was given away within
    /// the window belongs to the last process that had it.
    ///
    /// # Errors
    /// When the kernel refuses memory.
    pub fn share_out(&self, axes: &Axes, members: &[Member], processes: &mut [Process]) -> Result<(), Failure> {
        let profile = self.profile.borrow();
        let hits = self.hits()?;
        let live = self.slots.iter().filter(|slot| matches!(slot.state, State::Live { .. }));
        let counted: Vec<&Manifest> = live.map(|slot| slot.manifest).collect();
        let mut left: HashMap<u32, &Member> = members.iter().map(|member| (member.pid, member)).collect();
        for process in processes.iter_mut().rev() {
            let Some(member) = left.remove(&process.pid) else { continue };
            let own = Hits::of_process(&hits, member.row);
            process.cpu_ns = axes.cpu_time.as_ref().map(|_| own.map_or(member.cpu_ns, |own| own.cpu_ns));
            // Of a Go program it is known from the file.
            process.runtime = profile.runtime_of(member.pid).or(process.runtime.take());
            process.samples = axes.cpu_stacks.as_ref().map(|_| profile.samples_of(member.pid));
            process.hits = own.map(|own| {
                let by_probe = counted.iter().map(|probe| (probe.id, own.of[probe.number as usize]));
                by_probe.filter(|(_, hits)| *hits > 0).collect()
            });
        }
        Ok(())
    }

    /// Events of all probes, a row for each process.
    fn hits(&self) -> Result<Vec<ProcessHits>, Failure> {
        let hits = self.targets.as_ref().map_or(Ok(Vec::new()), |targets| targets.hits());
        hits.map_err(LoadError::into_failure)
    }

    /// Kernel memory of maps and rings.
    pub fn map_bytes(&mut self) -> u64 {
        let stack_events = self.stack_events.as_ref().map_or(0, |events| events.ring_bytes());
        self.mapping_bytes
            + stack_events
            + self.probes().map(|probe| probe.loaded().map_bytes() + probe.ring_bytes()).sum::<u64>()
    }

    /// Memory so far, the collector's own and the kernel's for it.
    pub fn memory(&mut self) -> Memory {
        Memory { peak_rss_bytes: memory::peak_rss_bytes(), map_bytes: self.map_bytes(), estimated_bytes: None }
    }

    /// Each probe's result, in the order of the registry.
    ///
    /// # Errors
    /// When the kernel refuses memory.
    pub fn results(&self) -> Result<Vec<ProbeResult>, Failure> {
        let hits = self.hits()?;
        let mut results = Vec::with_capacity(self.slots.len());
        for slot in &self.slots {
            let state = match &slot.state {
                State::Gone(state) => state.clone(),
                State::Live { probe, liveness, missed_before } => {
                    let seen = Hits::of_probe(&hits, slot.manifest);
                    match measured(probe.as_ref(), liveness.clone(), *missed_before, seen) {
                        Ok(state) => state,
                        Err(load_error) => gone(load_error)?,
                    }
                }
            };
            let Manifest { id, axis, required, semantics, attach, .. } = slot.manifest;
            let other = match &slot.state {
                State::Live { probe, .. } => probe.attached_as(),
                State::Gone(_) => None,
            };
            let attach = other.unwrap_or(AttachPoint { kind: attach.kind, symbol: attach.symbol });
            results.push(ProbeResult { id, axis, required: *required, semantics: *semantics, attach, state });
        }
        results.sort_by_key(|result| PROBES.iter().position(|manifest| manifest.id == result.id));
        Ok(results)
    }
}

enum Trouble {
    Run(Failure),
    Canary(io::Error),
    Bpf(LoadError),
}
