/** One source inside the Agent: its configuration, its limits, and the context its code runs in. Code is loaded at first use. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ConnectorContext, ReachOptions } from '../../connector/context.ts';
import type { LoadedConnector, RegisteredConnector } from '../../connector/connector.ts';
import { groupOf } from '../../connector/grants.ts';
import type { UpstreamCall } from '../../connector/manifest.ts';
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';
import { type CallEnd, type HttpCall, HttpClient } from '../../core/http-client.ts';
import type { Log } from '../../core/log.ts';
import { networkCodeOf } from '../../core/network-fault.ts';
import { authoritiesOf, type NetworkAgents, type TlsSettings, withTls } from '../../core/network-agent.ts';
import type { Random } from '../../core/random.ts';
import type { Redactor } from '../../core/redact.ts';
import type { UnreadRow } from '../../core/rows.ts';
import { Secret } from '../../core/secret.ts';
import { fileSecret, type SecretSource, SecretUnreadable } from '../../secrets/secret-source.ts';
import { CallLimits, type CallLimitSettings, type CallPermits } from './call-limits.ts';
import type { ConnectorSetup } from './connector-setup.ts';
import { type SourceStore, withoutStore } from './source-store.ts';
import { createUpstreamGate, type UpstreamGate } from './upstream-gate.ts';

export interface HostPorts {
  readonly agents: NetworkAgents;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly limits: CallLimitSettings;
  /** What outlives this process; undefined without an identity directory. */
  readonly store?: Pick<SourceStore, 'withStored'> | undefined;
  /** Where a connector's calls wait for their place, when another process counts them too. */
  readonly turnsOf?: (source: string) => CallPermits;
}

export interface OpenedContext {
  readonly context: ConnectorContext;
  readonly gate: UpstreamGate;
  /** Of all answers so far. */
  readonly unread: readonly UnreadRow[];
}

interface Address {
  readonly base: URL;
  /** Named by faults that speak of the address. */
  readonly variable: string;
}

/** Authorities and client certificates of hosts found at run time; more than an Agent meets between two rotations. */
const maxTlsSettings = 16;

/** What a client was opened for: its calls are counted and ended there. */
interface OpenedFor {
  readonly gate: UpstreamGate;
  readonly signal: AbortSignal;
}

/** What a question needs of one. */
export type QuestionHost = Pick<
  ConnectorHost,
  'id' | 'setup' | 'limits' | 'load' | 'requireConfigured' | 'readSecrets' | 'openContext'
>;

export class ConnectorHost {
  /** Name of the source. */
  readonly id: string;
  readonly setup: ConnectorSetup;
  readonly limits: CallLimits;
  readonly #registered: RegisteredConnector;
  readonly #ports: HostPorts;
  readonly #permits: CallPermits;
  readonly #agentsByTls = new Map<string, NetworkAgents>();
  /** By path: files that a secret names. */
  readonly #namedFiles = new Map<string, SecretSource>();
  #loaded: Promise<LoadedConnector> | undefined;

  constructor(registered: RegisteredConnector, setup: ConnectorSetup, ports: HostPorts) {
    this.id = setup.source;
    this.setup = setup;
    this.limits = new CallLimits(ports.limits, ports.clock);
    this.#registered = registered;
    this.#ports = ports;
    this.#permits = ports.turnsOf?.(this.id) ?? this.limits;
  }

  load(): Promise<LoadedConnector> {
    this.#loaded ??= this.#registered.load();
    return this.#loaded;
  }

  /** @throws Fault `not_configured` naming the variable that is missing. */
  requireConfigured(): void {
    const { missing, manifest } = this.setup;
    if (missing === undefined) return;
    const { description, example } = manifest.config[missing] ?? {};
    const remedy = `Set ${missing}, for example to ${example ?? 'a value'}. ${description ?? ''}`.trim();
    throw new Fault('not_configured', { variable: missing }, remedy);
  }

