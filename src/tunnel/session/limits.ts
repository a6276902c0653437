/** Every number of the session protocol, in one place. Both ends use the same ones. */
export const limits = {
  /** One frame as UTF-8. */
  frameBytes: 256 * 1024,
  /** Payloads up to this many UTF-16 units travel inside their frame, longer ones as chunks. */
  inlineUnits: 48 * 1024,
  /**
   * One chunk. JSON text escapes to at most 3 bytes a unit (a quote to 2, a letter outside Latin to 3),
   * so a chunk frame stays under `frameBytes`.
   */
  chunkUnits: 64 * 1024,
  /** Only the last chunk may be shorter, so that a payload cannot be cut into millions of frames. */
  minChunkUnits: 16 * 1024,
  /** One payload, as UTF-8. */
  payloadBytes: 16 * 1024 * 1024,
  /** Chunks a receiver lets the sender have in flight. */
  windowChunks: 8,
  /** Payloads waiting for room or arriving, for each session. */
  inboundStreams: 32,
  /** A payload that brings nothing for this long is dropped. */
  streamIdleMs: 60_000,
  /** Requests of one side that wait for an answer. */
  openRequests: 256,
  /** Requests of the peer that are being handled. */
  handledRequests: 64,
  pingEveryMs: 20_000,
  deadAfterMs: 45_000,
  /** From the open socket to a live session, counted at each end. */
  handshakeMs: 10_000,
  /** Longest life of a signed command. */
  commandLifeMs: 300_000,
  /** Nonces of commands that have not expired yet. */
  rememberedNonces: 4096,
} as const;
