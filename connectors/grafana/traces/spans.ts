/** Spans of OpenTelemetry in the shape of the catalog. */
import type { DataOf } from '../../../catalog/index.ts';
import { timeOfNanos } from '../times.ts';
import { type Attributes, tellAttributes } from './attributes.ts';
import type { FoundSpan, ResourceSpans, Span } from './schema.ts';

type ToldSpan = DataOf<'traces.get'>['spans'][number];
type MatchedSpan = DataOf<'traces.search'>['traces'][number]['spans'][number];

export interface SpanRead {
  readonly startNanos: bigint;
  readonly endNanos: bigint;
  readonly span: ToldSpan;
}

/** Earliest first. */
export function spansOf(resources: readonly ResourceSpans[]): SpanRead[] {
  return resources
    .flatMap(({ resource, scopeSpans }) => {
      const about = tellAttributes(resource?.attributes);
      return (scopeSpans ?? []).flatMap(({ spans }) => (spans ?? []).map((span) => tellSpan(span, about)));
    })
    .toSorted((a, b) => Number(a.startNanos - b.startNanos) || (a.span.id < b.span.id ? -1 : 1));
}

function tellSpan(span: Span, resource: Attributes): SpanRead {
  const startNanos = BigInt(span.startTimeUnixNano);
  const endNanos = BigInt(span.endTimeUnixNano ?? span.startTimeUnixNano);
  const service = resource['service.name'];
  const kind = kindOf(span.kind);
  const message = span.status?.message ?? '';
  return {
    startNanos,
    endNanos,
    span: {
      id: hexOf(span.spanId),
      ...(span.parentSpanId !== undefined && span.parentSpanId !== '' && { parentId: hexOf(span.parentSpanId) }),
      ...(service !== undefined && { service: String(service) }),
      ...(span.name !== undefined && { name: span.name }),
      ...(kind !== undefined && { kind }),
      startedAt: timeOfNanos(startNanos),
      ...(span.endTimeUnixNano !== undefined && { durationSec: secondsBetween(startNanos, endNanos) }),
      status: statusOf(span.status?.code),
      ...(message !== '' && { statusMessage: message }),
      attributes: tellAttributes(span.attributes),
      resource,
      events: (span.events ?? []).map(({ timeUnixNano, name = '', attributes }) => ({
        time: timeOfNanos(timeUnixNano),
        name,
        attributes: tellAttributes(attributes),
      })),
      links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId: hexOf(traceId), spanId: hexOf(spanId) })),
    },
  };
}

export function tellFound({ spanID, name, startTimeUnixNano, durationNanos, attributes }: FoundSpan): MatchedSpan {
  const { name: ofAttribute, ...told } = tellAttributes(attributes);
  const service = told['service.name'];
  const status = told['status'];
  const called = name ?? (ofAttribute === undefined ? undefined : String(ofAttribute));
  return {
    id: spanID,
    ...(service !== undefined && { service: String(service) }),
    ...(called !== undefined && { name: called }),
    startedAt: timeOfNanos(startTimeUnixNano),
    ...(durationNanos !== undefined && { durationSec: Number(durationNanos) / 1e9 }),
    ...((status === 'ok' || status === 'error' || status === 'unset') && { status }),
    attributes: told,
  };
}

export function secondsBetween(from: bigint, to: bigint): number {
  return Number(to - from) / 1e9;
}

/** Ids are hexadecimal in version 2 of the interface and base64 in version 1. */
function hexOf(id: string): string {
  const isHex = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/iu.test(id);
  return isHex ? id.toLowerCase() : Buffer.from(id, 'base64').toString('hex');
}

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

function kindOf(kind: string | number | undefined): string | undefined {
  if (kind === undefined) return undefined;
  const word = typeof kind === 'number' ? (kinds[kind] ?? '') : kind.replace(/^SPAN_KIND_/u, '').toLowerCase();
  return word === '' || word === 'unspecified' ? undefined : word;
}

function statusOf(code: string | number | undefined): 'ok' | 'error' | 'unset' {
  if (code === 1 || code === 'STATUS_CODE_OK') return 'ok';
  return code === 2 || code === 'STATUS_CODE_ERROR' ? 'error' : 'unset';
}
