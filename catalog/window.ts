/**
 * The time window that reads share. An end is an RFC 3339 time or relative to now (`now`, `now-15m`);
 * it is resolved once, in the Agent, and the answer says which window was meant.
 */
import { z } from 'zod';
import { Fault } from '../src/core/fault.ts';

const relative = /^now(?:-(\d{1,6})([smhdw]))?$/u;
const unitSec = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

export const Instant = z
  .union([z.iso.datetime({ offset: true }).max(40), z.string().regex(relative)])
  .describe('RFC 3339 time, or now, or now-<n><s|m|h|d|w>');

export const Window = z
  .strictObject({ from: Instant, to: Instant.default('now') })
  .describe('From the first instant up to and including the second');
export type Window = z.infer<typeof Window>;

export interface ResolvedWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** @throws Fault `invalid_arguments` when the window is empty, runs backwards or begins before 1970. */
export function resolveWindow({ from, to }: Window, nowMs: number): ResolvedWindow {
  const window = { fromMs: toMs(from, nowMs), toMs: toMs(to, nowMs) };
  if (0 <= window.fromMs && window.fromMs < window.toMs) return window;
  throw new Fault(
    'invalid_arguments',
    { field: 'window' },
    'Give a window that begins after 1969 and ends after it begins.',
  );
}

function toMs(instant: string, nowMs: number): number {
  const match = relative.exec(instant);
  if (match === null) return Date.parse(instant);
  const [, count = '0', unit = 's'] = match;
  return nowMs - Number(count) * unitSec[unit as keyof typeof unitSec] * 1000;
}

export function renderWindow({ fromMs, toMs: endMs }: ResolvedWindow): { from: string; to: string } {
  return { from: new Date(fromMs).toISOString(), to: new Date(endMs).toISOString() };
}
