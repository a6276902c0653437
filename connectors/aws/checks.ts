/** One check for each statement of the policy, named by its `Sid`. */
import type { OperationName } from '../../catalog/index.ts';
import type { CheckDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';
import { bindings } from './bindings.ts';
import { grants } from './grants.ts';

/** Calls of each check beside the question whose credential it is. */
const calls = {
  IdentidadeEContexto: ['organizations:DescribeOrganization'],
  CustoEFinOps: ['pricing:GetProducts', 'compute-optimizer:GetEnrollmentStatus'],
  Compute: [
    'ec2:DescribeVpcs',
    'autoscaling:DescribeAutoScalingGroups',
    'ecs:ListClusters',
    'eks:ListClusters',
    'ecr:DescribeRepositories',
    'lambda:ListFunctions',
  ],
  BancosDeDados: [
    'rds:DescribeDBInstances',
    'dms:DescribeReplicationInstances',
    'es:ListDomainNames',
    'elasticache:DescribeCacheClusters',
  ],
  Rede: ['elasticloadbalancing:DescribeLoadBalancers', 'route53:ListHostedZones', 'sqs:ListQueues'],
  Observabilidade: [
    'cloudwatch:DescribeAlarms',
    'logs:DescribeLogGroups',
    'application-signals:ListServiceLevelObjectives',
  ],
  AuditoriaEConsulta: ['cloudtrail:ListEventDataStores', 'athena:ListQueryExecutions'],
  SegurancaIamSomenteLeitura: ['iam:ListUsers'],
  BiQuickSightSomenteLeitura: ['quicksight:ListDashboards', 'quicksight:ListDataSets'],
} as const satisfies Readonly<Record<string, readonly UpstreamCall[]>>;

export type Sid = keyof typeof calls;

export const checkDeclarations = Object.fromEntries(
  Object.entries(calls).map(([sid, asked]) => [sid, declare(sid, asked)]),
) as Readonly<Record<Sid, CheckDeclaration>>;

function declare(sid: string, asked: readonly UpstreamCall[]): CheckDeclaration {
  const held = Object.entries(grants).flatMap(([grant, { group }]) => (group === sid ? [grant] : []));
  return {
    proves: `The statement ${sid} is in force: the smallest read of each of its services is answered. Reads that cost money are not asked.`,
    grants: held,
    upstream: ['sts:GetCallerIdentity', ...asked],
    affects: Object.entries(bindings).flatMap(([name, binding]) =>
      binding.grants.some((grant) => held.includes(grant)) ? [name as OperationName] : [],
    ),
  };
}
