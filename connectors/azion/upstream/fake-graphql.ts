/** Azion's GraphQL as far as it is documented: one query of one dataset, its fields, their types, operators and limits. */
import type { DescribedCall } from '../../../test/contract/described-upstream.ts';
import type { Reply } from '../../../test/contract/fake-upstream.ts';

type Kind = 'Int' | 'Float' | 'String' | 'DateTime';
type Row = Readonly<Record<string, unknown>>;

interface FakeDataset {
  readonly fields: Readonly<Record<string, Kind>>;
  readonly rows: readonly Row[];
}

const httpFields: Readonly<Record<string, Kind>> = {
  ts: 'DateTime',
  status: 'Int',
  host: 'String',
  bytesSent: 'Int',
  requestTime: 'Float',
  requests: 'Int',
  requestUri: 'String',
  httpReferer: 'String',
  upstreamAddr: 'String',
  upstreamCacheStatus: 'String',
};

const events: readonly Row[] = [0, 1, 2, 3, 4].map((nth) => ({
  ts: `2026-11-02T10:00:0${nth}`,
  status: nth === 4 ? 500 : 200,
  host: nth % 2 === 0 ? 'shop.example' : 'api.example',
  bytesSent: 100 + nth,
  requestTime: 0.5,
  requestUri: `/cart/${nth}?session=s3cr3t`,
  httpReferer: 'https://ann:pw@shop.example/login?code=s3cr3t#top',
  upstreamAddr: ['192.0.2.1:80', '192.0.2.2:80'],
  upstreamCacheStatus: null,
}));

const metrics: readonly Row[] = [
  { ts: '2026-11-02T10:00:00Z', status: 200, count: 3, sum: 30, avg: 10, min: 1, max: '20', host: 'shop.example' },
  { ts: '2026-11-02T10:01:00Z', status: 500, count: 1, sum: 5, avg: null, min: 5, max: 5, host: null },
];

export const datasets = {
  metrics: {
    httpMetrics: { fields: httpFields, rows: metrics },
    edgeDnsQueriesMetrics: { fields: httpFields, rows: [] },
  },
  events: {
    httpEvents: { fields: httpFields, rows: events },
    cellsConsoleEvents: { fields: { ts: 'DateTime', line: 'String' }, rows: [] },
  },
} as const satisfies Record<string, Readonly<Record<string, FakeDataset>>>;

const suffix = /(?:Eq|Ne|Gte|Gt|Lte|Lt|Like|In)$/u;
const word = String.raw`[A-Za-z]\w*`;
const shape = new RegExp(
  String.raw`^query ${word}\((?<declared>[^)]*)\) \{ rows: (?<dataset>${word})\((?<args>.*)\) \{ (?<select>${word}(?: ${word})*) \} \}$`,
  'u',
);
const argument = new RegExp(
  String.raw`^limit: \$limit, offset: \$offset, filter: \{ tsRange: \{ begin: \$begin, end: \$end \}(?<filters>(?:, ${word}: \$f\d+)*) \}(?:, aggregate: \{ (?<aggregate>${word}: ${word}(?:, ${word}: ${word})*) \})?(?:, groupBy: \[(?<groupBy>${word}(?:, ${word})*)\])?(?:, orderBy: \[(?<orderBy>${word})\])?$`,
  'u',
);

const refuse = (detail: string): Reply => ({ status: 400, body: JSON.stringify({ detail }) });

export interface ParsedDocument {
  readonly dataset: string;
  readonly select: readonly string[];
  readonly filters: readonly (readonly [key: string, variable: string])[];
  readonly aggregate: readonly (readonly [aggregation: string, field: string])[];
  readonly groupBy: readonly string[];
  readonly orderBy: string | undefined;
  readonly declared: Readonly<Record<string, string>>;
}

/** Takes one query of one dataset apart. @throws Error for anything else. */
export function parseDocument(query: string): ParsedDocument {
  const groups = shape.exec(query)?.groups;
  const args = argument.exec(groups?.['args'] ?? '')?.groups;
  if (groups === undefined || args === undefined) throw new Error(`this is no query of one dataset: ${query}`);
  const pairs = (text = ''): [string, string][] =>
    text
      .split(', ')
      .filter((one) => one !== '')
      .map((one) => {
        const [name = '', value = ''] = one.split(': ');
        return [name, value.replace('$', '')];
      });
  return {
    dataset: groups['dataset'] ?? '',
    select: (groups['select'] ?? '').split(' '),
    filters: pairs(args['filters']),
    aggregate: pairs(args['aggregate']),
    groupBy: (args['groupBy'] ?? '').split(', ').filter((one) => one !== ''),
    orderBy: args['orderBy'],
    declared: Object.fromEntries(pairs(groups['declared']?.replaceAll('$', ''))),
  };
}

