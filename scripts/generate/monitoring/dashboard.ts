/** The Grafana dashboard: panels in the order in which an operator asks. */
import { names } from './names.ts';

type Unit = 'short' | 's' | 'percentunit' | 'bytes' | 'ops' | 'reqps' | 'dtdurations';

interface Question {
  readonly expr: string;
  /** In the spelling of Grafana. */
  readonly legend: string;
}

interface Panel {
  readonly title: string;
  readonly description: string;
  readonly unit: Unit;
  readonly questions: readonly Question[];
  /** One number, green from the first of two bounds; otherwise a graph. */
  readonly stat?: { readonly badBelow: number } | { readonly badAbove: number };
}

const own = '{job="$job"}';
const having = (matchers: string): string => `{job="$job",${matchers}}`;
const rate = (name: string, matchers = own): string => `rate(${name}${matchers}[$__rate_interval])`;
const by = (label: string, name: string, matchers = own): Question => ({
  expr: `sum by (${label}) (${rate(name, matchers)})`,
  legend: `{{${label}}}`,
});
const quantiles = (name: string, matchers = own): Question[] =>
  [0.5, 0.95, 0.99].map((share) => ({
    expr: `histogram_quantile(${share}, sum by (le) (${rate(`${name}_bucket`, matchers)}))`,
    legend: `p${share * 100}`,
  }));

