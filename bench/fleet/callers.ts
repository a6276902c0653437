/**
 * People and pipelines that ask the replicas, over HTTPS. A caller without an answer asks again: an operation under the
 * same Idempotency-Key, a capture under its id, each time at another replica.
 */
import { randomUUID } from 'node:crypto';
import { CaptureAccepted, CaptureRecord } from '../../src/control/api/api.ts';
import { Links, renderLink } from '../../src/control/people/links.ts';
import type { Store } from '../../src/control/store/database.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ControlApi } from '../../src/control/api/api-client.ts';
import { AnswerBook } from './answer-book.ts';
import { machineMs, pause } from './machine-time.ts';

export interface CallersOptions {
  readonly store: Store;
  readonly organizations: readonly string[];
  /** Addresses of the replicas. */
  readonly apps: readonly string[];
  readonly ca: string;
}

export interface Asked {
  readonly organization: string;
  readonly instance: string;
  readonly isWrite: boolean;
}

const againMs = { least: 100, more: 200 } as const;
const lookMs = 100;
/** Of questions that were answered at once, as many are asked a second time. Of the others all are. */
export const askedTwice = 0.1;

export class Callers {
  readonly operations = new AnswerBook();
  readonly captures = new AnswerBook();
  readonly #otherwise = new Set<string>();
  readonly #apis: ReadonlyMap<string, readonly ControlApi[]>;
  #turn = 0;
  #isOver = false;

  /** One person of each organization, signed in at every replica. */
  static async signIn({ store, organizations, apps, ca }: CallersOptions): Promise<Callers> {
    const links = new Links(store, systemClock);
    const apis = new Map<string, readonly ControlApi[]>();
    for (const organization of organizations) {
      const own: ControlApi[] = [];
      let person: string | undefined;
      for (const app of apps) {
        const link = { organization, name: 'Bench', role: 'owner', createdBy: 'bench' } as const;
        const { token } = await links.mint({ ...link, ...(person !== undefined && { person }) });
        const api = new ControlApi(app, ca);
        person = (await api.signIn(renderLink(app, token))).person.id;
        own.push(api);
      }
      apis.set(organization, own);
    }
    return new Callers(apis);
  }

  private constructor(apis: ReadonlyMap<string, readonly ControlApi[]>) {
    this.#apis = apis;
  }

  /** Captures that ended, and not as the Profiler said. */
  get otherwise(): readonly string[] {
    return [...this.#otherwise];
  }

  /** The next one in turn. */
  apiOf(organization: string): ControlApi {
    this.#turn += 1;
    const own = this.#apis.get(organization) ?? [];
    const api = own[this.#turn % own.length];
    if (api === undefined) throw new Error(`nobody is signed in to ${organization}`);
    return api;
  }

  /** Asks until there is an answer, and perhaps once more. Resolves with the moment of the answer; undefined without one. */
  async operate(asked: Asked): Promise<number | undefined> {
    const key = randomUUID();
    this.operations.ask(key);
    const attempts = await this.#askUntilAnswered(key, asked);
    const answeredAt = machineMs();
    if (attempts > 1 || Math.random() < askedTwice) await this.#askUntilAnswered(key, asked);
    return this.operations.isAnswered(key) ? answeredAt : undefined;
  }

  /** Queues a capture that one Profiler takes, and waits for its end. Resolves with when it was asked for, and its id. */
  async capture({
    organization,
    instance,
  }: Omit<Asked, 'isWrite'>): Promise<{ id: string; askedAt: number } | undefined> {
    const name = randomUUID();
    this.captures.ask(name);
    const body = { workload: instance, version: name.slice(0, 8), env: 'bench' };
    const askedAt = machineMs();
    const accepted = await this.#untilDone(
      () => this.apiOf(organization).call({ method: 'POST', path: '/api/profiling/requests', body }, CaptureAccepted),
      (why) => this.captures.fail(name, why),
    );
    if (accepted === undefined) return undefined;
    const id = accepted.request_id;
    const read = (): Promise<CaptureRecord> =>
      this.apiOf(organization).call({ method: 'GET', path: `/api/profiling/captures/${id}` }, CaptureRecord);
    // Twice: the end that one replica tells is the end that the other tells.
    for (const _time of [1, 2]) {
      const ended = await this.#untilDone(
        async () => {
          const record = await read();
          if (record.status !== 'queued') return record;
          this.captures.fail(name, `${id} is ${record.progress?.step ?? record.status}`);
          return undefined;
        },
        (why) => this.captures.fail(name, why),
        lookMs,
      );
      if (ended === undefined) return undefined;
      this.captures.answer(name, JSON.stringify([ended.status, ended.finished_at, ended.reason]));
      const { status, reason } = ended;
      if (status !== 'nothing_to_push') this.#otherwise.add(`${id}: ${status}, ${reason?.code ?? ''}`);
    }
    return { id, askedAt };
  }

  /** Nobody asks any more; what was not answered by now is lost. */
  close(): void {
    this.#isOver = true;
    for (const own of this.#apis.values()) for (const api of own) api.close();
  }

  /** Returns how many attempts it took. */
  async #askUntilAnswered(key: string, { organization, instance, isWrite }: Asked): Promise<number> {
    const call = isWrite
      ? { path: '/api/operations/chat.postMessage', args: { channel: 'C0BENCH', text: 'bench', idempotencyKey: key } }
      : { path: '/api/operations/metrics.query', args: { expression: 'up' } };
    const body = { args: call.args, instance };
    const headers = { 'idempotency-key': key };
    let attempts = 0;
    await this.#untilDone(
      async () => {
        attempts += 1;
        const answer = await this.apiOf(organization).callRaw({ method: 'POST', path: call.path, body, headers });
        const text = JSON.stringify(answer.body);
        if (answer.status !== 200) {
          this.operations.fail(key, `status ${answer.status}, ${text.slice(0, 200)}`);
          return undefined;
        }
        this.operations.answer(key, text);
        return true;
      },
      (why) => this.operations.fail(key, why),
    );
    return attempts;
  }

  /** Undefined once everything is over. */
  async #untilDone<T>(
    attempt: () => Promise<T | undefined>,
    onFailed: (why: string) => void,
    waitMs?: number,
  ): Promise<T | undefined> {
    while (!this.#isOver) {
      try {
        const done = await attempt();
        if (done !== undefined) return done;
      } catch (error) {
        onFailed(error instanceof Error ? error.message : String(error));
      }
      await pause(waitMs ?? againMs.least + Math.random() * againMs.more);
    }
    return undefined;
  }
}
