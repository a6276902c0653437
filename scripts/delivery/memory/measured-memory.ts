/** The measured figures, as `measure-memory.ts` left them in `measured-memory.json`. Bytes everywhere. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const bytes = z.number().int().positive();
const Charge = z.strictObject({ charged: bytes, held: bytes });

const Run = z.strictObject({
  /** Peak of everything charged to the container, from its start to the end of the capture. */
  charged: bytes,
  /** Peak of what the kernel cannot take back. */
  held: bytes,
  /** The same when the capture was asked for. */
  heldBefore: bytes,
  /** Largest resident set of the collector, with the pages of files that it maps. */
  collector: bytes,
  /** Largest resident set of the control process. */
  control: bytes,
});
export type MeasuredRun = z.infer<typeof Run>;

const Row = z.strictObject({
  id: z.string(),
  kind: z.enum(['C++', 'Rust', 'Go', 'Node', 'JVM', 'Python']),
  /** Nominal, in millions of bytes; absent for a runtime as it is installed. */
  megabytes: z.number().int().optional(),
  executable: bytes,
  /** What admission takes a capture of it to need beside what the container holds already. */
  reserved: bytes,
  runs: z.array(Run).min(1),
});
export type MeasuredRow = z.infer<typeof Row>;

export const MeasuredMemory = z.strictObject({
  date: z.string(),
  version: z.string(),
  kernel: z.string(),
  cores: z.number().int(),
  cgroup: z.enum(['v1', 'v2']),
  /** Memory limit of the container. */
  limit: z.string(),
  /** Node alone, doing nothing, in a container of the same image with the same options. */
  nodeAlone: Charge,
  /** Live and waiting, without a capture since its start. */
  idle: z.array(Charge).min(1),
  rows: z.array(Row),
});
export type MeasuredMemory = z.infer<typeof MeasuredMemory>;

const file = path.join(import.meta.dirname, 'measured-memory.json');

/** @throws ZodError when the file is not as it should be. */
export function readMeasuredMemory(): MeasuredMemory {
  return MeasuredMemory.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Rows of earlier runs that are not measured again stay. */
export function writeMeasuredMemory(measured: MeasuredMemory, order: readonly string[]): void {
  const before = existsSync(file) ? readMeasuredMemory().rows : [];
  const kept = before.filter(({ id }) => !measured.rows.some((row) => row.id === id));
  const rows = [...kept, ...measured.rows].toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  writeFileSync(file, `${JSON.stringify({ ...measured, rows }, null, 2)}\n`);
}

/** Of an even number the upper one of the middle two. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Over all rows and runs. Bytes but `smallestLimit`, which is in MiB: with it no capture of a row is refused. */
export function summarise({
  rows,
  idle,
}: MeasuredMemory): Record<'worstHeld' | 'worstCharged' | 'worstNeed' | 'reserved' | 'smallestLimit', number> {
  const runs = rows.flatMap((row) => row.runs);
  const reserved = Math.max(...rows.map((row) => row.reserved));
  const waiting = Math.max(...idle.map(({ held }) => held), ...runs.map(({ heldBefore }) => heldBefore));
  return {
    worstHeld: Math.max(...runs.map(({ held }) => held)),
    worstCharged: Math.max(...runs.map(({ charged }) => charged)),
    worstNeed: Math.max(...runs.map(needOf)),
    reserved,
    smallestLimit: Math.ceil((waiting + reserved) / 2 ** 20),
  };
}

/** What the capture took beside what the container held already. */
export function needOf({ held, heldBefore }: MeasuredRun): number {
  return held - heldBefore;
}
