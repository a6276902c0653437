/** From what the collector left behind to the outcome of the capture. */
import { readFile, stat } from 'node:fs/promises';
import type { CaptureOutcome, CaptureStart } from '../../src/tunnel/messages.ts';
import { aggregate, countEvents } from '../witness/aggregate.ts';
import { CollectorRecord } from '../witness/collector-record.ts';
import { encodeBundle } from '../witness/encode.ts';
import { declareInstrumentation, tallyProbes } from '../witness/tally.ts';
import { type CgroupMemory, describeLimits } from './memory-cgroup.ts';
import { oomReason, reasonFor } from './reasons.ts';
import type { CollectorEnd } from './run-collector.ts';

export interface FinishedRun {
  readonly request: CaptureStart;
  readonly instance: string;
  readonly namespace: string | undefined;
  readonly end: CollectorEnd;
  readonly recordFile: string;
  /** The cgroup before and after: an OOM kill in between is the proof. */
  readonly before: CgroupMemory | undefined;
  readonly after: CgroupMemory | undefined;
}

type Ending = Omit<CaptureOutcome, 'request_id'>;

const maxRecordBytes = 256 << 20;

export async function judgeCapture(run: FinishedRun): Promise<CaptureOutcome> {
  const ending = run.end.end === 'finished' ? await judgeRecord(run, run.end.peakRssBytes) : judgeFailure(run);
  return { request_id: run.request.request_id, ...ending };
}

function judgeFailure({ end, before, after }: FinishedRun): Ending {
  switch (end.end) {
    case 'killed': {
      const isOom = end.signal === 'SIGKILL' && after !== undefined && after.oomKills > (before?.oomKills ?? 0);
      return failed(isOom ? oomReason(describeLimits(after)) : reasonFor('collector_killed', `Signal: ${end.signal}.`));
    }
    case 'timeout':
      return failed(reasonFor('collector_timeout'));
    case 'aborted':
      return failed(reasonFor('aborted'));
    case 'not_started':
      return failed(reasonFor('collector_failed', end.message));
    case 'exited':
      return failed(reasonOfExit(end, after));
    case 'finished':
      throw new Error('a finished collector has not failed');
  }
}

function reasonOfExit(
  { code, message, status }: Extract<CollectorEnd, { end: 'exited' }>,
  after: CgroupMemory | undefined,
) {
  if (code === 'out_of_memory') {
    return reasonFor('collector_no_memory', after === undefined ? message : `${message} (${describeLimits(after)})`);
  }
  if (code === 'target_gone') return reasonFor('target_gone');
  if (code === 'nothing_measurable') return reasonFor('nothing_measured', message);
  return reasonFor('collector_failed', `Exit status ${status}: ${message}`);
}

async function judgeRecord(
  { request, instance, namespace, recordFile, after }: FinishedRun,
  peakRssBytes: number,
): Promise<Ending> {
  const { size } = await stat(recordFile);
  if (size > maxRecordBytes) return failed(reasonFor('collector_failed', `Its record takes ${size} bytes.`));
  const parsed = CollectorRecord.safeParse(JSON.parse(await readFile(recordFile, 'utf8')));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return failed(
      reasonFor(
        'collector_failed',
        `Its record does not parse at ${issue?.path.join('.') ?? 'the top'}: ${issue?.message ?? ''}.`,
      ),
    );
  }
  const record = parsed.data;
  const collector = {
    peak_rss_bytes: peakRssBytes,
    ...(after?.peakBytes !== undefined && { cgroup_peak_bytes: after.peakBytes }),
  };
  const initial = record.processes.filter(({ forked }) => !forked);
  if (initial.every((one) => !one.present_at_end)) return { ...failed(reasonFor('target_restarted')), collector };
  const { requested_by, requested_at, request_id, workload, version, env, kind } = request;
  const bundle = aggregate(record, {
    request: { request_id, workload, version, env, kind, requested_by, requested_at },
    instance,
    namespace,
    cgroupPeakBytes: after?.peakBytes,
  });
  const probes = tallyProbes(bundle.probes);
  const measured = bundle.axes.filter(({ state }) => state !== 'missing');
  if (measured.length === 0) {
    return { ...failed(reasonFor('nothing_measured', probes.missing[0]?.why)), probes, collector };
  }
  if (countEvents(bundle) === 0) {
    return { outcome: 'nothing_to_push', reason: reasonFor('no_events'), probes, collector };
  }
  const detail = `${measured.length} of ${bundle.axes.length} axes; ${declareInstrumentation(probes)}.`;
  const bytes = encodeBundle(bundle).bytes.toString('base64');
  return { outcome: 'pushed', reason: reasonFor('measured', detail), probes, collector, bundle: bytes };
}

function failed(reason: CaptureOutcome['reason']): Ending {
  return { outcome: 'failed', reason };
}
