/** Why an instance did not run a command. Each has one cause. */
const commandRefusals = {
  unsigned: 'The command came without a signature.',
  bad_signature: 'The signature is not of the control plane that the instance enrolled with.',
  wrong_instance: 'The command is for another instance.',
  replayed: 'The command came before, or is of an earlier session.',
  expired: 'The command has expired, or claims to live too long.',
} as const;

/** Why a request over the tunnel has no answer. The reference page is made from this list. */
export const tunnelErrors = {
  not_live: 'There is no live session to send on. Nothing was sent.',
  timeout: 'No answer came in time. The peer may still be working; it has been asked to stop.',
  closed: 'The session ended before the answer came.',
  aborted: 'The caller gave up.',
  busy: 'Too many requests are open on this session, at this end or at the other.',
  payload_too_large: 'The payload is longer than its message may be.',
  payload_dropped: 'The payload was announced and did not come, or was given up on the way.',
  unknown_request: 'The other end does not know a request of this name.',
  invalid_request: 'The request is not of the form that its name promises.',
  invalid_answer: 'The answer is not of the form that its name promises.',
  handler_failed: "The request failed at the other end; the cause is in the peer's own log.",
  ...commandRefusals,
} as const;
export type TunnelErrorCode = keyof typeof tunnelErrors;

export class TunnelError extends Error {
  override readonly name = 'TunnelError';
  readonly code: TunnelErrorCode;

  constructor(code: TunnelErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** A failure as the peer sent it. A code of a newer peer counts as `handler_failed`. */
export function errorFromPeer(code: string, message: string): TunnelError {
  return new TunnelError(Object.hasOwn(tunnelErrors, code) ? (code as TunnelErrorCode) : 'handler_failed', message);
}

/** No connection could be made, and somebody can do something about it. */
export class DialFailure extends Error {
  override readonly name = 'DialFailure';
  readonly code: string;
  /** A sentence. */
  readonly because: string;
  /** Imperative: what a person must do. */
  readonly remedy: string;

  /** `cause`: a sentence of the problem; the error that came is the cause in `options`. */
  constructor(
    { code, cause, remedy }: { readonly code: string; readonly cause: string; readonly remedy: string },
    options?: { readonly cause?: unknown },
  ) {
    super(cause, options);
    this.code = code;
    this.because = cause;
    this.remedy = remedy;
  }
}
