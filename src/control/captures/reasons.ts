/** Reasons the control plane itself gives; the Profiler's own come with its answers. */
import type { CaptureReason } from '../../tunnel/messages.ts';

export const reasons = {
  not_in_target_list:
    'No live Profiler lists this process in its target list. Add it to the list file of the node that runs it.',
  no_such_process: 'The process is listed, but it does not run on any live node.',
  profiler_disabled: 'The Profiler was disabled for this organization while the request was open.',
  profiler_lost:
    'The Profiler that took the request did not report an outcome in time. Look at its log and at the Fleet page.',
  bundle_rejected:
    'The bundle that the Profiler sent could not be accepted. Use the same version of Profiler and control plane.',
} as const;

export type ControlReason = keyof typeof reasons;

export function reasonOf(code: ControlReason): CaptureReason {
  return { code, text: reasons[code] };
}
