import { expect, test } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { RecentFleet, sharedForMs } from './recent-fleet.ts';

function counted() {
  const clock = new ManualClock();
  const reads: string[] = [];
  const state = { fails: false };
  const fleet = new RecentFleet(
    {
      show: (organization) => {
        reads.push(organization);
        return state.fails ? Promise.reject(new Error('no store')) : Promise.resolve({ instances: [], expiries: [] });
      },
      detail: () => Promise.resolve(undefined),
    },
    clock,
  );
  return { clock, reads, state, fleet };
}

test('assistants of one organization share what was read within the last second', async () => {
  const { clock, reads, fleet } = counted();
  await Promise.all([fleet.show('acme'), fleet.show('acme'), fleet.show('globex')]);
  clock.advance(sharedForMs - 1);
  await fleet.show('acme');
  expect(reads).toEqual(['acme', 'globex']);
  clock.advance(1);
  await fleet.show('acme');
  expect(reads).toEqual(['acme', 'globex', 'acme']);
});

test('a failure is answered to who waited for it, and read again for the next one', async () => {
  const { reads, state, fleet } = counted();
  state.fails = true;
  const failed = await Promise.allSettled([fleet.show('acme'), fleet.show('acme')]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  state.fails = false;
  expect(await fleet.show('acme')).toMatchObject({ instances: [] });
  expect(reads).toEqual(['acme', 'acme']);
});

test('does not grow with organizations', async () => {
  const { reads, fleet } = counted();
  for (let at = 0; at <= 100; at += 1) await fleet.show(`organization-${at}`);
  await fleet.show('organization-100');
  await fleet.show('organization-0');
  expect(reads).toHaveLength(102);
});
