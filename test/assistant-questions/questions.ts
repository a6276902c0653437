/**
 * What people ask of an assistant, and the calls that an assistant makes who knows nothing but the list of tools and what
 * they answer: each argument is of the question, of an example that a search returned, or of an answer before.
 */

type Answer = Readonly<Record<string, unknown>>;

export interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface AssistantQuestion {
  readonly asked: string;
  /** Each is made from the answer to the one before. */
  readonly calls: readonly ((before: Answer) => Call)[];
  /** What the last answer says, which the person wanted to know. */
  readonly answered: RegExp;
}

interface Found {
  readonly name: string;
  readonly configured: readonly string[];
  readonly examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Wish {
  /** In place of what the example has of them. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly narrow?: Readonly<Record<string, unknown>>;
}

interface Read extends Wish {
  readonly operation: string;
  /** One of those that are configured; the first of them where none is named. */
  readonly source?: string;
  readonly answered: RegExp;
}

function search(asked: string): () => Call {
  return () => ({ name: 'catalog_search', arguments: { q: asked, limit: 3 } });
}

/** Searches with the question itself, and asks one of the first three operations with an example that was found. */
function searchAndRead(asked: string, { operation, source: wanted, answered, ...wish }: Read): AssistantQuestion {
  const read = (before: Answer): Call => {
    const { configured, examples } = findIn(before, operation);
    const source = wanted ?? configured[0] ?? '';
    if (!configured.includes(source)) throw new Error(`"${asked}" finds no configured connector for ${operation}`);
    return readWith(operation, source, examples[source], wish);
  };
  return { asked, calls: [search(asked), read], answered };
}

/** As that, and reads the description first, which must have every word that the arguments and the fields are made of. */
function searchDescribeRead(asked: string, { operation, answered, ...wish }: Read): AssistantQuestion {
  const describe = (before: Answer): Call => {
    findIn(before, operation);
    return { name: 'catalog_describe', arguments: { operation } };
  };
  const read = ({ arguments: accepted, result, examples }: Answer): Call => {
    const known = `${String(accepted)} ${String(result)}`;
    const missing = wordsIn(wish).filter((word) => !known.includes(word));
    if (missing.length > 0) throw new Error(`the description of ${operation} does not have ${missing.join(', ')}`);
    const [[source, example] = ['', {}]] = Object.entries(examples as Found['examples']);
    return readWith(operation, source, example, wish);
  };
  return { asked, calls: [search(asked), describe, read], answered };
}

function findIn(before: Answer, operation: string): Found {
  const found = (before['operations'] as Found[]).slice(0, 3).find(({ name }) => name === operation);
  if (found === undefined) throw new Error(`${operation} is not found`);
  return found;
}

function readWith(operation: string, source: string, example: Answer | undefined, wish: Wish): Call {
  const { narrow } = wish;
  const args = { ...example, ...wish.arguments };
  return { name: 'catalog_read', arguments: { operation, source, arguments: args, ...(narrow && { narrow }) } };
}

/** Names of arguments, and of fields. */
function wordsIn({ arguments: args = {}, narrow = {} }: Wish): string[] {
  const fields = (narrow['fields'] ?? []) as readonly string[];
  return [...Object.keys(args), ...fields.flatMap((field) => field.split('.'))];
}

function askOnce(asked: string, name: string, args: Call['arguments'], answered: RegExp): AssistantQuestion {
  return { asked, calls: [() => ({ name, arguments: args })], answered };
}

const app = { workload: 'app', env: 'prod' };

/** Of the captures that came last: which workload it was. */
function ofNewest(asked: string, name: string, answered: RegExp): AssistantQuestion {
  const compare = ({ captures }: Answer): Call => {
    const [{ workload, env } = { workload: '', env: '' }] = captures as { workload: string; env: string }[];
    return { name, arguments: { workload, env } };
  };
  return { asked, calls: [() => ({ name: 'captures_search', arguments: { limit: 5 } }), compare], answered };
}

/** Ten about releases, captures and comparisons, ten about infrastructure. */
export const questions: readonly AssistantQuestion[] = [
  askOnce('What changed between the last two versions of app?', 'capture_diff', app, /price/u),
  askOnce(
    'What does app spend more CPU for since version 2?',
    'capture_diff',
    app,
    /CPU in price: 250 ms instead of 50.0 ms/u,
  ),
  askOnce(
    'How sure is it that app 2 is slower than 1?',
    'capture_diff',
    { ...app, from: '1', to: '2' },
    /"levels":\{/u,
  ),
  ofNewest('Did the release that was captured last get worse?', 'capture_diff', /"from":"1","to":"2"/u),
  askOnce('Which versions of app were captured?', 'captures_search', { workload: 'app' }, /"version":"1"/u),
  askOnce(
    'Did the newest capture of app succeed?',
    'captures_search',
    { workload: 'app', limit: 1 },
    /"status":"pushed"/u,
  ),
  askOnce('Which captures failed?', 'captures_search', { status: 'failed' }, /"captures":\[\]/u),
  searchAndRead('When was the last deploy, and did it fail?', {
    operation: 'deploy.listDeployments',
    narrow: { rows: 5 },
    answered: /"state":"ready".*"createdAt":"2026/u,
  }),
  searchAndRead('What was deployed by Argo CD, and when?', {
    operation: 'gitops.getSyncHistory',
    narrow: { rows: 5 },
    answered: /"revisions":\["c3"\].*"deployedAt":"2026/u,
  }),
  searchDescribeRead('diff between two releases of acme/shop', {
    operation: 'code.compare',
    arguments: { repo: 'acme/shop', base: 'main', head: 'release/2' },
    narrow: { fields: ['path', 'message'] },
    answered: /"message":"Sell more".*"path":"src\/cart.ts"/u,
  }),

  searchDescribeRead('Which pods restart?', {
    operation: 'k8s.listPods',
    narrow: { fields: ['name', 'phase', 'containers.restarts'] },
    answered: /"name":"web-1","phase":"Running","containers":\[\{"restarts":0\},\{"restarts":4\}/u,
  }),
  searchAndRead('How many pods are in which phase?', {
    operation: 'k8s.listPods',
    narrow: { count_by: 'phase' },
    answered: /"counts":\[\{"value":"Running","rows":4\}\]/u,
  }),
  searchDescribeRead('cost by service in November', {
    operation: 'cost.getCostAndUsage',
    arguments: {
      window: { from: '2026-11-01T00:00:00Z', to: '2026-11-03T00:00:00Z' },
      groupBy: [{ by: 'dimension', dimension: 'service' }],
    },
    answered: /"group":\["[^"]+"\],"amounts":\{"net":\{"amount":"[\d.]+","currency":"USD"/u,
  }),
  searchAndRead('error logs of the checkout service', {
    operation: 'logs.search',
    narrow: { rows: 5 },
    answered: /"message":"ERROR out of memory"/u,
  }),
  searchAndRead('requests per second now', {
    operation: 'metrics.query',
    source: 'grafana',
    arguments: { query: { dialect: 'promql', text: 'sum(rate(http_requests_total[5m]))' } },
    narrow: { summarize: true },
    answered: /"points":\{"count":\d+,"first":\[/u,
  }),
  searchDescribeRead('who changed the security group', {
    operation: 'audit.lookupEvents',
    arguments: { window: { from: 'now-7d' }, attribute: { name: 'resourceType', value: 'AWS::EC2::SecurityGroup' } },
    narrow: { fields: ['time', 'name', 'username', 'resources'] },
    answered: /"time":"[^"]+","name":"[^"]+","username":"jane"/u,
  }),
  searchAndRead('messages waiting in the queue orders', {
    operation: 'queues.getAttributes',
    arguments: { name: 'orders' },
    answered: /"messages":\{"waiting":17,"inFlight":4/u,
  }),
  searchDescribeRead('volumes that are unused', {
    operation: 'compute.listVolumes',
    arguments: { filters: { isAttached: false } },
    narrow: { fields: ['id', 'state', 'sizeBytes', 'attachments'] },
    answered: /"volumes":\[/u,
  }),
  searchDescribeRead('which alerts are firing', {
    operation: 'monitors.list',
    arguments: { states: ['alert'] },
    narrow: { fields: ['name', 'state', 'stateSince'] },
    answered: /"name":"[^"]+","state":"alert"/u,
  }),
  askOnce('Is any system unreachable for Farol, and who has to act?', 'health', {}, /"agents":\[\{/u),
];
