/** What everything in QuickSight has: an id, a name and times. */
import type { DataOf } from '../../../catalog/index.ts';
import { known, timeOf } from '../members.ts';

export interface VendorAsset {
  readonly Arn?: string | undefined;
  readonly Name?: string | undefined;
  readonly CreatedTime?: Date | undefined;
  readonly LastUpdatedTime?: Date | undefined;
}

type Asset = Pick<
  DataOf<'bi.listAnalyses'>['analyses'][number],
  'id' | 'identifier' | 'name' | 'createdAt' | 'updatedAt'
>;

export function toAsset(id: string, { Arn, Name, CreatedTime, LastUpdatedTime }: VendorAsset): Asset {
  return {
    id,
    ...known({ identifier: Arn, name: Name, createdAt: timeOf(CreatedTime), updatedAt: timeOf(LastUpdatedTime) }),
  };
}

export interface VendorProblem {
  readonly Type?: string | undefined;
  readonly Message?: string | undefined;
}

interface Problem {
  readonly kind?: string;
  readonly message?: string;
}

export function toProblem({ Type, Message }: VendorProblem): Problem {
  return known({ kind: Type, message: Message });
}
