/**
 * The session of the tunnel as two tables, one for each end: phase × trigger. A trigger is a frame of the
 * peer or something that happens at this end. Data only: `SessionMachine` looks the cells up, `ClientSession`
 * and `ServerSession` do the actions, and ARCHITECTURE.md is drawn from here. Sessions that have ended never
 * change again.
 */
import { type Frame, frameKinds } from './frame.ts';
import type { RefusalCode } from './refusal.ts';

export type FrameKind = Frame['t'];

export type Cell<Phase extends string, Action extends string> =
  /** The phase changes first, then the action is done. */
  | { readonly action: Action; readonly next: Phase }
  /** A frame of a live session: `Link` does it, and the session stays live. */
  | { readonly link: LinkAction }
  /** The session closes with this code; `given`: with the code that the trigger brings. */
  | { readonly end: RefusalCode | LocalCode | 'given' }
  | { readonly ignored: string }
  /** Why it cannot come. */
  | { readonly impossible: string };

/** Codes of an instance that closes by itself; no control plane sends them. */
type LocalCode = 'identity_not_written';

/** What a live session does with a frame of the other end. */
export type LinkAction =
  | 'handle'
  | 'settleAnswer'
  | 'settleFailure'
  | 'stopHandling'
  | 'noteRefusal'
  | 'receiveChunk'
  | 'sendChunks'
  | 'dropPayload'
  | 'sendPong'
  | 'nothing';

type Occurrence =
  /** A text arrived, and is not read yet. */
  | 'text'
  /** What was read breaks the protocol: too long, malformed, out of order, or without credit. */
  | 'violation'
  | 'handshake timeout'
  /** Nothing was heard of the peer for `limits.deadAfterMs`. */
  | 'silence'
  /** The connection closed without a word of this end. */
  | 'connection lost'
  /** This end closes: its process stops, or the instance was revoked, replaced or disabled. */
  | 'stop'
  /** A disk or a store failed, or code that was called on the way. */
  | 'step failed'
  /** The step that runs found that the session must not go on. */
  | 'step refused';

type ClientOccurrence = Occurrence | 'generation claimed' | 'generation saved';
type ClientTriggerName = FrameKind | ClientOccurrence;
export type ClientPhase = 'connected' | 'claiming' | 'greeted' | 'committing' | 'live' | 'ended';
export type ClientAction = 'read' | 'claim' | 'sendHello' | 'commit' | 'goLive' | 'acceptRefusal' | 'acceptLoss';

/** `too much`: the peer sends more than it may. */
type ServerOccurrence = Occurrence | 'too much' | 'instance proved' | 'commit recorded';
type ServerTriggerName = FrameKind | ServerOccurrence;
export type ServerPhase = 'challenged' | 'judging' | 'welcomed' | 'recording' | 'live' | 'ended';
export type ServerAction =
  /** Texts that are longer than any before a session is live are refused unread. */
  | 'readShort'
  /** The standing of the instance is checked on every text. */
  | 'readAllowed'
  /** For the peer the session is live already: what it says waits until it is. */
  | 'hold'
  | 'judge'
  | 'sendWelcome'
  | 'record'
  | 'goLive'
  | 'acceptLoss';

type Row<Phase extends string, Action extends string, Name extends string> = Readonly<
  Record<Name, Cell<Phase, Action>>
>;
export type Table<Phase extends string, Action extends string, Name extends string> = Readonly<
  Record<Phase, Row<Phase, Action, Name>>
>;

const unexpected = { end: 'frame_unexpected' } as const;
const given = { end: 'given' } as const;
const ended = { ignored: 'The session has ended.' } as const;
const timedOut = { end: 'handshake_timeout' } as const;
const noPing = { impossible: 'Only a live session listens for silence.' } as const;
const noTimer = { impossible: 'The timer of the handshake stops when the session is live.' } as const;
const noStep = { impossible: 'No step has begun.' } as const;
const otherStep = { impossible: 'That step runs in another phase.' } as const;
const held = { impossible: 'Texts are held unread until the session is live.' } as const;

