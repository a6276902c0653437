/** How an AWS identity becomes a member of the group that holds the cluster role. */
import { groupName } from './cluster-role.ts';
import type { ClusterPlace } from './context.ts';

/** No access policy is named, the group is enough: https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html */
export function accessEntryCommand({ name, region }: ClusterPlace, principal: string): string {
  return `aws eks create-access-entry --cluster-name ${name} --region ${region} --principal-arn ${principal} --type STANDARD --kubernetes-groups ${groupName}`;
}
