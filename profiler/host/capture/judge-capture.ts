/** From what the collector left behind to the outcome of the capture. */
import { readFile, stat } from 'node:fs/promises';
import type { CaptureOutcome, CaptureReason, CaptureStart } from '../../../src/tunnel/messages.ts';
import { aggregate, countEvents } from '../../witness/bundle/aggregate.ts';
import { CollectorRecord } from '../../witness/bundle/record/collector-record.ts';
import { BundleError, encodeBundle } from '../../witness/bundle/encode.ts';
import { declareInstrumentation, tallyProbes } from '../../witness/bundle/record/axis-reasons.ts';
import { type CgroupMemory, describeLimits } from './memory-cgroup.ts';
import { oomReason, reasonFor } from './reasons.ts';
import type { CollectorEnd, CollectorFailure } from './run-collector.ts';

/** The cgroup before and after: an OOM kill in between is the proof. */
interface Cgroups {
  readonly before: CgroupMemory | undefined;
  readonly after: CgroupMemory | undefined;
}

export interface FinishedRun extends Cgroups {
  readonly request: CaptureStart;
  readonly instance: string;
  readonly namespace: string | undefined;
  readonly end: CollectorEnd;
  readonly recordFile: string;
}

type Ending = Omit<CaptureOutcome, 'request_id'>;

/** Parsed in the memory that the container shares with the collector. */
const maxRecordBytes = 64 << 20;

export async function judgeCapture(run: FinishedRun): Promise<CaptureOutcome> {
  const { end } = run;
  const ending = end.end === 'finished' ? await judgeRecord(run, end.peakRssBytes) : judgeFailure(end, run);
  return { request_id: run.request.request_id, ...ending };
}

function judgeFailure(end: CollectorFailure, cgroups: Cgroups): Ending {
  const ending = failed(reasonOfFailure(end, cgroups));
  return end.end === 'exited' && end.probes.length > 0 ? { ...ending, probes: tallyProbes(end.probes) } : ending;
}

/** Also for a run that measures nothing, such as the search for processes. */
export function reasonOfFailure(end: CollectorFailure, { before, after }: Cgroups): CaptureReason {
  switch (end.end) {
    case 'killed': {
      const isOom = end.signal === 'SIGKILL' && hasNewOomKill(before, after);
      return isOom
        ? oomReason(after === undefined ? '' : describeLimits(after))
        : reasonFor('collector_killed', `Signal: ${end.signal}.`);
    }
    case 'timeout':
      return reasonFor('collector_timeout');
    case 'aborted':
      return reasonFor('aborted');
    case 'not_started':
      return reasonFor('collector_failed', end.message);
    case 'exited':
      return reasonOfExit(end, after);
  }
}

function reasonOfExit(
  { code, message, status }: Extract<CollectorEnd, { end: 'exited' }>,
  after: CgroupMemory | undefined,
): CaptureReason {
  const withLimits = after === undefined ? message : `${message} (${describeLimits(after)})`;
  if (code === 'out_of_memory') return reasonFor('collector_no_memory', withLimits);
  if (code === 'no_room') return reasonFor('collector_no_room', withLimits);
  if (code === 'not_listed') return reasonFor('not_in_target_list', message);
  if (code === 'list_refused') return reasonFor('target_list_refused', message);
  if (code === 'target_gone') return reasonFor('target_gone');
  if (code === 'nothing_measurable') return reasonFor('nothing_measured', message);
  return reasonFor('collector_failed', `Exit status ${status}: ${message}`);
}

async function judgeRecord(
  { request, instance, namespace, recordFile, after }: FinishedRun,
  peakRssBytes: number,
): Promise<Ending> {
  const record = await readRecord(recordFile);
  if (typeof record === 'string') return failed(reasonFor('collector_failed', record));
  const collector = {
    peak_rss_bytes: peakRssBytes,
    ...(after?.peakBytes !== undefined && { cgroup_peak_bytes: after.peakBytes }),
  };
  const initial = record.processes.filter(({ forked }) => !forked);
  if (initial.every((one) => !one.present_at_end)) return { ...failed(reasonFor('target_restarted')), collector };
  const { requested_by, requested_at, request_id, workload, version, env, kind, image } = request;
  const asked = { request_id, workload, version, env, kind, requested_by, requested_at };
  const bundle = aggregate(record, {
    request: { ...asked, ...(image !== undefined && { image }) },
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
  try {
    const bytes = encodeBundle(bundle).bytes.toString('base64');
    return { outcome: 'pushed', reason: reasonFor('measured', detail), probes, collector, bundle: bytes };
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    return { ...failed(reasonFor('bundle_too_large', sentence(error.message))), probes, collector };
  }
}

/** The record, or the sentence that says why there is none. */
async function readRecord(file: string): Promise<CollectorRecord | string> {
  let content: unknown;
  try {
    const { size } = await stat(file);
    if (size > maxRecordBytes) return `Its record takes ${size} bytes; the limit is ${maxRecordBytes}.`;
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    return error instanceof SyntaxError ? 'Its record is not JSON.' : 'It exited with status 0 but wrote no record.';
  }
  const parsed = CollectorRecord.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'the top' : issue.path.map(String).join('.');
  return `Its record does not parse at ${place}: ${issue?.message ?? 'not a record'}.`;
}

/** The kernel's own count is the only proof, and only its growth while the collector ran. */
function hasNewOomKill(before: CgroupMemory | undefined, after: CgroupMemory | undefined): boolean {
  return before !== undefined && after !== undefined && after.oomKills > before.oomKills;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function failed(reason: CaptureOutcome['reason']): Ending {
  return { outcome: 'failed', reason };
}
