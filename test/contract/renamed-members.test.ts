/**
 * A changed answer is never an empty one. Each read is asked once with everything well; then every member of
 * every answer is renamed in turn. Where data was found before and none is found now, the answer is a fault.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import type { OperationAnswer } from '../../src/tunnel/messages.ts';
import type { AgentUnderTest } from './agent-under-test.ts';
import { ConnectorUnderTest, loaded, loadedVariants } from './connector-under-test.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';
import { nameOf } from './looking.ts';
import { type MemberPath, membersOf, renameMember } from './renamed-members.ts';

/** Connectors whose answers no schema of ours reads, with the reason. */
const exemptConnectors: Readonly<Record<string, string>> = {
  mongodb: 'The driver of the vendor reads the answer, and waits until its time is over for a member that it needs.',
};

/** Connectors whose answers are judged by their own members only, with the reason. */
const judgedAtTop: Readonly<Record<string, string>> = {
  aws: 'The model of the vendor marks almost every member inside a list as optional, and AWS adds such members at any time.',
};

/** What may be absent although the rest of the answer is there, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'aws cost.getSavingsPlansRecommendations: SavingsPlansPurchaseRecommendation -> recommendations':
    'Absent when AWS recommends nothing.',
  'aws cost.listRecommendations: errors -> failures': 'Recommendations were read, and a list beside them is a new one.',
  'datadog monitors.get: message -> notifies': 'A monitor without a message notifies nobody.',
  'grafana traces.get: batches.*.resource.attributes.*.value -> services': 'An attribute may have no value.',
};

/** What was asked for: the lists of the answer itself, and the figures in their rows. */
const carriesData = /^[^[\].]+$|\.(?:points|values|rows)$/u;

const tested = [...loaded, ...loadedVariants].filter(([id]) => !Object.hasOwn(exemptConnectors, id));

describe.each(tested)('%s', (id, registered) => {
  const it = new ConnectorUnderTest(registered);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  test.each(it.reads)('%s answers a renamed member with a fault, and never with nothing', async (name) => {
    const agent = it.agentWith({}, { concurrentCalls: 500, operationsPerMinute: 1_000_000 });
    const emptied = new Set<string>();
    for (const question of it.questionsOf(name)) {
      const { before, members } = await recorded(agent, name, question);
      const full = before.ok ? filledLists(before.result.data) : [];
      if (full.length === 0) continue;
      for (const { called, path } of members) {
        if (path.length > 1 && Object.hasOwn(judgedAtTop, id)) continue;
        const well = it.strict([]);
        it.upstream.answerWith((call) =>
          nameOf(it.exemplar, call) === called ? renameMember(well(call), path) : well(call),
        );
        const after = await agent.ask(name, question);
        // A fault hides nothing, and neither does an answer that says it is not whole.
        if (!after.ok || !after.result.complete) continue;
        const still = new Set(filledLists(after.result.data));
        for (const list of full) if (!still.has(list)) emptied.add(`${path.join('.')} -> ${list}`);
      }
    }
    expect([...emptied].filter((what) => !Object.hasOwn(exempt, `${registered.manifest.id} ${name}: ${what}`))).toEqual(
      [],
    );
  });

  interface Recorded {
    readonly before: OperationAnswer;
    readonly members: readonly { readonly called: string; readonly path: MemberPath }[];
  }

  /** The answer when all is well, and each member of each answer of the upstream that it came from. */
  async function recorded(agent: AgentUnderTest, name: OperationName, question: unknown): Promise<Recorded> {
    const members = new Map<string, Recorded['members'][number]>();
    const well = it.strict([]);
    it.upstream.answerWith((call: FakeCall): Reply => {
      const reply = well(call);
      if (typeof reply === 'string' || reply.status >= 300) return reply;
      const called = nameOf(it.exemplar, call);
      for (const path of membersOf(reply.body)) members.set(JSON.stringify([called, path]), { called, path });
      return reply;
    });
    const before = await agent.ask(name, question);
    return { before, members: [...members.values()] };
  }
});

test('every exemption is of a connector and an operation that there are', () => {
  const known = new Set(
    registry.flatMap(({ manifest: { id, operations } }) => Object.keys(operations).map((name) => `${id} ${name}`)),
  );
  expect(Object.keys(exempt).filter((one) => !known.has(one.slice(0, one.indexOf(':'))))).toEqual([]);
  const ids = registry.map(({ manifest }) => manifest.id);
  expect(Object.keys({ ...exemptConnectors, ...judgedAtTop }).filter((id) => !ids.includes(id))).toEqual([]);
});

/** Lists with something in them, by their place: `series[].points`. */
function filledLists(data: unknown): string[] {
  const filled = new Set<string>();
  const walk = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) {
      for (const [name, one] of Object.entries(value)) walk(one, place === '' ? name : `${place}.${name}`);
      return;
    }
    if (value.length > 0 && carriesData.test(place)) filled.add(place);
    for (const one of value) walk(one, `${place}[]`);
  };
  walk(data, '');
  return [...filled];
}
