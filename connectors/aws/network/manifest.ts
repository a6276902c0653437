/** The statement Rede, in the order of the served document. */
import type { Grant } from '../../../src/connector/manifest.ts';

export const networkGrants = {
  'elasticloadbalancing:DescribeLoadBalancers': {
    group: 'Rede',
    need: 'optional',
    access: 'List',
    purpose: 'Lists load balancers, classic ones too.',
  },
  'elasticloadbalancing:DescribeTargetGroups': {
    group: 'Rede',
    need: 'optional',
    access: 'Read',
    purpose: 'Finds the target groups of a load balancer.',
  },
  'elasticloadbalancing:DescribeTargetHealth': {
    group: 'Rede',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells which targets are healthy, and why the others are not.',
  },
  'elasticloadbalancing:DescribeInstanceHealth': {
    group: 'Rede',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells the same of classic load balancers.',
  },
  'elasticloadbalancing:DescribeTags': {
    group: 'Rede',
    need: 'optional',
    access: 'Read',
    purpose: 'Reads the tags of load balancers.',
  },
  'route53:ListHostedZones': {
    group: 'Rede',
    need: 'optional',
    access: 'List',
    purpose: 'Lists hosted zones.',
  },
  'route53:GetHostedZone': {
    group: 'Rede',
    need: 'optional',
    access: 'List',
    purpose: 'Tells name servers and VPCs of a zone.',
  },
  'route53:ListResourceRecordSets': {
    group: 'Rede',
    need: 'optional',
    access: 'List',
    purpose: 'Lists the records of a zone.',
  },
  'sqs:ListQueues': {
    group: 'Rede',
    need: 'optional',
    access: 'Read',
    purpose: 'Lists queues.',
  },
  'sqs:GetQueueUrl': {
    group: 'Rede',
    need: 'optional',
    access: 'Read',
    purpose: 'Finds the address of a queue by its name.',
  },
  'sqs:GetQueueAttributes': {
    group: 'Rede',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells depth, age limits and dead-letter settings of a queue; messages are not read.',
  },
} as const satisfies Readonly<Record<string, Grant>>;
