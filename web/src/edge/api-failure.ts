import type { RemovedCapture } from '../../../src/control/api/api.ts';

/** Every way a call to the control plane can go wrong, as one closed set the pages can word. */
export type ApiFailureKind =
  /** No answer: network, or the control plane is down. */
  | 'unreachable'
  /** An answer that does not have the agreed shape. */
  | 'unreadable'
  /** A refusal in the agreed envelope. */
  | 'refused';

interface ApiFailureFacts {
  readonly status?: number | undefined;
  /** The envelope's code, for `refused`. */
  readonly code?: string | undefined;
  /** The form field or query parameter at fault. */
  readonly field?: string | undefined;
  /** What to quote to the operator of the control plane. */
  readonly requestId?: string | undefined;
  readonly retryAfterSec?: number | undefined;
  /** What retention removed, where that is why. */
  readonly removed?: RemovedCapture | undefined;
}

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: ApiFailureKind;
  readonly facts: ApiFailureFacts;

  constructor(kind: ApiFailureKind, message: string, facts: ApiFailureFacts = {}) {
    super(message);
    this.kind = kind;
    this.facts = facts;
  }
}
