/** Looks into what a Profiler pushed before it is stored: a bundle must be whole and belong to the request. */
import { BundleError, decodeBundle } from '../../../profiler/witness/encode.ts';
import type { CaptureOutcome } from '../../tunnel/messages.ts';
import type { ReportedOutcome } from './capture-queue.ts';
import { reasonOf } from './reasons.ts';

export type CheckedOutcome = Pick<ReportedOutcome, 'report' | 'bundle'>;

/** A push whose bundle cannot be accepted becomes `failed: bundle_rejected`; nothing of it is kept. */
export function checkOutcome(report: CaptureOutcome): CheckedOutcome {
  const { bundle: encoded, ...rest } = report;
  if (report.outcome !== 'pushed') return { report: rest, bundle: undefined };
  const bytes = Buffer.from(encoded ?? '', 'base64');
  try {
    const { id, bundle } = decodeBundle(bytes);
    if (bundle.request.request_id !== report.request_id) throw new BundleError('the bundle belongs to another request');
    return { report: rest, bundle: { id, bytes, recorded: bundle.recorded } };
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const { code, text } = reasonOf('bundle_rejected');
    return {
      report: { ...rest, outcome: 'failed', reason: { code, text: `${text} (${error.message})` } },
      bundle: undefined,
    };
  }
}
