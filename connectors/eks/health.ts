/** Two checks for two layers: AWS tells where the cluster is, and the cluster tells what the Agent may read there. */
import type { Checks } from '../../src/connector/connector.ts';
import { clusterRoleName } from '../kubernetes/cluster/cluster-role.ts';
import { checkRights } from '../kubernetes/cluster/rights.ts';
import { findAnew } from './find-cluster.ts';
import { finder } from './finder.ts';
import type { manifest } from './manifest.ts';
import { namedIn, principalOf } from './principal.ts';
import { bindingRemedy } from './symptoms.ts';

export const checks = {
  cluster_found: {
    async run(context) {
      const { name, region, isPublic } = await findAnew(context);
      const summary = `AWS returns the ${isPublic ? 'public' : 'private'} address of the cluster ${name} in ${region}.`;
      return { status: 'ok', summary, held: ['eks:DescribeCluster'] };
    },
  },

  cluster_rights: {
    run: (context) =>
      checkRights(context, finder, {
        binding: bindingRemedy,
        tooMuch: (excess) =>
          `Remove what grants ${excess}: an access policy of the access entry, or another binding of this identity or its groups. The cluster role ${clusterRoleName} is enough.`,
        named: async (remedy) => namedIn(remedy, await principalOf(context)),
      }),
  },
} satisfies Checks<typeof manifest>;
