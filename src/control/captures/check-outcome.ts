/** Looks into what a Profiler pushed before it is stored: a bundle must be whole and belong to the request and the node. */
import { BundleError, decodeBundle } from '../../../profiler/witness/encode.ts';
import type { CaptureOutcome } from '../../tunnel/messages.ts';
import type { ReportedOutcome } from './capture-queue.ts';
import { reasonOf } from './reasons.ts';

export type CheckedOutcome = Pick<ReportedOutcome, 'report' | 'bundle'>;

const maxReasonLength = 4000;

/** A push whose bundle cannot be accepted becomes `failed: bundle_rejected`; nothing of it is kept. */
export function checkOutcome(report: CaptureOutcome, instance: string): CheckedOutcome {
  const { bundle: encoded, ...rest } = report;
  const reason = { code: cleanText(rest.reason.code, 64), text: cleanText(rest.reason.text, maxReasonLength) };
  if (report.outcome !== 'pushed') return { report: { ...rest, reason }, bundle: undefined };
  const bytes = Buffer.from(encoded ?? '', 'base64');
  try {
    const { id, bundle } = decodeBundle(bytes);
    if (bundle.request.request_id !== report.request_id) throw new BundleError('the bundle belongs to another request');
    if (bundle.instance !== instance) throw new BundleError('the bundle belongs to another instance');
    const kept = { id, bytes, recorded: bundle.recorded, namespace: bundle.target.namespace };
    return { report: { ...rest, reason }, bundle: kept };
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const rejected = reasonOf('bundle_rejected', `(${cleanText(error.message, 500)})`);
    return { report: { ...rest, outcome: 'failed', reason: rejected }, bundle: undefined };
  }
}

/** A store may refuse some control characters, and a log must not be steered by them. */
export function cleanText(text: string, maxLength: number): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, maxLength);
}
