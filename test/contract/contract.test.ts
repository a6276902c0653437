/** What every connector inherits by being in the registry. Nothing here names one. */
import { globSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { catalog, type OperationName } from '../../catalog/index.ts';
import { plannedConnectors } from '../../connectors/planned.ts';
import { registry } from '../../connectors/registry.ts';
import { clearTextVariables, readConnectorSetup } from '../../src/agent/connector-setup.ts';
import type { RegisteredConnector } from '../../src/connector/connector.ts';
import type { Variable } from '../../src/connector/manifest.ts';
import { faultTable } from '../../src/core/fault.ts';
import { Redactor } from '../../src/core/redact.ts';
import { AgentUnderTest, faultIn, resultIn } from './agent-under-test.ts';
import { exemplars } from './exemplars.ts';
import { type FakeCall, FakeUpstream, type Reply } from './fake-upstream.ts';
import {
  decidingRow,
  declaredBy,
  decodedBasic,
  echo,
  isSilentlyEmpty,
  nameOf,
  replyOf,
  strictReply,
  variablesOf,
} from './looking.ts';
import { problemsOf } from './manifest-problems.ts';

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

test('every operation of the catalog has a connector that answers it, or a planned one that will', () => {
  const bound = new Set<string>(registry.flatMap(({ manifest }) => Object.keys(manifest.operations)));
  const planned = new Set<string>(plannedConnectors.flatMap(({ operations }) => operations));
  expect([...catalog.keys()].filter((name) => !bound.has(name) && !planned.has(name))).toEqual([]);
});

test('what is planned is in the catalog, and no connector answers it yet', () => {
  for (const { id, operations } of plannedConnectors) {
    const there = registry.find(({ manifest }) => manifest.id === id)?.manifest.operations ?? {};
    expect(operations.filter((name) => !catalog.has(name) || Object.hasOwn(there, name))).toEqual([]);
  }
});

test('two connectors read the same variable only under one declaration that says so', () => {
  const declarations = Map.groupBy(
    registry.flatMap(({ manifest }) => Object.entries<Variable>(manifest.config)),
    ([name]) => name,
  );
  const wrong = [...declarations].filter(([, entries]) => {
    const variables = new Set(entries.map(([, variable]) => variable));
    return variables.size > 1 || (entries.length > 1 && entries[0]?.[1].shared !== true);
  });
  expect(wrong.map(([name]) => name)).toEqual([]);
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
        const variable = String(check.fault?.data['variable']);
        expect(check.summary).toContain(manifest.skipped === undefined ? variable : `skipped: ${manifest.skipped}`);
        expect(check.remedy).toContain(variable);
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
      const declared = { declared: manifest.operations[name]?.upstream ?? [], signIn: manifest.signIn };
      const made: FakeCall[] = [];
      upstream.answerWith(strict([]));
      const agent = agentWith();
      for (const args of questionsOf(name)) await agent.ask(name, args);
      made.push(...upstream.calls);
      const asked = made.length;
      // What is made only for a caller who leaves: after the first call, the second, and so on.
      for (let left = 1; left <= asked && declaredBy(exemplar, made, declared).unused.length > 0; left += 1) {
        made.push(...(await callsOfLeaving(name, left)));
      }
      expect(declaredBy(exemplar, made, declared)).toEqual({ undeclared: [], unused: [] });
    });

    async function callsOfLeaving(name: OperationName, after: number): Promise<readonly FakeCall[]> {
      const caller = new AbortController();
      const answer = strict([]);
      let answered = 0;
      upstream.answerWith((call) => {
        answered += 1;
        if (answered === after) setTimeout(() => caller.abort(), 20);
        return answer(call);
      });
      await agentWith().ask(name, questionsOf(name)[0], { signal: caller.signal });
      // What is sent for somebody who has left is sent after the answer to them.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return [...upstream.calls];
    }

    test.each(operations)('%s honours Retry-After', async (name) => {
      upstream.answerWith({ status: 429, headers: { 'retry-after': '17' }, body: '' });
      expect(faultIn(await agentWith().ask(name, questionsOf(name)[0]))).toMatchObject({
        code: 'rate_limited',
        data: { retryAfterSec: 17 },
      });
      expect(upstream.calls).toHaveLength(1);
    });

    test.each(operations)('%s makes no call a second time after a 401 or a 403', async (name) => {
      for (const status of [401, 403]) {
        upstream.answerWith({ status, body: '' });
        expect((await agentWith().ask(name, questionsOf(name)[0])).ok).toBe(false);
        const made = upstream.calls.map((call) => nameOf(exemplar, call));
        expect(made.length).toBeGreaterThan(0);
        expect(made).toEqual([...new Set(made)]);
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
      expect(declaredBy(exemplar, made, { declared, signIn: manifest.signIn })).toEqual({ undeclared: [], unused: [] });
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
        upstream.answerWith(replyOf(exemplar, row.example));
        const agent = agentWith(variablesOf(row.example));
        const fault = faultIn(await agent.ask(operations[0]!, questionsOf(operations[0]!)[0]));
        expect(fault.code).toBe(row.kind);
        expect(fault.summary).toBe(faultTable[row.kind].summary);
        expect(fault.remedy.length).toBeGreaterThan(10);
        expect(decidingRow(connector, exemplar, { example: row.example, url: upstream.url })).toBe(row.id);
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
      ...connector.symptoms.map(({ example }) => replyOf(exemplar, example)),
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
    expect(reached).toBe(exemplar.isSecretOnlySigning !== true);
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
