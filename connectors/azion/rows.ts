/** Rows of GraphQL as they are returned: times with their zone, addresses without what follows the question mark. */
import type { DataOf } from '../../catalog/index.ts';
import { Fault } from '../../src/core/fault.ts';
import type { Row } from './schema.ts';
import { plainAddress, withoutQuery } from '../../src/connector/plain-address.ts';

export type MetricsRow = DataOf<'edge.queryMetrics'>['rows'][number];
export type Event = DataOf<'edge.queryEvents'>['events'][number];
type Scalar = string | number | boolean;

export function toMetricsRow(
  row: Row,
  { groups, figures }: { groups: readonly string[]; figures: readonly string[] },
): MetricsRow {
  return {
    ...(row['ts'] != null && { time: toTime(row['ts']) }),
    group: fieldsOf(row, groups),
    values: Object.fromEntries(figures.flatMap((figure) => numberOf(figure, row[figure]))),
  };
}

export function toEvent(row: Row, fields: readonly string[]): Event {
  return { time: toTime(row['ts']), fields: fieldsOf(row, fields) };
}

function fieldsOf(row: Row, names: readonly string[]): Record<string, Scalar> {
  return Object.fromEntries(
    names.flatMap((name): [string, Scalar][] => {
      const value = scalarOf(row[name]);
      return value === undefined ? [] : [[name, typeof value === 'string' ? plainText(name, value) : value]];
    }),
  );
}

function scalarOf(value: unknown): Scalar | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.map(String).join('; ') : undefined;
}

function numberOf(name: string, value: unknown): [string, number][] {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? [[name, number]] : [];
}

const addressName = /(?:uri|url|referer|refererheader|cachekey)$/iu;

/** Queries of addresses carry what people typed and what signs them in; so may a user before the host. */
function plainText(name: string, text: string): string {
  return addressName.test(name) ? withoutQuery(text) : plainAddress(text);
}

/** Azion leaves the zone out of most times; all are UTC. */
function toTime(ts: unknown): string {
  const text = String(ts).replace(' ', 'T');
  const at = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/u.test(text) ? text : `${text}Z`);
  if (!Number.isNaN(at)) return new Date(at).toISOString();
  throw new Fault('upstream_changed', { path: '$.data.rows.ts' }, 'Report the path to Farol: a row has no valid time.');
}
