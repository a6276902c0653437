/**
 * Features of the two axes of memory. Their keys begin with what they count, because the same axis has
 * faults, calls and bytes: a view of the comparison takes those of one beginning.
 */
import type { TargetPrograms } from '../keys/own-code.ts';
import type { Feature, Unit } from '../record/bundle.ts';
import type { CollectorAxes } from '../record/collector-record.ts';
import type { Sites } from '../record/collector-stacks.ts';
import { counted, failure, functionKey, merge, placeOf, roundSamples, shareSamples } from './feature-parts.ts';
import { readSites } from './sites.ts';

/** Beginnings of the keys. */
export const begins = {
  fault: 'fault ',
  faultSite: 'faulted in ',
  call: 'call ',
  resident: 'resident ',
  growthSite: 'asked in ',
  allocationSite: 'allocated in ',
} as const;

/** Sites listed per kind: small ones do not push out the few keys of the other kinds. */
const mostSites = 1024;
type Memory = NonNullable<CollectorAxes['memory']>;
type Allocations = NonNullable<CollectorAxes['allocations']>;

export function memory(
  { faults, fault_sites, resident, requests, growth_sites }: Memory,
  programs: TargetPrograms,
): Feature[] {
  return [
    ...faultFeatures(faults),
    ...merge(requests.map(requestFeature)),
    ...residentFeatures(resident),
    ...siteFeatures(fault_sites, { begin: begins.faultSite, unit: 'events', programs }),
    ...siteFeatures(growth_sites, { begin: begins.growthSite, unit: 'bytes', programs }),
  ];
}

export function allocations({ functions, sites }: Allocations, programs: TargetPrograms): Feature[] {
  const calls = functions.flatMap((one) => {
    const key = `${begins.call}${one.function} (${one.module})`;
    const failed: Feature = { key: `${key} failed`, amount: one.failed, unit: 'events', events: one.failed };
    return [{ ...counted(key, one), bytes: one.bytes }, ...(one.failed > 0 ? [failed] : [])];
  });
  return [...merge(calls), ...siteFeatures(sites, { begin: begins.allocationSite, unit: 'bytes', programs })];
}

/** Major ones wait for a disk, all others do not. */
function faultFeatures({ user, kernel, blocks, major, major_blocks }: Memory['faults']): Feature[] {
  const minorBlocks = blocks.map((all, block) => Math.max(0, all - (major_blocks[block] ?? 0)));
  return [
    counted(`${begins.fault}minor`, { count: Math.max(0, user + kernel - major), blocks: minorBlocks }),
    counted(`${begins.fault}major`, { count: major, blocks: major_blocks }),
  ];
}

function requestFeature({ call, change, area, outcome, bytes, ...counts }: Memory['requests'][number]): Feature {
  const what = [call, ...(area === 'any' ? [] : [area]), change, ...failure(outcome)];
  return { ...counted(begins.call + what.join(' '), counts), bytes };
}

/**
 * How the resident set moved, as bytes over the whole window: each kind from its first to its last value, and all
 * together by the line through the blocks, which one moment at either end does not decide. Nothing moves in a target
 * that does nothing.
 */
function residentFeatures({ kinds, blocks_bytes }: Memory['resident']): Feature[] {
  const trend = Math.round(slopeOf(blocks_bytes) * blocks_bytes.length);
  const moves = [
    ...kinds.map(({ kind, first_bytes, last_bytes }) => ({ what: kind, by: last_bytes - first_bytes })),
    { what: 'trend', by: trend },
  ];
  return moves.flatMap(({ what, by }): Feature[] =>
    by === 0
      ? []
      : [{ key: `${begins.resident}${what} ${by > 0 ? 'grew' : 'shrank'}`, amount: Math.abs(by), unit: 'bytes' }],
  );
}

/** Slope of the least squares line through equally spaced values. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  let mean = 0;
  for (const value of values) mean += value / values.length;
  let [over, under] = [0, 0];
  for (const [place, value] of values.entries()) {
    over += (place - middle) * (value - mean);
    under += (place - middle) ** 2;
  }
  return under === 0 ? 0 : over / under;
}

interface SiteRule {
  readonly begin: string;
  readonly unit: Unit;
  readonly programs: TargetPrograms;
}

/** Weight by the function that the event is due to. */
function siteFeatures(sites: Sites, { begin, unit, programs }: SiteRule): Feature[] {
  const drawn = shareSamples(sites.samples, sites.stacks);
  const siteOf = readSites(sites.functions, programs);
  const features = sites.stacks.map(({ frames, count, weight }, index): Feature => {
    const { site } = siteOf(frames);
    return {
      key: begin + (site === undefined ? '(unknown)' : functionKey(site)),
      amount: weight,
      unit,
      events: unit === 'events' ? weight : count,
      samples: drawn[index] ?? 0,
      ...placeOf(site),
    };
  });
  const merged = merge(features).map(roundSamples);
  return merged.toSorted((a, b) => b.amount - a.amount).slice(0, mostSites);
}