export function answerGraphql(interfaceName: 'metrics' | 'events', { json }: DescribedCall): Reply {
  const { query, variables = {} } = json as { query: string; variables?: Readonly<Record<string, unknown>> };
  if (query === 'query Touch { __typename }') return { status: 200, body: '{"data":{"__typename":"Query"}}' };
  const parsed = parseDocument(query);
  const known: Readonly<Record<string, FakeDataset>> = datasets[interfaceName];
  const dataset = known[parsed.dataset];
  if (dataset === undefined) return refuse(`Cannot query field "${parsed.dataset}" on type "Query".`);
  const problem = problemOf(parsed, dataset, variables);
  if (problem !== undefined) return refuse(problem);
  const at = (row: Row): string => String(row['ts']).replace('Z', '');
  const found = dataset.rows
    .filter((row) => at(row) >= String(variables['begin']) && at(row) <= String(variables['end']))
    .filter((row) => parsed.filters.every(([key, name]) => passes(row, key, variables[name])))
    .toSorted((a, b) => at(a).localeCompare(at(b)));
  const ordered = parsed.orderBy === 'ts_DESC' ? found.toReversed() : found;
  const [limit, offset] = [Number(variables['limit']), Number(variables['offset'])];
  const rows = ordered
    .slice(offset, offset + limit)
    .map((row) => Object.fromEntries(parsed.select.map((name) => [name, row[name] ?? null])));
  return { status: 200, body: JSON.stringify({ data: { rows } }) };
}

type Variables = Readonly<Record<string, unknown>>;

function problemOf(parsed: ParsedDocument, { fields }: FakeDataset, variables: Variables): string | undefined {
  const names = (of: object): string => Object.keys(of).toSorted().join();
  if (names(parsed.declared) !== names(variables)) return 'Variables differ from those declared';
  if (Number(variables['limit']) > 10_000) {
    return 'The value for the query limit is invalid (must be between 0 to 10000 rows).';
  }
  return selectionProblem(parsed, fields) ?? filterProblem(parsed, fields);
}

function selectionProblem(
  { select, aggregate, groupBy }: ParsedDocument,
  fields: FakeDataset['fields'],
): string | undefined {
  if (select.length > 35) return 'You have exceeded the limit amount allowed for selected fields (35 fields).';
  const figures = new Set(aggregate.map(([name]) => name));
  const unknown = select.find((name) => !figures.has(name) && !Object.hasOwn(fields, name));
  if (unknown !== undefined) return `Cannot query field "${unknown}" on type "Rows".`;
  const group = groupBy.find((name) => !Object.hasOwn(fields, name));
  if (group !== undefined) return `Argument "groupBy" has invalid value [${group}].`;
  const wrong = aggregate.find(([name, field]) =>
    name === 'count' ? field !== 'rows' : !Object.hasOwn(fields, field),
  );
  return wrong === undefined ? undefined : `Argument "aggregate" has invalid value {${wrong.join(': ')}}.`;
}

function filterProblem({ filters, declared }: ParsedDocument, fields: FakeDataset['fields']): string | undefined {
  for (const [key, variable] of filters) {
    const kind = fields[key.replace(suffix, '')];
    const type = declared[variable]?.replaceAll(/[[\]!]/gu, '');
    if (kind === undefined || kind !== type) {
      return `Argument "filter" has invalid value {${key}}. Expected type "${kind}", found ${type}.`;
    }
  }
  return undefined;
}

function passes(row: Row, key: string, wanted: unknown): boolean {
  const value = row[key.replace(suffix, '')];
  const [operator] = suffix.exec(key) ?? [];
  if (operator === 'Eq') return value === wanted;
  if (operator === 'Ne') return value !== wanted;
  if (operator === 'In') return (wanted as unknown[]).includes(value);
  if (operator === 'Like') return String(value).includes(String(wanted).replaceAll('%', ''));
  const [a, b] = [Number(value), Number(wanted)];
  if (operator === 'Gt') return a > b;
  if (operator === 'Gte') return a >= b;
  return operator === 'Lt' ? a < b : a <= b;
}
