/** What every connector inherits by being in the registry. Nothing here names one. */
import { globSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { catalog, type OperationName } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { clearTextVariables, readConnectorSetup } from '../../src/agent/connector-setup.ts';
import type { LoadedConnector, RegisteredConnector } from '../../src/connector/connector.ts';
import { type Manifest, type UpstreamCall } from '../../src/connector/manifest.ts';
import { findSymptom, type SymptomExample } from '../../src/connector/symptom.ts';
import { faultTable } from '../../src/core/fault.ts';
import { Redactor } from '../../src/core/redact.ts';
import type { OperationAnswer } from '../../src/tunnel/messages.ts';
import { AgentUnderTest, faultIn, resultIn } from './agent-under-test.ts';
import type { Exemplar } from './exemplar.ts';
import { exemplars } from './exemplars.ts';
import { type FakeCall, FakeUpstream, type Reply } from './fake-upstream.ts';

const canary = 'canary/7Qx+fZ=2Wk9pL4vR8sT1';
/** The canary in the forms it may take on its way out; the beginning alone is too much already. */
const canaryForms = [
  canary.slice(0, 10),
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').slice(0, 24),
  Buffer.from(canary).toString('base64url').slice(0, 24),
  Buffer.from(canary).toString('hex'),
];

const loaded = await Promise.all(registry.map(async (one) => [one.manifest.id, one, await one.load()] as const));

test('the registry lists every folder once, sorted, under the name of its manifest', () => {
  const folders = globSync('connectors/*/manifest.ts').map((file) => file.split('/')[1] ?? '');
  const ids = registry.map(({ manifest }) => manifest.id);
  expect(ids).toEqual(folders.toSorted());
  expect(Object.keys(exemplars).toSorted()).toEqual(ids);
});

test('every operation of the catalog has a connector that answers it', () => {
  const bound = new Set(registry.flatMap(({ manifest }) => Object.keys(manifest.operations)));
  expect([...catalog.keys()].filter((name) => !bound.has(name))).toEqual([]);
});

test('no two connectors read the same variable', () => {
  const names = registry.flatMap(({ manifest }) => Object.keys(manifest.config));
  expect(names).toEqual([...new Set(names)]);
});

describe.each(loaded)('%s', (id, registered, connector) => {
  const { manifest } = registered;
  const exemplar = exemplars[id]!;
  const operations = Object.keys(manifest.operations) as OperationName[];
  const opened: AgentUnderTest[] = [];
  let upstream: FakeUpstream;

  beforeAll(async () => {
    upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
  });
  afterAll(() => upstream.close());

  function agentWith(changed: Readonly<Record<string, string | undefined>> = {}): AgentUnderTest {
    const agent = agentOf(registered, { ...exemplar.variables, ...changed }, upstream.url);
    opened.push(agent);
    return agent;
  }
  const questionsOf = (name: OperationName): readonly unknown[] => exemplar.questions[name] ?? [];
  const strict = (unexpected: string[]) => (call: FakeCall) => strictReply(exemplar, call, unexpected);

  describe('its manifest', () => {
    test('is legal', () => expect(problemsOf(manifest)).toEqual([]));

    test('asks for no grant that no operation uses, and for none it forbids [C-SVC-3]', () => {
      const used = new Set(operations.flatMap((name) => manifest.operations[name]?.grants ?? []));
      expect(Object.keys(manifest.grants).filter((grant) => !used.has(grant))).toEqual([]);
      expect([...used].filter((grant) => !Object.hasOwn(manifest.grants, grant))).toEqual([]);
      expect(manifest.forbidden.filter(({ grant }) => Object.hasOwn(manifest.grants, grant))).toEqual([]);
    });

    test('has code for exactly what it declares', () => {
      expect(Object.keys(connector.handlers).toSorted()).toEqual(operations.toSorted());
      expect(Object.keys(connector.checks).toSorted()).toEqual(Object.keys(manifest.checks).toSorted());
      expect(connector.manifest).toBe(manifest);
    });

    test('names only probes it has, and has only probes it names', () => {
      const named = new Set(connector.symptoms.flatMap(({ probe }) => probe ?? []));
      expect([...named].toSorted()).toEqual(Object.keys(connector.probes).toSorted());
    });
  });

  describe('its configuration', () => {
    test.each(Object.entries(manifest.config).filter(([, { need }]) => need !== 'optional'))(
      'without %s answers not_configured naming it, and no check is green',
      async (variable) => {
        upstream.answerWith({ status: 200, body: '{}' });
        const agent = agentWith({ [variable]: undefined });
        for (const name of operations) {
          const fault = faultIn(await agent.ask(name, questionsOf(name)[0]));
          expect(fault).toMatchObject({ code: 'not_configured', data: { variable } });
          expect(fault.remedy).toContain(variable);
        }
        const checks = await agent.check();
        expect(checks.map(({ status }) => status)).toEqual(checks.map(() => 'pending_configuration'));
        expect(upstream.calls).toEqual([]);
      },
    );

    test('of which nothing is set is skipped, naming the variable', async () => {
      const agent = agentOf(registered, {}, upstream.url);
      opened.push(agent);
      const checks = await agent.check();
      expect(checks.length).toBeGreaterThan(0);
      for (const check of checks) {
        expect(check).toMatchObject({ status: 'skipped', fault: { code: 'not_configured' } });
        expect(check.summary).toContain(String(check.fault?.data['variable']));
      }
    });

    test('has examples that are valid', () => {
      const env = Object.fromEntries(
        Object.entries(manifest.config).map(([name, { example }]) => [name, `${example}-example`.slice(0, 300)]),
      );
      const texts = Object.fromEntries(
        Object.entries(manifest.config)
          .filter(([, { kind }]) => kind !== 'secret')
          .map(([name, { example }]) => [name, example]),
      );
      const setup = readConnectorSetup(manifest, { ...env, ...texts }, new Redactor());
      expect(setup.problems).toEqual([]);
      expect(clearTextVariables(setup)).toEqual([]);
    });
  });

  describe('its operations', () => {
    test.each(operations)('%s answers in the shape of the catalog, and says why when it is empty', async (name) => {
      const unexpected: string[] = [];
      upstream.answerWith(strict(unexpected));
      const agent = agentWith();
      expect(questionsOf(name).length).toBeGreaterThan(0);
      for (const args of questionsOf(name)) {
        const result = resultIn(await agent.ask(name, args));
        expect(catalog.get(name)?.result.safeParse(result.data).success).toBe(true);
        expect(result.source).toBe(id);
        expect(isSilentlyEmpty(result)).toBe(false);
      }
      expect(unexpected).toEqual([]);
    });

    test.each(operations)('%s makes every call it declares and no other', async (name) => {
      upstream.answerWith(strict([]));
      const agent = agentWith();
      for (const args of questionsOf(name)) await agent.ask(name, args);
      expect(declaredBy(upstream.calls, manifest.operations[name]?.upstream ?? [])).toEqual({
        undeclared: [],
        unused: [],
      });
    });

    test.each(operations)('%s honours Retry-After', async (name) => {
      upstream.answerWith({ status: 429, headers: { 'retry-after': '17' }, body: '' });
      expect(faultIn(await agentWith().ask(name, questionsOf(name)[0]))).toMatchObject({
        code: 'rate_limited',
        data: { retryAfterSec: 17 },
      });
      expect(upstream.calls).toHaveLength(1);
    });

    test.each(operations)('%s tries a 401 and a 403 once', async (name) => {
      for (const status of [401, 403]) {
        upstream.answerWith({ status, body: '' });
        expect((await agentWith().ask(name, questionsOf(name)[0])).ok).toBe(false);
        expect(upstream.calls).toHaveLength(1);
      }
    });

    test.each(operations)('%s takes half an answer for none', async (name) => {
      upstream.answerWith('truncate');
      expect(faultIn(await agentWith().ask(name, questionsOf(name)[0])).code).toBe('upstream_down');
    });

    test.each(operations)('%s leaves no socket behind when the caller leaves', async (name) => {
      const caller = new AbortController();
      upstream.answerWith(() => {
        caller.abort();
        return 'silence';
      });
      const fault = faultIn(await agentWith().ask(name, questionsOf(name)[0], { signal: caller.signal }));
      expect(fault.data).toEqual({ rule: 'cancelled_by_caller' });
      for (const one of opened.splice(0)) one.close();
      await expect.poll(() => upstream.openSockets).toBe(0);
    });
  });

  describe('its checks', () => {
    test('are green when everything is well, and name what they needed', async () => {
      const unexpected: string[] = [];
      upstream.answerWith(strict(unexpected));
      const checks = await agentWith().check();
      expect(checks.map(({ check, status, remedy }) => [check, status, remedy])).toEqual(
        Object.keys(manifest.checks).map((check) => [check, 'ok', '']),
      );
      expect(unexpected).toEqual([]);
    });

    test('are not green while every read is refused', async () => {
      upstream.answerWith({ status: 403, body: 'Forbidden' });
      const checks = await agentWith().check();
      const reading = checks.filter(({ check }) => (manifest.checks[check]?.upstream.length ?? 0) > 0);
      expect(reading.length).toBeGreaterThan(0);
      for (const check of reading) {
        expect(check.status).toBe('failed');
        expect(check.affects.length).toBeGreaterThan(0);
        expect(check.remedy.length).toBeGreaterThan(10);
      }
    });

    test('make every call they declare and no other', async () => {
      const made: FakeCall[] = [];
      for (const reply of [strict([]), ...exemplar.troubles]) {
        upstream.answerWith(reply);
        await agentWith().check();
        made.push(...upstream.calls);
      }
      const declared = Object.values(manifest.checks).flatMap((check) => check.upstream);
      expect(declaredBy(made, declared)).toEqual({ undeclared: [], unused: [] });
    });
  });

  describe('its symptoms', () => {
    test('cover every kind of refusal, each row once', async () => {
      const ids = connector.symptoms.map((row) => row.id);
      expect(ids).toEqual([...new Set(ids)]);
      expect(ids).toContain('rate_limited');
      expect(ids).toContain('upstream_error');
    });

    test.each(connector.symptoms.map((row) => [row.id, row] as const))(
      '%s is recognised, and by its own row',
      async (_id, row) => {
        upstream.answerWith(replyOf(row.example));
        const agent = agentWith(variablesOf(row.example));
        const fault = faultIn(await agent.ask(operations[0]!, questionsOf(operations[0]!)[0]));
        expect(fault.code).toBe(row.kind);
        expect(fault.summary).toBe(faultTable[row.kind].summary);
        expect(fault.remedy.length).toBeGreaterThan(10);
        expect(decidingRow(connector, row.example, upstream.url)).toBe(row.id);
      },
    );

    test('that several causes share are told apart by a probe', () => {
      const shared = connector.symptoms.filter(({ when }) => when.body === undefined && when.variables === undefined);
      const ambiguous = shared.filter(({ when: { status } }) => status === 401 || status === 403);
      expect(ambiguous.map(({ id: row, probe }) => [row, probe !== undefined])).toEqual(
        ambiguous.map(({ id: row }) => [row, true]),
      );
    });
  });

  test('shows its secret to nobody but the upstream: no log, fault, record or result', async () => {
    const agent = agentWith();
    const replies: (Reply | ((call: FakeCall) => Reply))[] = [
      strict([]),
      ...connector.symptoms.map(({ example }) => replyOf(example)),
      'truncate',
      // An upstream that repeats everything it was sent, so that a bounded reason is cut inside the secret.
      ...[0, 90, 180, 230, 260].map((pad) => (call: FakeCall) => echo(call, pad)),
    ];
    const seen: string[] = [];
    for (const reply of replies) {
      upstream.answerWith(reply);
      for (const name of operations) await agent.ask(name, questionsOf(name)[0]);
      await agent.check();
      seen.push(...upstream.calls.map(({ headers }) => JSON.stringify(headers)));
    }
    const token =
      Object.values(exemplar.variables)
        .find((value) => value.includes('{canary}'))
        ?.replace('{canary}', canary) ?? '';
    const reached = seen.some((headers) => headers.includes(token) || decodedBasic(headers).includes(token));
    expect(reached).toBe(true);
    const written = agent.written.join('\n');
    expect(written.length).toBeGreaterThan(1000);
    expect(canaryForms.filter((form) => written.includes(form))).toEqual([]);
    expect(decodedBasic(written)).not.toContain(canary.slice(0, 8));
  });
});

function agentOf(
  registered: RegisteredConnector,
  variables: Readonly<Record<string, string | undefined>>,
  url: string,
): AgentUnderTest {
  const env = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value?.replace('{upstream}', url).replace('{canary}', canary),
    ]),
  );
  return new AgentUnderTest({ registry: [registered], env });
}

