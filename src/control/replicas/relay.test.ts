/** Two ends of the relay on one store, with the real tables; sockets are a function. */
import { expect, test } from 'vitest';
import { describeOnBothStores, type StoreUnderTest } from '../../../test/stores.ts';
import { systemClock } from '../../core/clock.ts';
import { openLog } from '../http/log.ts';
import { TunnelError } from '../../tunnel/session/tunnel-error.ts';
import type { Store } from '../store/database.ts';
import { OwnerTable, type PlacedSession } from './owner-table.ts';
import { RelayRunner, type RunnerDeps } from './relay-runner.ts';
import { RelaySender } from './relay-sender.ts';
import { RelayTable } from './relay-table.ts';
import { SessionDirectory } from './session-directory.ts';

const clock = systemClock;
const log = openLog('fatal');
const owner: PlacedSession = {
  organization: 'acme',
  instance: 'agent-1',
  class: 'agent',
  generation: 1,
  versions: {},
  catalogDigest: undefined,
  targets: undefined,
  since: 1,
  replica: 'there',
  epoch: 4,
};

interface Scene {
  readonly store: Store;
  readonly sender: RelaySender;
  readonly directory: SessionDirectory;
  readonly runner: RelayRunner;
  /** What reached the instance. */
  readonly ran: { readonly request: unknown; readonly signal: AbortSignal }[];
  readonly rows: () => Promise<number>;
}

async function withScene(
  stores: StoreUnderTest,
  answer: (signal: AbortSignal) => Promise<unknown>,
  play: (scene: Scene) => Promise<void>,
  changes: Partial<RunnerDeps> = {},
): Promise<void> {
  await stores.with(clock, async (store) => {
    const until = Number.MAX_SAFE_INTEGER;
    for (const id of ['here', 'there']) {
      await store.db.insertInto('replicas').values({ id, started_at: 1, lease_until: until }).execute();
    }
    const directory = new SessionDirectory(new OwnerTable(store, clock), clock);
    const ran: Scene['ran'][number][] = [];
    const sender = new RelaySender({ table: new RelayTable(store, clock, 'here'), directory, clock, log });
    const runner = new RelayRunner({
      table: new RelayTable(store, clock, 'there'),
      log,
      epochOf: () => 4,
      isHeld: () => true,
      run: (_to, _name, request, { signal }) => {
        ran.push({ request, signal });
        return answer(signal).then((given) => JSON.stringify(given));
      },
      ...changes,
    });
    const rows = async (): Promise<number> =>
      (await store.db.selectFrom('relayed_commands').select('id').execute()).length;
    await play({ store, sender, directory, runner, ran, rows });
    await runner.settled();
  });
}

const hang = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new TunnelError('aborted', 'The caller cancelled the request.'))),
  );
const command = { name: 'health.run', text: '{}' } as const;
const patient = { timeoutMs: 20_000 };

/** The code it was rejected with. Never rejects itself, so that it can be awaited later. */
function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
}