  /**
   * Reads every secret there is, so that the redactor knows it and a required one that is unreadable is found before
   * anything is sent. One that only some operations need fails those alone, when they read it.
   * @throws Fault `credential_rejected`, or what the secret store says.
   */
  async readSecrets(): Promise<void> {
    const { secrets, manifest } = this.setup;
    const variables = [...secrets.keys()];
    const read = await Promise.allSettled(variables.map((variable) => this.#readSecret(variable)));
    const failed = read.find(
      ({ status }, at) => status === 'rejected' && manifest.config[variables[at] ?? '']?.need === 'required',
    );
    if (failed?.status === 'rejected') throw failed.reason;
  }

  /** A context that lets out the declared calls and no others; nothing that writes, unless that is given too. */
  openContext(
    declared: readonly UpstreamCall[],
    signal: AbortSignal,
    { writes, maxCalls }: { writes?: readonly UpstreamCall[] | undefined; maxCalls?: number | undefined } = {},
  ): OpenedContext {
    const { clock, log } = this.#ports;
    const { signIn = [] } = this.setup.manifest;
    const gate = createUpstreamGate({
      reads: [...declared, ...signIn],
      writes,
      maxCalls: maxCalls ?? this.setup.manifest.limits.upstreamCalls,
    });
    const { texts, urls, secrets, present } = this.setup;
    const unread: UnreadRow[] = [];
    const contextUntil = (end: AbortSignal): ConnectorContext => ({
      config: {
        url: (variable) => this.#url(variable),
        text: (variable) => texts.get(variable),
        has: (variable) => present.has(variable),
        describe: (variable) =>
          texts.get(variable) ?? urls.get(variable)?.href ?? (secrets.has(variable) ? '' : undefined),
      },
      secrets: {
        read: (variable) => this.#readSecret(variable),
        readNamed: (variable, file) => this.#readNamed(variable, file),
        keep: (derived, replaced) => this.#keep(derived, replaced),
      },
      http: (variable, options) =>
        this.#openHttp({ base: this.#url(variable), variable }, { ...options, gate, signal: end }),
      httpTo: (base, { variable, ...options } = {}) => {
        const address = this.#reach(base);
        return this.#openHttp(
          { ...address, variable: variable ?? address.variable },
          { ...options, gate, signal: end },
        );
      },
      withPermit: (call, run) =>
        this.#permits.withPermit(() => {
          end.throwIfAborted();
          return toItsEnd(run, gate.admit(call, 'read'));
        }),
      withStored: async (run) => {
        const { store } = this.#ports;
        if (store === undefined) throw withoutStore();
        return store.withStored(this.id, end, run);
      },
      groupOf: (action) => groupOf(this.setup.manifest.grants, action),
      authorities: authoritiesOf(this.#ports.agents),
      noteUnread: (rows) => void unread.push(...rows),
      clock,
      log,
      source: this,
      signal: end,
      afterwards: (limitMs) => contextUntil(AbortSignal.timeout(limitMs)),
      within: (limitMs) => contextUntil(AbortSignal.any([end, AbortSignal.timeout(limitMs)])),
    });
    return { context: contextUntil(signal), gate, unread };
  }

