/** Compute Optimizer assesses accounts that enrolled, and no others. Not being enrolled is a setting, never a missing permission. */
import type { GetEnrollmentStatusCommandOutput as Enrolment } from '@aws-sdk/client-compute-optimizer';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import type { Missing } from '../../parts.ts';

const feature = 'Compute Optimizer';

export async function readEnrolment(context: AwsContext, region: string): Promise<Enrolment> {
  const { ComputeOptimizerClient: Client, GetEnrollmentStatusCommand } =
    await import('@aws-sdk/client-compute-optimizer');
  const command = new GetEnrollmentStatusCommand({});
  return ask(context, { call: 'compute-optimizer:GetEnrollmentStatus', region, Client, command });
}

const noGrant = 'No permission is missing; the first recommendations come within a day.';

/** Says in `missing` when recommendations are still to come. @throws Fault `feature_disabled` when there can be none. */
export function checkEnrolment({ status, statusReason }: Enrolment, missing: Missing): void {
  if (status === 'Inactive') {
    const remedy = `Enrol the account, or the organization, in Compute Optimizer: open its console and opt in. ${noGrant}`;
    throw new Fault('feature_disabled', { feature }, remedy);
  }
  if (status === 'Failed') {
    const reason = statusReason === undefined ? '' : ` (${statusReason})`;
    const remedy = `Enrol the account in Compute Optimizer again: it says that enrolling failed${reason}. ${noGrant}`;
    throw new Fault('feature_disabled', { feature }, remedy);
  }
  if (status === 'Pending') {
    missing.push('The account is still being enrolled in Compute Optimizer: recommendations come within a day.');
  }
}
