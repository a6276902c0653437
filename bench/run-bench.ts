/**
 * Runs the measures one after the other, each with processes of its own, and prints what was seen. A
 * measure that cannot run on this machine is named with its reason; the others still run.
 */
import os from 'node:os';
import { createNarrator, type Narrator } from '../demo/narrator.ts';
import { findRepository } from '../demo/run-demo.ts';
import { createWorkspace } from '../demo/workspace.ts';
import type { Bench } from './bench.ts';
import { type BenchReport, type Findings, type Machine, type MeasureName, measureNames } from './bench-report.ts';
import { measureAgent } from './measure-agent.ts';
import { measureCollector } from './measure-collector.ts';
import { measureCompare } from './compare/measure-compare.ts';
import { measureCompleteness } from './measure-completeness.ts';
import { measureFleet } from './fleet/measure-fleet.ts';
import { measureHostile } from './hostile/measure-hostile.ts';
import { measureGate } from './measure-gate.ts';
import { measureGuard } from './measure-guard.ts';
import { measureMessage, measureSwitch, measureSyscall } from './measure-loops.ts';
import { measureOverhead } from './measure-overhead.ts';
import { measureSize } from './measure-size.ts';
import { measureSoak } from './soak/measure-soak.ts';
import { measureStart } from './measure-start.ts';
import { measureTargets } from './measure-targets.ts';
import { renderJson, renderTable } from './render-report.ts';

export interface BenchOptions {
  readonly only?: MeasureName;
  readonly repeat: number;
  readonly window: number;
  readonly minutes?: number;
  readonly instances: number;
  readonly big?: boolean;
  readonly axes?: boolean;
  readonly attack?: string;
  readonly json?: boolean;
}

const measures: Readonly<Record<MeasureName, (bench: Bench) => Promise<Findings>>> = {
  gate: measureGate,
  guard: measureGuard,
  start: measureStart,
  collector: measureCollector,
  targets: measureTargets,
  size: measureSize,
  overhead: measureOverhead,
  syscall: measureSyscall,
  message: measureMessage,
  switch: measureSwitch,
  completeness: measureCompleteness,
  agent: measureAgent,
  hostile: measureHostile,
  soak: measureSoak,
  fleet: measureFleet,
  compare: measureCompare,
};

/** Takes hours: runs only when it is asked for. */
const onlyAlone: ReadonlySet<MeasureName> = new Set(['soak']);
/** End by themselves when they are interrupted, and return what they have. */
const endsEarly: ReadonlySet<MeasureName> = new Set(['soak']);

/** Exit status: 0 every measure that was asked for ran; 1 one could not; 130 interrupted. */
export async function runBench(options: BenchOptions): Promise<number> {
  const narrator = createNarrator(options.json === true);
  const started = performance.now();
  const machine = describeMachine();
  const rows: BenchReport['rows'][number][] = [];
  const unmeasured: BenchReport['unmeasured'][number][] = [];
  let hasFailed = false;
  let isInterrupted = false;
  for (const measure of options.only === undefined ? measureNames : [options.only]) {
    if (options.only === undefined && onlyAlone.has(measure)) {
      unmeasured.push({ measure, name: 'all of it', why: `it takes hours: --only ${measure} --minutes 120` });
      continue;
    }
    narrator.step(`Measuring: ${measure}`);
    try {
      const { findings, ...end } = await runAlone(measure, options, narrator);
      ({ isInterrupted } = end);
      if (findings.failure !== undefined) {
        hasFailed = true;
        unmeasured.push({ measure, name: 'the rest', why: findings.failure });
      }
      rows.push(...findings.rows.map((row) => ({ measure, ...row })));
      unmeasured.push(...findings.unmeasured.map((one) => ({ measure, ...one })));
    } catch (error) {
      if (error instanceof Interrupted) return 130;
      hasFailed = true;
      const why = error instanceof Error ? error.message : String(error);
      unmeasured.push({ measure, name: 'all of it', why: why.split('\n').slice(0, 3).join(' ') });
      narrator.say(`could not be measured: ${why}`);
    }
  }
  const report: BenchReport = {
    machine,
    repeat: options.repeat,
    window_sec: options.window,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    rows,
    unmeasured,
  };
  narrator.show(renderTable(report));
  if (options.json === true) process.stdout.write(`${renderJson(report)}\n`);
  if (isInterrupted) return 130;
  return hasFailed ? 1 : 0;
}

class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

const sameSignalMs = 1000;

interface Ended {
  readonly findings: Findings;
  /** The findings are part of what was asked for. */
  readonly isInterrupted: boolean;
}

/** A workspace of its own, removed with everything that was started in it, also on Ctrl+C. */
async function runAlone(measure: MeasureName, options: BenchOptions, narrator: Narrator): Promise<Ended> {
  const workspace = createWorkspace();
  const closing: (() => void | Promise<void>)[] = [() => workspace.remove()];
  const interrupted = Promise.withResolvers<never>();
  const interrupting = new AbortController();
  let firstMs = Number.NEGATIVE_INFINITY;
  const end = (): void => {
    const now = performance.now();
    // A terminal and a program that starts this one may both pass the same signal on.
    if (interrupting.signal.aborted && now - firstMs < sameSignalMs) return;
    if (endsEarly.has(measure) && !interrupting.signal.aborted) {
      narrator.say('interrupted: ending with what there is; once more to end at once');
    } else {
      interrupted.reject(new Interrupted('interrupted'));
    }
    firstMs = now;
    interrupting.abort();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  try {
    const bench: Bench = {
      repository: findRepository(),
      workspace,
      narrator,
      repeat: options.repeat,
      windowSec: options.window,
      minutes: options.minutes,
      instances: options.instances,
      big: options.big === true,
      axes: options.axes === true,
      attack: options.attack ?? '',
      signal: interrupting.signal,
      onStarted: (stop) => closing.push(stop),
    };
    const findings = await Promise.race([measures[measure](bench), interrupted.promise]);
    return { findings, isInterrupted: interrupting.signal.aborted };
  } finally {
    for (const close of closing.toReversed()) await close();
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  }
}

function describeMachine(): Machine {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown CPU',
    cpus: cpus.length,
    memory_mib: Math.round(os.totalmem() / (1 << 20)),
    kernel: os.release(),
    node: process.version,
    load_before: os.loadavg()[0] ?? 0,
  };
}
