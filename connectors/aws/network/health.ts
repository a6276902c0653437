/** Load balancers, zones and queues. */
import { absent, type ActionProbe, type Names, sendable } from '../health/action-probe.ts';
import { loadQueueClient } from './operations/queues/queue-client.ts';

/** "The specified queue does not exist or you do not have access to it." */
const queue = { name: 'queue', from: 'sqs:ListQueues', what: 'queue' } as const;

async function balancerArn({ partition, region, account }: Names, kind: string): Promise<string> {
  return `arn:${partition}:elasticloadbalancing:${region}:${await account()}:${kind}/${absent.name}/0000000000000000`;
}

export const networkProbes: readonly ActionProbe[] = [
  {
    call: 'elasticloadbalancing:DescribeLoadBalancers',
    always: true,
    async prepare() {
      const { ElasticLoadBalancingV2Client, DescribeLoadBalancersCommand } =
        await import('@aws-sdk/client-elastic-load-balancing-v2');
      return sendable(ElasticLoadBalancingV2Client, new DescribeLoadBalancersCommand({ PageSize: 1 }));
    },
  },
  {
    call: 'elasticloadbalancing:DescribeTargetGroups',
    async prepare() {
      const { ElasticLoadBalancingV2Client, DescribeTargetGroupsCommand } =
        await import('@aws-sdk/client-elastic-load-balancing-v2');
      return sendable(ElasticLoadBalancingV2Client, new DescribeTargetGroupsCommand({ PageSize: 1 }));
    },
  },
  {
    call: 'elasticloadbalancing:DescribeTargetHealth',
    absences: ['TargetGroupNotFoundException', 'TargetGroupNotFound'],
    async prepare(names) {
      const { ElasticLoadBalancingV2Client, DescribeTargetHealthCommand } =
        await import('@aws-sdk/client-elastic-load-balancing-v2');
      const TargetGroupArn = await balancerArn(names, 'targetgroup');
      return sendable(ElasticLoadBalancingV2Client, new DescribeTargetHealthCommand({ TargetGroupArn }));
    },
  },
  {
    call: 'elasticloadbalancing:DescribeTags',
    absences: ['LoadBalancerNotFoundException', 'LoadBalancerNotFound'],
    async prepare(names) {
      const { ElasticLoadBalancingV2Client, DescribeTagsCommand } =
        await import('@aws-sdk/client-elastic-load-balancing-v2');
      const ResourceArns = [await balancerArn(names, 'loadbalancer/app')];
      return sendable(ElasticLoadBalancingV2Client, new DescribeTagsCommand({ ResourceArns }));
    },
  },
  {
    call: 'elasticloadbalancing:DescribeInstanceHealth',
    absences: ['AccessPointNotFoundException', 'LoadBalancerNotFound'],
    async prepare() {
      const { ElasticLoadBalancingClient, DescribeInstanceHealthCommand } =
        await import('@aws-sdk/client-elastic-load-balancing');
      const command = new DescribeInstanceHealthCommand({ LoadBalancerName: absent.name });
      return sendable(ElasticLoadBalancingClient, command);
    },
  },
  {
    call: 'route53:ListHostedZones',
    always: true,
    at: 'home',
    async prepare() {
      const { Route53Client, ListHostedZonesCommand } = await import('@aws-sdk/client-route-53');
      return sendable(Route53Client, new ListHostedZonesCommand({ MaxItems: 1 }));
    },
  },
  {
    call: 'route53:GetHostedZone',
    at: 'home',
    absences: ['NoSuchHostedZone'],
    async prepare() {
      const { Route53Client, GetHostedZoneCommand } = await import('@aws-sdk/client-route-53');
      return sendable(Route53Client, new GetHostedZoneCommand({ Id: absent.zone }));
    },
  },
  {
    call: 'route53:ListResourceRecordSets',
    at: 'home',
    absences: ['NoSuchHostedZone'],
    async prepare() {
      const { Route53Client, ListResourceRecordSetsCommand } = await import('@aws-sdk/client-route-53');
      return sendable(Route53Client, new ListResourceRecordSetsCommand({ HostedZoneId: absent.zone, MaxItems: 1 }));
    },
  },
  {
    call: 'sqs:ListQueues',
    always: true,
    async prepare({ found }) {
      const { SQSClient, ListQueuesCommand } = await import('@aws-sdk/client-sqs');
      return sendable(SQSClient, new ListQueuesCommand({ MaxResults: 1 }), ({ QueueUrls = [] }) => {
        if (QueueUrls[0] !== undefined) [found.queue] = QueueUrls;
      });
    },
  },
  {
    call: 'sqs:GetQueueUrl',
    needs: queue,
    async prepare({ found }) {
      const { SQSClient, GetQueueUrlCommand } = await import('@aws-sdk/client-sqs');
      return sendable(SQSClient, new GetQueueUrlCommand({ QueueName: found.queue?.split('/').at(-1) }));
    },
  },
  {
    call: 'sqs:GetQueueAttributes',
    needs: queue,
    async prepare({ found }) {
      const { GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs');
      const command = new GetQueueAttributesCommand({ QueueUrl: found.queue, AttributeNames: ['QueueArn'] });
      return sendable(await loadQueueClient(), command);
    },
  },
];