describeOnBothStores('a command for a tunnel of another replica', (stores) => {
  test('is answered without any signal, by looking, and leaves no row behind', () =>
    withScene(
      stores,
      () => Promise.resolve({ at: 'now', checks: [] }),
      async ({ sender, runner, ran, rows }) => {
        const answer = sender.send(owner, command, patient);
        await expect.poll(rows).toBe(1);
        await runner.take();
        await runner.settled();
        await sender.poll();
        expect(JSON.parse(await answer)).toEqual({ at: 'now', checks: [] });
        expect(ran.map(({ request }) => request)).toEqual([{}]);
        expect(await rows()).toBe(0);
      },
    ));

  test('runs once although its replica looks again and again', () =>
    withScene(
      stores,
      () => Promise.resolve({}),
      async ({ sender, runner, ran, rows }) => {
        const answer = sender.send(owner, command, patient);
        await expect.poll(rows).toBe(1);
        await Promise.all(Array.from({ length: 10 }, () => runner.take()));
        await runner.settled();
        await Promise.all([sender.poll(), sender.poll()]);
        expect(await answer).toBe('{}');
        expect(ran).toHaveLength(1);
      },
    ));

  test('carries an answer of the largest size that the tunnel takes', () =>
    withScene(
      stores,
      () => Promise.resolve({ text: '\u0000é"'.repeat(2 << 20) }),
      async ({ sender, runner, rows }) => {
        const answer = sender.send(owner, command, patient);
        await expect.poll(rows).toBe(1);
        await runner.take();
        await runner.settled();
        await sender.poll();
        expect((await answer).length).toBeGreaterThan(15 << 20);
        expect(await rows()).toBe(0);
      },
    ));

  test('fails with the code of the other end', () =>
    withScene(
      stores,
      () => Promise.reject(new TunnelError('busy', 'Too many.')),
      async ({ sender, runner, rows }) => {
        const answer = sender.send(owner, command, patient);
        const failed = codeOf(answer);
        await expect.poll(rows).toBe(1);
        await runner.take();
        await runner.settled();
        await sender.poll();
        expect(await failed).toBe('busy');
      },
    ));

  test('is stopped at the instance when the caller goes away, also when the word of it was lost', () =>
    withScene(stores, hang, async ({ sender, runner, ran, rows }) => {
      const controller = new AbortController();
      const answer = sender.send(owner, command, { ...patient, signal: controller.signal });
      const failed = codeOf(answer);
      await expect.poll(rows).toBe(1);
      await runner.take();
      controller.abort();
      expect(await failed).toBe('aborted');
      await expect.poll(rows).toBe(0);
      await runner.stopWithdrawn();
      expect(ran[0]?.signal.aborted).toBe(true);
    }));

  test('ends at its deadline, is withdrawn, and never runs later', () =>
    withScene(stores, hang, async ({ sender, runner, ran, rows }) => {
      await expect(sender.send(owner, command, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'timeout' });
      await expect.poll(rows).toBe(0);
      await runner.take();
      expect(ran).toEqual([]);
    }));

  test('was not sent when the replica had not taken it up, and may have been when it had', () =>
    withScene(stores, hang, async ({ sender, runner, rows, store }) => {
      const first = codeOf(sender.send(owner, command, patient));
      await expect.poll(rows).toBe(1);
      await runner.take();
      const second = codeOf(sender.send(owner, command, patient));
      await expect.poll(rows).toBe(2);
      await store.db.deleteFrom('replicas').where('id', '=', 'there').execute();
      await sender.poll();
      expect(await Promise.all([first, second])).toEqual(['closed', 'not_live']);
      runner.cancelAll();
    }));

  test('is given back unsent when the session has ended or another one took its place', () =>
    withScene(
      stores,
      hang,
      async ({ sender, runner, ran, rows }) => {
        const failed = codeOf(sender.send(owner, command, patient));
        await expect.poll(rows).toBe(1);
        await runner.take();
        await runner.settled();
        await sender.poll();
        expect(await failed).toBe('not_live');
        expect(ran).toEqual([]);
      },
      { epochOf: () => 5 },
    ));

  test('is not taken up, and no answer handed back, by a replica that has lost its lease', () => {
    let isHeld = true;
    return withScene(
      stores,
      () => {
        isHeld = false;
        return Promise.resolve({});
      },
      async ({ sender, runner, ran, rows, store }) => {
        const answer = codeOf(sender.send(owner, command, patient));
        await expect.poll(rows).toBe(1);
        await runner.take();
        await runner.settled();
        expect(await store.db.selectFrom('relayed_commands').select('state').execute()).toEqual([{ state: 'running' }]);
        const later = codeOf(sender.send(owner, command, patient));
        await expect.poll(rows).toBe(2);
        await runner.take();
        expect(ran).toHaveLength(1);
        await store.db.deleteFrom('replicas').where('id', '=', 'there').execute();
        await sender.poll();
        expect(await Promise.all([answer, later])).toEqual(['closed', 'not_live']);
      },
      { isHeld: () => isHeld },
    );
  });

  test('of a replica that died itself is swept', () =>
    withScene(stores, hang, async ({ sender, store, rows }) => {
      const answer = codeOf(sender.send(owner, command, patient));
      await expect.poll(rows).toBe(1);
      await store.db.deleteFrom('replicas').where('id', '=', 'here').execute();
      await new RelayTable(store, clock, 'there').sweep();
      expect(await rows()).toBe(0);
      await sender.poll();
      expect(await answer).toBe('closed');
    }));
});
