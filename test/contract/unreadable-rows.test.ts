/**
 * A row with a value that it should not have costs that row and no other. Each read is asked once with everything
 * well; then every list gets one more row, in which one member after the other is something else.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { countRows } from '../../src/core/count-rows.ts';
import type { OperationAnswer } from '../../src/tunnel/messages.ts';
import { amountOf } from '../layer.ts';
import type { AgentUnderTest } from './agent-under-test.ts';
import { ConnectorUnderTest, loaded, loadedVariants } from './connector-under-test.ts';
import type { FakeCall, Reply } from './fake-upstream.ts';
import { nameOf } from './looking.ts';
import { type RowMember, rowMembersOf, spoilRow } from './spoiled-rows.ts';

/** Connectors whose answers no schema of ours reads, with the reason. */
const exemptConnectors: Readonly<Record<string, string>> = {
  mongodb: 'The driver of the vendor reads the answer; `mongodb/answers.test.ts` has its lists.',
};

/** Lists that are no rows of their own, as `<connector> <operation>: <list>`, with the reason. */
const exempt: Readonly<Record<string, string>> = {
  'aws warehouse.runQuery: ResultSet.Rows': 'The first row names the columns of the others.',
  'aws warehouse.runQuery: ResultSet.ResultSetMetadata.ColumnInfo': 'Values are found by the places of the columns.',
  'datadog metrics.query: data.attributes.series': 'Times and values are found by the places of the series.',
  'gcp cost.getCostAndUsage: schema.fields': 'Values are found by the places of the columns.',
  'gcp cost.listBillingAccounts: billingAccounts': 'The library of the vendor reads the list, and fails as a whole.',
  'gcp k8s.describeCluster: clusters': 'Two clusters of one name are asked about, and not read.',
  'gcp k8s.listNodeGroups: clusters': 'Two clusters of one name are asked about, and not read.',
  'grafana synthetics.queryMetrics: data.result': 'Two checks that look alike are asked about, and not read.',
};

const tested = [...loaded, ...loadedVariants].filter(([id]) => !Object.hasOwn(exemptConnectors, id));

describe.each(tested)('%s', (id, registered) => {
  const it = new ConnectorUnderTest(registered);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  test.each(it.reads)('%s leaves out a row that it cannot read, says so, and shows the others', async (name) => {
    const agent = it.agentWith({}, { concurrentCalls: 500, operationsPerMinute: 1_000_000 });
    let own = it.agentWith({}, { concurrentCalls: 500, operationsPerMinute: 1_000_000 });
    const wrong: string[] = [];
    for (const question of it.questionsOf(name)) {
      const { before, members } = await recorded(agent, name, question);
      if (!before.ok) continue;
      for (const [nth, { called, row }] of members.entries()) {
        // Some limit what one Agent may ask in a time.
        if (nth % 5 === 0) {
          own.close();
          own = it.agentWith({}, { concurrentCalls: 500, operationsPerMinute: 1_000_000 });
        }
        const askWith = (value?: unknown): Promise<OperationAnswer> => {
          const well = it.strict([]);
          it.upstream.answerWith((call) =>
            nameOf(it.exemplar, call) === called ? spoilRow(well(call), row, value) : well(call),
          );
          return own.ask(name, question);
        };
        const twice = await askWith();
        for (const value of row.values.slice(0, amountOf(1, 3))) {
          const problem = problemOf(before.result.data, twice, await askWith(value));
          if (problem === undefined) continue;
          const list = row.list.join('.');
          if (Object.hasOwn(exempt, `${registered.manifest.id} ${name}: ${list}`)) continue;
          wrong.push(`${list}[].${row.member.join('.')} = ${JSON.stringify(value)}: ${problem}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  interface Recorded {
    readonly before: OperationAnswer;
    readonly members: readonly { readonly called: string; readonly row: RowMember }[];
  }

  async function recorded(agent: AgentUnderTest, name: OperationName, question: unknown): Promise<Recorded> {
    const members = new Map<string, Recorded['members'][number]>();
    const well = it.strict([]);
    it.upstream.answerWith((call: FakeCall): Reply => {
      const reply = well(call);
      if (typeof reply === 'string' || reply.status >= 300 || it.isSignIn(call)) return reply;
      const called = nameOf(it.exemplar, call);
      for (const row of rowMembersOf(reply.body)) members.set(JSON.stringify([called, row]), { called, row });
      return reply;
    });
    const before = await agent.ask(name, question);
    return { before, members: [...members.values()] };
  }
});

/** `twice`: with the row as it should be. */
function problemOf(before: unknown, twice: OperationAnswer, after: OperationAnswer): string | undefined {
  if (!after.ok) return `${after.fault.code} ${JSON.stringify(after.fault.data)}`;
  const { data, complete, because, truncated } = after.result;
  // A list that goes on shows the next one on its next page.
  if (countRows(data) + Number(truncated) < countRows(before)) return 'other rows are missing';
  if (!complete) return because === undefined ? 'nothing says what is missing' : undefined;
  const isShown = !twice.ok || truncated || countRows(data) >= countRows(twice.result.data);
  return isShown ? undefined : 'the row is missing and the answer is called complete';
}

test('every exemption is of a connector and an operation that there are', () => {
  const known = new Set(
    registry.flatMap(({ manifest: { id, operations } }) => Object.keys(operations).map((name) => `${id} ${name}`)),
  );
  expect(Object.keys(exempt).filter((one) => !known.has(one.slice(0, one.indexOf(':'))))).toEqual([]);
  const ids = registry.map(({ manifest }) => manifest.id);
  expect(Object.keys(exemptConnectors).filter((id) => !ids.includes(id))).toEqual([]);
});
