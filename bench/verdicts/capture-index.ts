/** The list of captures in a folder: one JSON object a line, added when the files of a capture are complete. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

export const serverNames = ['c', 'go', 'node', 'python', 'java'] as const;
export type ServerName = (typeof serverNames)[number];

const CaptureEntry = z.strictObject({
  id: z.string().regex(/^[\w.-]+$/u),
  server: z.enum(serverNames),
  /** What was planted; `unchanged` for nothing. */
  variant: z.string(),
  /** The variant whose baseline this is a capture of, or the variant itself; absent in an A/A run. */
  pair: z.string().optional(),
  round: z.number().int().positive(),
  /** Of the measured window. */
  start: z.iso.datetime(),
  measured_sec: z.number().positive(),
  /** By the load generator, between start and end of the window. */
  requests_sent: z.number().int().nonnegative(),
  /** Requests sent, over those of the mean rate. */
  load_factor: z.number().nonnegative(),
  /** Of the machine, when the window closed: processes that ran or waited to, over one minute. */
  load_average: z.number().nonnegative(),
});
export type CaptureEntry = z.infer<typeof CaptureEntry>;

const fileIn = (folder: string): string => path.join(folder, 'index.jsonl');

/** @throws Error that names the line which is no entry. */
export function readIndex(folder: string): CaptureEntry[] {
  const file = fileIn(folder);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // What follows the last line end was interrupted while it was written; its capture is repeated.
  return lines.slice(0, -1).flatMap((line, index) => (line === '' ? [] : [parseEntry(line, `${file}:${index + 1}`)]));
}

export function addToIndex(folder: string, entry: CaptureEntry): void {
  mkdirSync(folder, { recursive: true });
  const file = fileIn(folder);
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = known.lastIndexOf('\n') + 1;
  if (whole < known.length) truncateSync(file, Buffer.byteLength(known.slice(0, whole)));
  appendFileSync(file, `${JSON.stringify(CaptureEntry.parse(entry))}\n`);
}

function parseEntry(line: string, place: string): CaptureEntry {
  let content: unknown;
  try {
    content = JSON.parse(line);
  } catch (error) {
    throw new Error(`${place} is not JSON`, { cause: error });
  }
  const parsed = CaptureEntry.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`${place}: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'not an entry'}`);
}
