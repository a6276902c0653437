/** What every connector inherits by being in the registry. Nothing here names one. */
import { globSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { catalog, type OperationName } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { clearTextVariables, readConnectorSetup } from '../../src/agent/connectors/connector-setup.ts';
import type { UpstreamCall, Variable } from '../../src/connector/manifest.ts';
import type { Symptom } from '../../src/connector/symptom.ts';
import { faultTable } from '../../src/core/fault.ts';
import { Redactor } from '../../src/core/redact.ts';
import { faultIn, resultIn } from './agent-under-test.ts';
import { canary, canaryForms, holdsCanary, withCanary } from './canary.ts';
import { ConnectorUnderTest, loaded, loadedVariants } from './connector-under-test.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';
import {
  decidingRow,
  declaredBy,
  decodedBasic,
  echo,
  inEscapes,
  isSilentlyEmpty,
  replyOf,
  variablesOf,
} from './looking.ts';
import { problemsOf } from './manifest-problems.ts';

test('the registry lists every folder once, sorted, under the name of its manifest', () => {
  const folders = globSync('connectors/*/manifest.ts').map((file) => file.split('/')[1] ?? '');
  const ids = registry.map(({ manifest }) => manifest.id);
  expect(ids).toEqual(folders.toSorted());
  expect(
    globSync('connectors/*/upstream/exemplar.ts')
      .map((file) => file.split('/')[1] ?? '')
      .toSorted(),
  ).toEqual(ids);
});

test('every operation of the catalog is in the registry with a connector that answers it', () => {
  const bound = new Set<string>(registry.flatMap(({ manifest }) => Object.keys(manifest.operations)));
  expect([...catalog.keys()].filter((name) => !bound.has(name))).toEqual([]);
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

describe.each([...loaded, ...loadedVariants])('%s', (title, registered, connector) => {
  const { manifest } = registered;
  const { id } = manifest;
  const it = new ConnectorUnderTest(registered);
  const { exemplar, operations } = it;
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  describe('its manifest', () => {
    test('is legal', () => expect(problemsOf(manifest)).toEqual([]));

    test('asks for no grant that no operation uses, and for none it forbids [C-SVC-3]', () => {
      const used = new Set(operations.flatMap((name) => manifest.operations[name]?.grants ?? []));
      expect(Object.keys(manifest.grants).filter((grant) => !used.has(grant))).toEqual([]);
      expect([...used].filter((grant) => !Object.hasOwn(manifest.grants, grant))).toEqual([]);
      expect(manifest.forbidden.filter(({ grant }) => Object.hasOwn(manifest.grants, grant))).toEqual([]);
    });

    test('has code for exactly what it declares', () => {
      expect(Object.keys(connector.operations).toSorted()).toEqual(operations.toSorted());
      expect(Object.keys(connector.checks).toSorted()).toEqual(Object.keys(manifest.checks).toSorted());
      expect(connector.manifest).toBe(manifest);
    });

    test('names only probes it has, and has only probes it names', () => {
      const named = new Set(connector.symptoms.flatMap(({ probe }) => probe ?? []));
      expect([...named].toSorted()).toEqual(Object.keys(connector.probes).toSorted());
    });
  });

  describe('its configuration', () => {
    const isSet = (name: string): boolean => Object.hasOwn(exemplar.variables, name);
    const isNeeded = ([, { need }]: readonly [string, Variable]): boolean => {
      if (typeof need === 'string') return need === 'required';
      return 'with' in need ? isSet(need.with) : !need.without.some(isSet);
    };

    test.each(Object.entries<Variable>(manifest.config).filter(isNeeded))(
      'without %s answers not_configured naming it, and no check is green',
      async (variable) => {
        it.upstream.answerWith({ status: 200, body: '{}' });
        const agent = it.agentWith({ [variable]: undefined });
        for (const name of operations) {
          const fault = faultIn(await it.ask(agent, name));
          expect(fault).toMatchObject({ code: 'not_configured', data: { variable } });
          expect(fault.remedy).toContain(variable);
        }
        const checks = await agent.check();
        // Without its only variable nothing of a connector is set, which is a choice.
        const hasMore = Object.keys(exemplar.variables).length > 1;
        const status = hasMore ? 'pending_configuration' : 'skipped';
        expect(checks.map((check) => check.status)).toEqual(checks.map(() => status));
        expect(it.upstream.calls).toEqual([]);
      },
    );

    test('of which nothing is set is skipped, naming the variable', async () => {
      const agent = it.agentOf({});
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
      it.upstream.answerWith(it.strict(unexpected));
      const agent = it.agentWith();
      expect(it.questionsOf(name).length).toBeGreaterThan(0);
      for (const args of it.questionsOf(name)) {
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
      it.upstream.answerWith(it.strict([]));
      const agent = it.agentWith();
      for (const args of it.questionsOf(name)) await agent.ask(name, args);
      for (const args of exemplar.refused?.[name] ?? []) faultIn(await agent.ask(name, args));
      made.push(...it.upstream.calls);
      const asked = made.length;
      // What is made only for a caller who leaves: after the first call, the second, and so on.
      for (let left = 1; left <= asked && declaredBy(exemplar, made, declared).unused.length > 0; left += 1) {
        made.push(...(await callsOfLeaving(name, left)));
      }
      expect(declaredBy(exemplar, made, declared)).toEqual({ undeclared: [], unused: [] });
    });

    const bounded = operations.flatMap((name) => {
      const { windowSec } = manifest.operations[name] ?? {};
      return windowSec === undefined ? [] : [[name, windowSec] as const];
    });

    test.each(bounded)('%s takes no window of more than %i seconds, and nothing is sent', async (name, windowSec) => {
      it.upstream.answerWith(it.strict([]));
      const to = Date.now();
      const window = { from: new Date(to - windowSec * 1000 - 1000).toISOString(), to: new Date(to).toISOString() };
      const wider = { ...(it.questionsOf(name)[0] as object), window };
      expect(faultIn(await it.agentWith().ask(name, wider)).code).toBe('window_too_wide');
      expect(it.upstream.calls).toEqual([]);
    });

    async function callsOfLeaving(name: OperationName, after: number): Promise<readonly FakeCall[]> {
      const caller = new AbortController();
      const answer = it.strict([]);
      let answered = 0;
      it.upstream.answerWith((call) => {
        answered += 1;
        if (answered === after) setTimeout(() => caller.abort(), 20);
        return answer(call);
      });
      await it.ask(it.agentWith(), name, { signal: caller.signal });
      // What is sent for somebody who has left is sent after the answer to them.
      await new Promise((resolve) => setTimeout(resolve, 200));
      return [...it.upstream.calls];
    }
  });

  describe('its checks', () => {
    test('are green when everything is well, and name what they needed', async () => {
      const unexpected: string[] = [];
      it.upstream.answerWith(it.strict(unexpected));
      const checks = await it.agentWith().check();
      expect(checks.map(({ check, status, remedy }) => [check, status, remedy])).toEqual(
        Object.keys(manifest.checks).map((check) => [check, 'ok', '']),
      );
      expect(unexpected).toEqual([]);
    });

    test('are not green while every read is refused', async () => {
      it.upstream.answerWith(exemplar.says?.('forbidden', 'Forbidden') ?? { status: 403, body: 'Forbidden' });
      const checks = await it.agentWith().check();
      const isMade = (call: UpstreamCall): boolean => exemplar.unmade?.includes(call) !== true;
      const reading = checks.filter(({ check }) => manifest.checks[check]?.upstream.some(isMade) === true);
      expect(reading.length).toBeGreaterThan(0);
      for (const check of reading) {
        expect(check.status).toBe('failed');
        expect(check.affects.length).toBeGreaterThan(0);
        expect(check.remedy.length).toBeGreaterThan(10);
      }
    });

    test('make every call they declare and no other', async () => {
      const made: FakeCall[] = [];
      for (const reply of [it.strict([]), ...exemplar.failures]) {
        it.upstream.answerWith(reply);
        await it.agentWith().check();
        made.push(...it.upstream.calls);
      }
      const declared = Object.values(manifest.checks).flatMap((check) => check.upstream);
      expect(declaredBy(exemplar, made, { declared, signIn: manifest.signIn })).toEqual({ undeclared: [], unused: [] });
    });
  });

  // What an answer means is tested once for each connector: a row says itself which variables it speaks of.
  const describeOnce: (name: string, body: () => void) => void = title === id ? describe : () => undefined;
  describeOnce('its symptoms', () => {
    test('cover every kind of refusal, each row once', async () => {
      const ids = connector.symptoms.map((row) => row.id);
      expect(ids).toEqual([...new Set(ids)]);
      expect(ids).toContain('rate_limited');
      expect(ids).toContain('upstream_error');
    });

    const isSaidBetter = (row: Symptom): boolean =>
      row.precedence === 'last' && decidingRow(connector, exemplar, { example: row.example, url: '' }) !== row.id;

    test.each(connector.symptoms.flatMap((row) => (isSaidBetter(row) ? [] : [[row.id, row] as const])))(
      '%s is recognised, and by its own row',
      async (_id, row) => {
        it.upstream.answerWith(replyOf(exemplar, row.example));
        const agent = it.agentWith(variablesOf(row.example));
        const fault = faultIn(await it.ask(agent, it.reads[0] ?? operations[0]!));
        expect(fault.code).toBe(row.kind);
        expect(fault.summary).toBe(faultTable[row.kind].summary);
        expect(fault.remedy.length).toBeGreaterThan(10);
        expect(decidingRow(connector, exemplar, { example: row.example, url: it.upstream.url })).toBe(row.id);
      },
    );

    // A system that speaks no HTTP sends its texts in a form that has no escapes.
    const worded =
      exemplar.start === undefined
        ? connector.symptoms.filter(({ when }) => when.body !== undefined || when.fields !== undefined)
        : [];
    const escaped = worded.flatMap((row) => {
      const body = inEscapes(row.example.body);
      return body === undefined ? [] : [[row.id, row, { ...row.example, body }] as const];
    });

    test.each(escaped)('%s is recognised by its own row when its sentence is escaped', async (_id, row, example) => {
      const agent = it.agentWith(variablesOf(example));
      const faults = [];
      for (const one of [row.example, example]) {
        it.upstream.answerWith(replyOf(exemplar, one));
        faults.push(faultIn(await it.ask(agent, it.reads[0] ?? operations[0]!)));
      }
      expect(faults[1]).toEqual(faults[0]);
      expect(decidingRow(connector, exemplar, { example, url: it.upstream.url })).toBe(row.id);
    });

    test('that several causes share are distinguished by a probe', () => {
      const shared = connector.symptoms.filter(({ when: { body, headers, fields, variables } }) =>
        [body, headers, fields, variables].every((one) => one === undefined),
      );
      const ambiguous = shared.filter(({ when: { status } }) => status === 401 || status === 403);
      expect(ambiguous.map(({ id: row, probe }) => [row, probe !== undefined])).toEqual(
        ambiguous.map(({ id: row }) => [row, true]),
      );
    });
  });

  test('sends its secret only to the upstream: no log, fault, record or result has it', async () => {
    const agent = it.agentWith();
    const replies: (Reply | ((call: FakeCall) => Reply))[] = [
      it.strict([]),
      // As everywhere in this file, once for each connector.
      ...(title === id ? connector.symptoms : []).map(({ example }) => replyOf(exemplar, example)),
      'truncate',
      // An upstream that repeats everything it was sent, so that a bounded reason is cut inside the secret.
      ...[0, 90, 180, 230, 260].map((pad) => (call: FakeCall) => echo(call, pad)),
    ];
    const seen: string[] = [];
    for (const reply of replies) {
      it.upstream.answerWith(reply);
      await Promise.all(operations.map((name) => it.ask(agent, name)));
      await agent.check();
      seen.push(...it.upstream.calls.map(({ headers }) => JSON.stringify(headers)));
    }
    const token = withCanary(Object.values(exemplar.variables).find(holdsCanary) ?? '');
    const reached = seen.some((headers) => headers.includes(token) || decodedBasic(headers).includes(token));
    expect(reached).toBe(exemplar.isSecretOnlySigning !== true);
    const written = agent.written.join('\n');
    expect(written.length).toBeGreaterThan(1000);
    expect(canaryForms.filter((form) => written.includes(form))).toEqual([]);
    expect(decodedBasic(written)).not.toContain(canary.slice(0, 8));
  });
});
