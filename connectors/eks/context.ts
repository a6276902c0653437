import type { ConnectorContext } from '../../src/connector/context.ts';
import { configuredRegions } from '../aws/access/regions.ts';
import type { manifest } from './manifest.ts';

export type EksContext = ConnectorContext<typeof manifest>;

export interface ClusterPlace {
  readonly name: string;
  readonly region: string;
}

export function configuredCluster(context: EksContext): ClusterPlace {
  const { config } = context;
  // Required, so it is there whenever anything runs.
  const name = config.text('EKS_CLUSTER') ?? '';
  return { name, region: config.text('EKS_REGION') ?? configuredRegions(context)[0] };
}
