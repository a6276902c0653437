/**
 * Keeps an instance connected: dials, holds one session, dials again after a random wait, and stops
 * only when the control plane says that a person must act or when it is closed.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import {
  type CommandName,
  commands,
  type ReportAnswer,
  type ReportName,
  type ReportRequest,
  reports,
} from '../messages.ts';
import { commandCaps, reportCaps } from '../payload-caps.ts';
import type { CommandHandlers, TunnelClient, TunnelState } from '../port.ts';
import { backoffMs } from '../session/backoff.ts';
import { requireAnnounced } from '../session/announced-authority.ts';
import { ByteBudget } from '../session/byte-budget.ts';
import {
  ClientSession,
  type GenerationLedger,
  type SessionEnd,
  type SessionIdentity,
} from '../session/client-session.ts';
import type { MakeGuard } from '../session/command.ts';
import { TunnelError } from '../session/tunnel-error.ts';
import { limits } from '../session/limits.ts';
import type { Link, OnRefused, RequestHead } from '../session/link.ts';
import { parsePayload } from '../session/parse-payload.ts';
import { learnKey } from '../session/pinned-keys.ts';
import type { Net, Random, Verify } from '../session/ports.ts';
import { clockOffMs, openTheWay, setClock } from './connection-problem.ts';
import type { ControlTrust } from './control-trust.ts';
import { explanationOf } from './explained-error.ts';

export interface TunnelClientOptions {
  readonly identity: SessionIdentity & { readonly ledger: GenerationLedger };
  readonly versions: Readonly<Record<string, string>>;
  readonly catalogDigest?: string | undefined;
  readonly targets?: number | undefined;
  /** A command without a handler is refused as `unknown_request`. */
  readonly handlers: Partial<CommandHandlers<CommandName>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly net: Net;
  readonly random: Random;
  readonly verify: Verify;
  readonly makeGuard: MakeGuard;
  /** Where announced authorities go. Without it they are refused as `unknown_request`. */
  readonly trust?: Pick<ControlTrust, 'learn' | 'noteServerTime'>;
  /** Called for each command that was refused before its handler ran. */
  readonly onRefused?: OnRefused;
}

const retried = 'Retried by itself. If it goes on, run farol doctor.';
const dialTimeout = {
  code: 'dial_timeout',
  cause: 'The address of RUNNER_TUNNEL_URL does not answer in time.',
  remedy: openTheWay,
};

const reportTimeoutMs = 30_000;
/** A session that lived this long was a good one: the waits start over. */
const settledAfterMs = 10_000;

export function runTunnelClient(options: TunnelClientOptions): TunnelClient {
  const client = new RunningClient(options);
  client.connect();
  return client;
}

