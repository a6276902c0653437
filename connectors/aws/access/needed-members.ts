/**
 * Members without which a row cannot be shown, of lists that are read before a page of ours is made of them: such a row
 * is left out and noted. `paging.ts` does the same for the rows of a page itself.
 */
import type { UnreadRow } from '../../../src/core/rows.ts';
import type { NoteUnread } from '../../../src/core/parse-answer.ts';

/** By call and list. */
const needed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'athena:BatchGetQueryExecution': { QueryExecutions: ['QueryExecutionId', 'Status'] },
  'application-signals:BatchGetServiceLevelObjectiveBudgetReport': { Reports: ['Arn', 'Name'] },
  'ce:GetCostAndUsage': { ResultsByTime: ['TimePeriod'] },
  'ce:GetReservationCoverage': { CoveragesByTime: ['TimePeriod'] },
  'cloudwatch:DescribeAlarms': {
    CompositeAlarms: ['AlarmArn', 'AlarmName'],
    LogAlarms: ['AlarmArn', 'AlarmName'],
    MetricAlarms: ['AlarmArn', 'AlarmName'],
  },
  'cloudwatch:GetMetricData': { MetricDataResults: ['Id', 'Timestamps', 'Values'] },
  'compute-optimizer:GetAutoScalingGroupRecommendations': {
    autoScalingGroupRecommendations: ['autoScalingGroupArn', 'finding'],
    errors: ['identifier', 'code'],
  },
  'compute-optimizer:GetEBSVolumeRecommendations': {
    volumeRecommendations: ['volumeArn', 'finding'],
    errors: ['identifier', 'code'],
  },
  'compute-optimizer:GetEC2InstanceRecommendations': {
    instanceRecommendations: ['instanceArn', 'finding'],
    errors: ['identifier', 'code'],
  },
  'compute-optimizer:GetLambdaFunctionRecommendations': {
    lambdaFunctionRecommendations: ['functionArn', 'finding'],
    errors: ['identifier', 'code'],
  },
  'compute-optimizer:GetRDSDatabaseRecommendations': {
    rdsDBRecommendations: ['resourceArn'],
    errors: ['identifier', 'code'],
  },
  'dms:DescribeReplicationInstances': {
    ReplicationInstances: ['ReplicationInstanceArn', 'ReplicationInstanceIdentifier', 'ReplicationInstanceStatus'],
  },
  'ec2:DescribeCustomerGateways': { CustomerGateways: ['CustomerGatewayId'] },
  'ec2:DescribeInternetGateways': { InternetGateways: ['InternetGatewayId'] },
  'ec2:DescribeNatGateways': { NatGateways: ['NatGatewayId'] },
  'ec2:DescribeTransitGatewayAttachments': { TransitGatewayAttachments: ['TransitGatewayAttachmentId', 'State'] },
  'ec2:DescribeVpnGateways': { VpnGateways: ['VpnGatewayId'] },
  'elasticache:DescribeReplicationGroups': { ReplicationGroups: ['ReplicationGroupId'] },
  'elasticloadbalancing:DescribeInstanceHealth': { InstanceStates: ['InstanceId', 'State'] },
  'elasticloadbalancing:DescribeLoadBalancers': {
    LoadBalancerDescriptions: ['LoadBalancerName'],
    LoadBalancers: ['LoadBalancerArn', 'LoadBalancerName'],
  },
  'elasticloadbalancing:DescribeTargetGroups': { TargetGroups: ['TargetGroupArn'] },
  'elasticloadbalancing:DescribeTargetHealth': { TargetHealthDescriptions: ['Target', 'TargetHealth'] },
  'es:ListDomainNames': { DomainNames: ['DomainName'] },
  'iam:ListAccessKeys': { AccessKeyMetadata: ['AccessKeyId'] },
  'iam:ListUsers': { Users: ['UserName'] },
  'pi:DescribeDimensionKeys': { Keys: ['Dimensions', 'Total'] },
  'route53:ListResourceRecordSets': { ResourceRecordSets: ['Name', 'Type'] },
};

/** A list of which no row has what it needs stays as it is: what reads it says what has changed. */
export function withNeededMembers<Output>(call: string, output: Output, noteUnread: NoteUnread): Output {
  const lists = needed[call];
  if (lists === undefined || typeof output !== 'object' || output === null) return output;
  const changed: Record<string, unknown> = {};
  for (const [list, members] of Object.entries(lists)) {
    const rows: unknown = (output as Record<string, unknown>)[list];
    if (!Array.isArray(rows)) continue;
    const unread = rows.flatMap((row: Readonly<Record<string, unknown>>, at): UnreadRow[] => {
      const field = members.find((member) => row[member] === undefined || row[member] === null);
      return field === undefined ? [] : [{ list, at, field }];
    });
    if (unread.length === 0 || unread.length === rows.length) continue;
    noteUnread(unread);
    const places = new Set(unread.map(({ at }) => at));
    changed[list] = rows.filter((_row, at) => !places.has(at));
  }
  return Object.keys(changed).length === 0 ? output : { ...output, ...changed };
}
