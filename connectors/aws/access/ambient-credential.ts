/**
 * The credential that the workload is given by where it runs, asked for through this connector's own way
 * out. The one file of this connector that looks beside its context: at what the platform put there.
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

/** @throws Fault `credential_rejected` naming the place that was looked at. */
export function readAmbientCredential(
  context: AwsContext,
  env: WorkloadPlace['env'] = process.env,
): Promise<AwsCredential> {
  return readWorkloadCredential({ env, clock: context.clock, assume: (identity) => assumeRole(context, identity) });
}

async function assumeRole(context: AwsContext, { role, token }: WebIdentity): Promise<AwsCredential> {
  const [{ STSClient, AssumeRoleWithWebIdentityCommand }, { ask }] = await Promise.all([
    import('@aws-sdk/client-sts'),
    import('./ask.ts'),
  ]);
  const { Credentials: given } = await ask(context, {
    call: 'sts:AssumeRoleWithWebIdentity',
    region: configuredRegions(context)[0],
    Client: STSClient,
    command: new AssumeRoleWithWebIdentityCommand({
      RoleArn: role,
      RoleSessionName: 'farol-agent',
      WebIdentityToken: token,
    }),
    anonymous: true,
  });
  return toCredential(given);
}
