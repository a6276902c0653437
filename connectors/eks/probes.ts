/** Further cheap calls that tell the causes of an ambiguous refusal apart: those of AWS, and one for the cluster. */
import { type Probes, refineFault } from '../../src/connector/symptom.ts';
import type { Fault } from '../../src/core/fault.ts';
import { probes as probesOfAws } from '../aws/access/probes.ts';
import { groupName } from '../kubernetes/cluster/cluster-role.ts';
import { type ClusterPlace, configuredCluster } from './context.ts';
import type { manifest } from './manifest.ts';
import { namedIn, principalOf } from './principal.ts';
import { accessEntry } from './symptoms.ts';

export const probes: Probes<typeof manifest> = {
  ...probesOfAws,
  principal: {
    tells: 'Which identity the cluster does not know, or grants too little: the one that the access entry must name.',
    async run(fault, context) {
      if (fault.kind !== 'permission_missing') return fault;
      const { data, remedy } = fault as Fault<'permission_missing'>;
      const principal = await principalOf(context);
      const command =
        principal === undefined || data.grant !== accessEntry
          ? ''
          : ` Run: ${accessEntryCommand(configuredCluster(context), principal)}`;
      return refineFault(fault, 'permission_missing', data, `${namedIn(remedy, principal)}${command}`);
    },
  },
};

/**
 * How an AWS identity becomes a member of the group that holds the cluster role. No access policy is named, the group is enough: https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html
 */
export function accessEntryCommand({ name, region }: ClusterPlace, principal: string): string {
  return `aws eks create-access-entry --cluster-name ${name} --region ${region} --principal-arn ${principal} --type STANDARD --kubernetes-groups ${groupName}`;
}
