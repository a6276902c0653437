/** The files of one capture: the collector's record as it was written, and the bundle made of it. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { aggregate } from '../../profiler/witness/bundle/aggregate.ts';
import type { Bundle } from '../../profiler/witness/bundle/record/bundle.ts';
import { CollectorRecord } from '../../profiler/witness/bundle/record/collector-record.ts';
import { decodeBundle, encodeBundle } from '../../profiler/witness/bundle/encode.ts';
import type { CaptureEntry } from './capture-index.ts';

type Named = Pick<CaptureEntry, 'id' | 'server' | 'variant' | 'start'>;

/** As the Profiler makes it of the same record. */
function bundleOf({ id, server, variant, start }: Named, record: CollectorRecord): Bundle {
  return aggregate(record, {
    request: {
      request_id: id,
      workload: `prices-${server}`,
      version: variant,
      env: 'bench',
      kind: 'head',
      requested_by: 'bench',
      requested_at: start,
    },
    instance: 'bench',
  });
}

export function storeCapture(folder: string, entry: Named, record: CollectorRecord): void {
  writeWhole(recordFile(folder, entry), gzipSync(JSON.stringify(record)));
  storeBundle(folder, entry, record);
}

export function storeBundle(folder: string, entry: Named, record: CollectorRecord): void {
  writeWhole(bundleFile(folder, entry), encodeBundle(bundleOf(entry, record)).bytes);
}

/** @throws BundleError when the file is not a bundle of a version that is understood. */
export function readBundle(folder: string, entry: Pick<CaptureEntry, 'id'>): Bundle {
  return decodeBundle(readFileSync(bundleFile(folder, entry))).bundle;
}

/** @throws ZodError when the record is of a version that is not understood. */
export function readRecord(folder: string, entry: Pick<CaptureEntry, 'id'>): CollectorRecord {
  const text = gunzipSync(readFileSync(recordFile(folder, entry))).toString('utf8');
  return CollectorRecord.parse(JSON.parse(text));
}

const recordFile = (folder: string, { id }: Pick<CaptureEntry, 'id'>): string =>
  path.join(folder, 'records', `${id}.json.gz`);
const bundleFile = (folder: string, { id }: Pick<CaptureEntry, 'id'>): string =>
  path.join(folder, 'bundles', `${id}.bundle.gz`);

function writeWhole(file: string, bytes: Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.partial`, bytes);
  renameSync(`${file}.partial`, file);
}
