/**
 * The callers, and the count of what came back. Who gets no answer asks again, as a caller does; one question in
 * five is a write with an Idempotency-Key, and once it is answered it is asked a second time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ControlApi } from '../../src/control/api/api-client.ts';
import { OperationResponse } from '../../src/control/api/api.ts';
import { idempotencyHeader } from '../../src/control/operations/idempotency-key.ts';
import { type Break, waysToBreak } from './link.ts';
import { readName, Thing, writeName } from './things.ts';
import type { ThirdParty } from './third-party.ts';

export interface Count {
  asked: number;
  answered: number;
  /** Two answers to one question differ, or a write was done a second time. */
  answeredTwice: number;
  lost: number;
  /** Of `asked`: did not get their answer at the first attempt. */
  hit: number;
}

/** Of the Agent or of the control plane. */
const Refusal = z.object({ error: z.object({ code: z.string() }) });
const writeEvery = 5;
/** Twice as long after each attempt, up to the longest; a random part of it, so that callers do not come together. */
const againMs = { first: 200, longest: 3200 };
/** Several times what any drop takes, noticing included. */
const patienceMs = 240_000;
/** The Agent is away, or what was asked under this key is still being answered. */
const passes = new Set(['busy', 'no_live_agent', 'agent_lost', 'agent_timeout', 'operation_running']);

export class Callers {
  readonly counts = new Map<Break, Count>(
    waysToBreak.map((how) => [how, { asked: 0, answered: 0, answeredTwice: 0, lost: 0, hit: 0 }]),
  );
  /** Why questions were lost or answered twice. */
  readonly complaints: string[] = [];
  readonly #api: ControlApi;
  readonly #party: ThirdParty;
  readonly #writes = new Map<string, Count>();
  readonly #open = new Set<Promise<void>>();
  #asked = 0;

  constructor(api: ControlApi, party: ThirdParty) {
    this.#api = api;
    this.#party = party;
  }

  /** `arrived`: the question has reached the third party for the first time. `ended`: it was answered or given up. */
  ask(instance: string, how: Break): { readonly arrived: Promise<void>; readonly ended: Promise<void> } {
    const number = this.#asked++;
    const thing = `thing-${number}-asked`;
    const arrived = this.#party.arrival(thing);
    const asking = this.#ask({ instance, thing, isWrite: number % writeEvery === 0 }, this.#count(how)).finally(() =>
      this.#open.delete(asking),
    );
    this.#open.add(asking);
    return { arrived: Promise.race([arrived, asking]), ended: asking };
  }

  /** Resolves when every question has its answer or is given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
    for (const [thing, count] of this.#writes) {
      const times = this.#party.written.get(thing) ?? 0;
      if (times > 1) this.#complain(count, 'answeredTwice', `${thing} was written ${times} times`);
      if (times === 0) this.#complain(count, 'lost', `${thing} was answered and not written`);
    }
  }

  async #ask({ instance, thing, isWrite }: { instance: string; thing: string; isWrite: boolean }, count: Count) {
    count.asked += 1;
    const call = {
      method: 'POST',
      path: `/api/operations/${isWrite ? writeName : readName}`,
      body: { instance, args: isWrite ? { thing, idempotencyKey: thing } : { thing } },
      headers: isWrite ? { [idempotencyHeader]: thing } : {},
    } as const;
    const first = await this.#untilAnswered(call, () => (count.hit += 1));
    if (typeof first === 'string') return this.#complain(count, 'lost', `${thing} of ${instance}: ${first}`);
    if (first.thing !== thing) return this.#complain(count, 'lost', `${thing} got the answer of ${first.thing}`);
    count.answered += 1;
    if (!isWrite) return undefined;
    this.#writes.set(thing, count);
    const second = await this.#untilAnswered(call);
    if (typeof second === 'string') return this.#complain(count, 'lost', `${thing} asked again: ${second}`);
    if (second.answer === first.answer) return undefined;
    return this.#complain(count, 'answeredTwice', `${thing}: ${first.answer} and ${second.answer}`);
  }

  /** The answer, or why there is none. */
  async #untilAnswered(call: Parameters<ControlApi['callRaw']>[0], onHit: () => unknown = () => undefined) {
    const startedAt = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#api.callRaw(call).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && answer.status === 200) {
        return Thing.parse(OperationResponse.parse(answer.body).result.data);
      }
      const why =
        typeof answer === 'string' ? answer : `${answer.status} ${Refusal.safeParse(answer.body).data?.error.code}`;
      // The caller's own patience, which is shorter than the time after which a silent connection is given up.
      const isPassing = why.includes('did not answer within') || passes.has(why.split(' ')[1] ?? '');
      if (!isPassing || performance.now() - startedAt > patienceMs) return why;
      if (attempt === 1) onHit();
      await sleep(Math.min(againMs.longest, againMs.first * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2));
    }
  }

  #count(how: Break): Count {
    const count = this.counts.get(how);
    if (count === undefined) throw new Error(`no count of ${how}`);
    return count;
  }

  #complain(count: Count, what: 'lost' | 'answeredTwice', why: string): void {
    count[what] += 1;
    this.complaints.push(`${what}: ${why}`);
  }
}