function strictReply(exemplar: Exemplar, call: FakeCall, unexpected: string[]): Reply {
  const reply = exemplar.reply(call);
  if (reply !== undefined) return reply;
  unexpected.push(`${call.method} ${call.path}`);
  return { status: 501, body: 'the fake does not know this call' };
}

function replyOf({ status, headers, body }: SymptomExample): Reply {
  return { status, body, ...(headers !== undefined && { headers }) };
}

function echo({ headers }: FakeCall, pad: number): Reply {
  const error = `${'x'.repeat(pad)} ${headers.authorization ?? ''} ${JSON.stringify(headers)}`;
  return { status: 400, body: JSON.stringify({ status: 'error', errorType: 'bad_data', error, message: error }) };
}

const variablesOf = ({ variables = {} }: SymptomExample): Readonly<Record<string, string | undefined>> => variables;

/** The row that decides on its own example: one further up may not shadow it. */
function decidingRow(
  { symptoms, manifest }: LoadedConnector,
  example: SymptomExample,
  url: string,
): string | undefined {
  const variables = { ...exemplars[manifest.id]?.variables, ...variablesOf(example) };
  const headers = { 'content-type': 'application/json', ...example.headers };
  return findSymptom(symptoms, {
    response: { status: example.status, headers, body: example.body },
    path: '/',
    nowMs: 0,
    variable: (name) => variables[name]?.replace('{upstream}', url),
  })?.id;
}

