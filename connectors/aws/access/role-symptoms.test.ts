/** What health says of each way in which a role cannot be assumed: who acts, on what, and what is left as it is. */
import { describe, expect, test } from 'vitest';
import { useUpstream } from '../../../test/contract/use-upstream.ts';
import type { LoadedConnector, RegisteredConnector } from '../../../src/connector/connector.ts';
import { checks } from '../health.ts';
import { manifest } from '../manifest.ts';
import { checkDeclarations } from '../statements.ts';
import { probes } from './probes.ts';
import { symptoms } from './symptoms.ts';
import { roleSession, roleVariables } from '../upstream/assumed-role.ts';
import { answerAs, type Answers, AwsError } from '../upstream/aws-fake.ts';
import { awsVariables } from '../upstream/context.ts';
import { probeAnswers } from '../upstream/probe-answers.ts';

const { upstream, open } = useUpstream();
const { IdentidadeEContexto } = checkDeclarations;
const own = { ...manifest, operations: {}, checks: { IdentidadeEContexto } };
/** The connector with the one check that all others depend on. */
const loaded = { manifest: own, operations: {}, checks, symptoms, probes } as unknown as LoadedConnector;
const registered: RegisteredConnector = { manifest: own, load: () => Promise.resolve(loaded) };
const base = 'arn:aws:iam::123456789012:user/farol';
const role = roleVariables.AWS_ASSUME_ROLE_ARN;

async function checkIdentity(changed: Answers, variables: Readonly<Record<string, string>> = {}) {
  const answer = answerAs({ ...probeAnswers, 'sts:AssumeRole': () => roleSession(1), ...changed });
  upstream().answerWith((call) => answer(call) ?? { status: 501, body: '' });
  const agent = open({
    registry: [registered],
    env: { ...awsVariables, ...roleVariables, ...variables, AWS_URL: upstream().url },
  });
  const checks = await agent.check();
  const found = checks.find(({ check }) => check === 'IdentidadeEContexto');
  return { found, written: agent.written.join('\n') };
}

const refusing = (said: string, variables: Readonly<Record<string, string>> = {}) =>
  checkIdentity({ 'sts:AssumeRole': () => new AwsError(403, said) }, variables);
const denied = (who: string, why = '') =>
  `AccessDenied: User: ${who} is not authorized to perform: sts:AssumeRole on resource: ${role}${why}`;

test('the account and the assumed role are what the identity is', async () => {
  const session = 'arn:aws:sts::111122223333:assumed-role/farol-agent/farol-aws';
  const { found, written } = await checkIdentity({
    'sts:GetCallerIdentity': () => ({ Account: '111122223333', Arn: session, UserId: 'id' }),
  });
  expect(found?.status).toBe('ok');
  expect(found?.summary).toContain(`The account is 111122223333, read as ${session}.`);
  expect(`${written} ${JSON.stringify(found)}`).not.toMatch(/secret-of-session|session-1/u);
});

const checkBoth = (who: string, externalId: string): string =>
  `AWS does not say which policy refused, and says the same of a role that does not exist. Check both accounts. In that of the base credential: the policy of ${who} must allow sts:AssumeRole on ${role} (\`farol policy print aws-assume-role\`). In 111122223333: the role must exist under exactly this path and name, and its trust policy must name ${who} and ${externalId} (\`farol policy print aws-trust\`). Do not rotate the credential.`;

describe('a base credential that may not assume the role', () => {
  test('AWS does not say why: both accounts are named, with what to look at in each', async () => {
    const { found } = await refusing(denied(base));
    expect(found).toMatchObject({
      status: 'failed',
      layer: 'unknown',
      fault: { code: 'permission_missing', actor: 'operator', data: { grant: 'sts:AssumeRole' } },
    });
    expect(found?.remedy).toBe(checkBoth(base, 'require no external id, because none is set'));
  });

  test('names the external id that it sent, and the role of a workload instead of its session', async () => {
    const workload = 'arn:aws:sts::123456789012:assumed-role/workload/i-0abc';
    const answers = {
      'sts:AssumeRole': () => new AwsError(403, denied(workload)),
      'sts:GetCallerIdentity': () => ({ Account: '123456789012', Arn: workload, UserId: 'id' }),
    };
    const { found } = await checkIdentity(answers, { AWS_ASSUME_ROLE_EXTERNAL_ID: 'farol-7d9c2f' });
    const named = 'arn:aws:iam::123456789012:role/workload';
    expect(found?.remedy).toBe(checkBoth(named, 'require the external id farol-7d9c2f'));
  });

  test('AWS does not say who was refused: the base credential is asked for its name', async () => {
    const { found } = await checkIdentity({
      'sts:AssumeRole': () => new AwsError(403, 'AccessDenied: Not authorized to perform sts:AssumeRole'),
      'sts:GetCallerIdentity': () => ({ Account: '123456789012', Arn: base, UserId: 'id' }),
    });
    expect(found?.remedy).toBe(
      `${checkBoth('the base credential', 'require no external id, because none is set')} The base credential is ${base}.`,
    );
  });

  test.each([
    [
      ' because no identity-based policy allows the sts:AssumeRole action',
      'identity policy',
      `Allow sts:AssumeRole on ${role} in the policy of ${base} (\`farol policy print aws-assume-role\`). Do not rotate the credential.`,
    ],
    [
      ' because no role trust policy allows the sts:AssumeRole action',
      'trust policy',
      `The trust policy of ${role} does not let ${base} assume it: it must name this identity and require no external id, because none is set (\`farol policy print aws-trust\`). The policy of the base credential need not change. Do not rotate the credential.`,
    ],
    [
      ' with an explicit deny in a service control policy',
      'service control policy',
      `Ask the administrator of the organization: a service control policy denies sts:AssumeRole to ${base}, and nothing in the account's own policies can allow it. Do not rotate the credential.`,
    ],
    [
      ' because no permissions boundary allows the sts:AssumeRole action',
      'permissions boundary',
      `Add sts:AssumeRole to the permissions boundary of ${base}; its policy alone cannot allow what the boundary leaves out.`,
    ],
    [
      ' with an explicit deny in an identity-based policy',
      'explicit deny',
      `Remove the statement that denies sts:AssumeRole to ${base} explicitly; an allow elsewhere does not undo it.`,
    ],
    [
      ' because no VPC endpoint policy allows the sts:AssumeRole action',
      'endpoint policy',
      `The policy of the VPC endpoint leaves out sts:AssumeRole for ${base}: change it there.`,
    ],
  ])('AWS says "%s": that alone is named', async (why, layer, remedy) => {
    const { found } = await refusing(denied(base, why));
    expect(found).toMatchObject({ status: 'failed', layer, remedy });
  });
});

