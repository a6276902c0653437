/**
 * How long a refusal takes says nothing about why. Each way to be refused is timed against a token that
 * was never made, in rounds of random order, so that what else the machine does meets all of them alike. What is
 * no token by its checksum is refused sooner: anybody can compute that, and learns nothing.
 *
 * A sign test over the rounds: if a way takes at most `margin` longer (or shorter) in the median, more
 * than half of the rounds say otherwise only by chance. At 5 standard deviations that is 3 of 10 million
 * (one-sided). What differs is measured once more and must differ in the same way, so that neither chance nor the other
 * work of a busy machine fails a run.
 */
import { expect, test } from 'vitest';
import { describeOnBothStores } from '../../../test/stores.ts';
import { systemClock } from '../../core/clock.ts';
import { ensureOrganization } from '../people/organization.ts';
import type { Store } from '../store/database.ts';
import { AccessTokens } from './access-tokens.ts';
import { mintToken } from './token-text.ts';

const rounds = 1200;
const warmUpRounds = 300;
const deviations = 5;
/** Of the time that the refusal of an unknown token takes. Leaving the query out is far beyond it. */
const marginShare = 0.35;

type Try = () => Promise<unknown>;

/** Rounds in which a way took longer, and shorter, than the unknown token by more than the margin. */
async function compare(ways: Readonly<Record<string, Try>>, unknown: Try): Promise<Record<string, [number, number]>> {
  const all = Object.entries({ ...ways, unknown });
  const times = new Map(all.map(([name]) => [name, [] as number[]]));
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const [name, run] of shuffled(all)) {
      const started = performance.now();
      await run();
      const took = performance.now() - started;
      if (round >= 0) times.get(name)?.push(took);
    }
  }
  const base = times.get('unknown') ?? [];
  const margin = marginShare * (base.toSorted((a, b) => a - b)[rounds / 2] ?? 0);
  return Object.fromEntries(
    Object.keys(ways).map((name) => {
      const differences = (times.get(name) ?? []).map((took, round) => took - (base[round] ?? 0));
      return [
        name,
        [differences.filter((one) => one > margin).length, differences.filter((one) => one < -margin).length],
      ];
    }),
  );
}

function shuffled<T>(items: readonly T[]): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as T);
}

const most = rounds / 2 + (deviations * Math.sqrt(rounds)) / 2;
type Difference = 'longer' | 'shorter' | 'none';
const differenceOf = ([longer, shorter]: readonly [number, number]): Difference => {
  if (longer > most) return 'longer';
  return shorter > most ? 'shorter' : 'none';
};

/**
 * The ways that differ, and differ in the same direction when they are measured again: the code does so each time, a
 * machine that others use does not.
 */
async function findDifferent(ways: Readonly<Record<string, Try>>, unknown: Try): Promise<Record<string, Difference>> {
  const first = Object.entries(await compare(ways, unknown)).map(([name, one]) => [name, differenceOf(one)] as const);
  const suspects = first.filter(([, difference]) => difference !== 'none');
  if (suspects.length === 0) return {};
  // All ways again, so that each meets the same company.
  const again = await compare(ways, unknown);
  const steady = suspects.filter(([name, difference]) => differenceOf(again[name] ?? [0, 0]) === difference);
  return Object.fromEntries(steady);
}

describeOnBothStores('the time that a refusal takes', (stores) => {
  const on = (work: (parts: Awaited<ReturnType<typeof open>>) => Promise<void>): Promise<void> =>
    stores.with(systemClock, async (store) => work(await open(store)));

  test('is the same for a token that was never made, was revoked or has expired', { timeout: 120_000 }, () =>
    on(async ({ refuse, tokens, unknown }) => {
      const ways = Object.fromEntries(Object.entries(tokens).map(([name, value]) => [name, refuse(value)] as const));
      expect(await findDifferent(ways, refuse(unknown))).toEqual({});
    }),
  );

  test('would be seen to differ if the query were left out for one of them', { timeout: 120_000 }, () =>
    on(async ({ refuse, tokens, unknown }) => {
      const early: Try = () => Promise.resolve(undefined);
      expect(await findDifferent({ early, revoked: refuse(tokens.revoked) }, refuse(unknown))).toEqual({
        early: 'shorter',
      });
    }),
  );
});

async function open(store: Store) {
  const { id: organization } = await ensureOrganization(store, 'acme', systemClock);
  const access = new AccessTokens(store.db, systemClock);
  const create = async (): Promise<{ id: string; value: string }> => {
    const { view, value } = await access.create({
      organization,
      kind: 'capture',
      name: 'a',
      createdBy: 'test',
      expiresInHours: 1,
    });
    return { id: view.id, value: value.reveal() };
  };
  const [revoked, expired] = [await create(), await create()];
  await access.revoke(organization, revoked.id);
  await store.db.updateTable('access_tokens').set({ expires_at: 1 }).where('id', '=', expired.id).execute();
  const refuse = (value: string) => async (): Promise<void> => {
    if ((await access.authenticate('capture', value)) !== undefined) throw new Error('the token was accepted');
  };
  return {
    refuse,
    unknown: mintToken('rpcap').value.reveal(),
    tokens: { revoked: revoked.value, expired: expired.value },
  };
}
