import { expect, test } from 'vitest';
import { decodeBundle, encodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import { bundles } from '../../../test/bundle-desk.ts';
import { makeBundle } from '../../../test/made-bundle.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores, type StoreUnderTest } from '../../../test/stores.ts';
import type { CaptureOffer, CaptureOutcome, CaptureStart } from '../../tunnel/messages.ts';
import type { LiveSession, TunnelHub } from '../../tunnel/port.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import { OwnerTable } from '../replicas/owner-table.ts';
import type { Store } from '../store/database.ts';
import { OfferStore, reconnectMs } from './offer-store.ts';
import { CaptureQueue } from './capture-queue.ts';
import { CaptureReader } from './capture-reader.ts';
import type { CaptureBody } from './capture-body.ts';
import { CaptureOffers, type OwnSession } from './capture-offers.ts';

const by = { type: 'person', name: 'Ana' } as const;
const body = { workload: 'checkout', version: '1', env: '', kind: 'head', duration_sec: 10, warmup_sec: 1 } as const;
const taken: CaptureOffer = { answer: 'taken', processes: 1 };
const notListed: CaptureOffer = {
  answer: 'declined',
  reason: { code: 'not_in_target_list', text: 'It is not listed.' },
};
const notRunning: CaptureOffer = { answer: 'declined', reason: { code: 'no_such_process', text: 'It does not run.' } };
const busy: CaptureOffer = { answer: 'declined', reason: { code: 'busy', text: 'It is busy.' } };

/** Plays the sockets of one replica: sessions come and go, each is claimed, and each answers offers as set. */
class ScriptedHub implements TunnelHub {
  readonly offers: { instance: string; request: CaptureStart }[] = [];
  readonly aborts: string[] = [];
  readonly #owners: OwnerTable;
  readonly #replica: string;
  readonly #live = new Map<string, { session: OwnSession; answer: () => Promise<CaptureOffer> }>();
  readonly #listeners: ((change: { session: LiveSession; live: boolean }) => void)[] = [];
  readonly #handlers = new Map<string, (from: LiveSession, request: never) => Promise<unknown>>();

  constructor(owners: OwnerTable, replica: string) {
    this.#owners = owners;
    this.#replica = replica;
  }

  async connect(instance: string, answer: () => Promise<CaptureOffer>): Promise<void> {
    const session = sessionOf(instance, ++sessions);
    const { generation, versions, catalogDigest, targets } = session;
    const found = {
      organization: 'acme',
      instance,
      class: 'profiler',
      publicKey: '',
      enrolledAt: 1,
      state: 'active',
    } as const;
    const description = { versions, catalogDigest, targets };
    const epoch = await this.#owners.claim(this.#replica, found, { generation, now: 0, description });
    this.#live.set(instance, { session: { ...session, epoch: epoch ?? 0 }, answer });
    for (const listener of this.#listeners) listener({ session, live: true });
  }

  async drop(instance: string, isMoving = false): Promise<void> {
    const { session } = this.#live.get(instance)!;
    this.#live.delete(instance);
    await this.#owners.release(this.#replica, session, { epoch: session.epoch, isMoving });
    for (const listener of this.#listeners) listener({ session, live: false });
  }

  report(instance: string, outcome: CaptureOutcome): Promise<unknown> {
    return (
      this.#handlers.get('capture.outcome')?.(sessionOf(instance), outcome as never) ??
      Promise.reject(new Error('nobody listens'))
    );
  }

  live(): OwnSession[] {
    return [...this.#live.values()].map(({ session }) => session);
  }

  async command(
    to: { instance: string },
    name: string,
    request: unknown,
    { signal }: { signal?: AbortSignal },
  ): Promise<never> {
    if (name === 'capture.abort') {
      this.aborts.push(to.instance);
      return {} as never;
    }
    this.offers.push({ instance: to.instance, request: request as CaptureStart });
    const answer = this.#live.get(to.instance)?.answer;
    if (answer === undefined) throw new Error('not_live');
    const aborted = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(Object.assign(new Error('aborted'), { code: 'aborted' }))),
    );
    return (await Promise.race([answer(), aborted])) as never;
  }

  onReport(name: string, handle: (from: LiveSession, request: never) => Promise<unknown>): void {
    this.#handlers.set(name, handle);
  }

  onChange(listener: (change: { session: LiveSession; live: boolean }) => void): () => void {
    this.#listeners.push(listener);
    return () => undefined;
  }

  disconnect(): number {
    return 0;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

let sessions = 0;

function sessionOf(instance: string, generation = 1): LiveSession {
  return {
    organization: 'acme',
    instance,
    class: 'profiler',
    generation,
    versions: {},
    catalogDigest: undefined,
    targets: 1,
    since: 0,
  };
}

interface Scene {
  readonly hub: ScriptedHub;
  readonly store: Store;
  readonly owners: OwnerTable;
  readonly clock: ManualClock;
  readonly queue: CaptureQueue;
  readonly reader: CaptureReader;
  readonly errors: unknown[];
  captureOffers: CaptureOffers;
  /** Starts other capture offers on the same store and hub, as a restarted control plane would. */
  readonly restart: () => void;
  readonly request: (change?: Partial<CaptureBody>) => Promise<string>;
  readonly statusOf: (id: string) => Promise<string>;
}

function withScene(store: StoreUnderTest, play: (scene: Scene) => Promise<void>): Promise<void> {
  const clock = new ManualClock();
  return store.with(clock, async (opened) => {
    const owners = new OwnerTable(opened, clock);
    await addReplica(opened, 'here');
    const hub = new ScriptedHub(owners, 'here');
    await new ProfilerSettings(opened, clock).change('acme', true, { id: 'p', name: 'Olga' });
    const queue = new CaptureQueue(opened, clock);
    const reader = new CaptureReader(opened, clock);
    const errors: unknown[] = [];
    const start = (): CaptureOffers => {
      const captureOffers = new CaptureOffers({
        queue,
        offers: new OfferStore(opened, owners, clock),
        hub,
        bundles,
        listOwn: () => hub.live(),
        clock,
        onError: (error) => errors.push(error),
        onChange: () => undefined,
      });
      captureOffers.start();
      return captureOffers;
    };
    const scene: Scene = {
      hub,
      store: opened,
      owners,
      clock,
      queue,
      reader,
      errors,
      captureOffers: start(),
      restart: () => {
        scene.captureOffers = start();
      },
      request: async (change) => {
        const answer = await queue.enqueue('acme', { ...body, ...change }, by);
        scene.captureOffers.wake();
        return answer.answer === 'queued' ? answer.id : '';
      },
      statusOf: async (id) => {
        const record = await reader.find('acme', id);
        return record?.status === 'queued'
          ? `queued ${record.progress?.step ?? ''}`
          : `${record?.status} ${record?.reason?.code}`;
      },
    };
    await play(scene);
    await scene.captureOffers.stop();
  });
}

async function addReplica({ db }: Store, id: string): Promise<void> {
  await db.insertInto('replicas').values({ id, started_at: 0, lease_until: Number.MAX_SAFE_INTEGER }).execute();
}

const answers = (answer: CaptureOffer) => () => Promise.resolve(answer);

describeOnBothStores('the captureOffers', (store) => {
  test('leaves a request queued while no Profiler is live, and offers it when one comes [P-STATE-3] [P-API-4]', () =>
    withScene(store, async ({ hub, request, statusOf }) => {
      const id = await request();
      expect(await statusOf(id)).toBe('queued waiting');
      await hub.connect('node-1', answers(taken));
      await expect.poll(() => statusOf(id)).toBe('queued running');
      expect(hub.offers).toMatchObject([
        { instance: 'node-1', request: { request_id: id, workload: 'checkout', requested_by: 'Ana' } },
      ]);
    }));

  test('sends the image of a request along, and none where it has none', () =>
    withScene(store, async ({ hub, request }) => {
      const image = `checkout@sha256:${'0'.repeat(64)}`;
      await hub.connect('node-1', answers(taken));
      await request({ image });
      await expect.poll(() => hub.offers.length).toBe(1);
      await request({ version: '2' });
      await expect.poll(() => hub.offers.length).toBe(2);
      const [first, second] = hub.offers.map(({ request: sent }) => sent);
      expect(first).toMatchObject({ image });
      expect(second).not.toHaveProperty('image');
    }));

  test('offers a new request to a live Profiler at once [P-STATE-1]', () =>
    withScene(store, async ({ hub, request, statusOf }) => {
      await hub.connect('node-1', answers(taken));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('queued running');
    }));

  test('fails a request that is outside every target list [P-ERR-5] [P-REQ-1]', () =>
    withScene(store, async ({ hub, request, statusOf }) => {
      await hub.connect('node-1', answers(notListed));
      await hub.connect('node-2', answers(notListed));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('failed not_in_target_list');
    }));

  test('has nothing to push when the process is listed and runs nowhere', () =>
    withScene(store, async ({ hub, request, statusOf }) => {
      await hub.connect('node-1', answers(notListed));
      await hub.connect('node-2', answers(notRunning));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('nothing_to_push no_such_process');
    }));

  test('asks a busy Profiler again later', () =>
    withScene(store, async ({ hub, clock, request, statusOf }) => {
      let answer: CaptureOffer = busy;
      await hub.connect('node-1', () => Promise.resolve(answer));
      const id = await request();
      await expect.poll(() => hub.offers.length).toBeGreaterThan(0);
      expect(await statusOf(id)).toBe('queued waiting');
      answer = taken;
      await expect
        .poll(() => {
          clock.advance(2000);
          return statusOf(id);
        })
        .toBe('queued running');
    }));

  test('asks again, and is not misled, when the answer to an offer was lost', () =>
    withScene(store, async ({ hub, clock, errors, request, statusOf }) => {
      let isLost = true;
      await hub.connect('node-1', () => (isLost ? Promise.reject(new Error('timeout')) : Promise.resolve(taken)));
      const id = await request();
      await expect.poll(() => errors.length).toBeGreaterThan(0);
      expect(await statusOf(id)).toBe('queued waiting');
      isLost = false;
      await expect
        .poll(() => {
          clock.advance(2000);
          return statusOf(id);
        })
        .toBe('queued running');
    }));

  test('takes an outcome that arrives after a restart of the control plane, and acknowledges it every time', () =>
    withScene(store, async (scene) => {
      await scene.hub.connect('node-1', answers(taken));
      const id = await scene.request();
      await expect.poll(() => scene.statusOf(id)).toBe('queued running');
      await scene.captureOffers.stop();
      scene.restart();
      const outcome: CaptureOutcome = {
        request_id: id,
        outcome: 'nothing_to_push',
        reason: { code: 'no_events', text: 'It slept.' },
      };
      expect(await scene.hub.report('node-1', outcome)).toEqual({ stored: true });
      expect(await scene.hub.report('node-1', outcome)).toEqual({ stored: true });
      expect(await scene.statusOf(id)).toBe('nothing_to_push no_events');
      expect(scene.hub.offers).toHaveLength(1);
    }));

  test('fails a request whose Profiler stays silent past every allowance', () =>
    withScene(store, async ({ hub, clock, request, statusOf }) => {
      await hub.connect('node-1', answers(taken));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('queued running');
      await hub.drop('node-1');
      clock.advance(190_000);
      expect(await statusOf(id)).toBe('queued running');
      await expect
        .poll(() => {
          clock.advance(2000);
          return statusOf(id);
        })
        .toBe('failed profiler_lost');
    }));

  test('refuses a push whose bundle is not one, and keeps nothing of it', () =>
    withScene(store, async ({ hub, reader, request, statusOf }) => {
      await hub.connect('node-1', answers(taken));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('queued running');
      const reason = { code: 'measured', text: 'It was measured.' };
      await hub.report('node-1', {
        request_id: id,
        outcome: 'pushed',
        reason,
        bundle: Buffer.from('junk').toString('base64'),
      });
      expect(await statusOf(id)).toBe('failed bundle_rejected');
      expect(await reader.bundle('acme', id)).toBeUndefined();
    }));

  test('fails what is open and aborts what runs when the Profiler is disabled', () =>
    withScene(store, async ({ hub, captureOffers, request, statusOf }) => {
      await hub.connect('node-1', answers(taken));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('queued running');
      await captureOffers.disable('acme');
      expect(await statusOf(id)).toBe('failed profiler_disabled');
      expect(hub.aborts).toEqual(['node-1']);
    }));

  test('lets no hung Profiler delay a request of others', () =>
    withScene(store, async ({ hub, request, statusOf, clock }) => {
      await hub.connect('hung', () => new Promise<CaptureOffer>(() => undefined));
      await hub.connect('node-1', answers(taken));
      const first = await request();
      await expect.poll(() => statusOf(first)).toBe('queued running');
      clock.advance(2000);
      const second = await request({ version: '2' });
      await expect.poll(() => statusOf(second)).toBe('queued running');
    }));

  test('ends a request whose only Profiler answers no offer, and orders it to stop', () =>
    withScene(store, async ({ hub, clock, reader, request, statusOf }) => {
      const failure = Object.assign(new Error('it threw'), { code: 'handler_failed' });
      await hub.connect('node-1', () => Promise.reject(failure));
      const id = await request();
      await expect
        .poll(() => {
          clock.advance(2000);
          return statusOf(id);
        })
        .toBe('failed no_answer');
      expect(hub.offers).toHaveLength(5);
      expect(hub.aborts).toEqual(['node-1']);
      expect((await reader.find('acme', id))?.reason?.text).toContain('handler_failed, asked 5 times');
    }));

  test('asks a Profiler again after it reconnected, because its target list may have changed', () =>
    withScene(store, async ({ hub, request, statusOf }) => {
      await hub.connect('busy', answers(busy));
      await hub.connect('node-1', answers(notListed));
      const id = await request();
      await expect.poll(() => hub.offers.length).toBe(2);
      await hub.drop('node-1');
      await hub.connect('node-1', answers(taken));
      await expect.poll(() => statusOf(id)).toBe('queued running');
    }));

  test('waits for a Profiler whose socket is at another replica, and hears the answer it gives there', () =>
    withScene(store, async ({ hub, store: opened, owners, queue, clock, request, statusOf }) => {
      await addReplica(opened, 'there');
      const there = new ScriptedHub(owners, 'there');
      await there.connect('node-2', answers(notRunning));
      await hub.connect('node-1', answers(notListed));
      const id = await request();
      await expect.poll(() => hub.offers.length).toBe(1);
      for (let tick = 0; tick < 5; tick++) {
        clock.advance(2000);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(await statusOf(id)).toBe('queued waiting');
      const elsewhere = new CaptureOffers({
        queue,
        offers: new OfferStore(opened, owners, clock),
        hub: there,
        listOwn: () => there.live(),
        bundles,
        clock,
        onError: () => undefined,
        onChange: () => undefined,
      });
      elsewhere.start();
      await expect.poll(() => statusOf(id)).toBe('nothing_to_push no_such_process');
      await elsewhere.stop();
    }));

  test('does not count what a Profiler said in an earlier session', () =>
    withScene(store, async ({ hub, store: opened, owners, clock, request, statusOf }) => {
      await addReplica(opened, 'there');
      const there = new ScriptedHub(owners, 'there');
      await hub.connect('node-1', answers(notListed));
      await hub.connect('node-2', answers(busy));
      const id = await request();
      await expect.poll(() => hub.offers.length).toBe(2);
      await hub.drop('node-1', true);
      await there.connect('node-1', answers(taken));
      await hub.drop('node-2');
      await hub.connect('node-2', answers(notListed));
      await expect.poll(() => hub.offers.length).toBe(3);
      for (let tick = 0; tick < 5; tick++) {
        clock.advance(2000);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(await statusOf(id)).toBe('queued waiting');
    }));

  test('waits for a Profiler that is on its way from a replica that went away', () =>
    withScene(store, async ({ hub, clock, request, statusOf }) => {
      await hub.connect('node-2', answers(taken));
      await hub.drop('node-2', true);
      await hub.connect('node-1', answers(notListed));
      const id = await request();
      await expect.poll(() => hub.offers.length).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await statusOf(id)).toBe('queued waiting');
      await hub.connect('node-2', answers(taken));
      clock.advance(2000);
      await expect.poll(() => statusOf(id)).toBe('queued running');
    }));

  test('waits for a Profiler that went away with an offer that it did not answer, for a while', () =>
    withScene(store, async ({ hub, clock, request, statusOf }) => {
      const unanswered = Promise.withResolvers<CaptureOffer>();
      await hub.connect('node-2', () => unanswered.promise);
      await hub.connect('node-1', answers(notListed));
      const id = await request();
      await expect.poll(() => hub.offers.length).toBe(2);
      await hub.drop('node-2');
      unanswered.reject(Object.assign(new Error('the session ended'), { code: 'closed' }));
      const pass = async (ms: number): Promise<void> => {
        clock.advance(ms);
        await new Promise((resolve) => setTimeout(resolve, 30));
      };
      for (let tick = 0; tick < 5; tick += 1) await pass(2000);
      expect(await statusOf(id)).toBe('queued waiting');
      await pass(reconnectMs);
      for (let tick = 0; tick < 2; tick += 1) await pass(2000);
      await expect.poll(() => statusOf(id)).toBe('failed not_in_target_list');
    }));

  test('orders a Profiler to stop that accepted a request after its end', () =>
    withScene(store, async ({ hub, captureOffers, request, statusOf }) => {
      let take: (answer: CaptureOffer) => void = () => undefined;
      await hub.connect('slow', () => new Promise<CaptureOffer>((resolve) => (take = resolve)));
      const id = await request();
      await expect.poll(() => hub.offers.length).toBe(1);
      await captureOffers.disable('acme');
      take(taken);
      await expect.poll(() => hub.aborts).toEqual(['slow']);
      expect(await statusOf(id)).toBe('failed profiler_disabled');
    }));

  test('after an outage of any length waits for the Profiler to reconnect before it calls it lost', () =>
    withScene(store, async (scene) => {
      await scene.hub.connect('node-1', answers(taken));
      const id = await scene.request();
      await expect.poll(() => scene.statusOf(id)).toBe('queued running');
      await scene.captureOffers.stop();
      await scene.hub.drop('node-1');
      scene.clock.advance(86_400_000);
      scene.restart();
      for (let tick = 0; tick < 30; tick++) {
        scene.clock.advance(2000);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(await scene.statusOf(id)).toBe('queued running');
      const reason = { code: 'no_events', text: 'It slept.' };
      await scene.hub.report('node-1', { request_id: id, outcome: 'nothing_to_push', reason });
      expect(await scene.statusOf(id)).toBe('nothing_to_push no_events');
    }));

  test('stores what a Profiler reports without the characters that a store refuses', () =>
    withScene(store, async ({ hub, reader, request, statusOf }) => {
      await hub.connect('node-1', answers(taken));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('queued running');
      const reason = { code: 'odd\u0000', text: 'one\u0000two\u001b[31m \ud800' };
      await hub.report('node-1', { request_id: id, outcome: 'failed', reason });
      expect((await reader.find('acme', id))?.reason).toEqual({ code: 'odd ', text: 'one two [31m \ufffd' });
    }));

  test('acknowledges an outcome of an unknown request', () =>
    withScene(store, async ({ hub }) => {
      const reason = { code: 'measured', text: 'x' };
      for (const request_id of ['00000000-0000-4000-8000-000000000000', 'not \u0000 an id']) {
        expect(await hub.report('node-1', { request_id, outcome: 'failed', reason })).toEqual({ stored: true });
      }
    }));

  test('takes a bundle of the request and node it came from, and of no other', () =>
    withScene(store, async ({ hub, reader, request, statusOf }) => {
      const reason = { code: 'measured', text: 'It was measured.' };
      const push = async (instance: string, version: string): Promise<string> => {
        await hub.connect(instance, answers(taken));
        const id = await request({ version });
        await expect.poll(() => statusOf(id)).toBe('queued running');
        const { bytes } = encodeBundle(makeBundle({}, { request_id: id, version, workload: 'checkout' }));
        await hub.report(instance, { request_id: id, outcome: 'pushed', reason, bundle: bytes.toString('base64') });
        await hub.drop(instance);
        return id;
      };
      expect(await statusOf(await push('node-2', '1'))).toBe('failed bundle_rejected');
      const id = await push('node-1', '2');
      expect(await statusOf(id)).toBe('pushed measured');
      const stored = await reader.bundle('acme', id);
      expect(decodeBundle(stored?.bytes ?? Buffer.alloc(0)).id).toBe(stored?.id);
    }));

  test('inflates nothing for a Profiler that was not offered the request, and lets it settle nothing', () =>
    withScene(store, async ({ hub, reader, request, statusOf }) => {
      const id = await request();
      const reason = { code: 'measured', text: 'It was measured.' };
      const { bytes } = encodeBundle(makeBundle({}, { request_id: id, version: '1', workload: 'checkout' }));
      for (const bundle of [bytes.toString('base64'), 'junk']) {
        const outcome = { request_id: id, outcome: 'pushed', reason, bundle } as const;
        expect(await hub.report('node-1', outcome)).toEqual({ stored: true });
      }
      expect(await statusOf(id)).toBe('queued waiting');
      expect(await reader.bundle('acme', id)).toBeUndefined();
    }));
});
