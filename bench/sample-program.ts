/** One start of a program that then waits, observed from outside. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, type ChildOptions, startChild } from '../demo/child-process.ts';
import { readChildrenCpuSec, readChildrenPeakRss } from './child-usage.ts';
import { type ProcessMemory, readProcessMemory } from './process-usage.ts';
import type { Bench } from './bench.ts';

export interface IdleSample extends ProcessMemory {
  /** From the start of the program until it is up. */
  readonly startMs: number;
}

export interface CheckedSample {
  readonly startMs: number;
  /** As soon as it is up, and when its first run of the checks is over. */
  readonly rssBytes: { readonly up: number; readonly checked: number };
  /** Of the program that it starts for the checks. */
  readonly checks: { readonly cpuSec: number; readonly peakRssBytes: number };
}

type Program = Pick<Bench, 'onStarted'> & { readonly options: ChildOptions; readonly untilUp: () => Promise<void> };

const startTimeoutMs = 20_000;
const lookMs = 20;
/** A program that has reported its results has this long to end. */
const settleMs = 2000;

/** Its memory after `restMs`. */
export function sampleIdle(program: Program, restMs: number): Promise<IdleSample> {
  return startOnce(program, async (child, startMs) => {
    await sleep(restMs);
    return { startMs, ...readProcessMemory(child.pid) };
  });
}

export function sampleChecked(
  program: Program,
  untilChecked: (sinceMs: number) => Promise<void>,
): Promise<CheckedSample> {
  const sinceMs = Date.now();
  return startOnce(program, async ({ pid }, startMs) => {
    const up = readProcessMemory(pid).rssBytes;
    let peakRssBytes = 0;
    const looking = setInterval(() => (peakRssBytes = Math.max(peakRssBytes, readChildrenPeakRss(pid))), lookMs);
    await untilChecked(sinceMs)
      .then(() => sleep(settleMs))
      .finally(() => clearInterval(looking));
    const checked = readProcessMemory(pid).rssBytes;
    return { startMs, rssBytes: { up, checked }, checks: { cpuSec: readChildrenCpuSec(pid), peakRssBytes } };
  });
}

async function startOnce<S>(
  { options, untilUp, onStarted }: Program,
  look: (child: Child, startMs: number) => Promise<S>,
): Promise<S> {
  const started = performance.now();
  const child = startChild(options);
  onStarted(() => child.stop());
  const failed = child.waitFor('boot_refused', startTimeoutMs).then(() => {
    throw new Error(`${options.name} refuses to boot:\n${child.tail()}`);
  });
  await Promise.race([untilUp(), failed]);
  const sample = await look(child, performance.now() - started);
  await child.stop();
  return sample;
}
