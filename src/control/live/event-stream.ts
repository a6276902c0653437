/**
 * One page's event stream (`text/event-stream`). Bounded in every direction: streams of one session,
 * streams in all, and bytes a slow reader may owe. It ends when the session does.
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { LiveEvent } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';

/**
 * Carries "something changed" from where it happens to the pages that watch, inside one organization.
 * Nothing is stored: a client that was not listening reads the state again.
 */
export type EventListener = (event: LiveEvent) => void;

export class EventFeed {
  readonly #listeners = new Map<string, Set<EventListener>>();

  publish(organization: string, event: LiveEvent): void {
    for (const listener of this.#listeners.get(organization) ?? []) listener(event);
  }

  /** The returned function ends the subscription. */
  subscribe(organization: string, listener: EventListener): () => void {
    const listeners = this.#listeners.get(organization) ?? new Set();
    this.#listeners.set(organization, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(organization);
    };
  }
}

const heartbeatMs = 15_000;
const maxStreams = 1000;
const maxStreamsOfSession = 6;
const maxOwedBytes = 64 * 1024;

interface Stream {
  readonly person: string;
  readonly session: string;
  end(): void;
}

export interface StreamOwner {
  readonly organization: string;
  /** Id of the person whose session it is. */
  readonly person: string;
  /** Identifies the session, not its secret. */
  readonly session: string;
  /** Asked at every heartbeat; false ends the stream. */
  isStillValid(): Promise<boolean>;
}

export class EventStreams {
  readonly #feed: EventFeed;
  readonly #clock: Clock;
  readonly #most: number;
  /** Oldest first. */
  readonly #streams = new Set<Stream>();

  constructor(feed: EventFeed, clock: Clock, most = maxStreams) {
    this.#feed = feed;
    this.#clock = clock;
    this.#most = most;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Takes over the answer. A seventh stream of one session ends its oldest: a page that was left open does not lock out a new one. */
  open(reply: FastifyReply, owner: StreamOwner): void {
    if (this.#streams.size >= this.#most && !this.#makeRoomFor(owner.person)) {
      throw new ApiProblem({
        status: 503,
        code: 'too_many_streams',
        message: 'Too many pages have live updates open; try again later.',
      });
    }
    const own = [...this.#streams].filter((one) => one.session === owner.session);
    if (own.length >= maxStreamsOfSession) own[0]?.end();
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    });
    // The comment makes the browser's open event fire at once.
    raw.write(': open\n\n');
    this.#follow(raw, owner);
  }

  /** Ends the oldest stream of the person who has most, if these are more than the newcomer would have. */
  #makeRoomFor(person: string): boolean {
    const byPerson = Map.groupBy(this.#streams, (stream) => stream.person);
    const [most] = [...byPerson.values()].toSorted((one, other) => other.length - one.length);
    if (most === undefined || most.length <= (byPerson.get(person)?.length ?? 0) + 1) return false;
    most[0]?.end();
    return true;
  }

  /** Ends every stream, or those of one session. */
  endAll(session?: string): void {
    for (const stream of this.#streams) {
      if (session === undefined || stream.session === session) stream.end();
    }
  }

  #follow(raw: ServerResponse, owner: StreamOwner): void {
    const send = (text: string): void => {
      if (raw.writableLength > maxOwedBytes) stream.end();
      else raw.write(text);
    };
    const unsubscribe = this.#feed.subscribe(owner.organization, (event) => send(renderEvent(event)));
    let cancelBeat = (): void => {};
    const stream: Stream = {
      person: owner.person,
      session: owner.session,
      end: () => {
        this.#streams.delete(stream);
        unsubscribe();
        cancelBeat();
        raw.end();
      },
    };
    const beat = (): void => {
      cancelBeat = this.#clock.after(heartbeatMs, () => void check(), { unref: true });
    };
    const check = async (): Promise<void> => {
      const isValid = await owner.isStillValid().catch(() => false);
      if (!this.#streams.has(stream)) return;
      if (!isValid) return stream.end();
      send(': still here\n\n');
      beat();
    };
    this.#streams.add(stream);
    raw.on('close', () => stream.end());
    beat();
  }
}

function renderEvent(event: LiveEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
