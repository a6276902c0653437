/**
 * What a connector declares about itself. All data: types, configuration, permission lists, reference
 * pages, health labels and the contract tests are derived from it. Nothing here does I/O.
 */
import type { OperationName } from '../../catalog/index.ts';

/**
 * `<method> <path below the address>`, where a part in braces is one path segment; or, where a
 * vendor's own client library builds the request, `<service>:<Action>` as the vendor's permissions spell it.
 */
export type UpstreamCall = `${'GET' | 'POST'} /${string}` | `${string}:${string}`;

interface VariableBase {
  /** Read by several connectors under one declaration; alone it does not count as the wish to use any of them. */
  readonly shared?: true;
  readonly description: string;
  readonly example: string;
}

/** An address: http or https, without credentials, query or fragment. */
export interface UrlVariable extends VariableBase {
  readonly kind: 'url';
  readonly need: Need;
  /** Where the vendor's own service is: used when the variable is not set, for a proxy, a private endpoint or a test. */
  readonly default?: string;
}

export interface TextVariable extends VariableBase {
  readonly kind: 'text';
  readonly need: Need;
  readonly pattern: RegExp;
  /** What the pattern asks for, in words: `must be …`. */
  readonly patternWords: string;
}

/** Given as value, `<NAME>_FILE` or reference; reaches the connector only as a `Secret`. */
export interface SecretVariable extends VariableBase {
  readonly kind: 'secret';
  readonly need: Need;
  /** The schemes of an address that it holds too, as a connection string does: the connector reads it strictly and reaches nothing else. */
  readonly carriesAddress?: readonly string[];
}

export type Variable = UrlVariable | TextVariable | SecretVariable;

/**
 * `required`: nothing works without it. `with`: needed as soon as the named variable is set, or has the text `being`.
 * `without`: needed unless one of these is set, which are another way.
 */
export type Need =
  | 'required'
  | 'optional'
  | { readonly with: string; readonly being?: string }
  | { readonly without: readonly string[] };

export interface CredentialKind {
  readonly id: string;
  readonly title: string;
  /** How the kind is recognised; undefined when it has no prefix of its own. */
  readonly prefix?: string;
  readonly verdict: 'recommended' | 'accepted' | 'rejected';
  /** What it grants, or why the system does not take it. */
  readonly note: string;
}

/** How the vendor classes what a permission lets its holder do. */
export type AccessLevel = 'List' | 'Read' | 'Tagging' | 'Write' | 'Permissions management';

export interface Grant {
  /** What makes these grants one removable group in the vendor's own terms. */
  readonly group: string;
  readonly need: 'required' | 'optional' | 'sensitive';
  readonly purpose: string;
  /** Where the vendor publishes one. */
  readonly access?: AccessLevel;
  /** Why a grant that the vendor classes above reading is asked for. */
  readonly justification?: string;
  /** Why no check verifies it: the request would cost or change something, or the vendor does not report it. */
  readonly unjudged?: string;
}

export interface OperationDeclaration {
  readonly grants: readonly string[];
  readonly upstream: readonly UpstreamCall[];
  /**
   * Which of `upstream` writes, where a write operation also looks something up: sent as a write, once, and never as a
   * read. Several where each kind of the system has its own.
   */
  readonly writes?: UpstreamCall | readonly UpstreamCall[];
  readonly dialects?: readonly string[];
  /** Fields removed before the answer leaves, in words; empty when the system returns no secrets here. */
  readonly redactions: readonly string[];
  /** Widest window one call may ask for; undefined when the operation has none. */
  readonly windowSec?: number;
  /** From the question to the answer, where it takes longer than `limits` allows: for queries that are started and waited for. */
  readonly totalMs?: number;
  /** Calls for one question, where it takes more than `limits` allows: for queries that are waited for. */
  readonly upstreamCalls?: number;
}

/** The calls of a write operation that write, of which one question sends one; empty when the declaration does not say. */
export function writeCallsOf({
  writes,
  upstream,
}: Pick<OperationDeclaration, 'writes' | 'upstream'>): readonly UpstreamCall[] {
  if (writes === undefined) return upstream.length === 1 ? upstream : [];
  return typeof writes === 'string' ? [writes] : writes;
}

export interface CheckDeclaration {
  readonly proves: string;
  /** What it needs to be green, which it therefore judges unless the grant says that no check does. */
  readonly grants: readonly string[];
  /** Judged too, and not needed by every credential. */
  readonly judges?: readonly string[];
  readonly upstream: readonly UpstreamCall[];
  /** Operations that do not work while this check fails. */
  readonly affects: readonly OperationName[];
  /** Calls of one run, where it takes more than `limits` allows. */
  readonly upstreamCalls?: number;
}

export interface ConnectorLimits {
  /** Calls to the system for one operation, another try of the same call included. */
  readonly upstreamCalls: number;
  readonly totalMs: number;
  readonly responseBytes: number;
}

/** Hosts beside the configured addresses, for systems that have one host for each service or region. */
export interface Reach {
  readonly hosts: RegExp;
  /** What the pattern allows, in words. */
  readonly words: string;
  /** Url variable that, when set, is the only host reached instead: a private endpoint, a proxy or a test. */
  readonly override: string;
  /** Hosts that the override does not replace, because they are the customer's own: called with and without it. */
  readonly beside?: RegExp;
}

export interface Manifest {
  /** The folder's name and the `source` of its answers. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly vendorDocs: string;
  readonly config: Readonly<Record<string, Variable>>;
  readonly credentials: readonly CredentialKind[];
  /** By the vendor's own spelling. */
  readonly grants: Readonly<Record<string, Grant>>;
  /** Never to be granted, each with the reason. */
  readonly forbidden: readonly { readonly grant: string; readonly because: string }[];
  readonly operations: Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
  readonly checks: Readonly<Record<string, CheckDeclaration>>;
  readonly limits: ConnectorLimits;
  readonly reach?: Reach;
  /** Answers lists for several regions in one question, where the catalog has the argument for it. */
  readonly severalRegions?: true;
  /** Calls that any operation or check may make to obtain the credential itself. */
  readonly signIn?: readonly UpstreamCall[];
  /** What health says when nothing of the connector is set: `skipped: <this>`. */
  readonly skipped?: string;
}

type VariablesOfKind<M extends Manifest, K extends Variable['kind']> = {
  [N in keyof M['config'] & string]: M['config'][N]['kind'] extends K ? N : never;
}[keyof M['config'] & string];

export type UrlVariableOf<M extends Manifest> = VariablesOfKind<M, 'url'>;
export type TextVariableOf<M extends Manifest> = VariablesOfKind<M, 'text'>;
export type SecretVariableOf<M extends Manifest> = VariablesOfKind<M, 'secret'>;
export type OperationOf<M extends Manifest> = keyof M['operations'] & OperationName;
export type CheckOf<M extends Manifest> = keyof M['checks'] & string;
