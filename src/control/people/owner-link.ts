/**
 * Sign-in for the operator of the machine: a one-time link for an owner, made without being
 * signed in. At the first start it makes the first owner; later it signs in the one who joined first.
 * Access to the store is the authorisation: its holder could write any row.
 */
import type { Secret } from '../../core/secret.ts';
import { operator } from '../acts/record-act.ts';
import type { Links } from './links.ts';
import type { Member, Members } from './members.ts';

/** Earlier links of this kind stop working: the newest one is the one that was seen. */
export async function mintOwnerLink(
  { links, members }: { links: Links; members: Members },
  organization: string,
  chosen?: Member,
): Promise<Secret> {
  const owner = chosen ?? (await members.listOwners(organization))[0];
  await links.withdrawOperatorLinks(organization);
  const { token } = await links.mint({
    organization,
    name: owner?.name ?? 'Owner',
    role: 'owner',
    createdBy: operator.name,
    ...(owner !== undefined && { person: owner.id }),
  });
  return token;
}
