/** Who acts on each reason of a capture, and how. */
import type { sentences } from '../../../profiler/host/capture/reasons.ts';
import type { ControlReason } from '../../../src/control/captures/reasons.ts';

const again = 'The caller captures again.';
const memory = 'The operator of the node raises the memory limit of the container, or shortens the target list.';
const report = 'The operator of the node reads the log of the Profiler; if it says no more, the developers of Farol.';

export const profilerActions: Readonly<Record<keyof typeof sentences | 'collector_oom', string>> = {
  not_in_target_list: 'The operator of the node adds the process to the target list, or the caller corrects its name.',
  target_list_refused:
    'The operator of the node makes root the owner of the list and of every folder above it, or mounts it read-only.',
  no_such_process: 'The caller captures while the process runs, or corrects the name: it is compared whole.',
  too_many_processes: 'The operator of the node lists the process with a namespace, or under a narrower name.',
  busy: 'Nobody: it is offered again.',
  measured: 'Nobody: this is success.',
  no_events: 'The caller captures while the process works.',
  target_restarted: again,
  nothing_measured: 'The operator of the node reads the reason of each axis in the capture, and `ptop selftest`.',
  target_gone: again,
  collector_killed:
    'The operator of the node finds who sent the signal; `dmesg` shows an OOM kill outside the container.',
  bundle_too_large: 'The caller shortens the window.',
  collector_no_memory: memory,
  collector_no_room: memory,
  collector_failed: report,
  collector_timeout: report,
  profiler_restarted: again,
  outcome_dropped:
    'The operator of the node restores the connection to the control plane; then the caller captures again.',
  aborted: 'Nobody: a person cancelled it, or the Profiler was disabled.',
  collector_oom: memory,
};

export const controlActions: Readonly<Record<ControlReason, string>> = {
  not_in_target_list: profilerActions.not_in_target_list,
  no_such_process: profilerActions.no_such_process,
  no_answer: 'The operator of the node reads the log of the Profiler and sets the clock of the node.',
  profiler_disabled: 'An owner or admin enables the Profiler under Settings, Profiler.',
  profiler_lost: 'The operator of the node restores the Profiler; then the caller captures again.',
  expired: 'The operator of the node starts a Profiler; then the caller captures again.',
  cancelled: 'Nobody: a person did it, and the record says who.',
  request_ended: 'Nobody.',
  bundle_rejected: 'The operator runs the same version of Profiler and control plane.',
};