function declaredBy(
  calls: readonly FakeCall[],
  declared: readonly UpstreamCall[],
): { undeclared: string[]; unused: string[] } {
  const made = [...new Set(calls.map(({ method, path }) => `${method} ${path}`))];
  const matches = (call: string, template: string): boolean => {
    const [parts, wanted] = [call.split('/'), template.split('/')];
    return parts.length === wanted.length && wanted.every((part, at) => part.startsWith('{') || part === parts[at]);
  };
  return {
    undeclared: made.filter((call) => !declared.some((template) => matches(call, template))),
    unused: declared.filter((template) => !made.some((call) => matches(call, template))),
  };
}

/** Empty data must come with the sentence that says whether it was allowed to see. */
function isSilentlyEmpty(result: (OperationAnswer & { ok: true })['result']): boolean {
  const lists = Object.values(result.data as object).filter((one) => Array.isArray(one));
  return lists.length > 0 && lists.every((one) => one.length === 0) && result.because === undefined;
}

/** Whatever follows `Basic`, decoded: a credential in disguise. */
function decodedBasic(text: string): string {
  return [...text.matchAll(/Basic ([A-Za-z0-9+/=]+)/gu)]
    .map(([, code = '']) => Buffer.from(code, 'base64').toString())
    .join('\n');
}

