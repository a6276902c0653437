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
  /** A payload that has room and brings nothing for this long is dropped. */
  streamIdleMs: 20_000,
  /** A payload that comes more slowly than this, after `streamGraceMs`, is dropped: it holds room of others. */
  streamBytesPerSec: 32 * 1024,
  /** How long a payload may come slowly. */
  streamGraceMs: 20_000,
  /** Requests of one side that wait for an answer. */
  openRequests: 256,
  /** Commands that an instance handles at once. */
  handledRequests: 64,
  /** Reports of one instance that the control plane handles at once. */
  handledReports: 8,
  /** One frame of a peer that has not proved itself; a hello is far shorter. */
  strangerFrameBytes: 8 * 1024,
  /** All that such a peer sends. */
  strangerBytes: 24 * 1024,
  /** What a peer may say while the store records its session; it waits, and nothing of it is read before. */
  heldFrames: 64,
  /** The same in UTF-16 units. */
  heldUnits: 256 * 1024,
  /** Each end sends a ping this often. */
  pingEveryMs: 20_000,
  /** An end that heard nothing for this long closes the session. */
  deadAfterMs: 45_000,
  /** From the open socket to a live session, counted at each end. */
  handshakeMs: 10_000,
  /** Longest life of a signed command. */
  commandLifeMs: 300_000,
  /** Nonces of commands that have not expired yet. */
  rememberedNonces: 4096,
} as const;
