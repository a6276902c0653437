/**
 * The configured provider, found by its discovery document. It need not answer when the control plane starts: it is
 * asked again until it does, and who signs in meanwhile asks at once.
 */
import { createRemoteJWKSet, customFetch as customKeyFetch, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { createAgents, type NetworkAgents } from '../../../core/network-agent.ts';
import { type BoundedFetch, createBoundedFetch } from './bounded-fetch.ts';
import { refuseSso } from '../sign-in-refusals.ts';
import type { SsoSettings } from './sso-settings.ts';

/** How far the clocks of provider and control plane may differ, in seconds. */
export const skewSec = 30;
const answerSec = 5;
const firstWaitMs = 5000;
const longestWaitMs = 60_000;
/** A change of the document is seen after so long; keys are asked for at each sign-in. */
const refreshMs = 3_600_000;
/** A key that is not known is asked for at most this often, however many tokens are sent. */
const keysEveryMs = 5000;

interface Known {
  readonly metadata: ServerMetadata;
  readonly keys: JWTVerifyGetKey;
  /** Monotonic milliseconds. */
  readonly at: number;
}

export class IdentityProvider {
  readonly #settings: SsoSettings;
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'info' | 'warn'>;
  readonly #agents: NetworkAgents;
  readonly #fetch: BoundedFetch;
  #known: Known | undefined;
  #asking: Promise<Known> | undefined;
  #isReachable = false;
  #cancel: (() => void) | undefined;

  constructor(settings: SsoSettings, { clock, log }: { clock: Clock; log: Pick<Log, 'info' | 'warn'> }) {
    this.#settings = settings;
    this.#clock = clock;
    this.#log = log;
    this.#agents = createAgents(settings.network);
    this.#fetch = createBoundedFetch(this.#agents);
  }

  /** Whether it answered when it was asked last. */
  get isReachable(): boolean {
    return this.#isReachable;
  }

  /** Where people end their session at the provider; undefined where it has none, or is not known yet. */
  get signOutAddress(): string | undefined {
    return this.#known?.metadata.end_session_endpoint;
  }

  /** Asks until it answers. */
  start(): void {
    void this.#keepAsking(firstWaitMs);
  }

  close(): void {
    this.#cancel?.();
    this.#agents.close();
  }

  /**
   * For one sign-in. Each has its own, so that its keys are those of now: the library would keep them for minutes, and a
   * provider may change them at any time. @throws ApiProblem 503 `sso_unavailable`.
   */
  async configure(): Promise<Configuration> {
    const { metadata } = await this.#find();
    const { clientId } = this.#settings;
    const configuration = new Configuration(metadata, clientId, this.#clientMetadata(), this.#authenticate(metadata));
    configuration.timeout = answerSec;
    configuration[customFetch] = this.#fetch;
    // The library trusts the connection instead of the signature otherwise.
    enableNonRepudiationChecks(configuration);
    if (this.#settings.issuer.protocol === 'http:') allowInsecureRequests(configuration);
    return configuration;
  }

  /** Keys for access tokens, kept for minutes. @throws ApiProblem 503 `sso_unavailable`. */
  async keys(): Promise<{ readonly issuer: string; readonly keys: JWTVerifyGetKey }> {
    const { metadata, keys } = await this.#find();
    return { issuer: metadata.issuer, keys };
  }

  /** Called when it did not answer in the middle of a sign-in. */
  noteFailure(error: unknown): void {
    if (!this.#isReachable) return;
    this.#isReachable = false;
    this.#complain(error, firstWaitMs);
    this.#again(firstWaitMs);
  }

  async #find(): Promise<Known> {
    const known = this.#known;
    if (known !== undefined && this.#clock.monotonic() - known.at < refreshMs) return known;
    try {
      return await this.#discover();
    } catch (error) {
      if (known !== undefined) return known;
      throw refuseSso('sso_unavailable', error);
    }
  }

  /** One question however many wait for its answer. */
  #discover(): Promise<Known> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(): Promise<Known> {
    const { issuer, clientId } = this.#settings;
    try {
      const found = await discovery(issuer, clientId, this.#clientMetadata(), undefined, {
        timeout: answerSec,
        [customFetch]: this.#fetch,
        ...(issuer.protocol === 'http:' && { execute: [allowInsecureRequests] }),
      });
      // Without the helpers of the library, which cannot be copied.
      const metadata = JSON.parse(JSON.stringify(found.serverMetadata())) as ServerMetadata;
      if (metadata.jwks_uri === undefined) throw new Error('the discovery document has no jwks_uri');
      const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
        timeoutDuration: answerSec * 1000,
        cooldownDuration: keysEveryMs,
        [customKeyFetch]: this.#fetch,
      });
      if (!this.#isReachable) this.#log.info({ issuer: metadata.issuer }, 'the identity provider answers');
      this.#isReachable = true;
      this.#known = { metadata, keys, at: this.#clock.monotonic() };
      return this.#known;
    } catch (error) {
      this.#isReachable = false;
      throw error;
    }
  }

  async #keepAsking(waitMs: number): Promise<void> {
    try {
      await this.#discover();
    } catch (error) {
      this.#complain(error, waitMs);
      this.#again(waitMs);
    }
  }

  #again(waitMs: number): void {
    this.#cancel?.();
    const next = Math.min(waitMs * 2, longestWaitMs);
    this.#cancel = this.#clock.after(waitMs, () => void this.#keepAsking(next), { unref: true });
  }

  #complain(error: unknown, waitMs: number): void {
    const { href } = this.#settings.issuer;
    this.#log.warn(
      { err: error, issuer: href, retry_in_seconds: waitMs / 1000 },
      'the identity provider does not answer; nobody signs in by it until it does',
    );
  }

  #clientMetadata(): { [clockTolerance]: number } {
    return { [clockTolerance]: skewSec };
  }

  /** Basic is what a provider has that says nothing. */
  #authenticate({ token_endpoint_auth_methods_supported: methods }: ServerMetadata) {
    const secret = this.#settings.clientSecret.reveal();
    const isPostOnly = methods !== undefined && !methods.includes('client_secret_basic');
    return isPostOnly ? ClientSecretPost(secret) : ClientSecretBasic(secret);
  }
}
