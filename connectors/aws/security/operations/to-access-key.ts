import type { AccessKeyLastUsed, AccessKeyMetadata } from '@aws-sdk/client-iam';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { known, timeOf } from '../../members.ts';

type Key = DataOf<'security.auditAccessKeys'>['keys'][number];

/** What AWS returned about the last use of a key; its members are undefined when it was never used. */
export interface LastUse {
  readonly used: AccessKeyLastUsed | undefined;
}

export function toAccessKey(key: AccessKeyMetadata, owner: string, lastUse: LastUse | undefined): Key {
  return {
    id: need(key.AccessKeyId, 'AccessKeyMetadata[].AccessKeyId'),
    owner,
    state: states[key.Status ?? ''] ?? 'unknown',
    isManagedByProvider: false,
    ...toUse(lastUse),
    ...known({ createdAt: timeOf(key.CreateDate) }),
  };
}

const states: Readonly<Record<string, Key['state']>> = { Active: 'active', Inactive: 'inactive', Expired: 'expired' };

/** A key without a date was not used since April 2015, when AWS began to record it; service and region are then `N/A`. */
function toUse(lastUse: LastUse | undefined): Pick<Key, 'use' | 'lastUsedAt' | 'lastUsedService' | 'lastUsedRegion'> {
  if (lastUse === undefined) return { use: 'not_told' };
  const { LastUsedDate, ServiceName, Region } = lastUse.used ?? {};
  if (LastUsedDate === undefined) return { use: 'never' };
  return {
    use: 'used',
    ...known({
      lastUsedAt: timeOf(LastUsedDate),
      lastUsedService: ServiceName === 'N/A' ? undefined : ServiceName,
      lastUsedRegion: Region === 'N/A' ? undefined : Region,
    }),
  };
}
