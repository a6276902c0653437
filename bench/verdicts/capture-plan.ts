/** Which captures a run takes, in their order. A capture has the same name and the same load in every run. */
import { type ServerName, serverNames } from './capture-index.ts';
import { unchanged, type Variant } from './variants.ts';

export interface PlannedCapture {
  readonly id: string;
  readonly server: ServerName;
  readonly variant: Variant;
  /** Name of the variant that it is compared for. */
  readonly pair?: string;
  /** Measured beside the usual axes: on both sides of a pair, because it costs the target time. */
  readonly also?: string;
  readonly round: number;
  /** Where in the walk of the load, and which walk. */
  readonly place: number;
  readonly seed: number;
}

/** One capture of each server in turn. */
export function planSameVersion(rounds: number, servers: readonly ServerName[]): PlannedCapture[][] {
  return count(rounds).map((round) =>
    servers.map((server) => ({
      id: `${server}-${String(round).padStart(3, '0')}`,
      server,
      variant: unchanged,
      round,
      place: round - 1,
      seed: 1 + serverNames.indexOf(server),
    })),
  );
}

/** Each variant beside a baseline of its own, in every other round the other way round. */
export function planPlanted(variants: readonly Variant[], replicates: number): PlannedCapture[][] {
  return count(replicates).map((round) =>
    variants.flatMap((variant, index) => {
      const place = 2 * ((round - 1) * variants.length + index);
      const both = [unchanged, variant].map((one, second) => ({
        id: `${variant.name}-${one === variant ? 'changed' : 'baseline'}-${round}`,
        server: 'c' as const,
        variant: one,
        pair: variant.name,
        ...(variant.axis !== undefined && { also: variant.axis }),
        round,
        place: place + second,
        seed: 101,
      }));
      return round % 2 === 1 ? both : both.toReversed();
    }),
  );
}

function count(to: number): number[] {
  return Array.from({ length: to }, (_one, index) => index + 1);
}
