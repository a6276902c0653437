/** Three captures of each version, the newer ones with planted changes and with a fault of an instrument. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { judgeCapture } from '../../profiler/host/capture/judge-capture.ts';
import type { CollectorRecord } from '../../profiler/witness/bundle/record/collector-record.ts';
import type { ComparedCapture } from '../../profiler/witness/judge/comparable/counted-captures.ts';
import type { Diff } from '../../profiler/witness/diff/diff.ts';
import { decodeBundle } from '../../profiler/witness/bundle/encode.ts';
import { vectorOf } from '../../profiler/witness/bundle/vector/vector-of.ts';
import type { CaptureOutcome } from '../../src/tunnel/messages.ts';
import { refOf } from '../made-bundle.ts';
import { called, carried, checked, connected, makeRecord, networkOf, opened, ran, sampled } from '../made-capture.ts';
import { diffOf } from '../made-diff.ts';
import { endOf, type InstrumentFault } from './instrument-faults.ts';

export const noFault: InstrumentFault = {
  fault: 'none',
  left: (record) => record,
  outcome: 'pushed',
  code: 'measured',
  states: {},
};

const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };

/** What a sound capture holds. The newer version reads a file, asks a peer and a privilege more, and its function costs ×3. */
function recordOf(version: 'v1' | 'v2', at: number): CollectorRecord {
  const record = makeRecord();
  const isNewer = version === 'v2';
  return {
    ...record,
    processes: record.processes.map((one) => ({ ...one, build_id: version, exe_sha256: version.padEnd(64, '0') })),
    window: { ...record.window, start_wall: startOf(version, at) },
    axes: {
      ...record.axes,
      cpu_stacks: sampled([
        ran('main', 2000 + at),
        ran('price', isNewer ? 1500 + at : 500 + at),
        ran('parse', 1400 + at),
      ]),
      syscalls: { calls: [called('openat', 600), called('read', isNewer ? 24_000 : 6000)], cut: 0 },
      files: { opens: [opened('/etc/app.conf', 600), ...(isNewer ? [opened('/etc/planted.conf')] : [])], cut: 0 },
      network: networkOf([connected('10.0.0.5'), ...(isNewer ? [connected('10.9.9.9')] : [])], { traffic: [requests] }),
      capabilities: {
        checks: [checked('CAP_NET_BIND_SERVICE', 'bind'), ...(isNewer ? [checked('CAP_SYS_ADMIN', 'mount')] : [])],
        cut: 0,
      },
    },
  };
}

function startOf(version: 'v1' | 'v2', at: number): string {
  return new Date(Date.UTC(2026, 10, version === 'v1' ? 21 : 22, at)).toISOString();
}

/** What the Profiler makes of what the collector left. */
async function capture(version: 'v1' | 'v2', at: number, fault: InstrumentFault): Promise<CaptureOutcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-fault-'));
  try {
    const recordFile = path.join(folder, 'record.json');
    writeFileSync(recordFile, JSON.stringify(fault.left(recordOf(version, at))));
    return await judgeCapture({
      request: {
        request_id: `${version}-${at}`,
        workload: 'app',
        version,
        env: 'production',
        kind: at === 0 ? 'head' : 'replicate',
        duration_sec: 60,
        warmup_sec: 5,
        requested_by: 'pipeline',
        requested_at: startOf(version, at),
      },
      instance: 'node-1',
      namespace: undefined,
      before: undefined,
      after: undefined,
      end: endOf(fault),
      recordFile,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface FaultyComparison {
  /** Of the newer version's head. */
  readonly outcome: CaptureOutcome;
  /** Undefined where nothing was pushed. */
  readonly diff: Diff | undefined;
}

export async function compareUnder(fault: InstrumentFault): Promise<FaultyComparison> {
  const take = (version: 'v1' | 'v2', under: InstrumentFault) =>
    Promise.all([0, 1, 2].map((at) => capture(version, at, under)));
  const [before, after] = [await take('v1', noFault), await take('v2', fault)];
  const [outcome] = after;
  if (outcome === undefined) throw new Error('no capture was taken');
  const [older, newer] = [before.flatMap(comparedOf), after.flatMap(comparedOf)];
  return { outcome, diff: newer.length === 0 ? undefined : diffOf(older, newer) };
}

function comparedOf({ bundle }: CaptureOutcome): ComparedCapture[] {
  if (bundle === undefined) return [];
  const decoded = decodeBundle(Buffer.from(bundle, 'base64')).bundle;
  return [{ ref: refOf(decoded), vector: vectorOf(decoded) }];
}
