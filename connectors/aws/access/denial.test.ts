/** What a refusal of AWS tells the caller: the action, its statement, the identity and the layer, or that nothing is there. */
import { expect, test } from 'vitest';
import { AwsError } from '../upstream/aws-fake.ts';
import { useAws } from '../upstream/use-aws.ts';

const role = 'arn:aws:sts::123456789012:assumed-role/farol/agent';
const aws = useAws();

async function remedyAfter(operation: string, action: string, told: string): Promise<string> {
  const fault = await aws.faultOf(operation, {}, { [action]: () => new AwsError(403, told) });
  expect(fault).toMatchObject({ code: 'permission_missing', actor: 'operator' });
  return fault.remedy;
}

test('names the statement that holds the action and the identity whose policy lacks it', async () => {
  const told = `AccessDeniedException: User: ${role} is not authorized to perform: ecs:ListClusters because no identity-based policy allows the ecs:ListClusters action`;
  expect(await remedyAfter('compute.listEcsClusters', 'ecs:ListClusters', told)).toContain(
    `Add ecs:ListClusters to the statement Compute of the policy of ${role}`,
  );
});

test('names every layer that may have denied when AWS names none', async () => {
  const told = `UnauthorizedOperation: You are not authorized to perform this operation. User: ${role} is not authorized to perform: ec2:DescribeVolumes`;
  const remedy = await remedyAfter('compute.listVolumes', 'ec2:DescribeVolumes', told);
  expect(remedy).toContain('the statement Compute');
  expect(remedy).toContain(role);
  for (const layer of [
    'permissions boundary',
    'session policy',
    'service control policies',
    'VPC endpoint',
    'policy of the resource',
  ]) {
    expect(remedy).toContain(layer);
  }
});

test('does not point to the statement when the organization denied', async () => {
  const told = `AccessDeniedException: User: ${role} is not authorized to perform: ecs:ListClusters with an explicit deny in a service control policy`;
  const remedy = await remedyAfter('compute.listEcsClusters', 'ecs:ListClusters', told);
  expect(remedy).toContain('the administrator of the organization');
  expect(remedy).toContain(role);
  expect(remedy).not.toContain('Add ');
});

const absent = { name: 'absent' };
const query = { dialect: 'cloudwatch-filter', source: '/absent', text: '' };

test.each([
  [
    'k8s.describeCluster',
    absent,
    'eks:DescribeCluster',
    'ResourceNotFoundException: No cluster found for name: absent.',
  ],
  ['compute.getFunction', absent, 'lambda:GetFunctionConfiguration', 'ResourceNotFoundException: Function not found'],
  [
    'compute.listContainerImages',
    { repository: 'absent' },
    'ecr:DescribeImages',
    'RepositoryNotFoundException: The repository does not exist in the registry.',
  ],
  [
    'logs.search',
    { query, window: { from: 'now-1h' } },
    'logs:FilterLogEvents',
    'ResourceNotFoundException: The specified log group does not exist.',
  ],
  ['queues.getAttributes', absent, 'sqs:GetQueueUrl', 'QueueDoesNotExist: The specified queue does not exist.'],
  ['dns.getZone', { zone: 'Z0' }, 'route53:GetHostedZone', 'NoSuchHostedZone: No hosted zone found with ID: Z0'],
  [
    'dns.listRecords',
    { zone: 'Z0' },
    'route53:ListResourceRecordSets',
    'NoSuchHostedZone: No hosted zone found with ID: Z0',
  ],
  [
    'network.getTargetHealth',
    { loadBalancer: 'absent' },
    'elasticloadbalancing:DescribeInstanceHealth',
    'LoadBalancerNotFound: There is no ACTIVE Load Balancer named absent',
  ],
])('%s of what does not exist finds nothing, and blames no permission', async (operation, args, action, told) => {
  const fault = await aws.faultOf(operation, args, { [action]: () => new AwsError(400, told) });
  expect(fault.code).toBe('not_found_or_hidden');
});