/** Frames of a live session, at both ends. Those of the handshake come too late. */
export const linkFrames = {
  ...every(frameKinds, unexpected),
  request: { link: 'handle' },
  answer: { link: 'settleAnswer' },
  failure: { link: 'settleFailure' },
  cancel: { link: 'stopHandling' },
  notice: { link: 'noteRefusal' },
  chunk: { link: 'receiveChunk' },
  credit: { link: 'sendChunks' },
  drop: { link: 'dropPayload' },
  ping: { link: 'sendPong' },
  pong: { link: 'nothing' },
} as const satisfies Readonly<Record<FrameKind, { link: LinkAction } | typeof unexpected>>;

const clientRow = {
  ...every(frameKinds, unexpected),
  refused: { action: 'acceptRefusal', next: 'ended' },
  violation: given,
  'handshake timeout': timedOut,
  silence: noPing,
  'connection lost': { action: 'acceptLoss', next: 'ended' },
  stop: given,
  'step failed': { end: 'identity_not_written' },
  'step refused': otherStep,
  'generation claimed': otherStep,
  'generation saved': otherStep,
} as const;

/** The instance: answers the challenge, then commits the generation that the control plane accepted. */
export const clientTable: Table<ClientPhase, ClientAction, ClientTriggerName> = {
  connected: {
    ...clientRow,
    text: { action: 'read', next: 'connected' },
    challenge: { action: 'claim', next: 'claiming' },
    'step failed': noStep,
  },
  claiming: {
    ...clientRow,
    text: { action: 'read', next: 'claiming' },
    'step refused': given,
    'generation claimed': { action: 'sendHello', next: 'greeted' },
  },
  greeted: {
    ...clientRow,
    text: { action: 'read', next: 'greeted' },
    welcome: { action: 'commit', next: 'committing' },
  },
  committing: {
    ...clientRow,
    text: { action: 'read', next: 'committing' },
    'step refused': given,
    'generation saved': { action: 'goLive', next: 'live' },
  },
  live: {
    ...clientRow,
    ...linkFrames,
    refused: clientRow.refused,
    text: { action: 'read', next: 'live' },
    'handshake timeout': noTimer,
    silence: { end: 'dead' },
  },
  ended: every([...keysOf(clientRow), 'text'], ended),
};

const serverRow = {
  ...every(frameKinds, unexpected),
  violation: given,
  'handshake timeout': timedOut,
  silence: noPing,
  'connection lost': { action: 'acceptLoss', next: 'ended' },
  stop: given,
  'too much': { impossible: 'Frames are counted once the session is live or recorded.' },
  'step failed': { end: 'unavailable' },
  'step refused': otherStep,
  'instance proved': otherStep,
  'commit recorded': otherStep,
} as const;

/** The control plane: live only once the instance proved its key and said that it committed its generation. */
export const serverTable: Table<ServerPhase, ServerAction, ServerTriggerName> = {
  challenged: {
    ...serverRow,
    text: { action: 'readShort', next: 'challenged' },
    hello: { action: 'judge', next: 'judging' },
    'step failed': noStep,
  },
  judging: {
    ...serverRow,
    text: { action: 'readShort', next: 'judging' },
    'step refused': given,
    'instance proved': { action: 'sendWelcome', next: 'welcomed' },
  },
  welcomed: {
    ...serverRow,
    text: { action: 'readShort', next: 'welcomed' },
    committed: { action: 'record', next: 'recording' },
  },
  recording: {
    ...serverRow,
    ...every(frameKinds, held),
    text: { action: 'hold', next: 'recording' },
    violation: held,
    'too much': { end: 'rate_exceeded' },
    'step refused': given,
    'commit recorded': { action: 'goLive', next: 'live' },
  },
  live: {
    ...serverRow,
    ...linkFrames,
    text: { action: 'readAllowed', next: 'live' },
    'handshake timeout': noTimer,
    silence: { end: 'dead' },
    'too much': { end: 'rate_exceeded' },
  },
  ended: every([...keysOf(serverRow), 'text'], ended),
};

function every<Name extends string, Given>(names: readonly Name[], cell: Given): Readonly<Record<Name, Given>> {
  return Object.fromEntries(names.map((name) => [name, cell])) as Record<Name, Given>;
}

function keysOf<Name extends string>(row: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(row) as Name[];
}
