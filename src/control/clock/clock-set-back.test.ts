import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { ShiftedClock } from '../../../test/shifted-clock.ts';
import { systemClock } from '../../core/clock.ts';
import { BootstrapTokenStore } from '../enrolment/bootstrap-tokens.ts';
import { makeStoreKey } from '../keys/store-key.ts';
import { Links } from '../people/links.ts';
import { findFirstOrganization } from '../people/organization.ts';
import { AccessTokens } from '../tokens/access-tokens.ts';

const hourMs = 3_600_000;

let postgres: TestPostgres;
const folder = mkdtempSync(path.join(tmpdir(), 'farol-clock-'));
let files = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const addresses = {
  sqlite: () => Promise.resolve(`sqlite:${path.join(folder, `${files++}.db`)}`),
  postgres: () => postgres.createDatabase(),
};

/** Something of everything that expires within 24 hours. */
interface Held {
  readonly session: Readonly<Record<string, string>>;
  readonly read: string;
  readonly link: string;
  readonly bootstrap: string;
}

async function holdOne(control: TestControl, clock: ShiftedClock): Promise<Held> {
  const { store } = control;
  const organization = (await findFirstOrganization(store))?.id ?? '';
  const common = { organization, name: 'x', createdBy: 'test' };
  return {
    session: await control.signIn('member'),
    read: (
      await new AccessTokens(store.db, clock).create({ ...common, kind: 'read', expiresInHours: 2 })
    ).value.reveal(),
    link: (await new Links(store, clock).mint({ ...common, role: 'member' })).token.reveal(),
    bootstrap: (
      await new BootstrapTokenStore(store, clock).create({ ...common, class: 'agent', expiresInHours: 2 })
    ).value.reveal(),
  };
}

/** The status that each gets: 200 is let in. */
async function tryAll(running: TestControl, held: Held): Promise<Readonly<Record<string, number>>> {
  const origin = running.control.addresses.app;
  const body = {
    tenant: 'acme',
    class: 'agent',
    instance: 'edge-1',
    public_key: 'A'.repeat(43),
    token: held.bootstrap,
  };
  const statuses = {
    session: await running.send({ path: '/api/me', headers: held.session }),
    read: await running.send({ path: '/api/fleet', headers: { authorization: `Bearer ${held.read}` } }),
    bootstrap: await running.send({ method: 'POST', path: '/enroll/begin', body }),
    link: await running.send({ method: 'POST', path: '/api/session', body: { token: held.link }, headers: { origin } }),
  };
  return Object.fromEntries(Object.entries(statuses).map(([name, { status }]) => [name, status]));
}

const refused = { session: 401, read: 401, bootstrap: 401, link: 401 };

describe.each(['sqlite', 'postgres'] as const)('a clock that is set back, on %s', (dialect) => {
  async function withControls(
    work: (start: () => Promise<TestControl>, clock: ShiftedClock) => Promise<void>,
  ): Promise<void> {
    const url = await addresses[dialect]();
    // Each start has a data directory of its own, so the keys are in the store.
    const storeKey = makeStoreKey().reveal();
    const clock = new ShiftedClock();
    const started: TestControl[] = [];
    try {
      await work(async () => {
        const control = await startTestControl({ FAROL_DATABASE_URL: url, FAROL_STORE_KEY: storeKey }, clock);
        started.push(control);
        return control;
      }, clock);
    } finally {
      for (const control of started) await control.close();
    }
  }

  test('lets everything in before it expires (or what follows would prove nothing)', () =>
    withControls(async (start, clock) => {
      const control = await start();
      const held = await holdOne(control, clock);
      clock.pass(hourMs);
      expect(await tryAll(control, held)).toEqual({ session: 200, read: 200, bootstrap: 200, link: 200 });
    }));

  test.each([1, 24])('by %i h lets nothing in that has expired', (hours) =>
    withControls(async (start, clock) => {
      const control = await start();
      const held = await holdOne(control, clock);
      clock.pass(24 * hourMs + 60_000);
      expect(await tryAll(control, held)).toEqual(refused);
      clock.set(-hours * hourMs);
      expect(await tryAll(control, held)).toEqual(refused);
    }),
  );

  test.each([1, 24])('by %i h while it did not run lets nothing in that had expired', (hours) =>
    withControls(async (start, clock) => {
      const before = await start();
      const held = await holdOne(before, clock);
      clock.pass(24 * hourMs + 60_000);
      expect(await tryAll(before, held)).toEqual(refused);
      await before.control.close();
      clock.set(-hours * hourMs);
      const after = await start();
      expect(await tryAll(after, held)).toEqual(refused);
      expect(after.log.join('\n')).toContain('the clock of this machine is behind the time of this control plane');
    }),
  );
});

test('the clock of these tests moves only as it is set', () => {
  const clock = new ShiftedClock();
  clock.set(hourMs);
  expect(clock.now() - systemClock.now()).toBeGreaterThan(hourMs - 1000);
});
