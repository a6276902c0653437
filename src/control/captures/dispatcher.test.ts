import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores, type StoreUnderTest } from '../../../test/stores.ts';
import type { CaptureOffer, CaptureOutcome, CaptureStart } from '../../tunnel/messages.ts';
import type { LiveSession, TunnelHub } from '../../tunnel/port.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import { CaptureQueue } from './capture-queue.ts';
import { CaptureReader } from './capture-reader.ts';
import { Dispatcher } from './dispatcher.ts';

const by = { type: 'person', name: 'Ana' } as const;
const body = { workload: 'checkout', version: '1', env: '', kind: 'head', duration_sec: 10, warmup_sec: 1 } as const;
const taken: CaptureOffer = { answer: 'taken', processes: 1 };
const notListed: CaptureOffer = {
  answer: 'declined',
  reason: { code: 'not_in_target_list', text: 'It is not listed.' },
};
const notRunning: CaptureOffer = { answer: 'declined', reason: { code: 'no_such_process', text: 'It does not run.' } };
const busy: CaptureOffer = { answer: 'declined', reason: { code: 'busy', text: 'It is busy.' } };

/** Stands for the sockets: sessions come and go, and each answers offers as told. */
class ScriptedHub implements TunnelHub {
  readonly offers: { instance: string; request: CaptureStart }[] = [];
  readonly aborts: string[] = [];
  readonly #live = new Map<string, () => Promise<CaptureOffer>>();
  readonly #listeners: ((change: { session: LiveSession; live: boolean }) => void)[] = [];
  readonly #handlers = new Map<string, (from: LiveSession, request: never) => Promise<unknown>>();

  connect(instance: string, answer: () => Promise<CaptureOffer>): void {
    this.#live.set(instance, answer);
    for (const listener of this.#listeners) listener({ session: sessionOf(instance), live: true });
  }

  drop(instance: string): void {
    this.#live.delete(instance);
    for (const listener of this.#listeners) listener({ session: sessionOf(instance), live: false });
  }

  report(instance: string, outcome: CaptureOutcome): Promise<unknown> {
    return (
      this.#handlers.get('capture.outcome')?.(sessionOf(instance), outcome as never) ??
      Promise.reject(new Error('nobody listens'))
    );
  }

  live(): LiveSession[] {
    return [...this.#live.keys()].map(sessionOf);
  }

  async command(to: { instance: string }, name: string, request: unknown): Promise<never> {
    if (name === 'capture.abort') {
      this.aborts.push(to.instance);
      return {} as never;
    }
    this.offers.push({ instance: to.instance, request: request as CaptureStart });
    const answer = this.#live.get(to.instance);
    if (answer === undefined) throw new Error('not_live');
    return (await answer()) as never;
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

function sessionOf(instance: string): LiveSession {
  return {
    organization: 'acme',
    instance,
    class: 'profiler',
    generation: 1,
    versions: {},
    catalogDigest: undefined,
    targets: 1,
    since: 0,
  };
}

interface Scene {
  readonly hub: ScriptedHub;
  readonly clock: ManualClock;
  readonly queue: CaptureQueue;
  readonly reader: CaptureReader;
  readonly errors: unknown[];
  dispatcher: Dispatcher;
  /** Starts another dispatcher on the same store and hub, as a restarted control plane would. */
  restart(): void;
  request(): Promise<string>;
  statusOf(id: string): Promise<string>;
}

function withScene(store: StoreUnderTest, play: (scene: Scene) => Promise<void>): Promise<void> {
  const clock = new ManualClock();
  return store.with(clock, async (opened) => {
    const hub = new ScriptedHub();
    await new ProfilerSettings(opened, clock).change('acme', true, { id: 'p', name: 'Olga' });
    const queue = new CaptureQueue(opened, clock);
    const reader = new CaptureReader(opened);
    const errors: unknown[] = [];
    const start = (): Dispatcher => {
      const dispatcher = new Dispatcher({
        queue,
        hub,
        clock,
        onError: (error) => errors.push(error),
        onChange: () => undefined,
      });
      dispatcher.start();
      return dispatcher;
    };
    const scene: Scene = {
      hub,
      clock,
      queue,
      reader,
      errors,
      dispatcher: start(),
      restart: () => {
        scene.dispatcher = start();
      },
      request: async () => {
        const answer = await queue.enqueue('acme', body, by);
        scene.dispatcher.wake();
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
    await scene.dispatcher.stop();
  });
}

const answers = (answer: CaptureOffer) => () => Promise.resolve(answer);

describeOnBothStores('the dispatcher', (store) => {
  test('leaves a request queued while no Profiler is live, and offers it when one comes [P-STATE-3] [P-API-4]', () =>
    withScene(store, async ({ hub, request, statusOf }) => {
      const id = await request();
      expect(await statusOf(id)).toBe('queued waiting');
      hub.connect('node-1', answers(taken));
      await expect.poll(() => statusOf(id)).toBe('queued running');
      expect(hub.offers).toMatchObject([
        { instance: 'node-1', request: { request_id: id, workload: 'checkout', requested_by: 'Ana' } },
      ]);
    }));

  test('offers a new request to a live Profiler at once [P-STATE-1]', () =>
    withScene(store, async ({ hub, request, statusOf }) => {
      hub.connect('node-1', answers(taken));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('queued running');
    }));

  test('fails a request that is outside every target list [P-ERR-5] [P-REQ-1]', () =>
    withScene(store, async ({ hub, request, statusOf }) => {
      hub.connect('node-1', answers(notListed));
      hub.connect('node-2', answers(notListed));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('failed not_in_target_list');
    }));

  test('has nothing to push when the process is listed and runs nowhere', () =>
    withScene(store, async ({ hub, request, statusOf }) => {
      hub.connect('node-1', answers(notListed));
      hub.connect('node-2', answers(notRunning));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('nothing_to_push no_such_process');
    }));

  test('asks a busy Profiler again later', () =>
    withScene(store, async ({ hub, clock, request, statusOf }) => {
      let answer: CaptureOffer = busy;
      hub.connect('node-1', () => Promise.resolve(answer));
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
      hub.connect('node-1', () => (isLost ? Promise.reject(new Error('timeout')) : Promise.resolve(taken)));
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
      scene.hub.connect('node-1', answers(taken));
      const id = await scene.request();
      await expect.poll(() => scene.statusOf(id)).toBe('queued running');
      await scene.dispatcher.stop();
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
      hub.connect('node-1', answers(taken));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('queued running');
      hub.drop('node-1');
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
      hub.connect('node-1', answers(taken));
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
    withScene(store, async ({ hub, dispatcher, request, statusOf }) => {
      hub.connect('node-1', answers(taken));
      const id = await request();
      await expect.poll(() => statusOf(id)).toBe('queued running');
      await dispatcher.disable('acme');
      expect(await statusOf(id)).toBe('failed profiler_disabled');
      expect(hub.aborts).toEqual(['node-1']);
    }));
});