export const rows: readonly { readonly title: string; readonly panels: readonly Panel[] }[] = [
  {
    title: 'Is it up and serving?',
    panels: [
      {
        title: 'Replicas that answer a scrape',
        description: 'Processes of the control plane that Prometheus reaches.',
        unit: 'short',
        stat: { badBelow: 1 },
        questions: [{ expr: `sum(up${own})`, legend: 'up' }],
      },
      {
        title: 'Ready',
        description: 'Replicas whose /readyz answers 200: the store answers and the tunnel listens.',
        unit: 'short',
        stat: { badBelow: 1 },
        questions: [{ expr: `sum(${names.ready}${own})`, legend: 'ready' }],
      },
      {
        title: 'Store',
        description: 'Replicas that the store answers.',
        unit: 'short',
        stat: { badBelow: 1 },
        questions: [{ expr: `sum(${names.storeUp}${own})`, legend: 'store' }],
      },
      {
        title: 'Versions',
        description: 'Replicas by version: two during an upgrade.',
        unit: 'short',
        stat: { badBelow: 1 },
        questions: [{ expr: `count by (version) (${names.build}${own})`, legend: '{{version}}' }],
      },
    ],
  },
  {
    title: 'Are instances connected?',
    panels: [
      {
        title: 'Connected and enrolled instances',
        description: 'Connected ones over all replicas. The Fleet page names those that are missing.',
        unit: 'short',
        questions: [
          { expr: `sum by (class) (${names.liveInstances}${own})`, legend: '{{class}} connected' },
          { expr: `max by (class) (${names.enrolledInstances}${own})`, legend: '{{class}} enrolled' },
        ],
      },
      {
        title: 'Tunnel sessions that ended, by code',
        description: 'The codes are explained in Troubleshooting: codes with which a session ends.',
        unit: 'ops',
        questions: [by('code', names.sessionsEnded)],
      },
    ],
  },
  {
    title: 'Are questions answered, and how fast?',
    panels: [
      {
        title: 'Operations by result',
        description: 'ok, or the kind of the fault.',
        unit: 'ops',
        questions: [by('result', names.operations)],
      },
      {
        title: 'Time of operations',
        description: 'From sending one to an Agent to its checked answer, of those that were answered.',
        unit: 's',
        questions: quantiles(names.operationDuration),
      },
      {
        title: 'HTTP responses by status',
        description: 'At the port of the app.',
        unit: 'reqps',
        questions: [by('status', `${names.requests}_count`)],
      },
      {
        title: 'Time of HTTP requests',
        description: 'Without streams, which stay open.',
        unit: 's',
        questions: quantiles(names.requests, having('route!="/api/events"')),
      },
    ],
  },
  {
    title: 'What is refused?',
    panels: [
      {
        title: 'Operations without an answer, by code',
        description: 'No Agent could be asked, or its answer was lost or unreadable.',
        unit: 'ops',
        questions: [by('code', names.operationsUnanswered)],
      },
      {
        title: 'Refused requests by route and status',
        description: 'Responses with a status from 400 to 499.',
        unit: 'reqps',
        questions: [
          {
            expr: `sum by (route, status) (${rate(`${names.requests}_count`, having('status=~"4.."'))})`,
            legend: '{{status}} {{route}}',
          },
        ],
      },
      {
        title: 'Sign-ins by result',
        description: 'By link, passkey and identity provider.',
        unit: 'ops',
        questions: [by('result', names.signIns)],
      },
      {
        title: 'Connections cut, by port and reason',
        description: 'Also requests that the tunnel port rejected.',
        unit: 'ops',
        questions: [
          {
            expr: `sum by (port, reason) (${rate(names.connectionsCut)}) > 0`,
            legend: '{{port}} {{reason}}',
          },
          { expr: `sum by (reason) (${rate(names.handshakesRejected)})`, legend: 'tunnel rejected {{reason}}' },
        ],
      },
    ],
  },
  {
    title: 'Captures',
    panels: [
      {
        title: 'Queued and running',
        description: 'The same in every replica, from the store.',
        unit: 'short',
        questions: [
          { expr: `max by (status) (${names.captures}${having('status=~"queued|running"')})`, legend: '{{status}}' },
        ],
      },
      {
        title: 'Longest wait for a Profiler',
        description: 'Age of the oldest request that no Profiler accepted.',
        unit: 's',
        questions: [{ expr: `max(${names.oldestQueued}${own})`, legend: 'oldest' }],
      },
      {
        title: 'Ended within an hour, by outcome',
        description: 'Retention lowers the stored number, so a value can be negative.',
        unit: 'short',
        questions: [
          {
            expr: `max by (status) (delta(${names.captures}${having('status!~"queued|running"')}[1h]))`,
            legend: '{{status}}',
          },
        ],
      },
    ],
  },
  {
    title: 'Store, disk, certificates',
    panels: [
      {
        title: 'Free space of the data directory',
        description: 'Share of the file system of FAROL_DATA_DIR.',
        unit: 'percentunit',
        questions: [{ expr: `${names.dataAvailable}${own} / ${names.dataSize}${own}`, legend: '{{instance}}' }],
      },
      {
        title: 'Since the last run of retention',
        description: 'It runs every hour. The first run of a process is a minute after its start.',
        unit: 'dtdurations',
        stat: { badAbove: 10_800 },
        questions: [{ expr: `time() - max(${names.retentionDone}${own} > 0)`, legend: 'retention' }],
      },
      {
        title: 'Until certificates end',
        description: 'Those of the own authority renew themselves.',
        unit: 'dtdurations',
        stat: { badBelow: 14 * 86_400 },
        questions: [
          { expr: `min by (certificate) (${names.certificateEnd}${own}) - time()`, legend: '{{certificate}}' },
        ],
      },
      {
        title: 'Gaps in audit logs of Agents',
        description: 'Within a day. The log names the Agent.',
        unit: 'short',
        stat: { badAbove: 1 },
        questions: [{ expr: `sum(increase(${names.auditGaps}${own}[1d]))`, legend: 'gaps' }],
      },
    ],
  },
  {
    title: 'The processes',
    panels: [
      {
        title: 'Memory',
        description: 'Resident memory.',
        unit: 'bytes',
        questions: [{ expr: `process_resident_memory_bytes${own}`, legend: '{{instance}}' }],
      },
      {
        title: 'Processor',
        description: 'Cores in use.',
        unit: 'short',
        questions: [{ expr: rate('process_cpu_seconds_total'), legend: '{{instance}}' }],
      },
      {
        title: 'Lag of the event loop',
        description: 'Of 99 in 100 turns of the loop at most.',
        unit: 's',
        questions: [{ expr: `nodejs_eventloop_lag_p99_seconds${own}`, legend: '{{instance}}' }],
      },
      {
        title: 'Open connections',
        description: 'By port and whether the peer proved who it is, and open pages with live updates.',
        unit: 'short',
        questions: [
          { expr: `sum by (port, peer) (${names.connections}${own})`, legend: '{{port}} {{peer}}' },
          { expr: `sum(${names.eventStreams}${own})`, legend: 'live pages' },
        ],
      },
    ],
  },
];

