/** What one program under soak holds at a moment. */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readProcessMemory } from '../process-usage.ts';
import type { SoakedProgram } from './start-soaked.ts';

export interface Sample {
  /** Since the load began. */
  readonly atMs: number;
  /** After a forced collection. */
  readonly heapBytes: number;
  /** Before it. */
  readonly rssBytes: number;
  readonly descriptors: number;
  /** 99th percentile since the sample before. */
  readonly loopLateMs: number;
}

const looks = 20;
const lookMs = 100;

/** @throws when the program has ended. */
export async function takeSample({ name, child, inspector }: SoakedProgram, atMs: number): Promise<Sample> {
  if (child.exitCode() !== undefined) {
    throw new Error(`${name} ended with status ${child.exitCode()}:\n${child.tail()}`);
  }
  // Read first: the collection below stops the program for a moment, and frees memory.
  const loopLateMs = await inspector.loopLateMs();
  const { rssBytes } = readProcessMemory(child.pid);
  const heapBytes = await inspector.heapBytes();
  const descriptors = countDescriptors(child.pid);
  // The pause that the collection made is not the program's.
  await inspector.loopLateMs();
  return { atMs, heapBytes, rssBytes, descriptors, loopLateMs };
}

/** Fewest of several looks, so that a connection that is just being closed is not counted. */
export async function countAtRest(programs: readonly SoakedProgram[]): Promise<ReadonlyMap<string, number>> {
  const fewest = new Map<string, number>();
  for (let look = 0; look < looks; look += 1) {
    for (const { name, child } of programs) {
      fewest.set(name, Math.min(fewest.get(name) ?? Infinity, countDescriptors(child.pid)));
    }
    await sleep(lookMs);
  }
  return fewest;
}

function countDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
