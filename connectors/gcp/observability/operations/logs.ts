import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../ask.ts';
import { type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { lastPart, noneOf, present, timeOf } from '../../wording.ts';
import type { LogEntry } from '../schema.ts';

type Line = DataOf<'logs.search'>['lines'][number];

/** The vendor leaves out what a credential may not see without saying so: https://cloud.google.com/logging/docs/access-control */
const privateLogs =
  'Data Access logs are left out without a word where roles/logging.privateLogViewer is not granted; the table does not ask for it.';

export const logOperations: GcpOperations<'logs.listSources' | 'logs.search'> = {
  'logs.search': {
    async run(args, context) {
      const { query, order, limit } = args;
      const list = await readList({
        operation: 'logs.search',
        args,
        window: context.window,
        read: async ({ pageToken, window }) => {
          const answer = await ask(context, 'logging.entries.list', {
            path: {},
            json: {
              resourceNames: [`projects/${projectOf(context)}`],
              filter: filterOf(query.text, window),
              orderBy: order === 'newest_first' ? 'timestamp desc' : 'timestamp asc',
              pageSize: limit,
              ...present({ pageToken }),
            },
          });
          return { rows: answer.entries, nextPageToken: answer.nextPageToken };
        },
        empty: `The read was allowed: no entry matches in this window. ${privateLogs}`,
      });
      return { data: { lines: list.rows.map(tell) }, ...outcomeOf(list) };
    },
  },

  'logs.listSources': {
    guard({ region, window }) {
      if (region !== undefined) throw notHere('region', 'log names have no regions');
      if (window !== undefined) throw notHere('window', 'this provider does not tell which logs have entries when');
    },
    async run(args, context) {
      const project = projectOf(context);
      const { prefix } = args;
      const list = await readList({
        operation: 'logs.listSources',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'logging.projects.logs.list', {
            path: { project },
            query: { pageSize: '1000', pageToken },
          });
          return { rows: answer.logNames, nextPageToken: answer.nextPageToken };
        },
        // The part after the last slash is escaped in the name; people write it as it is.
        keep: (name) => prefix === undefined || name.startsWith(prefix) || plainName(name).startsWith(prefix),
        empty: noneOf('logs', project, prefix !== undefined),
      });
      return { data: { sources: list.rows.map((name) => ({ name })) }, ...outcomeOf(list) };
    },
  },
};

function notHere(field: string, why: string): Fault {
  return new Fault('invalid_arguments', { field }, `Leave it out: ${why}.`);
}

function filterOf(text: string, window: { readonly fromMs: number; readonly toMs: number } | undefined): string {
  const bounds =
    window === undefined
      ? []
      : [
          `timestamp >= "${new Date(window.fromMs).toISOString()}"`,
          `timestamp <= "${new Date(window.toMs).toISOString()}"`,
        ];
  // A line of its own ends a comment that the text may end with.
  return [...(text === '' ? [] : [`(${text}\n)`]), ...bounds].join(' AND ');
}

function plainName(name: string): string {
  try {
    return decodeURIComponent(lastPart(name));
  } catch {
    return lastPart(name);
  }
}

function tell(entry: LogEntry): Line {
  const { jsonPayload, protoPayload, httpRequest, operation, sourceLocation } = entry;
  const attributes = {
    ...flatten('jsonPayload', jsonPayload),
    ...flatten('protoPayload', protoPayload),
    ...flatten('httpRequest', httpRequest),
    ...flatten('operation', operation),
    ...flatten('sourceLocation', sourceLocation),
  };
  return {
    time: timeOf(entry.timestamp) ?? timeOf(entry.receiveTimestamp) ?? new Date(0).toISOString(),
    message: messageOf(entry),
    labels: {
      ...entry.labels,
      ...Object.fromEntries(
        Object.entries(entry.resource?.labels ?? {}).map(([name, value]) => [`resource.${name}`, value]),
      ),
    },
    ...present({
      id: entry.insertId,
      severity: entry.severity,
      source: entry.logName,
      host: entry.labels['compute.googleapis.com/resource_name'] ?? entry.resource?.labels['instance_id'],
      traceId: entry.trace === undefined ? undefined : lastPart(entry.trace),
      spanId: entry.spanId,
      attributes: Object.keys(attributes).length === 0 ? undefined : attributes,
    }),
  };
}

/** Programs put their line into one of three places; a request log has none. */
function messageOf({ textPayload, jsonPayload, protoPayload, httpRequest }: LogEntry): string {
  if (textPayload !== undefined) return textPayload;
  const said = jsonPayload?.['message'] ?? jsonPayload?.['msg'] ?? protoPayload?.['methodName'];
  if (typeof said === 'string') return said;
  if (httpRequest === undefined) return '';
  return [httpRequest.requestMethod, httpRequest.requestUrl, httpRequest.status]
    .flatMap((part) => part ?? [])
    .join(' ');
}

/** Most leaves told of one object, and deepest level followed. */
const mostLeaves = 200;
const deepest = 8;

type Leaf = string | number | boolean;

/** One entry for each leaf of an object, by its path with dots. What has no value is left out. */
function flatten(prefix: string, value: unknown): Record<string, Leaf> {
  const leaves: Record<string, Leaf> = {};
  const walk = (path: string, one: unknown, depth: number): void => {
    if (Object.keys(leaves).length >= mostLeaves || depth > deepest) return;
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') leaves[path] = one;
    else if (typeof one === 'object' && one !== null) {
      for (const [name, item] of Object.entries(one)) walk(`${path}.${name}`, item, depth + 1);
    }
  };
  walk(prefix, value, 0);
  return leaves;
}
