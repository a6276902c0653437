/** The hours that a release is shown in: as long before its moment as after it, and not after now. Pure. */
import type { Curve } from '../ask/ask-answer.ts';

/** Milliseconds on each side of the moment. */
const lengths = { '30m': 1_800_000, '1h': 3_600_000, '3h': 10_800_000, '6h': 21_600_000, '24h': 86_400_000 } as const;
export type Around = keyof typeof lengths;
export const arounds = Object.keys(lengths) as readonly Around[];

export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One hour where the text names none of them. */
export function readAround(text: string | null): Around {
  return arounds.find((one) => one === text) ?? '1h';
}

export function periodAround(momentMs: number, around: Around, nowMs: number): Period {
  const fromMs = momentMs - lengths[around];
  return { fromMs, toMs: Math.max(Math.min(momentMs + lengths[around], nowMs), fromMs + 1000) };
}

export function periodText({ fromMs, toMs }: Period): { readonly from: string; readonly to: string } {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

export function isWithin({ fromMs, toMs }: Period, atMs: number): boolean {
  return fromMs <= atMs && atMs <= toMs;
}

/** Without points outside: some systems widen a window to whole days. Curves without a value inside are left out. */
export function cutCurves(curves: readonly Curve[], period: Period): Curve[] {
  return curves.flatMap((curve) => {
    const points = curve.points.filter(([at]) => isWithin(period, at * 1000));
    return points.some(([, value]) => value !== undefined) ? [{ ...curve, points }] : [];
  });
}
