/**
 * The frames of `tunnel.v1`: one strict JSON object each, numbered in each direction without a gap.
 * A frame that is too long, does not parse or is out of order ends the session; nothing is guessed.
 */
import { z } from 'zod';
import { InstanceClass } from '../messages.ts';
import { limits } from './limits.ts';
import type { Wire } from './ports.ts';

export const tunnelSubprotocol = 'tunnel.v1';
export const tunnelVersion = 1;
/** Of a `hello` that only asks whether the instance may connect: refused with what keeps it, or as `examined`. */
export const examinedVersion = 0;

const number = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const text = (max: number) => z.string().min(1).max(max);
const hash = z.string().regex(/^[0-9a-f]{64}$/u);
const nonce = z.string().regex(/^[A-Za-z0-9_-]{43}$/u);
const signature = z.string().regex(/^[A-Za-z0-9_-]{86}$/u);
const code = z.string().regex(/^[a-z_]{1,64}$/u);
const millis = z.number().int().min(0).max(8.64e15);

/** A payload is JSON text: inside the frame, or announced here and sent as chunks. */
const Payload = z.union([
  z.strictObject({ text: z.string().max(limits.inlineUnits) }),
  z.strictObject({ stream: number, bytes: z.number().int().min(1).max(limits.payloadBytes), sha256: hash }),
]);
export type Payload = z.infer<typeof Payload>;

/** Everything a command's signature covers, and the signature. */
export const CommandProof = z.strictObject({
  organization: text(64),
  instance: text(64),
  session: nonce,
  nonce,
  expires_at: millis,
  signature,
});
export type CommandProof = z.infer<typeof CommandProof>;

/** One schema for each kind. The reference page is made from this list. */
export const frames = {
  challenge: z.strictObject({ n: number, t: z.literal('challenge'), v: z.number().int(), nonce }),
  hello: z.strictObject({
    n: number,
    t: z.literal('hello'),
    v: z.number().int(),
    organization: text(64),
    instance: text(64),
    class: InstanceClass,
    generation: number,
    committed: z.number().int().min(0),
    lineage: nonce,
    nonce,
    catalog_digest: text(128).optional(),
    versions: z
      .record(z.string().regex(/^[a-z][a-z0-9_.-]{0,31}$/u), text(64))
      .refine((all) => Object.keys(all).length <= 16),
    targets: z.number().int().min(0).max(1_000_000).optional(),
    signature,
  }),
  welcome: z.strictObject({ n: number, t: z.literal('welcome'), generation: number, server_time: millis, signature }),
  committed: z.strictObject({ n: number, t: z.literal('committed'), generation: number }),
  refused: z.strictObject({
    n: number,
    t: z.literal('refused'),
    code,
    retry: z.boolean(),
    remedy: z.string().max(500),
  }),
  request: z.strictObject({
    n: number,
    t: z.literal('request'),
    id: number,
    name: text(64),
    payload: Payload,
    proof: CommandProof.optional(),
  }),
  answer: z.strictObject({ n: number, t: z.literal('answer'), id: number, payload: Payload }),
  failure: z.strictObject({ n: number, t: z.literal('failure'), id: number, code, message: z.string().max(1000) }),
  cancel: z.strictObject({ n: number, t: z.literal('cancel'), id: number }),
  notice: z.strictObject({ n: number, t: z.literal('notice'), id: number, code }),
  chunk: z.strictObject({
    n: number,
    t: z.literal('chunk'),
    stream: number,
    index: z.number().int().min(0),
    last: z.boolean(),
    text: text(limits.chunkUnits),
  }),
  credit: z.strictObject({
    n: number,
    t: z.literal('credit'),
    stream: number,
    chunks: z.number().int().min(1).max(1024),
  }),
  drop: z.strictObject({ n: number, t: z.literal('drop'), stream: number, from: z.enum(['sender', 'receiver']), code }),
  ping: z.strictObject({ n: number, t: z.literal('ping') }),
  pong: z.strictObject({ n: number, t: z.literal('pong') }),
} as const;

const Frame = z.discriminatedUnion('t', [
  frames.challenge,
  frames.hello,
  frames.welcome,
  frames.committed,
  frames.refused,
  frames.request,
  frames.answer,
  frames.failure,
  frames.cancel,
  frames.notice,
  frames.chunk,
  frames.credit,
  frames.drop,
  frames.ping,
  frames.pong,
]);
/** Those that an instance sends; its sessions have no transition that sends another one. */
export const instanceFrames = (({ challenge: _challenge, welcome: _welcome, refused: _refused, ...sent }) => sent)(
  frames,
);
export type Frame = z.infer<typeof Frame>;
export const frameKinds = Object.keys(frames) as Frame['t'][];
export type FrameOf<T extends Frame['t']> = Extract<Frame, { t: T }>;
/** A frame before it has its number. */
export type FrameBody = { [T in Frame['t']]: Omit<FrameOf<T>, 'n'> }[Frame['t']];

export type ViolationCode = 'frame_too_large' | 'frame_malformed' | 'frame_out_of_order' | 'frame_unexpected';

/** The peer broke the protocol. The session ends with `code`; the message never repeats what was received. */
export class FrameViolation extends Error {
  override readonly name = 'FrameViolation';
  readonly code: ViolationCode;

  constructor(code: ViolationCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws FrameViolation */
export function parseFrame(received: string): Frame {
  if (received.length > limits.frameBytes || Buffer.byteLength(received) > limits.frameBytes) {
    throw new FrameViolation('frame_too_large', `A frame is longer than ${limits.frameBytes} bytes.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(received);
  } catch {
    throw new FrameViolation('frame_malformed', 'A frame is not JSON.');
  }
  const parsed = Frame.safeParse(value);
  if (parsed.success) return parsed.data;
  // Deeper parts of the path may be names that were received.
  const at = parsed.error.issues[0]?.path[0];
  throw new FrameViolation('frame_malformed', `A frame is not valid${at === undefined ? '' : ` at ${String(at)}`}.`);
}

/** Numbers what goes out and checks the numbers of what comes in, so that a lost, doubled or moved frame is noticed. */
export class FramePort {
  readonly #wire: Wire;
  #sent = 0;
  #received = 0;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  send(body: FrameBody): void {
    this.#sent += 1;
    this.#wire.send(JSON.stringify({ n: this.#sent, ...body }));
  }

  /** @throws FrameViolation */
  read(received: string): Frame {
    const frame = parseFrame(received);
    this.#received += 1;
    if (frame.n !== this.#received) {
      throw new FrameViolation('frame_out_of_order', `Frame ${this.#received} was expected, ${frame.n} came.`);
    }
    return frame;
  }

  close(code: string): void {
    this.#wire.close(code);
  }
}
