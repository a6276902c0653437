/**
 * Bounds what callers without a proven identity cost the store. So many look-ups run at once; the
 * others wait, and addresses take turns, so that an address that asks a thousand times delays itself
 * and not the others. Nobody is refused for what an address did before.
 */
import type { FastifyRequest } from 'fastify';
import { ApiProblem } from '../problem.ts';

export interface FairGateLimits {
  /** Fewer than the store has connections: the rest is left to signed-in people and running work. */
  readonly slots: number;
  readonly maxWaiting: number;
}

export const strangerLimits: FairGateLimits = { slots: 5, maxWaiting: 2000 };

interface Waiter {
  readonly admit: () => void;
  readonly refuse: (problem: ApiProblem) => void;
}

export class FairGate {
  readonly #limits: FairGateLimits;
  /** By address, each in order of arrival. The first address is served next and then goes to the end. */
  readonly #queues = new Map<string, Waiter[]>();
  #waiting = 0;
  #running = 0;

  constructor(limits: FairGateLimits = strangerLimits) {
    this.#limits = limits;
  }

  /** @throws ApiProblem 503 `busy` when too many wait: the newest of the address that has most waiting. */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(address);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(address: string): Promise<void> {
    if (this.#running < this.#limits.slots) {
      this.#running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(address) ?? [];
      queue.push({ admit: resolve, refuse: reject });
      this.#queues.set(address, queue);
      this.#waiting += 1;
      if (this.#waiting > this.#limits.maxWaiting) this.#refuseOne();
    });
  }

  /** Hands the slot on without giving it back, so that nobody slips in between. */
  #leave(): void {
    const [next] = this.#queues;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [address, queue] = next;
    const waiter = queue.shift();
    this.#queues.delete(address);
    if (queue.length > 0) this.#queues.set(address, queue);
    this.#waiting -= 1;
    waiter?.admit();
  }

  #refuseOne(): void {
    const [first] = this.#queues;
    if (first === undefined) return;
    let [address, longest] = first;
    for (const [one, queue] of this.#queues) if (queue.length > longest.length) [address, longest] = [one, queue];
    const refused = longest.pop();
    if (longest.length === 0) this.#queues.delete(address);
    this.#waiting -= 1;
    refused?.refuse(
      new ApiProblem({
        status: 503,
        code: 'busy',
        message: 'Too many sign-ins, tokens and enrolments are being checked at once. Try again in a second.',
        retryAfterSec: 1,
      }),
    );
  }
}

/** For what asks the store before the caller has proved who it is. */
export function asStranger<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return request.server.strangers.run(request.callerGroup, work);
}

declare module 'fastify' {
  interface FastifyInstance {
    strangers: FairGate;
  }
  interface FastifyRequest {
    /** Whom limits count this request to: see `addressGroup`. */
    callerGroup: string;
  }
}
