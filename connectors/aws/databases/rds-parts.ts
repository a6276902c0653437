/** Parts that servers and clusters have in common. */
import type { CertificateDetails, VpcSecurityGroupMembership } from '@aws-sdk/client-rds';
import type { DataOf } from '../../../catalog/index.ts';
import { need } from '../access/need.ts';
import { known, timeOf } from '../members.ts';

type Instance = DataOf<'databases.listInstances'>['instances'][number];

/** Names only, sorted: the values hold the next password. */
export function toPendingChanges(pending: object | undefined): string[] {
  return Object.entries(pending ?? {})
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .toSorted();
}

export function toSecurityGroups(
  groups: readonly VpcSecurityGroupMembership[] | undefined,
): Instance['securityGroups'] {
  return (groups ?? []).map(({ VpcSecurityGroupId, Status }) => ({
    id: need(VpcSecurityGroupId, 'VpcSecurityGroups[].VpcSecurityGroupId'),
    ...known({ state: Status }),
  }));
}

export function toCertificate(details: CertificateDetails | undefined, authority?: string): Instance['certificate'] {
  const told = known({ authority: details?.CAIdentifier ?? authority, expiresAt: timeOf(details?.ValidTill) });
  return Object.keys(told).length === 0 ? undefined : told;
}
