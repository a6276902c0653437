/** One further cheap call that distinguishes the causes of an ambiguous refusal. It needs no permission: every identity may ask who it is. */
import { refineFault } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import { ask } from './ask.ts';
import { readBaseCredential, readCredential } from './credentials.ts';
import { toPrincipal } from './to-principal.ts';
import type { AwsContext } from './context.ts';
import { configuredRegions, homeRegion } from './regions.ts';

interface AwsProbe {
  readonly tells: string;
  run(fault: Fault, context: AwsContext): Promise<Fault>;
}

export const probes: Readonly<Record<'region' | 'denial' | 'base', AwsProbe>> = {
  region: {
    tells: 'Whether the credential works in other regions, which means that only this region is not opted in.',
    async run(fault, context) {
      const [first, ...others] = configuredRegions(context);
      for (const region of new Set([homeRegion(context), ...others])) {
        if (region !== first && (await identityIn(context, region)) !== undefined) {
          return regionOff(fault, first, [region]);
        }
      }
      return fault;
    },
  },
  denial: {
    tells: 'Which identity was denied, so that the right policy is changed.',
    async run(fault, context) {
      const identity = await identityIn(context, configuredRegions(context)[0]);
      if (identity === undefined || !(fault instanceof Fault) || fault.kind !== 'permission_missing') return fault;
      const { data } = fault as Fault<'permission_missing'>;
      if (fault.remedy.includes(identity)) return fault;
      return refineFault(fault, 'permission_missing', data, `${fault.remedy} The identity is ${identity}.`);
    },
  },
  base: {
    tells: 'Which base credential may not assume the role, where AWS did not say so.',
    async run(fault, context) {
      const identity = await identityIn(context, configuredRegions(context)[0], readBaseCredential);
      if (identity === undefined || fault.kind !== 'permission_missing') return fault;
      const { data } = fault as Fault<'permission_missing'>;
      const principal = toPrincipal(identity);
      if (fault.remedy.includes(principal)) return fault;
      return refineFault(fault, 'permission_missing', data, `${fault.remedy} The base credential is ${principal}.`);
    },
  },
};

/** @returns what health and a refusal say of a region that rejects a working credential. */
export function regionOff(fault: Fault, region: string, works: readonly string[]): Fault {
  return refineFault(
    fault,
    'feature_disabled',
    { feature: `region ${region}` },
    `The credential works in ${works.join(', ')} but not in ${region}: opt the account in to ${region}, or remove it from AWS_REGIONS. Do not rotate the credential.`,
  );
}

/** Undefined when that cannot be found out either. */
export async function identityIn(
  context: AwsContext,
  region: string,
  credential = readCredential,
): Promise<string | undefined> {
  const { STSClient: Client, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  try {
    const command = new GetCallerIdentityCommand({});
    return (await ask(context, { call: 'sts:GetCallerIdentity', region, Client, command }, credential)).Arn;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}
