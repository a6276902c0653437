/**
 * `farol capture request|wait|show`: what a pipeline needs. Tokens come from the environment or a file and never from
 * arguments, which other users of a machine can read. They end with one of `captureExits`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { printable, printableJson, printableText } from '../../core/text/hidden-characters.ts';
import { CaptureAccepted, CaptureRecord } from '../../control/api/api.ts';
import { type ControlApi, ControlApiError } from '../../control/api/api-client.ts';
import { exits, run, withApi, type WithUrl } from './pipeline-call.ts';

/** Of `wait`, by the status of the capture. */
const exitCodes = {
  pushed: exits.done,
  failed: exits.failed,
  nothing_to_push: exits.nothingToPush,
  queued: exits.noOutcome,
} as const;

export interface Common extends WithUrl {
  readonly json?: boolean;
}

export interface WaitOptions extends Common {
  /** Seconds. */
  readonly timeout: number;
}

export interface RequestOptions extends Common {
  readonly workload: string;
  readonly version: string;
  readonly env?: string;
  readonly kind?: string;
  readonly duration?: number;
  readonly warmup?: number;
  readonly image?: string;
}

export const requestCapture = (options: RequestOptions): Promise<void> => run(() => request(options));
export const waitForCapture = (id: string, options: WaitOptions): Promise<void> => run(() => wait(id, options));
export const showCapture = (id: string, options: Common): Promise<void> => run(() => show(id, options));

async function request(options: RequestOptions): Promise<number> {
  const { workload, version, env, kind, duration, warmup, image } = options;
  const body = { workload, version, env, kind, duration_sec: duration, warmup_sec: warmup, image };
  const accepted = await withApi(options, 'FAROL_CAPTURE_TOKEN', (api) =>
    api.call({ method: 'POST', path: '/api/profiling/captures', body }, CaptureAccepted),
  );
  if (accepted.deduped) printNote('An identical request is already in progress; this is its id.');
  print(options, accepted, accepted.request_id);
  return 0;
}

/** Outlasts a restart of the control plane: only an answer ends the wait before its time. */
async function wait(id: string, options: WaitOptions): Promise<number> {
  return withApi(options, 'FAROL_READ_TOKEN', async (api) => {
    const began = Date.now();
    const deadline = began + options.timeout * 1000;
    let isTold = false;
    for (;;) {
      const answer = await read(api, id).catch(toPassingTrouble);
      const isOver = Date.now() >= deadline;
      showProgress('');
      if (answer instanceof Error) {
        if (!isTold) printNote(`${answer.message}; asking again until ${new Date(deadline).toISOString()}`);
        isTold = true;
        if (isOver) return exitCodes.queued;
      } else if (answer.status !== 'queued' || isOver) {
        print(options, answer, renderRecord(answer));
        return exitCodes[answer.status];
      } else {
        showProgress(`${describeProgress(answer)}, ${Math.round((Date.now() - began) / 1000)} s`);
      }
      await sleep(Math.min(1000, Math.max(1, deadline - Date.now())));
    }
  });
}

function describeProgress({ progress }: CaptureRecord): string {
  if (progress?.step !== 'running') return 'waiting for a Profiler';
  return `running on ${progress.taken_by.join(', ')}${progress.phase === undefined ? '' : `: ${progress.phase}`}`;
}

/** A line that replaces the one before, on a terminal; elsewhere nothing. */
function showProgress(text: string): void {
  const { isTTY, columns } = process.stderr;
  if (isTTY) process.stderr.write(`\r\u001B[K${printable(text).slice(0, (columns || 80) - 1)}`);
}

/** A lost connection or a failing server passes; a refusal does not. @throws what does not pass. */
function toPassingTrouble(error: unknown): Error {
  if (!(error instanceof Error)) throw error;
  const isPassing = error instanceof ControlApiError ? error.status >= 500 : 'code' in error && !isOfTls(error.code);
  if (!isPassing) throw error;
  return error;
}

function isOfTls(code: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/u.test(String(code));
}

async function show(id: string, options: Common): Promise<number> {
  const record = await withApi(options, 'FAROL_READ_TOKEN', (api) => read(api, id));
  print(options, record, renderRecord(record));
  return 0;
}

function read(api: ControlApi, id: string): Promise<CaptureRecord> {
  return api.call({ method: 'GET', path: `/api/profiling/captures/${encodeURIComponent(id)}` }, CaptureRecord);
}

/** Standard output holds the answer alone, so that it can be stored. */
function printNote(text: string): void {
  process.stderr.write(`farol capture: ${printableText(text)}\n`);
}

function print({ json }: Common, value: unknown, text: string): void {
  process.stdout.write(`${json === true ? printableJson(JSON.stringify(value)) : printableText(text)}\n`);
}

function renderRecord(record: CaptureRecord): string {
  const { workload, version, env, kind, requested_by, requested_at, status, reason, instances, recorded } = record;
  const lines = [
    `${workload} ${version}${env === '' ? '' : ` (${env})`}, ${kind}: ${status}${recorded ? ', RECORDED: a replay' : ''}`,
    `requested by ${requested_by.name} at ${requested_at}`,
    ...(reason === undefined ? [] : [reason.text]),
  ];
  for (const { instance, outcome, probes } of instances) {
    const tally = probes === undefined ? '' : `, ${probes.measured} of ${probes.total} probes`;
    lines.push(
      `${instance}: ${outcome}${tally}`,
      ...(probes?.missing ?? []).map(({ probe, why }) => `  missing ${probe}: ${why}`),
    );
  }
  return lines.join('\n');
}
