/**
 * The credential that signs: the configured keys, or those that the platform gives to the workload, and where the
 * settings name a role, the session of that role. Never a developer's own.
 */
import type { AwsCredential } from '../../../src/cloud/aws/workload-credential.ts';
import { Fault } from '../../../src/core/fault.ts';
import { readAmbientCredential } from './ambient-credential.ts';
import { type Base, readAssumedRole } from './assumed-role.ts';
import type { AwsContext } from './context.ts';

export type Credential = AwsCredential;

/** @throws Fault `credential_rejected` when there is none, naming the places that were searched; as `readAssumedRole`. */
export async function readCredential(context: AwsContext): Promise<Credential> {
  const role = context.config.text('AWS_ASSUME_ROLE_ARN');
  const base = await findBase(context);
  return role === undefined ? base.read() : readAssumedRole(context, role, base);
}

/** Without the role. @throws Fault as `readCredential`. */
export async function readBaseCredential(context: AwsContext): Promise<Credential> {
  return (await findBase(context)).read();
}

async function findBase(context: AwsContext): Promise<Base> {
  if (context.config.text('RUNNER_AWS_CRED_MODE') === 'chain') {
    return { id: 'chain', read: () => readAmbientCredential(context) };
  }
  const keys = await readKeys(context);
  return { id: JSON.stringify(keys), read: () => Promise.resolve(keys) };
}

async function readKeys(context: AwsContext): Promise<Credential> {
  const [key, secret, token] = [
    await context.secrets.read('AWS_ACCESS_KEY_ID'),
    await context.secrets.read('AWS_SECRET_ACCESS_KEY'),
    await context.secrets.read('AWS_SESSION_TOKEN'),
  ];
  if (key === undefined) throw missing('AWS_ACCESS_KEY_ID');
  if (secret === undefined) throw missing('AWS_SECRET_ACCESS_KEY');
  return {
    accessKeyId: key.reveal().trim(),
    secretAccessKey: secret.reveal().trim(),
    ...(token !== undefined && { sessionToken: token.reveal().trim() }),
  };
}

function missing(variable: string): Fault {
  return new Fault(
    'not_configured',
    { variable },
    `Set ${variable}, or RUNNER_AWS_CRED_MODE=chain to use the workload's own role.`,
  );
}
