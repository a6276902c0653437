/** The real catalog, asked of Agents that the fake plays, and the record of what was asked. */
import {
  CatalogList,
  CatalogOperation,
  OperationRequest,
  OperationResponse,
  QuestionList,
} from '../../src/control/api/api.ts';
import { SourcePlan } from '../../src/control/api/permissions.ts';
import { describeOperation, findEntries } from '../../src/control/catalog/catalog-entries.ts';
import type { FakeState } from './fake-state.ts';
import { Refusal } from './refusal.ts';
import type { Asked, Route } from './route.ts';

const digest = `sha256:${'0'.repeat(64)}`;
const titles = new Map([
  ['grafana', 'Grafana Cloud'],
  ['jira', 'Jira'],
  ['slack', 'Slack'],
]);

export const catalogRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/catalog',
    role: 'member',
    answer: CatalogList,
    run: (asked) => {
      const access = asked.query.get('access');
      const { entries: operations } = findEntries(askerOf(asked), {
        ...((access === 'read' || access === 'write') && { access }),
      });
      return { digest, operations, connectors: connectorsOf(asked.state, operations) };
    },
  },
  {
    method: 'GET',
    path: '/api/catalog/:name',
    role: 'member',
    answer: CatalogOperation,
    run: (asked) => {
      const operation = known(asked);
      return { digest, operation, connectors: connectorsOf(asked.state, [operation]) };
    },
  },
  {
    method: 'GET',
    path: '/api/catalog/:name/sources',
    role: 'member',
    answer: SourcePlan,
    run: (asked) => {
      const sources = connectorsOf(asked.state, [known(asked)]).flatMap(({ connector, sources: ofOne }) =>
        ofOne.flatMap(({ source, about, agents }) =>
          agents.map((instance) => ({
            source,
            connector,
            ...(about !== undefined && { about }),
            instance,
            state: 'ready' as const,
          })),
        ),
      );
      return { sources, unreported: asked.state.unreported };
    },
  },
  {
    method: 'POST',
    path: '/api/operations/:name',
    role: 'member',
    body: OperationRequest,
    answer: OperationResponse,
    run: async (asked) => {
      const { name, access, may_ask: mayAsk } = known(asked);
      if (!mayAsk) throw new Refusal(403, 'role_required', 'A write needs an owner or an admin.');
      const { args, source, instance } = OperationRequest.parse(asked.body);
      const key = asked.headers['idempotency-key']?.toString();
      if (access === 'write' && key === undefined) throw new Error('a write came without an idempotency key');
      const question = { operation: name, args, source, instance, key };
      asked.state.asked.push(question);
      const result = await asked.state.answer(question);
      return { operation: name, instance: instance ?? 'agent-primary', result };
    },
  },
  {
    method: 'GET',
    path: '/api/questions',
    role: 'member',
    answer: QuestionList,
    run: ({ state, query }) => {
      const wanted = (name: string): string | undefined => query.get(name) ?? undefined;
      const found = state.questions.filter(
        (one) =>
          one.operation === (wanted('operation') ?? one.operation) &&
          one.outcome === (wanted('outcome') ?? one.outcome) &&
          one.via === (wanted('via') ?? one.via) &&
          one.by.id === (wanted('by') ?? one.by.id) &&
          one.at >= (wanted('from') ?? '') &&
          one.at < (wanted('to') ?? '9'),
      );
      const from = Number(wanted('cursor') ?? 0);
      const to = from + Number(wanted('limit') ?? 50);
      return { questions: found.slice(from, to), ...(to < found.length && { next_cursor: String(to) }) };
    },
  },
];

function askerOf({ state, session: { person } }: Asked) {
  return {
    type: 'person',
    id: person.id,
    name: person.name,
    organization: state.organization.id,
    role: person.role,
  } as const;
}

function known(asked: Asked) {
  const operation = describeOperation(askerOf(asked), asked.params['name'] ?? '');
  if (operation === undefined) {
    throw new Refusal(404, 'unknown_operation', 'The catalog of this control plane has no operation of this name.', {
      field: 'name',
    });
  }
  return operation;
}

type Listed = Pick<CatalogList['operations'][number], 'answers'>;

function connectorsOf({ configured, named }: FakeState, operations: readonly Listed[]): CatalogList['connectors'] {
  const ids = new Set(operations.flatMap(({ answers }) => answers.map(({ connector }) => connector)));
  return [...ids].toSorted().map((connector) => {
    const agents = configured.get(connector) ?? [];
    const own = agents.length === 0 ? [] : [{ source: connector, agents }];
    return {
      connector,
      title: titles.get(connector) ?? connector,
      sources: named.get(connector) ?? own,
      further_sources: 0,
      agents,
      further_agents: 0,
    };
  });
}
