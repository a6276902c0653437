/**
 * All sessions of one control plane process: at most one live one for each instance, the newest.
 * It opens no sockets: the listener calls `accept` for each connection.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import {
  type CommandAnswer,
  type CommandName,
  type CommandRequest,
  commands,
  type InstanceClass,
  type ReportAnswer,
  type ReportName,
  type ReportRequest,
  reports,
} from '../messages.ts';
import type { LiveSession, UnreadTunnelHub } from '../port.ts';
import { commandCaps, reportCaps } from '../payload-caps.ts';
import { type BudgetOptions, ByteBudget } from './byte-budget.ts';
import type { HubCounters } from './hub-counters.ts';
import { InstanceRates } from './instance-rates.ts';
import type { RequestHead } from './link.ts';
import { parsePayload, readAnswer } from './parse-payload.ts';
import type { Random, SessionKeys, Signer, Verify, Wire, WireEvents } from './ports.ts';
import { ServerSession, type SessionHost } from './server-session.ts';
import type { EnrolledInstance, InstanceAddress, InstanceStanding, SessionStore } from './session-store.ts';
import { TunnelError } from './tunnel-error.ts';

export interface HubSessionsOptions {
  readonly store: SessionStore;
  readonly keys: SessionKeys;
  readonly verify: Verify;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly counters: HubCounters;
  readonly isClassAllowed: (organization: string, instanceClass: InstanceClass) => Promise<boolean>;
  /** Memory for payloads being received, all sessions together. */
  readonly payloads: BudgetOptions;
}

/** What the listener of a connection wants to know. */
export interface SessionProgress {
  /** The peer proved its key: what it says from here on is the session's own concern. */
  readonly onProved: () => void;
  /** Until then the listener may cut the connection to make room. */
  readonly onLive: () => void;
}

type ReportHandler = (from: LiveSession, request: unknown) => Promise<unknown>;
type ChangeListener = (change: { session: LiveSession; live: boolean }) => void;

const profilerReports: ReadonlySet<string> = new Set<ReportName>(['capture.progress', 'capture.outcome']);

export class HubSessions implements UnreadTunnelHub {
  readonly #options: HubSessionsOptions;
  readonly #host: SessionHost;
  /** Each with what its listener wants to know as soon as it is live. */
  readonly #pending = new Map<ServerSession, SessionProgress>();
  readonly #live = new Map<string, ServerSession>();
  /** The same by organization and name: questions are about one of them, and there are thousands in all. */
  readonly #byOrganization = new Map<string, Map<string, LiveSession>>();
  #standings: ReadonlyMap<string, InstanceStanding> = new Map();
  readonly #handlers = new Map<ReportName, ReportHandler>();
  readonly #listeners = new Set<ChangeListener>();
  readonly #rates: InstanceRates;
  #isClosed = false;

  constructor(options: HubSessionsOptions) {
    this.#options = options;
    this.#rates = new InstanceRates(options.clock);
    this.#host = this.#makeHost();
  }

