/**
 * `farol demo`: the whole product on one machine. Every part is a real process started here and ended
 * here; what cannot run says why, the rest still runs, and the exit status tells.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderDiff } from '../profiler/witness/say/text/render.ts';
import { ControlApi } from '../src/control/api/api-client.ts';
import { codesOf, demoExits } from '../src/core/exit-codes.ts';
import { takeCaptures } from './captures.ts';
import { createNarrator, type Narrator } from './narrator.ts';
import { askAgent } from './questions.ts';
import type { DemoReport } from './demo-report.ts';
import { type Check, checkPlanted, plantedChanges } from './planted.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { readRecording, recordingFolder, writeRecording } from './replay.ts';
import { prepareWorkload } from './workload.ts';
import { createWorkspace } from './workspace.ts';

export interface DemoOptions {
  readonly once?: boolean;
  readonly json?: boolean;
  readonly recorded?: boolean;
  readonly keep?: boolean;
  /** Every axis of the comparison, not only its headline. */
  readonly verbose?: boolean;
  /** Folder that receives the bundles of this run as the recording. */
  readonly record?: string;
}

const exits = codesOf(demoExits);

/** Returns one of `demoExits`. */
export async function runDemo(options: DemoOptions): Promise<number> {
  const narrator = createNarrator(options.json === true);
  const started = performance.now();
  const workspace = createWorkspace();
  const closing: (() => void | Promise<void>)[] = [];
  if (options.keep !== true) closing.push(() => workspace.remove());
  const interrupted = onInterrupt();
  try {
    const repository = findRepository();
    const workload = await prepareWorkload(repository, workspace);
    narrator.step(`Starting ${workload.name}, the workload, under constant load`);
    closing.push(() => workload.stop());
    await workload.start(1);

    const fleet = await startFleet({
      repository,
      workspace,
      workload,
      narrator,
      recorded: options.recorded === true,
      onStarted: (stop) => closing.push(stop),
    });
    const report = await runMainJob({ fleet, workload, narrator, options, repository });
    const whole: DemoReport = {
      ...report,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      web: fleet.ownerLink,
    };
    sayChecks(narrator, whole.checks);
    narrator.say(`Web app, signed in: ${fleet.ownerLink}`);
    narrator.say(`(its certificate is signed by the demo's own CA: ${fleet.caFile})`);
    if (options.json === true) process.stdout.write(`${JSON.stringify(whole)}\n`);
    if (options.once !== true) {
      narrator.step('Everything keeps running; press Ctrl+C to stop');
      await interrupted.wait;
    }
    return whole.ok ? exits.done : exits.checkFailed;
  } catch (error) {
    narrator.step(`The demo could not run: ${error instanceof Error ? error.message : String(error)}`);
    if (options.json === true) process.stdout.write(`${JSON.stringify({ ok: false, error: String(error) })}\n`);
    return exits.notRun;
  } finally {
    interrupted.forget();
    for (const close of closing.toReversed()) await close();
  }
}

interface MainJob {
  readonly fleet: Fleet;
  readonly workload: Awaited<ReturnType<typeof prepareWorkload>>;
  readonly narrator: Narrator;
  readonly options: DemoOptions;
  readonly repository: string;
}

async function runMainJob(job: MainJob): Promise<Omit<DemoReport, 'seconds' | 'web'>> {
  const { fleet, workload, narrator, options, repository } = job;
  const recorded = options.recorded === true;
  const backendPort = recorded ? readRecording(recordingFolder(repository)).backend_port : workload.backendPort;
  const api = new ControlApi(fleet.app, readFileSync(fleet.caFile, 'utf8'));
  try {
    await fleet.signIn(api);
    const checks: Check[] = [...fleet.checks];
    const { captures, diff } = await takeCaptures({ api, fleet, workload, narrator });
    for (const one of captures) checks.push(judgeCapture(one));
    if (diff !== undefined) {
      narrator.show(renderDiff(diff, { tables: options.verbose === true }));
      checks.push(...checkPlanted(diff, plantedChanges(backendPort)));
    } else {
      checks.push({
        check: 'the two versions were compared',
        ok: false,
        detail: 'a comparison needs captures of both',
      });
    }
    if (options.record !== undefined) await keepRecording(api, captures, { folder: options.record, backendPort });
    const { checks: questionChecks, ...questions } = await askAgent(api, fleet, narrator);
    checks.push(...questionChecks);
    return {
      ok: !recorded && checks.every(({ ok }) => ok),
      recorded,
      captures,
      diff: diff && {
        baseline: diff.baseline.version,
        head: diff.head.version,
        summary: diff.summary,
        axes: diff.axes.map(({ axis, state, changes }) => ({
          axis,
          state,
          changes: changes.map(({ key, change, before, after }) => ({ key, change, before, after })),
        })),
      },
      ...questions,
      checks,
    };
  } finally {
    api.close();
  }
}

async function keepRecording(
  api: ControlApi,
  captures: DemoReport['captures'],
  { folder, backendPort }: { folder: string; backendPort: number },
): Promise<void> {
  const bundles: Buffer[] = [];
  for (const { request_id } of captures) {
    bundles.push(await api.download(`/api/profiling/captures/${request_id}/bundle`));
  }
  writeRecording(folder, backendPort, bundles);
}

function judgeCapture(capture: DemoReport['captures'][number]): Check {
  const { measured, total } = capture.probes;
  return {
    check: `capture ${capture.version} ${capture.kind}: pushed with all probes measured`,
    ok: capture.outcome === 'pushed' && total > 0 && measured === total,
    detail: `${capture.outcome}, ${measured} of ${total} probes; ${capture.reason.text}`,
  };
}

function sayChecks(narrator: Narrator, checks: readonly Check[]): void {
  const failed = checks.filter(({ ok }) => !ok);
  narrator.step(`${checks.length - failed.length} of ${checks.length} checks passed`);
  for (const { check, detail } of failed) narrator.say(`FAILED: ${check} (${detail})`);
}

function onInterrupt(): { wait: Promise<void>; forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  return {
    wait: promise,
    forget: () => {
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
    },
  };
}

/** The folder that holds package.json: the sources' own, or the parent of `dist`. */
export function findRepository(): string {
  const here = import.meta.dirname;
  return here.includes(`${path.sep}dist${path.sep}`) ? path.resolve(here, '../..') : path.resolve(here, '..');
}