  #openHttp(
    { base, variable }: Address,
    { gate, signal, tls, call, ...options }: Omit<ReachOptions, 'variable'> & OpenedFor,
  ): HttpClient {
    const { clock, random, redactor } = this.#ports;
    const { totalMs, responseBytes } = this.setup.manifest.limits;
    const toldOf = new WeakMap<HttpCall, (end: CallEnd) => void>();
    return new HttpClient({
      base,
      variable,
      agents: this.#agentsWith(tls),
      clock,
      random,
      limits: { totalMs, responseBytes },
      signal,
      ...options,
      // Without a credential in the call, another credential would not change its answer.
      ...(options.authorize !== undefined && {
        renew: async () => {
          const hasChanged = await this.#rereadSecrets();
          return (await options.renew?.()) === true || hasChanged;
        },
      }),
      clean: (body) => redactor.text(body),
      turn: (run) => this.#permits.withPermit(run),
      onCall: (made) => void toldOf.set(made, gate.admit(call ?? made, made.access)),
      onEnd: (made, end) => toldOf.get(made)?.(end),
    });
  }

  #agentsWith(tls: TlsSettings | undefined): NetworkAgents {
    const { agents } = this.#ports;
    if (tls === undefined) return agents;
    const id = createHash('sha256').update(JSON.stringify(tls)).digest('base64url');
    const known = this.#agentsByTls.get(id);
    if (known !== undefined) return known;
    const made = withTls(agents, tls);
    if (this.#agentsByTls.size >= maxTlsSettings) this.#agentsByTls.clear();
    this.#agentsByTls.set(id, made);
    return made;
  }

  /** Https to a host the manifest allows, or the one that the override names. */
  #reach(base: URL): Address {
    const { reach } = this.setup.manifest;
    const override = reach === undefined ? undefined : this.setup.urls.get(reach.override);
    const variable = reach?.override ?? 'reach';
    const isOneOf = (hosts: RegExp | undefined): boolean =>
      base.protocol === 'https:' && hosts?.test(base.hostname) === true;
    const isAllowed = override === undefined ? isOneOf(reach?.hosts) : base.origin === override.origin;
    if (isAllowed || isOneOf(reach?.beside)) return { base, variable };
    const remedy =
      override === undefined
        ? `Report it: ${this.id} may reach ${reach?.words ?? 'no other host'} and nothing else.`
        : `${variable} is set, so no other host is called. Unset it, or let that address serve this call too.`;
    throw new Fault('wrong_endpoint', { variable, tried: base.origin }, remedy);
  }

  #url(variable: string): URL {
    const url = this.setup.urls.get(variable);
    if (url !== undefined) return url;
    throw new Fault('not_configured', { variable }, `Set ${variable}.`);
  }

  async #readSecret(variable: string): Promise<Secret | undefined> {
    const source = this.setup.secrets.get(variable);
    if (source === undefined) return undefined;
    const secret = await source.read().catch(refuseUnreadable);
    // A user and a password joined are as secret as the password, and their encodings are other texts.
    for (const text of this.setup.texts.values()) this.#ports.redactor.add(secret, text);
    return secret;
  }

  async #readNamed(variable: string, file: string): Promise<Secret | undefined> {
    const holder = this.setup.secrets.get(variable)?.file;
    if (holder === undefined && !path.isAbsolute(file)) return undefined;
    const place = path.resolve(path.dirname(holder ?? '/'), file);
    const source = this.#namedFiles.get(place) ?? fileSecret(variable, place, this.#ports.redactor);
    this.#namedFiles.set(place, source);
    return source.read().catch(refuseUnreadable);
  }

  #keep(derived: string, replaced: Secret | undefined): Secret {
    const secret = new Secret(derived);
    if (replaced !== undefined) this.#ports.redactor.remove(replaced);
    this.#ports.redactor.add(secret);
    return secret;
  }

  async #rereadSecrets(): Promise<boolean> {
    let hasChanged = false;
    for (const source of this.setup.secrets.values()) {
      hasChanged = (await source.reread().catch(refuseUnreadable)) || hasChanged;
    }
    return hasChanged;
  }
}

/** A driver's command has no status of its own: it ended, or it failed. */
async function toItsEnd<T>(run: () => Promise<T>, tell: (end: CallEnd) => void): Promise<T> {
  try {
    const result = await run();
    tell({ status: 200 });
    return result;
  } catch (error) {
    tell({ code: networkCodeOf(error) });
    throw error;
  }
}

function refuseUnreadable(error: unknown): never {
  if (!(error instanceof SecretUnreadable)) throw error;
  if (error.fault !== undefined) throw error.fault;
  const { variable: kind } = error;
  throw new Fault('credential_rejected', { kind, reason: 'missing' }, error.message, { cause: error });
}
