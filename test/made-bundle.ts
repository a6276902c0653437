/** Bundles and captures as tests need them, made of the records of `made-capture.ts`. */
import { aggregate } from '../profiler/witness/bundle/aggregate.ts';
import type { Bundle, BundleAxis, Feature } from '../profiler/witness/bundle/record/bundle.ts';
import type { AxisId, CollectorAxes, CollectorRecord } from '../profiler/witness/bundle/record/collector-record.ts';
import type { ComparedCapture } from '../profiler/witness/judge/comparable/counted-captures.ts';
import { vectorOf } from '../profiler/witness/bundle/vector/vector-of.ts';
import { makeRecord } from './made-capture.ts';

export function makeRequest(change: Partial<Bundle['request']> = {}): Bundle['request'] {
  return {
    request_id: 'request-1',
    workload: 'app',
    version: 'v1',
    env: 'production',
    kind: 'head',
    requested_by: 'pipeline',
    requested_at: '2026-11-21T09:59:00.000Z',
    ...change,
  };
}

export function makeBundle(record: Partial<CollectorRecord> = {}, request: Partial<Bundle['request']> = {}): Bundle {
  return aggregate(makeRecord(record), { request: makeRequest(request), instance: 'node-1' });
}

export function axisOf(bundle: Bundle, axis: AxisId): BundleAxis {
  const found = bundle.axes.find((one) => one.axis === axis);
  if (found === undefined) throw new Error(`no axis ${axis}`);
  return found;
}

export function featuresOf(bundle: Bundle, axis: AxisId): readonly Feature[] {
  const found = axisOf(bundle, axis);
  if (found.state === 'missing') throw new Error(`${axis} is missing: ${found.why.join(', ')}`);
  return found.features;
}

/** Of a capture in which these axes take the place of the usual ones. */
export function bundleWith(axes: CollectorAxes): Bundle {
  return makeBundle({ axes: { ...makeRecord().axes, ...axes } });
}

/** Keys of one axis of such a capture, each with its amount. */
export function amountsOf(axis: AxisId, axes: CollectorAxes): [key: string, amount: number][] {
  return featuresOf(bundleWith(axes), axis).map(({ key, amount }) => [key, amount]);
}

let made = 0;

/** A capture of a version whose window overlaps with no other. */
export function makeCapture(
  version: string,
  axes: Partial<CollectorAxes>,
  change: Partial<CollectorRecord> = {},
): ComparedCapture {
  made++;
  const start = new Date(Date.UTC(2026, 10, 21) + made * 3_600_000).toISOString();
  const record = makeRecord();
  const bundle = makeBundle(
    { axes: { ...record.axes, ...axes }, window: { ...record.window, start_wall: start }, ...change },
    { version, request_id: `request-${made}`, requested_at: start },
  );
  return { ref: refOf(bundle), vector: vectorOf(bundle) };
}

export function refOf({ request, instance }: Bundle): ComparedCapture['ref'] {
  const { request_id, version, requested_at } = request;
  return { request_id, bundle_id: `bundle of ${request_id}`, version, requested_at, instance };
}
