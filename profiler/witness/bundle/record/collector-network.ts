/** The network axis of `collector-record.ts`: whom the target talked to, how much, and how its connections fared. */
import { z } from 'zod';
import { answerBins } from './duration-scale.ts';
import { Blocks, count, Histogram } from './collector-stacks.ts';

/** Whose traffic, or which connections. */
const endpoint = {
  /** The literal address, or the name of a unix socket; empty where it has none, or it was not requested. */
  peer: z.string(),
  /** The peer's for `connect` and `datagram`, the local one for `accept`. */
  port: z.number().int().min(0).max(65535),
  /** `datagram`: sent or received without connect() by a socket without a port of its own choice. */
  role: z.enum(['connect', 'accept', 'datagram']),
  protocol: z.enum(['tcp', 'udp', 'unix']),
};

/** `hist[i]` counts durations in [2^i, 2^(i+1)) ns; the last is open. */
const Durations = z.strictObject({
  ...endpoint,
  count,
  total_ns: count,
  hist: Histogram,
  blocks: Blocks,
});

export const NetworkAxis = z.strictObject({
  /** Connections; for `datagram`, and `accept` over udp, datagrams in both directions. */
  peers: z.array(z.strictObject({ ...endpoint, outcome: z.string(), count, blocks: Blocks })),
  /** `blocks` are bytes. */
  traffic: z.array(
    z.strictObject({
      ...endpoint,
      direction: z.enum(['sent', 'received']),
      messages: count,
      bytes: count,
      blocks: Blocks,
    }),
  ),
  /** TCP's smoothed estimate, once per message. */
  round_trips: z.array(Durations),
  /**
   * Questions that were answered, by the target on a port of its own (`accept`, without a peer) or by the peer. `times`:
   * how many of all took from so many microseconds up to the next sixteenth of a power of two; `time_blocks`: the same
   * by block, with their sum. `unclear`: not timed, because a question came in pieces that may have been several.
   * Absent in records of older collectors.
   */
  exchanges: z
    .array(
      z.strictObject({
        ...endpoint,
        count,
        blocks: Blocks,
        timed: count,
        unclear: count,
        time_blocks: z.array(z.strictObject({ answers: count, total_us: count })).length(12),
        times: z.array(z.tuple([count, count])).max(answerBins),
      }),
    )
    .optional(),
  /** Answers besides, over own ports and of peers beyond those in `exchanges`. Absent in records of older collectors. */
  exchanges_unlisted: z.strictObject({ accept: count, connect: count }).optional(),
  /** Of TCP connections. Absent when its probe was not measured. */
  quality: z
    .strictObject({
      /** From connect() to established. */
      connects: z.array(Durations),
      /** From established, or accepted, to the first end's farewell. */
      connections: z.array(Durations),
      /** `closed` by the target; `aborted` by a reset or a timeout; `queue_drop` has no peer, and is of udp as well. */
      events: z.array(
        z.strictObject({
          ...endpoint,
          event: z.enum([
            'retransmit',
            'reset_sent',
            'reset_received',
            'closed',
            'closed_by_peer',
            'aborted',
            'queue_drop',
          ]),
          count,
          blocks: Blocks,
        }),
      ),
    })
    .optional(),
  cut: count,
});