const leaveRole = 'The role is not the cause: leave it and its trust policy as they are.';

test.each([
  [
    'InvalidClientTokenId: The security token included in the request is invalid.',
    { code: 'credential_rejected', data: { kind: 'base credential', reason: 'rejected' } },
    `AWS does not know the base credential that is to assume the role. With RUNNER_AWS_CRED_MODE=static its access key was deleted or deactivated, belongs to another partition, or lacks AWS_SESSION_TOKEN; with chain, check what gives the workload its role. If it works elsewhere, its account has not opted in to eu-west-1, the first of AWS_REGIONS. ${leaveRole}`,
  ],
  [
    'ExpiredToken: The security token included in the request is expired',
    { code: 'credential_rejected', data: { kind: 'base credential', reason: 'expired' } },
    `The base credential that is to assume the role has expired. With RUNNER_AWS_CRED_MODE=static, set a key that does not expire or use RUNNER_AWS_CRED_MODE=chain; with chain, check what gives the workload its role. ${leaveRole}`,
  ],
  [
    'SignatureDoesNotMatch: Signature expired: 20261121T080000Z is now earlier than 20261121T090000Z (20261121T090500Z - 5 min.)',
    { code: 'credential_rejected', data: { kind: 'clock of this machine', reason: 'rejected' } },
    'The clock of this machine is more than five minutes off: turn on time synchronization. The credential is valid; do not rotate it.',
  ],
  [
    'RegionDisabledException: STS is not activated in this region for account:123456789012. Your account administrator can activate STS in this region using the IAM Console.',
    { code: 'feature_disabled', data: { feature: 'AWS STS in eu-west-1' } },
    'AWS STS is not active in eu-west-1 for the account of the base credential: activate it there (IAM, Account settings, Security Token Service), or put another region first in AWS_REGIONS. No permission is missing.',
  ],
  [
    "ValidationError: 1 validation error detected: Value at 'roleSessionName' failed to satisfy constraint: Member must satisfy regular expression pattern",
    { code: 'not_configured', data: { variable: 'AWS_ASSUME_ROLE_SESSION_NAME' } },
    'AWS refuses AWS_ASSUME_ROLE_SESSION_NAME as malformed: correct it. Neither the base credential nor the role is the cause.',
  ],
  [
    'ValidationError: The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
    { code: 'not_configured', data: { variable: 'AWS_ASSUME_ROLE_ARN' } },
    'AWS allows no session of an hour for this role: set its maximum session duration to one hour or more. An hour is also the most where the base credential is a role itself.',
  ],
])('%s: who acts, and what is not the cause', async (said, fault, remedy) => {
  const { found } = await refusing(said);
  const status = fault.code === 'not_configured' ? 'pending_configuration' : 'failed';
  expect(found).toMatchObject({ status, fault: { ...fault, actor: 'operator' }, remedy });
});

test('a region that does not accept the session of the role is named, and no credential is replaced', async () => {
  const unknown = new AwsError(403, 'InvalidClientTokenId: The security token included in the request is invalid.');
  const { found } = await checkIdentity({
    'sts:GetCallerIdentity': (_input, { region }) =>
      region === 'us-east-1' ? unknown : { Account: '111122223333', Arn: role, UserId: 'id' },
  });
  expect(found).toMatchObject({ status: 'failed', fault: { code: 'feature_disabled' } });
  expect(found?.remedy).toBe(
    'The credential works in eu-west-1 but not in us-east-1: opt the account in to us-east-1, or remove it from AWS_REGIONS. Do not rotate the credential.',
  );
});

test('with the external id alone, the role is what is missing', async () => {
  const { found } = await checkIdentity({}, { AWS_ASSUME_ROLE_ARN: '', AWS_ASSUME_ROLE_EXTERNAL_ID: 'farol-7d9c2f' });
  expect(found).toMatchObject({
    fault: { code: 'not_configured', data: { variable: 'AWS_ASSUME_ROLE_ARN' } },
  });
  expect(upstream().calls).toEqual([]);
});
