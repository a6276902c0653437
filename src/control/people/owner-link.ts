/**
 * Sign-in for the operator of the machine: a one-time link for an owner, made without being
 * signed in. At the first start it makes the first owner; later it signs in the one who joined first.
 * Access to the store is the authorisation: its holder could write any row.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Secret } from '../../core/secret.ts';
import { operator } from '../acts/record-act.ts';
import type { Links } from './links.ts';
import type { Member, Members } from './members.ts';
import { systemDisk } from '../../tunnel/identity/disk.ts';
import { replaceFile } from '../../tunnel/identity/replace-file.ts';

/** Of somebody who has not said their own. */
export const firstOwnerName = 'Owner';

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
    name: owner?.name ?? firstOwnerName,
    role: 'owner',
    createdBy: operator.name,
    ...(owner !== undefined && { person: owner.id }),
  });
  return token;
}

/**
 * Where the first sign-in link waits for the operator: a file that only the user of this process
 * reads. Standard output is no place for it, because service managers and containers keep what is
 * printed, for longer and for more readers than the link has.
 */
export class OwnerLinkFile {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = path.join(dataDir, 'owner-link');
  }

  /** Mode 0600, replaced as a whole. */
  async write(link: string): Promise<void> {
    await replaceFile(systemDisk, this.path, Buffer.from(`${link}\n`));
  }

  /** Once the link was used, replaced or has expired. */
  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }
}
