/** The closed list of reasons the control plane itself gives; a Profiler's own come with its answers. */
import type { CaptureReason } from '../../tunnel/messages.ts';

export const reasons = {
  not_in_target_list:
    'No live Profiler lists this process in its target list. Add it to the list file of the node that runs it.',
  no_such_process: 'The process is listed, but it does not run on any live node.',
  no_answer:
    'A live Profiler did not answer the offer, so it is not known whether the process runs there. Check its log and the clock of its node.',
  profiler_disabled: 'The Profiler was disabled for this organization while the request was open.',
  profiler_lost:
    'The Profiler that accepted the request did not report an outcome in time. Check its log and the Fleet page.',
  expired:
    'No Profiler accepted the request in time. A capture now could measure a version other than the requested one, so none was started.',
  cancelled: 'The request was cancelled before it ended.',
  request_ended: 'The request had ended before this Profiler accepted it; the capture is no longer needed.',
  bundle_rejected:
    'The bundle that the Profiler sent could not be accepted. Use the same version of Profiler and control plane.',
} as const;

export type ControlReason = keyof typeof reasons;

/** `detail` follows the sentence. */
export function reasonOf(code: ControlReason, detail?: string): CaptureReason {
  return { code, text: detail === undefined || detail === '' ? reasons[code] : `${reasons[code]} ${detail}` };
}