  accept(wire: Wire, progress: SessionProgress): WireEvents {
    this.#options.counters.accepted += 1;
    const session = new ServerSession(wire, this.#host);
    this.#pending.set(session, progress);
    if (this.#isClosed) session.refuse('shutting_down');
    return session;
  }

  live({ organization, class: wanted }: { organization: string; class?: InstanceClass }): readonly LiveSession[] {
    const own = [...(this.#byOrganization.get(organization)?.values() ?? [])];
    return wanted === undefined ? own : own.filter((one) => one.class === wanted);
  }

  find({ organization, instance }: InstanceAddress): LiveSession | undefined {
    return this.#byOrganization.get(organization)?.get(instance);
  }

  allLive(): readonly LiveSession[] {
    return [...this.#live.values()].flatMap((session) => session.live ?? []);
  }

  async command<N extends CommandName>(
    to: InstanceAddress,
    name: N,
    request: CommandRequest<N>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<CommandAnswer<N>> {
    return readAnswer(name, await this.commandUnread(to, name, request, options));
  }

  async commandUnread<N extends CommandName>(
    to: InstanceAddress,
    name: N,
    request: CommandRequest<N>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<string> {
    const session = this.#live.get(keyOf(to));
    const { class: wanted } = commands[name];
    if (session?.live === undefined || (wanted !== 'any' && session.live.class !== wanted)) {
      const called = wanted === 'any' ? 'instance' : wanted;
      throw new TunnelError('not_live', `No live ${called} ${to.instance} is connected.`);
    }
    this.#options.counters.commands += 1;
    return session.command(name, JSON.stringify(request), { ...options, answerBytes: commandCaps[name].answer.bytes });
  }

  /** Nothing happens when the instance is not live. */
  useSigner(of: InstanceAddress, signer: Signer): void {
    this.#live.get(keyOf(of))?.useSigner(signer);
  }

  onReport<N extends ReportName>(
    name: N,
    handle: (from: LiveSession, request: ReportRequest<N>) => Promise<ReportAnswer<N>>,
  ): void {
    if (this.#handlers.has(name)) throw new Error(`${name} has a handler already.`);
    this.#handlers.set(name, (from, request) => handle(from, request as ReportRequest<N>));
  }

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  disconnect(filter: { organization: string; instance?: string; class?: InstanceClass }, code: string): number {
    const matching = this.live(filter).filter((one) => (filter.instance ?? one.instance) === one.instance);
    for (const one of matching) this.#live.get(keyOf(one))?.refuse(code);
    return matching.length;
  }

  /** All instances that may not connect or were enrolled of late, as the store says now. Live ones are closed at once. */
  setStandings(standings: readonly InstanceStanding[]): void {
    this.#standings = new Map(standings.map((one) => [keyOf(one), one]));
    for (const key of this.#standings.keys()) {
      const session = this.#live.get(key);
      const denial = session?.enrolled === undefined ? undefined : this.#denialOf(session.enrolled);
      if (denial !== undefined) session?.refuse(denial);
    }
  }

  /** Refuses new connections and those that are not live yet; live sessions go on. */
  stopAccepting(): void {
    this.#isClosed = true;
    for (const session of this.#pending.keys()) session.refuse('shutting_down');
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const session of [...this.#pending.keys(), ...this.#live.values()]) session.refuse('shutting_down');
    return Promise.resolve();
  }

  #makeHost(): SessionHost {
    const { counters, log, clock } = this.#options;
    const steadyOffset = clock.now() - clock.monotonic();
    return {
      ...this.#options,
      steadyNow: () => Math.floor(clock.monotonic() + steadyOffset),
      budget: new ByteBudget(this.#options.payloads),
      admitSession: (enrolled) => this.#rates.of(enrolled).sessions.take(),
      frameRateOf: (enrolled) => this.#rates.of(enrolled).frames,
      isClassAllowed: (organization, instanceClass) => this.#options.isClassAllowed(organization, instanceClass),
      denialOf: (enrolled) => this.#denialOf(enrolled),
      admitReport: (from, request) => this.#admit(from, request),
      handleReport: (from, report) => this.#handle(from, report),
      onProved: (session) => this.#pending.get(session)?.onProved(),
      onLive: (session) => this.#becomeLive(session),
      onEnded: (session, code) => this.#forget(session, code),
      onLocked: (address, isNew) => {
        this.#live.get(keyOf(address))?.refuse('locked');
        if (!isNew) return;
        counters.locked += 1;
        log.warn(
          { ...address },
          'instance locked: its identity was used by two processes; give each replica its own volume',
        );
      },
      onStoreBehind: (address) => {
        log.warn(
          { organization: address.organization, instance: address.instance },
          'an instance remembers sessions that this store has lost; was the store restored from a backup?',
        );
      },
      onStoreFailed: (error) => {
        counters.storeFailures += 1;
        log.error({ err: error }, 'the store failed during a tunnel handshake');
      },
    };
  }

  /** A standing that is older than the session's own enrolment says nothing about it. */
  #denialOf(enrolled: EnrolledInstance): string | undefined {
    const standing = this.#standings.get(keyOf(enrolled));
    if (standing === undefined || standing.enrolledAt < enrolled.enrolledAt) return undefined;
    if (standing.enrolledAt > enrolled.enrolledAt) return 'reenrolled';
    return standing.state === 'active' ? undefined : standing.state;
  }

  #becomeLive(session: ServerSession): void {
    const { live } = session;
    if (live === undefined) return;
    this.#pending.get(session)?.onLive();
    this.#pending.delete(session);
    const older = this.#live.get(keyOf(live));
    this.#live.set(keyOf(live), session);
    this.#index(live);
    older?.refuse('replaced');
    this.#options.counters.live = this.#live.size;
    this.#options.counters.opened += 1;
    this.#tell({ session: live, live: true });
  }

  #forget(session: ServerSession, code: string): void {
    this.#pending.delete(session);
    const { counters, log } = this.#options;
    counters.ended[code] = (counters.ended[code] ?? 0) + 1;
    const { live } = session;
    if (live === undefined) return;
    // A session that was replaced ended before its successor counts as gone.
    const wasCurrent = this.#live.get(keyOf(live)) === session;
    if (wasCurrent) {
      this.#live.delete(keyOf(live));
      this.#unindex(live);
    }
    counters.live = this.#live.size;
    log.info({ organization: live.organization, instance: live.instance, code }, 'tunnel closed');
    if (wasCurrent) this.#tell({ session: live, live: false });
  }

  #index(live: LiveSession): void {
    const own = this.#byOrganization.get(live.organization) ?? new Map<string, LiveSession>();
    own.set(live.instance, live);
    this.#byOrganization.set(live.organization, own);
  }

  #unindex({ organization, instance }: LiveSession): void {
    const own = this.#byOrganization.get(organization);
    own?.delete(instance);
    if (own?.size === 0) this.#byOrganization.delete(organization);
  }

  #tell(change: { session: LiveSession; live: boolean }): void {
    for (const listener of this.#listeners) listener(change);
  }

  #admit(from: LiveSession, { name, bytes }: RequestHead): void {
    const isKnown = Object.hasOwn(reports, name) && this.#handlers.has(name as ReportName);
    if (!isKnown || (profilerReports.has(name) && from.class !== 'profiler')) {
      throw new TunnelError('unknown_request', 'This control plane does not take this report from this instance.');
    }
    if (bytes > reportCaps[name as ReportName].request.bytes) {
      throw new TunnelError('payload_too_large', 'The report is longer than reports of its name may be.');
    }
    if (!this.#rates.of(from).reports[name as ReportName].take()) {
      throw new TunnelError(
        'busy',
        'This instance sends more of these reports than are accepted; send it again later.',
      );
    }
  }

  async #handle(from: LiveSession, { name, text }: { name: string; text: string }): Promise<string> {
    const report = name as ReportName; // admitted, so it is one
    const wanted = { schema: reports[report].request, cap: reportCaps[report].request };
    const request = parsePayload(wanted, text, 'invalid_request');
    this.#options.counters.reports += 1;
    try {
      return JSON.stringify(await this.#handlers.get(report)?.(from, request));
    } catch (error) {
      this.#options.log.error({ err: error, report, instance: from.instance }, 'a report was not handled');
      throw error;
    }
  }
}

function keyOf({ organization, instance }: InstanceAddress): string {
  return JSON.stringify([organization, instance]);
}
