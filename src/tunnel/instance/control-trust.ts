/**
 * Which authorities this instance trusts for its control plane: those it was started with, and those
 * that the control plane announced over its tunnel. One that was replaced is trusted until its end by
 * the clock of the control plane and no longer, wherever it came from: its key may be the reason for
 * the change.
 */
import { X509Certificate } from 'node:crypto';
import type { Agent } from 'node:https';
import type { Clock } from '../../core/clock.ts';
import { trustInstead } from '../../core/network-agent.ts';
import { fingerprintOf, splitCertificates } from '../../core/pem-certificates.ts';
import type { AuthorityLedger, LearnedAuthorities } from '../identity/authorities-file.ts';
import type { AuthorityClaims } from '../session/announced-authority.ts';
import { TunnelError } from '../session/tunnel-error.ts';

export interface ControlTrustOptions {
  /** What this process was started with: its proxy and its authorities. */
  readonly agent: Agent;
  readonly ledger: AuthorityLedger;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export class ControlTrust {
  readonly #options: ControlTrustOptions;
  /** Milliseconds to add to the monotonic clock; undefined until the control plane said its time. */
  #serverTimeOffset: number | undefined;
  #made: { readonly of: string; readonly agent: Agent } | undefined;

  constructor(options: ControlTrustOptions) {
    this.#options = options;
  }

  /** For the next connection to the control plane. */
  agent(): Agent {
    const learned = this.#held();
    if (learned === undefined) return this.#options.agent;
    const of = JSON.stringify(learned);
    if (this.#made?.of !== of) this.#made = { of, agent: trustInstead(this.#options.agent, chooseFrom(learned)) };
    return this.#made.agent;
  }

  /** Trusts what was announced, once it is on the disk. @returns its fingerprint. @throws TunnelError for anything but an authority */
  async learn({ certificate, replaces }: AuthorityClaims): Promise<string> {
    const fingerprint = requireAuthority(certificate);
    const replaced = new Map(replaces.map((one) => [one.fingerprint, one]));
    const before = (this.#options.ledger.held()?.trusted ?? []).filter((pem) => {
      const of = fingerprintOf(pem);
      return of !== undefined && of !== fingerprint && replaced.has(of);
    });
    await this.#options.ledger.learn(
      this.#withoutEnded({ trusted: [certificate, ...before], replaced: [...replaces] }),
    );
    return fingerprint;
  }

  /** `serverTime`: milliseconds, signed by the control plane a moment ago. Rejects when the disk does not keep what ended. */
  async noteServerTime(serverTime: number): Promise<void> {
    this.#serverTimeOffset = serverTime - this.#options.clock.monotonic();
    const learned = this.#held();
    if (learned !== undefined) await this.#options.ledger.learn(learned);
  }

  #held(): LearnedAuthorities | undefined {
    const held = this.#options.ledger.held();
    return held && this.#withoutEnded(held);
  }

  #withoutEnded({ trusted, replaced }: LearnedAuthorities): LearnedAuthorities {
    const now = this.#serverTimeOffset === undefined ? 0 : this.#options.clock.monotonic() + this.#serverTimeOffset;
    const judged = replaced.map((one) => (one.until <= now ? { ...one, until: 0 } : one));
    const ended = endedOf({ replaced: judged });
    return { trusted: trusted.filter((pem) => !ended.has(fingerprintOf(pem) ?? '')), replaced: judged };
  }
}

/** What an agent trusts becomes what was learned and the rest of it, without what ended. */
export function chooseFrom(learned: LearnedAuthorities): (given: readonly string[]) => readonly string[] {
  const ended = endedOf(learned);
  return (given) => [
    ...learned.trusted,
    ...given.flatMap(splitCertificates).filter((pem) => !ended.has(fingerprintOf(pem) ?? '')),
  ];
}

function endedOf({ replaced }: Pick<LearnedAuthorities, 'replaced'>): ReadonlySet<string> {
  return new Set(replaced.filter(({ until }) => until === 0).map(({ fingerprint }) => fingerprint));
}

function requireAuthority(pem: string): string {
  const fingerprint = fingerprintOf(pem);
  const certificate = fingerprint === undefined ? undefined : new X509Certificate(pem);
  if (fingerprint !== undefined && certificate?.ca === true && certificate.verify(certificate.publicKey)) {
    return fingerprint;
  }
  throw new TunnelError('invalid_request', 'What was announced is not the certificate of an authority.');
}
