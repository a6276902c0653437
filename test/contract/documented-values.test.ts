/** Values that vendors document, or that their users report again and again: they are read as what they mean. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { registry } from '../../connectors/registry.ts';
import { resultIn } from './agent-under-test.ts';
import { all, type Change, changed, set } from './changed-body.ts';
import { ConnectorUnderTest, loaded } from './connector-under-test.ts';

interface Value {
  readonly connector: string;
  readonly operation: OperationName;
  readonly call: RegExp;
  readonly says: string;
  readonly change: Change;
  /** In the data, as JSON. */
  readonly shows?: string;
}

const values: readonly Value[] = [
  {
    connector: 'slack',
    operation: 'chat.getHistory',
    call: /conversations\.history$/u,
    says: 'a number for the title of an attachment',
    change: set('messages.0.attachments', [{ title: 404, text: 'not found', fields: [{ title: 'Count', value: 3 }] }]),
    shows: '404\\nnot found\\nCount: 3',
  },
  {
    connector: 'amplitude',
    operation: 'analytics.querySegmentation',
    call: /\/events\/segmentation$/u,
    says: 'null for a figure that there is none of',
    change: set('data.series.0.0', null),
  },
  {
    connector: 'sonarqube',
    operation: 'quality.getQualityGate',
    call: /\/project_status$/u,
    says: 'NOT_COMPUTED for a condition and its gate',
    change: all(
      set('projectStatus.status', 'NOT_COMPUTED'),
      set('projectStatus.conditions', [
        {
          status: 'NOT_COMPUTED',
          metricKey: 'new_coverage',
          comparator: 'LT',
          errorThreshold: '80',
          actualValue: null,
        },
      ]),
    ),
    shows: '"state":"none"',
  },
  {
    connector: 'cloudflare',
    operation: 'dns.listRecords',
    call: /\/dns_records$/u,
    says: 'null for the priority of a record that has none',
    change: all(set('result.0.priority', null), set('result.0.data', null), set('result.0.tags', null)),
  },
];

test('are listed for connectors that there are', () => {
  const ids = new Set(registry.map(({ manifest }) => manifest.id));
  expect(values.filter(({ connector }) => !ids.has(connector))).toEqual([]);
});

const tested = loaded.filter(([id]) => values.some(({ connector }) => connector === id));

describe.each(tested)('%s', (id, registered) => {
  const it = new ConnectorUnderTest(registered);
  const own = values.filter(({ connector }) => connector === id);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  test.each(own.map((value) => [value.operation, value.says, value] as const))(
    '%s reads %s, and the answer is whole',
    async (operation, _says, { shows = '', ...change }) => {
      const agent = it.agentWith();
      const [question] = it.questionsOf(operation);
      it.upstream.answerWith(it.strict([]));
      const before = resultIn(await agent.ask(operation, question));
      it.upstream.answerWith(changed(it.strict([]), change));
      const { data, complete } = resultIn(await agent.ask(operation, question));
      expect(complete).toBe(before.complete);
      expect(JSON.stringify(data)).toContain(shows);
    },
  );
});
