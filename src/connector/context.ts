/**
 * Everything a connector gets from the host, and all it may use: no `fetch`, environment, timer or
 * file reaches it any other way.
 */
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { Clock } from '../core/clock.ts';
import type { HttpClient, HttpResponse } from '../core/http-client.ts';
import type { Log } from '../core/log.ts';
import type { TlsSettings } from '../core/network-agent.ts';
import type { NoteUnread } from '../core/parse-answer.ts';
import type { Secret } from '../core/secret.ts';
import type { Manifest, SecretVariableOf, TextVariableOf, UpstreamCall, UrlVariableOf } from './manifest.ts';

/** Values of the variables; secrets are not among them. A required variable is always there. */
export interface ConfigReader<M extends Manifest> {
  /** @throws Fault `not_configured` naming the variable. */
  url(variable: UrlVariableOf<M>): URL;
  text(variable: TextVariableOf<M>): string | undefined;
  /** True when a variable is set, whatever its kind; a default does not count. */
  has(variable: keyof M['config'] & string): boolean;
  /** What a symptom may look at: the text or address, `''` for a secret that is set, undefined when not set or unknown. */
  describe(variable: string): string | undefined;
}

export interface SecretReader<M extends Manifest> {
  /** The secret as it is now; undefined when the variable is not set. @throws Fault `credential_rejected` when it cannot be read. */
  read(variable: SecretVariableOf<M>): Promise<Secret | undefined>;
  /**
   * A file that this secret names, as a kubeconfig does: an absolute path, or one relative to the file that the secret
   * is in. Undefined for a relative one when the secret is in no file. @throws Fault `credential_rejected` when it cannot be read.
   */
  readNamed(variable: SecretVariableOf<M>, file: string): Promise<Secret | undefined>;
  /**
   * Takes what was made from a secret or bought with one, such as a token with a short life, for as secret: nothing
   * that leaves shows it. `replaced`: an earlier one that is over, which need not be known any more.
   */
  keep(derived: string, replaced?: Secret): Secret;
}

/** What a source must not lose when its process ends, such as a refresh token that is valid once. It is in no log, and readable by the Agent's user alone. */
export interface StoredText {
  /** Undefined where nothing is stored. */
  read(): Promise<string | undefined>;
  /** Resolves when it is on disk and stays there. @throws Fault `not_recorded`. */
  replace(text: string): Promise<void>;
}

export interface HttpOptions {
  /** Headers that carry the credential; asked before every try. */
  readonly authorize?: () => Promise<Readonly<Record<string, string>>>;
  /** Asked once after a 401 to a read, beside whether a secret has changed. True when `authorize` has another credential now. */
  readonly renew?: () => Promise<boolean>;
  /** Seconds to wait, from headers of the vendor; asked when a refused read has no Retry-After. */
  readonly retryAfter?: (headers: HttpResponse['headers']) => number | undefined;
}

/** How a call is made to a host that is not the value of one variable. */
export interface ReachOptions extends HttpOptions {
  readonly tls?: TlsSettings;
  /** Named by faults that speak of the address; by default the one that overrides it. */
  readonly variable?: string;
  /** Counts and admits every request as this declared call, whatever its method and path: for a vendor's own client library. */
  readonly call?: UpstreamCall;
}

export interface ConnectorContext<M extends Manifest = Manifest> {
  readonly config: ConfigReader<M>;
  readonly secrets: SecretReader<M>;
  /** A client for the address in this variable. It takes the calls the manifest declares for what runs now, and no others. */
  http(variable: UrlVariableOf<M>, options?: HttpOptions): HttpClient;
  /** A client for a host that `reach` of the manifest allows. @throws Fault `wrong_endpoint` for any other host. */
  httpTo(base: URL, options?: ReachOptions): HttpClient;
  /**
   * Runs one command of a vendor's own driver, which speaks a protocol of its own over connections of its
   * own, as this declared call: counted, admitted and in turn like every other, and always a read.
   */
  withPermit<T>(call: UpstreamCall, run: () => Promise<T>): Promise<T>;
  /** Group, as the manifest declares it, of the permission that covers an action: a statement, a role. */
  groupOf(action: string): string | undefined;
  /** PEM of all that such a driver is to trust, as this Agent is set; undefined for what this Node trusts anyway. */
  readonly authorities: readonly string[] | undefined;
  /**
   * The same context for what must still be done upstream after the caller has gone, such as stopping
   * what was started: its calls end after `limitMs` and not with `signal`. Gate and limits hold on.
   */
  afterwards(limitMs: number): ConnectorContext<M>;
  /** The same context, whose calls end after `limitMs` too: of several reads none may take the time of all. */
  within(limitMs: number): ConnectorContext<M>;
  /**
   * The stored text of this source, for one at a time among all processes that share the identity directory.
   * @throws Fault `not_configured` in a process that has no such directory, `not_recorded` where it cannot be used.
   */
  withStored<T>(run: (stored: StoredText) => Promise<T>): Promise<T>;
  /** Rows that could not be read: the answer is then not complete, and says which they are. */
  readonly noteUnread: NoteUnread;
  readonly clock: Clock;
  readonly log: Log;
  /** Has the name of the source, and is the same for every question to it in this process: what is held beyond one question is held by it, so that no source is answered with what another one's credential read. */
  readonly source: { readonly id: string };
  readonly signal: AbortSignal;
}

/** What a guard may know: the question, and nothing that touches the outside. */
export interface GuardContext {
  readonly nowMs: number;
  readonly window: ResolvedWindow | undefined;
}

export interface OperationContext<M extends Manifest = Manifest> extends ConnectorContext<M>, GuardContext {}
