/**
 * Everything that can go wrong while an operation or a check runs, as one closed set.
 *
 * Each kind carries the datum that makes it actionable, so it cannot be thrown vaguely. Who acts,
 * whether to retry and which status to answer follow from the kind in `faultTable` and are never
 * decided where the fault is thrown.
 */
export interface FaultData {
  not_in_catalog: { operation: string };
  not_enabled: { operation: string };
  ambiguous_source: { candidates: readonly string[] };
  invalid_arguments: { field: string };
  refused: { rule: string };
  window_too_wide: { allowed: string };
  cap_exceeded: { limit: string; estimate: string };
  not_configured: { variable: string } | { systems: readonly string[] };
  wrong_endpoint: { variable: string; tried: string };
  credential_rejected: { kind: string; reason: 'missing' | 'malformed' | 'expired' | 'revoked' | 'rejected' };
  permission_missing: { grant: string; layer: string };
  feature_disabled: { feature: string };
  not_found_or_hidden: { what: string };
  rate_limited: { retryAfterSec: number };
  intercepted: { status: number };
  /** `retryAfterSec`: as the answer asks for it. */
  upstream_down: { status: number; retryAfterSec?: number } | { code: string };
  upstream_changed: { path: string };
  outcome_unknown: { operation: string };
  not_recorded: { file: string };
  bug: Record<never, never>;
}

export type FaultKind = keyof FaultData;

/** Who must act before a retry can succeed; `nobody`: it is temporary. */
export const actors = ['caller', 'operator', 'nobody', 'farol'] as const;
export type Actor = (typeof actors)[number];

export const actorWords: Readonly<Record<Actor, string>> = {
  caller: 'the caller',
  operator: 'the operator of the Agent',
  nobody: 'nobody: it is temporary',
  farol: 'the developers of Farol',
};

export interface FaultRule {
  readonly who: Actor;
  /** A read may be tried again by the client that met the fault; writes never are. */
  readonly retry: boolean;
  /** HTTP status where the fault is answered over HTTP. */
  readonly status: number;
  readonly summary: string;
}

export const faultTable = {
  not_in_catalog: { who: 'caller', retry: false, status: 404, summary: 'This operation is not in the catalog.' },
  not_enabled: { who: 'operator', retry: false, status: 403, summary: 'This operation is not enabled on this agent.' },
  ambiguous_source: { who: 'caller', retry: false, status: 409, summary: 'Several sources can answer; name one.' },
  invalid_arguments: { who: 'caller', retry: false, status: 400, summary: 'An argument is not valid.' },
  refused: { who: 'caller', retry: false, status: 422, summary: 'A rule of this agent refuses the request.' },
  window_too_wide: { who: 'caller', retry: false, status: 422, summary: 'The time window is too wide.' },
  cap_exceeded: { who: 'caller', retry: false, status: 422, summary: 'The request exceeds a limit.' },
  not_configured: { who: 'operator', retry: false, status: 503, summary: 'The connector is not configured.' },
  wrong_endpoint: { who: 'operator', retry: false, status: 502, summary: 'The address is not the right one.' },
  credential_rejected: { who: 'operator', retry: false, status: 502, summary: 'The credential was rejected.' },
  permission_missing: { who: 'operator', retry: false, status: 502, summary: 'The credential lacks a permission.' },
  feature_disabled: { who: 'operator', retry: false, status: 502, summary: 'A feature is turned off upstream.' },
  not_found_or_hidden: { who: 'caller', retry: false, status: 404, summary: 'It does not exist or cannot be seen.' },
  rate_limited: { who: 'nobody', retry: true, status: 429, summary: 'Too many requests within a short time.' },
  intercepted: {
    who: 'operator',
    retry: false,
    status: 502,
    summary: 'Something on the way, such as a proxy, answered instead of the upstream system.',
  },
  upstream_down: { who: 'nobody', retry: true, status: 502, summary: 'The upstream system is not responding.' },
  upstream_changed: {
    who: 'farol',
    retry: false,
    status: 502,
    summary: 'The upstream response has an unexpected format.',
  },
  outcome_unknown: { who: 'caller', retry: false, status: 502, summary: 'A write was sent and its answer was lost.' },
  not_recorded: { who: 'operator', retry: false, status: 503, summary: 'The agent cannot record the request.' },
  bug: { who: 'farol', retry: false, status: 500, summary: 'Farol failed; the cause is in its own log.' },
} as const satisfies Record<FaultKind, FaultRule>;

/** What crosses a process boundary: never the cause, a stack or an upstream body. */
export interface WireFault {
  readonly code: FaultKind;
  readonly actor: Actor;
  readonly data: Readonly<Record<string, unknown>>;
  readonly summary: string;
  readonly remedy: string;
}

/** The only error connectors and the host throw on purpose. `remedy` is imperative and names screen, variable or statement. */
export class Fault<K extends FaultKind = FaultKind> extends Error {
  override readonly name = 'Fault';
  readonly kind: K;
  readonly data: FaultData[K];
  readonly remedy: string;

  constructor(kind: K, data: FaultData[K], remedy: string, options?: { cause?: unknown }) {
    super(`${kind}: ${faultTable[kind].summary} ${remedy}`, options);
    this.kind = kind;
    this.data = data;
    this.remedy = remedy;
  }

  toWire(): WireFault {
    const { who: actor, summary } = faultTable[this.kind];
    return { code: this.kind, actor, data: { ...this.data }, summary, remedy: this.remedy };
  }
}

/** Anything that is not a fault becomes `bug`: the cause goes to the local log only. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault('bug', {}, 'Report it with the request id; your configuration is not the cause.', {
    cause: error,
  });
}
