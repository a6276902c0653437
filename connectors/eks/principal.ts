/** Which identity asks, as an access entry names it. Needs no permission: everybody may ask who they are. */
import { Fault } from '../../src/core/fault.ts';
import { ask } from '../aws/access/ask.ts';
import { toPrincipal } from '../aws/access/to-principal.ts';
import { configuredCluster, type EksContext } from './context.ts';

/** Undefined when AWS does not say. */
export async function principalOf(context: EksContext): Promise<string | undefined> {
  const { STSClient: Client, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts');
  const { region } = configuredCluster(context);
  try {
    const command = new GetCallerIdentityCommand({});
    const { Arn } = await ask(context, { call: 'sts:GetCallerIdentity', region, Client, command });
    // An access entry names the role, and not its session.
    return Arn === undefined ? undefined : toPrincipal(Arn);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return undefined;
  }
}

/** What to add to a remedy, once the identity is known. */
export function namedIn(remedy: string, principal: string | undefined): string {
  if (principal === undefined) return remedy;
  const path = principal.includes(':role/') ? ' (with its path, if the role has one)' : '';
  return `${remedy} The identity is ${principal}${path}.`;
}
