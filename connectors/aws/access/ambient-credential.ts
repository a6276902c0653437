/**
 * The credential that the platform gives to the workload, requested through this connector's own client.
 * Only this file reads outside its context: the variables and files that the platform sets.
 */
import {
  type AwsCredential,
  readWorkloadCredential,
  toCredential,
  type WebIdentity,
  type WorkloadPlace,
} from '../../../src/cloud/aws/workload-credential.ts';
import type { AwsContext } from './context.ts';
import { configuredRegions } from './regions.ts';
import { send, toAwsFault } from './send.ts';

/** @throws Fault `credential_rejected` naming the place that was read. */
export function readAmbientCredential(
  context: AwsContext,
  env: WorkloadPlace['env'] = process.env,
): Promise<AwsCredential> {
  return readWorkloadCredential({ env, clock: context.clock, assume: (identity) => assumeRole(context, identity) });
}

/** The library does not sign this call, but reads a credential all the same. */
const unsigned: AwsCredential = { accessKeyId: '', secretAccessKey: '' };

async function assumeRole(context: AwsContext, { role, token }: WebIdentity): Promise<AwsCredential> {
  const { STSClient: Client, AssumeRoleWithWebIdentityCommand } = await import('@aws-sdk/client-sts');
  const command = new AssumeRoleWithWebIdentityCommand({
    RoleArn: role,
    RoleSessionName: 'farol-agent',
    WebIdentityToken: token,
  });
  const question = {
    call: 'sts:AssumeRoleWithWebIdentity',
    region: configuredRegions(context)[0],
    Client,
    command,
  } as const;
  try {
    const { Credentials: given } = await send(context, question, () => Promise.resolve(unsigned));
    return toCredential(given);
  } catch (error) {
    throw toAwsFault(context, question, error);
  }
}
