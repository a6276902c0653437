/** What a refusal of AWS tells the caller: the action, its statement, the identity and the layer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerAs, AwsError } from '../upstream/aws-fake.ts';
import { awsVariables } from '../upstream/context.ts';
import { AgentUnderTest, faultIn } from '../../../test/contract/agent-under-test.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { registry } from '../../registry.ts';

const role = 'arn:aws:sts::123456789012:assumed-role/farol/agent';

let upstream: FakeUpstream;
let agent: AgentUnderTest;

beforeAll(async () => {
  upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
  agent = new AgentUnderTest({
    registry: registry.filter(({ manifest }) => manifest.id === 'aws'),
    env: { ...awsVariables, AWS_URL: upstream.url },
  });
});
afterAll(async () => {
  agent.close();
  await upstream.close();
});

async function remedyAfter(operation: string, action: string, told: string): Promise<string> {
  const reply = answerAs({ [action]: () => new AwsError(403, told) });
  upstream.answerWith((call) => reply(call) ?? { status: 501, body: '' });
  const fault = faultIn(await agent.ask(operation, {}));
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
