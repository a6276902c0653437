/** What the contract suite needs to know of one connector beyond its manifest: a working upstream and one good question for each operation. */
import type { OperationName } from '../../catalog/index.ts';
import type { UpstreamCall } from '../../src/connector/manifest.ts';
import type { SymptomExample } from '../../src/connector/symptom.ts';
import type { FakeCall, Reply, Upstream } from './fake-upstream.ts';
import type { Plant } from './planted.ts';

/** What every system says at times, in its own way. */
export type PlainFault = 'invalid' | 'unauthorized' | 'forbidden' | 'missing' | 'rate_limited' | 'failing' | 'down';

/** Questions that are refused because of a sentence about redactions. */
export interface RefusalProof {
  readonly refuses: Readonly<Partial<Record<OperationName, readonly unknown[]>>>;
}

/** What `upstream/exemplar.ts` exports. */
export interface Exemplars {
  readonly exemplar: Exemplar;
  /** The same connector with another kind of credential, or for another kind of its system, by what that is. */
  readonly variants?: Readonly<Record<string, Exemplar>>;
}

export interface Exemplar {
  /** A working configuration. `{upstream}` means the address of the fake; `{canary}` a secret to look for afterwards; `{private key}` an RSA key. */
  readonly variables: Readonly<Record<string, string>>;
  /** Answers as the system does when everything is well. Undefined fails the test: nobody may call that. */
  reply(call: FakeCall): Reply | undefined;
  /** Arguments that together reach every call the operation declares. */
  readonly questions: Readonly<Partial<Record<OperationName, readonly unknown[]>>>;
  /** Arguments that the system refuses, of operations that look into a refusal with a further call. */
  readonly refused?: Readonly<Partial<Record<OperationName, readonly unknown[]>>>;
  /** For each sentence that the manifest says about redactions: where the vendor keeps such a thing, or what is refused. */
  readonly redacted?: Readonly<Record<string, readonly Plant[] | RefusalProof>>;
  /** Answers under which the checks reach the calls they make only then. */
  readonly failures: readonly ((call: FakeCall) => Reply)[];
  /** The declared name of a call that the vendor's own client library built. */
  nameOf?(call: FakeCall): UpstreamCall | undefined;
  /** A symptom's example as this system puts it on the wire in answer to this call. */
  render?(example: SymptomExample, call: FakeCall): Reply;
  /**
   * A server of its own, for a system that does not speak HTTP. It takes every `Reply` in its own way: what
   * `reply`, `render` and `says` give, and the words for silence, half an answer and one without end.
   */
  start?(): Promise<Upstream>;
  /** A plain fault in this system's way, with the text in its message; undefined when it has none such. By default the bare status. */
  says?(fault: PlainFault, message: string): Reply | undefined;
  /** The secret signs requests and is never sent. */
  readonly isSecretOnlySigning?: true;
  /** What obtains the credential goes on when the caller has left, because its answer is given once. */
  readonly doesSignInOutlastCaller?: true;
  /** Declared calls that are made only with another credential, or to another kind of this system. */
  readonly unmade?: readonly UpstreamCall[];
}