/** Everything a manifest must be and the compiler cannot see. */
function problemsOf(manifest: Manifest): string[] {
  const problems: string[] = [];
  const demand = (holds: boolean, problem: string): void => void (holds || problems.push(problem));
  demand(/^[a-z][a-z0-9]*$/u.test(manifest.id), 'id is not a short lower-case word');
  demand(URL.parse(manifest.vendorDocs)?.protocol === 'https:', 'vendorDocs is not an https address');
  for (const [name, variable] of Object.entries(manifest.config)) {
    demand(
      /^[A-Z][A-Z0-9_]+$/u.test(name) && !name.startsWith('RUNNER_') && !name.endsWith('_FILE'),
      `${name} is no legal variable`,
    );
    demand(variable.description.endsWith('.'), `${name} is not described in a sentence`);
    const { need } = variable;
    demand(typeof need !== 'object' || Object.hasOwn(manifest.config, need.with), `${name} needs an unknown variable`);
  }
  demand(
    Object.values(manifest.config).some(({ kind, need }) => kind === 'url' && need === 'required'),
    'no address is required',
  );
  const prefixes = manifest.credentials.flatMap(({ prefix }) => prefix ?? []);
  demand(new Set(prefixes).size === prefixes.length, 'two credential kinds share a prefix');
  for (const { grant, because } of manifest.forbidden) demand(because.length > 10, `${grant} has no reason`);
  for (const [name, binding] of Object.entries(manifest.operations)) {
    demand(catalog.has(name), `${name} is not in the catalog`);
    demand(binding.upstream.length > 0, `${name} calls nothing`);
    const takesWindow = 'window' in (catalog.get(name)?.arguments.shape ?? {});
    demand(
      takesWindow === (binding.windowSec !== undefined),
      `${name} bounds a window it does not take, or takes one it does not bound`,
    );
  }
  const checked = new Set(Object.values(manifest.checks).flatMap(({ affects }) => affects as readonly string[]));
  for (const name of Object.keys(manifest.operations)) demand(checked.has(name), `no check speaks for ${name}`);
  for (const [id, check] of Object.entries(manifest.checks)) {
    demand(
      check.affects.every((name) => Object.hasOwn(manifest.operations, name)),
      `${id} affects an operation of others`,
    );
    demand(
      check.grants.every((grant) => Object.hasOwn(manifest.grants, grant)),
      `${id} needs an undeclared grant`,
    );
  }
  return problems;
}
