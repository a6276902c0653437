/**
 * An answer that says itself that there is more is never a whole one, whatever way of saying it the vendor documents
 * and whether or not it says where the rest is. Each row changes the answer of a system that is otherwise well.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperationName } from '../../catalog/index.ts';
import { all, type Change, changed, set } from './changed-body.ts';
import { ConnectorUnderTest, loaded } from './connector-under-test.ts';

interface Hint {
  readonly connector: string;
  readonly operation: OperationName;
  /** Of the path of the call. */
  readonly call: RegExp;
  /** As the vendor writes it. */
  readonly says: string;
  readonly change: Change;
}
const many = 1_000_000;

const jiraSearch = { connector: 'jira', operation: 'tickets.search', call: /\/search\/jql$/u } as const;
const jiraProjects = { connector: 'jira', operation: 'tickets.listProjects', call: /\/project\/search$/u } as const;
const history = { connector: 'slack', operation: 'chat.getHistory', call: /conversations\.history$/u } as const;
const noToken = set('nextPageToken', undefined);

const hints: readonly Hint[] = [
  { ...jiraSearch, says: 'isLast false without a token', change: all(noToken, set('isLast', false)) },
  {
    ...jiraSearch,
    says: 'isLast false and an empty token',
    change: all(set('nextPageToken', ''), set('isLast', false)),
  },
  {
    ...jiraSearch,
    says: 'the older shape: a total above its rows',
    change: all(noToken, set('isLast', undefined), set('startAt', 0), set('maxResults', 100), set('total', many)),
  },
  { ...jiraSearch, says: 'a total beside isLast', change: all(noToken, set('isLast', true), set('total', many)) },
  { ...jiraProjects, says: 'isLast false', change: set('isLast', false) },
  { ...jiraProjects, says: 'a total above its rows', change: all(set('isLast', undefined), set('total', many)) },
  { connector: 'jira', operation: 'tickets.get', call: /\/comment$/u, says: 'a total', change: set('total', many) },
  { ...history, says: 'has_more without a cursor', change: all(set('has_more', true), set('response_metadata', {})) },
  {
    ...history,
    says: 'has_more, and no metadata',
    change: all(set('has_more', true), set('response_metadata', undefined)),
  },
  { ...history, says: 'is_limited', change: set('is_limited', true) },
  {
    connector: 'slack',
    operation: 'chat.getThread',
    call: /conversations\.replies$/u,
    says: 'has_more without a cursor',
    change: all(set('has_more', true), set('response_metadata', undefined)),
  },
  {
    connector: 'slack',
    operation: 'chat.listConversations',
    call: /conversations\.list$/u,
    says: 'a cursor',
    change: set('response_metadata', { next_cursor: 'dGVhbTpD' }),
  },
  ...(['searchIssues', 'searchHotspots'] as const).flatMap((operation): Hint[] => {
    const of = {
      connector: 'sonarqube',
      operation: `quality.${operation}`,
      call: /\/(?:issues|hotspots)\/search$/u,
    } as const;
    return [
      { ...of, says: 'a total above its rows', change: set('paging.total', many) },
      {
        ...of,
        says: 'shorter pages than were asked for',
        change: all(set('paging.total', 5000), set('paging.pageSize', 1)),
      },
      {
        ...of,
        says: 'a total and no rows',
        change: all(set('paging.total', 7), set('issues', []), set('hotspots', [])),
      },
    ];
  }),
  {
    connector: 'cloudflare',
    operation: 'dns.listZones',
    call: /\/zones$/u,
    says: 'a total_count',
    change: set('result_info.total_count', many),
  },
  ...(['listApplications', 'listConnectors', 'listWorkloads'] as const).flatMap((name): Hint[] => {
    const of = { connector: 'azion', operation: `edge.${name}` as OperationName, call: /\/v4\/workspace\//u } as const;
    return [
      { ...of, says: 'a count above its rows', change: set('count', many) },
      { ...of, says: 'a count and shorter pages', change: all(set('count', 9), set('page_size', 1)) },
      { ...of, says: 'a count and no rows', change: all(set('count', 9), set('results', [])) },
    ];
  }),
  {
    connector: 'argocd',
    operation: 'gitops.listApplications',
    call: /\/applications$/u,
    says: 'continue',
    change: set('metadata.continue', 'x'),
  },
  {
    connector: 'argocd',
    operation: 'gitops.listApplications',
    call: /\/applications$/u,
    says: 'remainingItemCount',
    change: set('metadata.remainingItemCount', '3'),
  },
  ...(['k8s.listPods', 'k8s.listServices', 'k8s.listIngresses'] as const).flatMap((operation): Hint[] => {
    const of = { connector: 'eks', operation, call: /\/(?:pods|services|ingresses)$/u } as const;
    return [
      { ...of, says: 'continue', change: set('metadata.continue', 'x') },
      {
        ...of,
        says: 'remainingItemCount',
        change: all(set('metadata.continue', ''), set('metadata.remainingItemCount', 3)),
      },
    ];
  }),
  {
    connector: 'github',
    operation: 'code.search',
    call: /\/search\/code$/u,
    says: 'incomplete_results',
    change: set('incomplete_results', true),
  },
  {
    connector: 'github',
    operation: 'code.search',
    call: /\/search\/code$/u,
    says: 'a total_count without a link',
    change: set('total_count', 900),
  },
  {
    connector: 'github',
    operation: 'ci.listWorkflowRuns',
    call: /\/actions\/runs$/u,
    says: 'a total_count without a link',
    change: set('total_count', 900),
  },
  {
    connector: 'github',
    operation: 'ci.listChecks',
    call: /\/check-runs$/u,
    says: 'a total_count without a link',
    change: set('total_count', 900),
  },
  ...(['logs.search', 'traces.search', 'rum.search'] as readonly OperationName[]).flatMap((operation): Hint[] => {
    const of = { connector: 'datadog', operation, call: /\/events\/search$/u } as const;
    const link = 'https://api.datadoghq.com/api/v2/events?page%5Bcursor%5D=eyJ9';
    return [
      {
        ...of,
        says: 'a link to the next page alone',
        change: all(set('meta.page', undefined), set('links', { next: link })),
      },
      { ...of, says: 'status timeout', change: all(set('meta.page', undefined), set('meta.status', 'timeout')) },
    ];
  }),
  {
    connector: 'vercel',
    operation: 'deploy.listDeployments',
    call: /\/deployments$/u,
    says: 'pagination.next',
    change: set('pagination.next', 1_555_072_968_396),
  },
  {
    connector: 'grafana',
    operation: 'dashboards.listStacks',
    call: /\/instances$/u,
    says: 'pages',
    change: set('pages', 9),
  },
];

const tested = loaded.filter(([id]) => hints.some(({ connector }) => connector === id));

describe.each(tested)('%s', (id, registered) => {
  const it = new ConnectorUnderTest(registered);
  const own = hints.filter(({ connector }) => connector === id);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  test.each(own.map((hint) => [hint.operation, hint.says, hint] as const))(
    '%s is not called whole when the answer has %s',
    async (operation, _says, { call, change }) => {
      const agent = it.agentWith();
      it.upstream.answerWith(changed(it.strict([]), { call, change }));
      const [question] = it.questionsOf(operation);
      const answer = await agent.ask(operation, question);
      expect(it.upstream.calls.some(({ path }) => call.test(path))).toBe(true);
      const shown = answer.ok ? answer.result : undefined;
      expect(shown).toBeDefined();
      const goesOn = shown?.truncated === true && shown.nextCursor !== undefined;
      const saysWhy = shown?.complete === false && shown.because !== undefined;
      expect({ ...shown, goesOn, saysWhy }).toSatisfy(() => goesOn || saysWhy);
    },
  );
});

test('every hint is of a connector and an operation that there are', () => {
  const known = new Set(
    loaded.flatMap(([id, { manifest }]) => Object.keys(manifest.operations).map((name) => `${id} ${name}`)),
  );
  const ids = new Set(loaded.map(([id]) => id));
  const unknown = hints.map(({ connector, operation }) => `${connector} ${operation}`).filter((one) => !known.has(one));
  expect(unknown.filter((one) => ids.has(one.split(' ')[0] ?? ''))).toEqual([]);
});
