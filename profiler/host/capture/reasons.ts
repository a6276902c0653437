/** Every reason a Profiler gives, as a closed list: code for programs, sentence for people. */
import type { CaptureReason } from '../../../src/tunnel/messages.ts';

export const sentences = {
  not_in_target_list: 'The process is not in the target list of this Profiler.',
  target_list_refused:
    'The collector (ptop) does not accept the target list, because a user other than root could have written it, or it is not a list.',
  no_such_process: 'The process is listed, but none with that name runs on this node.',
  too_many_processes:
    'More processes of that name run on this node than one capture can measure. List a namespace with it, or a narrower name.',
  busy: 'This Profiler is measuring another target.',
  measured: 'The capture was measured and pushed.',
  no_events: 'The probes were verified to work, but the process did nothing in the window.',
  target_restarted:
    'Every process of the target ended inside the window, so the capture would mix two runs. Capture again when it is stable.',
  nothing_measured: 'Nothing could be measured.',
  target_gone: 'The process ended before the window opened.',
  collector_killed: 'The collector (ptop) was killed by a signal, and no OOM kill is recorded in the container cgroup.',
  bundle_too_large: 'The capture was measured, but its bundle exceeds a limit.',
  collector_no_memory: 'The kernel refused memory for the collector. Raise the memory limit of the container.',
  collector_no_room: 'The capture was refused before it began: it could take more memory than the container has free.',
  collector_failed: 'The collector failed.',
  collector_timeout: 'The collector did not finish in time and was ended.',
  profiler_restarted: 'The Profiler was restarted while it measured.',
  outcome_dropped:
    'The capture was measured, but its bundle was discarded before the control plane stored it. Capture again when the Profiler reaches its control plane.',
  aborted: 'The control plane ended the capture.',
} as const;

/** `detail` follows the sentence. */
export function reasonFor(code: keyof typeof sentences, detail?: string): CaptureReason {
  const text = detail === undefined || detail === '' ? sentences[code] : `${sentences[code]} ${detail}`;
  return { code, text };
}

/** Its beginning is fixed by the specification; the limits of the container follow. */
export function oomReason(limits: string): CaptureReason {
  return {
    code: 'collector_oom',
    text: `collector (ptop) was killed by SIGKILL — OOM kill recorded in the container cgroup; ${limits}`,
  };
}
