/** What a check of the AWS connector says of single actions: each is judged by itself, and what fails hides nothing. */
import { describe, expect, test } from 'vitest';
import type { LoadedConnector, RegisteredConnector } from '../../../src/connector/connector.ts';
import type { HealthCheck } from '../../../src/tunnel/messages.ts';
import { actionOf, answerAs, type Answers, AwsError } from '../upstream/aws-fake.ts';
import { awsVariables } from '../upstream/context.ts';
import { identity, probeAnswers } from '../upstream/probe-answers.ts';
import { modelsOf } from '../upstream/service-model.ts';
import type { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import type { Reply } from '../../../test/contract/fake-upstream.ts';
import { useUpstream } from '../../../test/contract/use-upstream.ts';
import { operationsWith } from '../../../test/contract/operations-with.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { probes } from '../access/probes.ts';
import { symptoms } from '../access/symptoms.ts';
import { checks, statementProbes } from '../health.ts';
import { manifest } from '../manifest.ts';
import { actionsOf, declarations, grantOf, type Sid, sids } from '../statements.ts';
import { shareOfRun } from './choose-probes.ts';

const hourMs = 3_600_000;

const { upstream, open } = useUpstream();

const denial = (action: string, why = `because no identity-based policy allows the ${action} action`): AwsError =>
  new AwsError(403, `AccessDeniedException: User: ${identity} is not authorized to perform: ${action} ${why}`);

const denying = (...actions: string[]): Answers =>
  Object.fromEntries(actions.map((action) => [action, () => denial(action)]));

/** The connector with one check alone. */
function agentFor(sid: Sid, clock = new ManualClock()): AgentUnderTest {
  const one = { ...manifest, checks: { [sid]: manifest.checks[sid] } };
  const loaded = { manifest: one, operations: {}, checks, symptoms, probes } as unknown as LoadedConnector;
  const registered: RegisteredConnector = { manifest: one, load: () => Promise.resolve(loaded) };
  return open({ registry: [registered], env: { ...awsVariables, AWS_URL: upstream().url }, clock });
}

/** `said` are answers as they go over the wire, by action. */
function answer(changed: Answers, said: Readonly<Record<string, Reply>> = {}): void {
  const reply = answerAs({ ...probeAnswers, ...changed });
  upstream().answerWith((call) => said[actionOf(call) ?? ''] ?? reply(call) ?? { status: 501, body: '' });
}

async function check(sid: Sid, changed: Answers, said?: Readonly<Record<string, Reply>>): Promise<HealthCheck> {
  answer(changed, said);
  return (await agentFor(sid).check())[0]!;
}

const asked = (): string[] => upstream().calls.map((call) => actionOf(call) ?? '');
const every = sids.flatMap((sid) => actionsOf(sid).map((action) => [action, sid] as const));
const judgeable = every.filter(
  ([action]) => grantOf(action)?.unjudged === undefined && action !== 'sts:GetCallerIdentity',
);

describe('each action of the policy', () => {
  test('is asked about, or says why it is not', () => {
    const probed = sids.flatMap((sid) => statementProbes[sid].map(({ call }) => call as string));
    expect(new Set(probed).size).toBe(probed.length);
    expect(judgeable.map(([action]) => action).toSorted()).toEqual(probed.toSorted());
  });

  test('that an operation calls is among them', () => {
    const called = new Set(Object.values(declarations).flatMap(({ upstream: calls }) => calls as readonly string[]));
    expect([...called].filter((action) => !every.some(([one]) => one === action))).toEqual([]);
  });

  test.each(judgeable)('%s is named when it alone is denied', async (action, sid) => {
    const found = await check(sid, denying(action));
    expect(found).toMatchObject({ status: 'degraded', fault: { code: 'permission_missing' }, missing: [action] });
    expect(found.remedy).toContain(action);
    expect(found.remedy).toContain(sid);
    expect(found.remedy).toContain(identity);
    expect(found.remedy).not.toMatch(/Add the (?:BI )?statement/u);
    const callers = Object.entries(declarations).filter(([, { upstream: calls }]) =>
      (calls as readonly string[]).includes(action),
    );
    expect(found.affects).toEqual(callers.map(([name]) => name));
    expect(found.judged?.find(({ grant }) => grant === action)?.verdict).toBe('denied');
  });

  test.each(
    sids.flatMap((sid) =>
      statementProbes[sid].flatMap(({ call, absences = [] }) => absences.map((code) => [call, code] as const)),
    ),
  )('%s is taken for allowed by an error that the vendor declares: %s', (call, code) => {
    const [prefix = '', name = ''] = call.split(':');
    // Of every call of EC2: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/CommonParameters.html
    const common = prefix === 'ec2' ? ['DryRunOperation'] : [];
    const declared = modelsOf(prefix).flatMap(({ operations, shapes }) =>
      ((operations[name]?.['errors'] ?? []) as { shape: string }[]).flatMap(({ shape }) => [
        shape,
        (shapes[shape]?.['error'] as { code?: string } | undefined)?.code,
      ]),
    );
    expect([...common, ...declared]).toContain(code);
  });

  test('that is never asked about says so with its reason, and nothing of it is sent', async () => {
    answer({});
    for (const sid of sids) {
      const [found] = await agentFor(sid).check();
      const never = found?.judged?.filter(({ verdict }) => verdict === 'not_asked') ?? [];
      expect(never.map(({ grant }) => grant)).toEqual(
        actionsOf(sid).filter((one) => grantOf(one)?.unjudged !== undefined),
      );
      expect(never.filter(({ because = '' }) => because.length < 20)).toEqual([]);
      expect(asked().filter((action) => never.some(({ grant }) => grant === action))).toEqual([]);
    }
  });

  test('that AWS hides alike when it is absent and when it is denied is left undecided, not called allowed', async () => {
    const found = await check('Rede', {
      'sqs:ListQueues': () => ({ QueueUrls: [] }),
      'sqs:GetQueueUrl': () => denial('sqs:GetQueueUrl'),
    });
    expect(found.status).toBe('ok');
    expect(found.judged?.filter(({ grant }) => grant.startsWith('sqs:Get'))).toEqual(
      ['sqs:GetQueueUrl', 'sqs:GetQueueAttributes'].map((grant) => ({
        grant,
        verdict: 'undecided',
        because: expect.stringContaining('No queue was found') as string,
      })),
    );
  });
});

describe('a service that fails', () => {
  test.each([
    [503, 'upstream_down 503', { status: 503, body: '' }],
    [429, 'rate_limited', { status: 429, headers: { 'retry-after': '900' }, body: '' }],
    [418, 'intercepted 418', { status: 418, body: '' }],
    ['silent', 'upstream_down TIMEOUT', 'silence'],
    ['unreadable', 'upstream_changed', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"a' }],
  ] as const)(
    'with %s hides no missing permission of the others',
    async (_how, said, reply) => {
      const found = await check('Compute', denying('lambda:ListFunctions', 'ec2:DescribeVolumes'), {
        'ecs:ListClusters': reply,
      });
      expect(found).toMatchObject({ status: 'degraded', missing: ['ec2:DescribeVolumes', 'lambda:ListFunctions'] });
      expect(found.summary).toContain(`ecs failed (${said}), so ecs:ListClusters could not be judged`);
      expect(found.affects).toEqual(
        operationsWith(manifest, 'ec2:DescribeVolumes', 'ecs:ListClusters', 'lambda:ListFunctions'),
      );
      expect(found.judged?.find(({ grant }) => grant === 'ecs:ListClusters')?.verdict).toBe('undecided');
    },
    30_000,
  );

  test('is named when nothing is missing, with what it leaves unjudged, and is not called a matter of the account', async () => {
    const found = await check(
      'BancosDeDados',
      {},
      {
        'es:ListDomainNames': {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: '{"DomainNames": 7',
        },
      },
    );
    expect(found).toMatchObject({ status: 'degraded', fault: { code: 'upstream_changed' }, missing: [] });
    expect(found.summary).toContain('es failed (upstream_changed), so es:ListDomainNames could not be judged');
    expect(found.summary).not.toContain('because of the account');
    expect(found.affects).toEqual(operationsWith(manifest, 'es:ListDomainNames'));
  });

  test('is asked once, not once for each of its actions', async () => {
    await check('Observabilidade', {
      'logs:DescribeLogGroups': () => new AwsError(429, 'TooManyRequestsException: slow'),
    });
    expect(asked().filter((action) => action.startsWith('logs:'))).not.toContain('logs:FilterLogEvents');
  });
});

describe('a statement', () => {
  test('of which one action is missing is not called missing', async () => {
    const found = await check('IdentidadeEContexto', denying('organizations:DescribeOrganization'));
    expect(found).toMatchObject({
      status: 'degraded',
      missing: ['organizations:DescribeOrganization'],
      affects: operationsWith(manifest, 'organizations:DescribeOrganization'),
    });
    expect(found.remedy).toContain('Add organizations:DescribeOrganization to the statement IdentidadeEContexto');
  });

  test('is called missing in its first run already, because all of it is asked about then', async () => {
    answer(denying(...statementProbes.Compute.map(({ call }) => call)));
    const [found] = await agentFor('Compute').check([]);
    expect(found).toMatchObject({ status: 'failed', missing: ['Compute'], layer: 'identity policy' });
    expect(found?.remedy).toContain('Add the statement Compute to the policy');
    expect(found?.judged?.every(({ verdict }) => verdict === 'denied')).toBe(true);
  });

  test('denied without a named layer lists the other layers to check', async () => {
    const why = 'on resource: *';
    const found = await check('Observabilidade', {
      'cloudwatch:DescribeAlarms': () => denial('cloudwatch:DescribeAlarms', why),
    });
    expect(found).toMatchObject({ status: 'degraded', layer: 'unknown' });
    for (const layer of ['permissions boundary', 'session policy', 'service control policies', 'resource itself']) {
      expect(found.remedy).toContain(layer);
    }
  });
});

describe('runs one after another', () => {
  test('judge as much as ever at once, the rest within a few, and each again after an hour', async () => {
    const clock = new ManualClock();
    const agent = agentFor('Compute', clock);
    answer({});
    const always = statementProbes.Compute.filter((probe) => probe.always === true).map(({ call }) => call);
    let last = await agent.check([]);
    expect(asked()).toEqual(expect.arrayContaining(always));
    expect(asked()).toHaveLength(always.length + shareOfRun);
    const started = new Date(clock.now()).toISOString();
    for (let run = 2; run <= 5; run += 1) {
      clock.advance(5 * 60_000);
      answer({});
      last = await agent.check(last);
      expect(asked().length).toBeLessThanOrEqual(always.length + shareOfRun);
    }
    expect(last[0]?.judged?.map(({ verdict }) => verdict)).toEqual(actionsOf('Compute').map(() => 'allowed'));
    expect(last[0]?.judged?.some(({ at }) => at === started)).toBe(true);
    answer({});
    last = await agent.check(last);
    expect(asked().toSorted()).toEqual(always.toSorted());
    clock.advance(hourMs);
    answer({});
    await agent.check(last);
    expect(asked()).toHaveLength(always.length + shareOfRun);
  });

  test('ask about what was denied in each, and see the correction at once', async () => {
    const agent = agentFor('Compute');
    answer(denying('ec2:DescribeImages'));
    let last = await agent.check();
    expect(last[0]?.missing).toEqual(['ec2:DescribeImages']);
    last = await agent.check(last);
    expect(last[0]?.missing).toEqual(['ec2:DescribeImages']);
    answer({});
    last = await agent.check(last);
    expect(last[0]).toMatchObject({ status: 'ok', missing: [] });
  });

  test('remember verdicts when one fails as a whole, and call them old in the end', async () => {
    const clock = new ManualClock();
    const agent = agentFor('Rede', clock);
    answer({});
    let last = await agent.check();
    const known = last[0]?.judged;
    upstream().answerWith({ status: 503, body: '' });
    clock.advance(hourMs);
    last = await agent.check(last);
    expect(last[0]).toMatchObject({ status: 'failed', judged: known });
    clock.advance(6 * hourMs);
    last = await agent.check(last);
    expect(last[0]?.judged?.map(({ old }) => old)).toEqual(known?.map(() => true));
    answer({}, { 'elasticloadbalancing:DescribeLoadBalancers': { status: 503, body: '' } });
    last = await agent.check(last);
    expect(last[0]?.summary).toContain('are old');
    expect(last[0]?.judged?.find(({ grant }) => grant === 'elasticloadbalancing:DescribeTags')).toMatchObject({
      verdict: 'allowed',
      old: true,
    });
  });
});
