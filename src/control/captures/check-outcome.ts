/** Looks into what a Profiler reported before it is stored: a bundle must be whole and belong to the request and the node. */
import type { CaptureOutcome } from '../../tunnel/messages.ts';
import type { BundleDesk } from '../bundles/bundle-desk.ts';
import type { ReportedOutcome } from './capture-queue.ts';
import { reasonOf } from './reasons.ts';

export type CheckedOutcome = Pick<ReportedOutcome, 'report' | 'bundle'>;

const maxReasonLength = 4000;

/** A push whose bundle cannot be accepted becomes `failed: bundle_rejected`; nothing of it is stored. */
export async function checkOutcome(
  report: CaptureOutcome,
  { organization, instance, bundles }: { organization: string; instance: string; bundles: Pick<BundleDesk, 'check'> },
): Promise<CheckedOutcome> {
  const { bundle: encoded = '', ...rest } = report;
  const reason = { code: cleanText(rest.reason.code, 64), text: cleanText(rest.reason.text, maxReasonLength) };
  if (report.outcome !== 'pushed') return { report: { ...rest, reason }, bundle: undefined };
  const checked = await bundles.check(organization, { encoded, requestId: report.request_id, instance });
  if ('bundle' in checked) return { report: { ...rest, reason }, bundle: checked.bundle };
  const rejected = reasonOf('bundle_rejected', `(${cleanText(checked.rejected, 500)})`);
  return { report: { ...rest, outcome: 'failed', reason: rejected }, bundle: undefined };
}

/** A store may refuse some control characters, and a log must not be steered by them. */
export function cleanText(text: string, maxLength: number): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, maxLength);
}
