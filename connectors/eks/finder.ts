/** How this connector finds its cluster, and proves to it who it is. */
import type { Cluster, ClusterFinder } from '../kubernetes/cluster/cluster.ts';
import { readCredential } from '../aws/access/credentials.ts';
import { configuredCluster, type EksContext } from './context.ts';
import { findCluster, forgetCluster, type FoundCluster } from './find-cluster.ts';
import { symptoms } from './symptoms.ts';
import { signToken } from './token.ts';
import { unreachable } from './unreachable.ts';

export const finder: ClusterFinder<EksContext, FoundCluster & Cluster> = {
  variable: 'EKS_CLUSTER',
  symptoms,
  nameOf: (context) => configuredCluster(context).name,
  async find(context) {
    const cluster = await findCluster(context);
    // To assume a role needs a place among the calls, which a call that waits for its session would hold.
    await readCredential(context);
    return { ...cluster, options: { tls: { ca: cluster.ca }, authorize: () => authorize(context, cluster) } };
  },
  explain(fault, cluster, context) {
    if (fault.kind === 'upstream_down' && 'code' in fault.data) forgetCluster(context);
    return unreachable(fault, cluster);
  },
};

/** Signed again for every try, so that no token is ever held, renewed or found too old. */
async function authorize(
  context: EksContext,
  { name, region }: Pick<FoundCluster, 'name' | 'region'>,
): Promise<Record<string, string>> {
  const credential = await readCredential(context);
  const token = signToken(credential, { cluster: name, region, nowMs: context.clock.now() });
  return { authorization: `Bearer ${token}` };
}