class RunningClient implements TunnelClient {
  readonly instance: string;
  readonly #options: TunnelClientOptions;
  readonly #room = new ByteBudget({
    total: 2 * limits.payloadBytes,
    ofOrganization: 2 * limits.payloadBytes,
    ofInstance: 2 * limits.payloadBytes,
  }).roomOf('', '');
  readonly #listeners = new Set<(state: TunnelState) => void>();
  #state: TunnelState = { state: 'connecting', attempt: 1 };
  #attempt = 0;
  #liveSince: number | undefined;
  #session: ClientSession | undefined;
  #link: Link | undefined;
  #cancelWait: () => void = () => undefined;
  #dialing: AbortController | undefined;

  constructor(options: TunnelClientOptions) {
    this.#options = options;
    this.instance = options.identity.instance;
  }

  state(): TunnelState {
    return this.#state;
  }

  onState(listener: (state: TunnelState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async report<N extends ReportName>(
    name: N,
    request: ReportRequest<N>,
    { timeoutMs = reportTimeoutMs }: { timeoutMs?: number } = {},
  ): Promise<ReportAnswer<N>> {
    if (this.#link === undefined) throw new TunnelError('not_live', 'The tunnel is not live.');
    const cap = reportCaps[name].answer;
    const answer = await this.#link.request(name, JSON.stringify(request), { timeoutMs, answerBytes: cap.bytes });
    // The table pairs each name with its answer, which the compiler cannot follow through the index.
    return parsePayload({ schema: reports[name].answer, cap }, answer, 'invalid_answer') as ReportAnswer<N>;
  }

  close(): Promise<void> {
    this.#cancelWait();
    this.#dialing?.abort();
    this.#session?.end('closed_by_instance', 'Nothing to do.');
    this.#setState({ state: 'stopped', code: 'closed', remedy: 'This instance was stopped.' });
    return Promise.resolve();
  }

  connect(): void {
    this.#attempt += 1;
    this.#setState({ state: 'connecting', attempt: this.#attempt });
    const dialing = new AbortController();
    this.#dialing = dialing;
    // One wait for dialling and handshake together would be shorter than either end's own limit.
    const stopTimer = this.#options.clock.after(limits.handshakeMs, () => dialing.abort());
    let isSettled = false;
    const settle = () => {
      isSettled = true;
      stopTimer();
    };
    const failed = (problem: Omit<SessionEnd, 'retry'>) => {
      if (isSettled) return;
      settle();
      this.#ended({ ...problem, retry: true });
    };
    dialing.signal.addEventListener('abort', () => failed(dialTimeout), { once: true });
    this.#options.net
      .dial((wire) => {
        if (isSettled) {
          wire.close('abandoned');
          return { onText: () => undefined, onClose: () => undefined };
        }
        settle();
        this.#session = new ClientSession(wire, this.#sessionOptions());
        return this.#session;
      }, dialing.signal)
      .catch((error: unknown) =>
        failed(
          explanationOf(error) ?? {
            code: 'dial_failed',
            cause: error instanceof Error ? error.message : 'unknown cause',
            remedy: retried,
          },
        ),
      );
  }

  #sessionOptions(): ConstructorParameters<typeof ClientSession>[1] {
    const { identity, clock, random, verify, makeGuard, onRefused, log, versions, catalogDigest, targets } =
      this.#options;
    const notWritten = (error: unknown): void =>
      log.error(explanationOf(error) ?? { err: error }, 'the identity directory could not be written');
    return {
      identity,
      ledger: identity.ledger,
      describe: () => ({ versions, catalogDigest, targets }),
      clock,
      random,
      verify,
      makeGuard,
      onRefused,
      room: this.#room,
      admit: (head) => this.#admit(head),
      handle: (name, text, signal) => this.#handle(name as CommandName, text, signal),
      onLive: (link, generation, serverTime) => {
        this.#options.trust?.noteServerTime(serverTime).catch(notWritten);
        this.#link = link;
        this.#liveSince = clock.monotonic();
        log.info({ generation }, 'tunnel is live');
        this.#compareClock(serverTime);
        this.#setState({ state: 'live', generation, since: clock.now() });
      },
      onEnd: (end) => this.#ended(end),
      onNotice: (code) => log.warn({ code }, 'the control plane refused a repeated frame'),
      onLedgerFailed: notWritten,
    };
  }

  #admit({ name, bytes }: RequestHead): void {
    const isKnown =
      name === 'keys.announce' ||
      (name === 'authority.announce' && this.#options.trust !== undefined) ||
      (Object.hasOwn(commands, name) &&
        this.#options.handlers[name as CommandName] !== undefined &&
        commands[name as CommandName].class === this.#options.identity.class);
    if (!isKnown) throw new TunnelError('unknown_request', 'This instance does not answer this command.');
    if (bytes > commandCaps[name as CommandName].request.bytes) {
      throw new TunnelError('payload_too_large', 'The command is longer than commands of its name may be.');
    }
  }

  async #handle(name: CommandName, text: string, signal: AbortSignal): Promise<string> {
    if (name === 'keys.announce') return this.#learnKey(text);
    if (name === 'authority.announce') return this.#learnAuthority(text);
    const wanted = { schema: commands[name].request, cap: commandCaps[name].request };
    const request = parsePayload(wanted, text, 'invalid_request');
    const handler = this.#options.handlers[name] as (
      request: unknown,
      context: { signal: AbortSignal },
    ) => Promise<unknown>;
    try {
      return JSON.stringify(await handler(request, { signal }));
    } catch (error) {
      this.#options.log.error({ err: error, command: name }, 'a command was not handled');
      throw error;
    }
  }

  async #learnKey(text: string): Promise<string> {
    const { identity, verify, log } = this.#options;
    const announced = parsePayload(
      { schema: commands['keys.announce'].request, cap: commandCaps['keys.announce'].request },
      text,
      'invalid_request',
    );
    const before = identity.keyring.pinned().current;
    const pinned = await learnKey(announced, { keyring: identity.keyring, verify });
    if (pinned !== before) log.info({ commandKey: pinned }, 'the control plane changed its command key');
    return JSON.stringify({ command_key: pinned });
  }

  async #learnAuthority(text: string): Promise<string> {
    const { identity, verify, log, trust } = this.#options;
    if (trust === undefined) throw new TunnelError('unknown_request', 'This instance does not answer this command.');
    const announced = parsePayload(
      { schema: commands['authority.announce'].request, cap: commandCaps['authority.announce'].request },
      text,
      'invalid_request',
    );
    requireAnnounced(announced, { keyring: identity.keyring, verify });
    const authority = await trust.learn(announced);
    log.info({ authority }, 'the control plane changed the authority of its certificates');
    return JSON.stringify({ authority });
  }

  /** The tunnel itself runs by the time of the control plane. */
  #compareClock(serverTime: number): void {
    const { clock, log } = this.#options;
    const aheadMs = clock.now() - serverTime;
    if (Math.abs(aheadMs) < clockOffMs) return;
    const cause = `The clock of this machine is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the control plane.`;
    log.warn(
      { code: 'clock', cause, remedy: setClock },
      'the clock of this machine differs from that of the control plane',
    );
  }

  #ended({ code, cause, retry, remedy }: SessionEnd): void {
    const { clock, random, log } = this.#options;
    this.#session = undefined;
    this.#link = undefined;
    if (this.#state.state === 'stopped' || code === 'closed_by_instance') return;
    if (!retry) {
      log.error({ code, cause, remedy }, 'tunnel stopped');
      this.#setState({ state: 'stopped', code, remedy });
      return;
    }
    if (this.#liveSince !== undefined && clock.monotonic() - this.#liveSince >= settledAfterMs) this.#attempt = 0;
    this.#liveSince = undefined;
    const retryInMs = backoffMs(Math.max(this.#attempt, 1), random);
    log.warn({ code, cause, remedy, retryInMs }, 'tunnel is not connected');
    this.#setState({ state: 'waiting', because: code, remedy, retryInMs });
    this.#cancelWait = clock.after(retryInMs, () => this.connect());
  }

  #setState(state: TunnelState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}
