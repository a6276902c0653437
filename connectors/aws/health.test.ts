import { describe, expect, test } from 'vitest';
import { answerAs, type Answers, AwsError } from './upstream/aws-fake.ts';
import { awsVariables } from './upstream/context.ts';
import { identity, probeAnswers } from './upstream/probe-answers.ts';
import { scopeOf } from './upstream/read-request.ts';
import { useUpstream } from '../../test/contract/use-upstream.ts';
import type { LoadedConnector, RegisteredConnector } from '../../src/connector/connector.ts';
import type { HealthCheck } from '../../src/tunnel/messages.ts';
import { checks, statementProbes } from './health.ts';
import { manifest } from './manifest.ts';
import { probes } from './access/probes.ts';
import { checkDeclarations, grants, sids } from './statements.ts';
import { symptoms } from './access/symptoms.ts';

/** The connector with its checks alone. */
const loaded = { manifest, operations: {}, checks, symptoms, probes } as unknown as LoadedConnector;
const registered: RegisteredConnector = { manifest, load: () => Promise.resolve(loaded) };

const denial = (action: string, why = `because no identity-based policy allows the ${action} action`): AwsError =>
  new AwsError(403, `AccessDeniedException: User: ${identity} is not authorized to perform: ${action} ${why}`);

const { upstream, open } = useUpstream();

async function check(changed: Answers): Promise<ReadonlyMap<string, HealthCheck>> {
  const answer = answerAs({ ...probeAnswers, ...changed });
  upstream().answerWith((call) => answer(call) ?? { status: 501, body: '' });
  const agent = open({ registry: [registered], env: { ...awsVariables, AWS_URL: upstream().url } });
  return new Map((await agent.check()).map((one) => [one.check, one]));
}

const askedOf = (sid: (typeof sids)[number]): string[] => statementProbes[sid].map(({ call }) => call);

function denyAll(actions: readonly string[], why?: string): Answers {
  return Object.fromEntries(actions.map((action) => [action, () => denial(action, why)]));
}

describe('the checks of the AWS connector', () => {
  test('are one for each statement of the policy, and ask what they declare', () => {
    expect(Object.keys(checkDeclarations)).toEqual([...sids]);
    for (const sid of sids) {
      const asked = statementProbes[sid].map(({ call }) => call as string);
      expect(checkDeclarations[sid].upstream.toSorted()).toEqual(['sts:GetCallerIdentity', ...asked].toSorted());
    }
  });

  test('never ask what costs money', async () => {
    await check({});
    expect(upstream().calls.filter((call) => scopeOf(call)?.service === 'ce')).toEqual([]);
  });

  test('a policy without the BI statement: it says to add the statement and not to rotate the credential [C-AWS-18] [C-ERR-4]', async () => {
    const found = await check(denyAll(askedOf('BiQuickSightSomenteLeitura')));
    expect(found.get('BiQuickSightSomenteLeitura')).toMatchObject({
      status: 'failed',
      fault: { code: 'permission_missing' },
      missing: ['BiQuickSightSomenteLeitura'],
      layer: 'identity policy',
    });
    const { remedy = '', affects = [] } = found.get('BiQuickSightSomenteLeitura') ?? {};
    expect(remedy).toMatch(
      /Add the BI statement BiQuickSightSomenteLeitura to the policy; do not rotate the credential/u,
    );
    expect(remedy).toContain(identity);
    expect(affects).toEqual(Object.keys(manifest.operations).filter((name) => name.startsWith('bi.')));
    expect(found.get('Compute')?.status).toBe('ok');
  });

  test.each(sids.filter((sid) => sid !== 'IdentidadeEContexto'))(
    'without the statement %s its check fails and every other stays green',
    async (sid) => {
      const found = await check(denyAll(askedOf(sid)));
      expect(found.get(sid)).toMatchObject({ status: 'failed', missing: [sid] });
      const others = [...found.values()].filter((one) => one.check !== sid);
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 'ok'));
    },
  );

  test('a denial by the organization names it: the policy is not at fault', async () => {
    const why = 'with an explicit deny in a service control policy';
    const found = (await check(denyAll(askedOf('SegurancaIamSomenteLeitura'), why))).get('SegurancaIamSomenteLeitura');
    expect(found).toMatchObject({ status: 'failed', layer: 'service control policy' });
    expect(found?.remedy).toContain('the administrator of the organization');
    expect(found?.remedy).not.toContain('policy print');
  });

  test('a service that the account has not opted in to is pending, not a missing permission', async () => {
    const off = new AwsError(403, 'OptInRequiredException: The account is not registered for Compute Optimizer.');
    const found = (await check({ 'compute-optimizer:GetEnrollmentStatus': () => off })).get('CustoEFinOps');
    expect(found).toMatchObject({ status: 'pending_configuration', fault: { code: 'feature_disabled' }, missing: [] });
  });

  test('a region that is not opted in is named; the credential is right', async () => {
    const found = await check({
      'sts:GetCallerIdentity': (_input, { region }) =>
        region === 'us-east-1'
          ? new AwsError(403, 'InvalidClientTokenId: The security token included in the request is invalid.')
          : { Account: '123456789012', Arn: identity },
    });
    expect(found.get('IdentidadeEContexto')).toMatchObject({ status: 'failed', fault: { code: 'feature_disabled' } });
    expect(found.get('IdentidadeEContexto')?.remedy).toMatch(/works in eu-west-1 but not in us-east-1.*Do not rotate/u);
  });

  test.each([
    ['ExpiredToken: The security token included in the request is expired', 'expired', /session has expired/u],
    ['SignatureDoesNotMatch: Signature expired: 20261121T080000Z is now earlier', 'rejected', /clock of this machine/u],
    [
      'SignatureDoesNotMatch: The request signature we calculated does not match',
      'malformed',
      /does not belong to AWS_ACCESS_KEY_ID/u,
    ],
  ])('%s is about the credential', async (told, reason, remedy) => {
    const found = (await check({ 'sts:GetCallerIdentity': () => new AwsError(403, told) })).get('IdentidadeEContexto');
    expect(found).toMatchObject({ status: 'failed', fault: { code: 'credential_rejected', data: { reason } } });
    expect(found?.remedy).toMatch(remedy);
  });

  test('the three grants that AWS classes above reading carry their justification, and no others are among them', () => {
    const above = Object.entries<{ access?: string; justification?: string }>(grants).filter(
      ([, { access }]) => access !== 'Read' && access !== 'List',
    );
    expect(above.map(([action]) => action).toSorted()).toEqual([
      'athena:StartQueryExecution',
      'athena:StopQueryExecution',
      'cloudtrail:StartQuery',
    ]);
    expect(above.filter(([, { justification = '' }]) => justification.length < 40)).toEqual([]);
  });
});
