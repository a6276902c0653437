/**
 * Bounds what many callers cost at once. So many run; the others wait, and groups of callers take turns, so that one
 * that asks a thousand times delays itself and not the others. No caller is refused for earlier requests of its group.
 */
import type { FastifyRequest } from 'fastify';
import { ApiProblem } from '../problem/api-problem.ts';

export interface FairGateLimits {
  /** How many run at once; at least 1. Asked whenever one begins or ends. */
  readonly slots: () => number;
  readonly maxWaiting: number;
  /** The message for a caller that may not wait. */
  readonly busy: string;
}

/** For what asks the store before the caller has proved who it is. */
const strangerLimits: FairGateLimits = {
  // Fewer than the store has connections: the rest is left to signed-in people and running work.
  slots: () => 5,
  maxWaiting: 2000,
  busy: 'Too many sign-ins, tokens and enrolments are being checked at once. Try again in a second.',
};

interface Waiter {
  readonly admit: () => void;
  readonly refuse: (problem: ApiProblem) => void;
}

export class FairGate {
  readonly #limits: FairGateLimits;
  /** By group, each in order of arrival. The first group is served next and then goes to the end. */
  readonly #queues = new Map<string, Waiter[]>();
  #waiting = 0;
  #running = 0;

  constructor(limits: FairGateLimits = strangerLimits) {
    this.#limits = limits;
  }

  /** @throws ApiProblem 503 `busy`, see `enter`. */
  async run<T>(group: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(group);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Resolves with what gives the slot back, once or more often.
   * @throws ApiProblem 503 `busy` when too many wait: the newest of the group that has most waiting.
   */
  async enter(group: string): Promise<() => void> {
    if (this.#waiting === 0 && this.#running < this.#limits.slots()) this.#running += 1;
    else await this.#wait(group);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#running -= 1;
      this.#admit();
    };
  }

  #wait(group: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(group) ?? [];
      queue.push({ admit: resolve, refuse: reject });
      this.#queues.set(group, queue);
      this.#waiting += 1;
      if (this.#waiting > this.#limits.maxWaiting) this.#refuseOne();
    });
  }

  /** Gives the slot to the next caller directly, so that no other one gets it first. */
  #admit(): void {
    while (this.#running < this.#limits.slots()) {
      const [next] = this.#queues;
      if (next === undefined) return;
      const [group, queue] = next;
      const waiter = queue.shift();
      this.#queues.delete(group);
      if (queue.length > 0) this.#queues.set(group, queue);
      this.#waiting -= 1;
      this.#running += 1;
      waiter?.admit();
    }
  }

  #refuseOne(): void {
    const [first] = this.#queues;
    if (first === undefined) return;
    let [group, longest] = first;
    for (const [one, queue] of this.#queues) if (queue.length > longest.length) [group, longest] = [one, queue];
    const refused = longest.pop();
    if (longest.length === 0) this.#queues.delete(group);
    this.#waiting -= 1;
    refused?.refuse(new ApiProblem({ status: 503, code: 'busy', message: this.#limits.busy, retryAfterSec: 1 }));
  }
}

/** For what asks the store before the caller has proved who it is. */
export function asStranger<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return request.server.strangers.run(request.callerGroup, work);
}

/** As `asStranger`. Who is found has proved who they are: their connection does not make room for strangers. */
export async function identify<T>(
  request: FastifyRequest,
  find: () => Promise<T | undefined>,
  idOf: (found: T) => string,
): Promise<T | undefined> {
  const found = await asStranger(request, find);
  if (found !== undefined) request.server.proved(request, idOf(found));
  return found;
}

declare module 'fastify' {
  interface FastifyInstance {
    strangers: FairGate;
    proved: (request: FastifyRequest, subject: string) => void;
  }
  interface FastifyRequest {
    /** Whom limits count this request to: see `addressGroup`. */
    callerGroup: string;
    /** Of the client, as the configured proxies pass it on. */
    callerAddress: string;
  }
}
