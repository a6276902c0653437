/** What the parts of the measure share: two replicas, their store, the simulated instances, and callers. */
import type { Store } from '../../src/control/store/database.ts';
import type { Bench } from '../bench.ts';
import type { Callers } from './callers.ts';
import type { FleetReplica } from './fleet-replica.ts';
import type { Population, SimulatedInstance } from './population.ts';
import type { Simulator } from './simulator.ts';

export interface FleetUnderTest {
  readonly bench: Bench;
  readonly databaseUrl: string;
  readonly store: Store;
  readonly replicas: readonly FleetReplica[];
  readonly population: Population;
  readonly simulator: Simulator;
  readonly callers: Callers;
}

export function placesOf({ instances }: Population, isWanted: (one: SimulatedInstance) => boolean): readonly number[] {
  return [...instances.keys()].filter((at) => {
    const one = instances[at];
    return one !== undefined && isWanted(one);
  });
}

/** Another order at each call. */
export function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** An hour ago: the ceiling of captures in an hour counts them no more. Only a store of a measure may be treated so. */
export async function forgetCaptures(store: Store): Promise<void> {
  await store.db
    .updateTable('capture_requests')
    .set((row) => ({ requested_at: row('requested_at', '-', 3_600_000) }))
    .where('status', '!=', 'queued')
    .execute();
}
