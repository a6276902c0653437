import { Fault } from '../../../../../src/core/fault.ts';
import type { AwsContext } from '../../../access/context.ts';
import { chooseRegion } from '../../../access/regions.ts';

export interface ClusterPlace {
  readonly region?: string | undefined;
  readonly zone?: string | undefined;
}

/** @throws Fault `invalid_arguments` for a zone: every cluster of EKS is of a whole region. */
export function clusterRegion(context: AwsContext, { region, zone }: ClusterPlace): string {
  if (zone === undefined) return chooseRegion(context, region);
  const remedy = 'Leave the zone out and name the region: a cluster of EKS belongs to a whole region.';
  throw new Fault('invalid_arguments', { field: 'zone' }, remedy);
}
