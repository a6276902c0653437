/** Why a request over the tunnel has no answer. */
export type TunnelErrorCode =
  /** No live session to send on. Nothing was sent. */
  | 'not_live'
  /** No answer in time. The peer may still be working; it has been asked to stop. */
  | 'timeout'
  /** The session ended before the answer came. */
  | 'closed'
  /** The caller's signal fired. */
  | 'aborted'
  /** Too many requests are open on this session, at this end or at the other. */
  | 'busy'
  | 'payload_too_large'
  | 'payload_dropped'
  | 'unknown_request'
  | 'invalid_request'
  | 'invalid_answer'
  /** The peer's handler threw; the cause is in the peer's own log. */
  | 'handler_failed'
  | CommandRefusal;

/** Why an instance did not run a command. Each has one cause. */
export type CommandRefusal = 'unsigned' | 'bad_signature' | 'wrong_instance' | 'replayed' | 'expired';

const known: ReadonlySet<string> = new Set<TunnelErrorCode>([
  'not_live',
  'timeout',
  'closed',
  'aborted',
  'busy',
  'payload_too_large',
  'payload_dropped',
  'unknown_request',
  'invalid_request',
  'invalid_answer',
  'handler_failed',
  'unsigned',
  'bad_signature',
  'wrong_instance',
  'replayed',
  'expired',
]);

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
  return new TunnelError(known.has(code) ? (code as TunnelErrorCode) : 'handler_failed', message);
}