const columns = 24;
const datasource = { type: 'prometheus', uid: '${datasource}' };

/** As Grafana 12 stores it. Times are shown in the zone that each reader has chosen. */
export function renderDashboard(): string {
  const panels: unknown[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: columns, h: 1 },
    });
    y += 1;
    const w = columns / row.panels.length;
    const h = row.panels.every(({ stat }) => stat !== undefined) ? 4 : 8;
    for (const [at, panel] of row.panels.entries()) {
      panels.push(renderPanel(panel, panels.length + 1, { x: at * w, y, w, h }));
    }
    y += h;
  }
  const dashboard = {
    uid: 'farol-control-plane',
    title: 'Farol control plane',
    tags: ['farol'],
    schemaVersion: 41,
    version: 1,
    editable: true,
    graphTooltip: 1,
    timezone: '',
    time: { from: 'now-6h', to: 'now' },
    refresh: '1m',
    templating: { list: variables },
    annotations: { list: [] },
    links: [],
    panels,
  };
  return `${JSON.stringify(dashboard, undefined, 2)}\n`;
}

const jobs = `label_values(${names.build}, job)`;
const variables = [
  {
    name: 'datasource',
    label: 'Data source',
    type: 'datasource',
    query: 'prometheus',
    regex: '',
    hide: 0,
    multi: false,
    includeAll: false,
    current: {},
    options: [],
    refresh: 1,
  },
  {
    name: 'job',
    label: 'Job',
    type: 'query',
    datasource,
    definition: jobs,
    query: { query: jobs, refId: 'job' },
    regex: '',
    sort: 1,
    hide: 0,
    multi: false,
    includeAll: false,
    current: {},
    options: [],
    refresh: 2,
  },
];

function renderPanel({ title, description, unit, questions, stat }: Panel, id: number, gridPos: object): object {
  const noBound = { mode: 'absolute', steps: [{ color: 'green', value: null }] };
  return {
    id,
    type: stat === undefined ? 'timeseries' : 'stat',
    title,
    description,
    gridPos,
    datasource,
    fieldConfig: {
      defaults: {
        unit,
        min: unit === 'percentunit' ? 0 : undefined,
        max: unit === 'percentunit' ? 1 : undefined,
        thresholds: stat === undefined ? noBound : renderBound(stat),
      },
      overrides: [],
    },
    options:
      stat === undefined
        ? {
            legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
            tooltip: { mode: 'multi', sort: 'desc' },
          }
        : {
            reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
            colorMode: 'value',
            graphMode: 'none',
            textMode: 'auto',
          },
    targets: questions.map(({ expr, legend }, at) => ({
      refId: String.fromCodePoint(65 + at),
      datasource,
      editorMode: 'code',
      expr,
      legendFormat: legend,
      range: true,
    })),
  };
}

function renderBound(stat: NonNullable<Panel['stat']>): object {
  const steps =
    'badBelow' in stat
      ? [
          { color: 'red', value: null },
          { color: 'green', value: stat.badBelow },
        ]
      : [
          { color: 'green', value: null },
          { color: 'red', value: stat.badAbove },
        ];
  return { mode: 'absolute', steps };
}
