/** The records of the audit log, one JSON line each, and the hash that chains a record to the one before. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Numbered without a gap; `previous` is the hash of the record before. */
const chained = { seq: z.int().min(1), at: z.string() };
const sealed = { previous: z.string(), hash: z.string() };

/** A question that was answered or refused. Of its arguments there is a digest, of its answer the size. */
const OperationLine = z.strictObject({
  ...chained,
  event: z.literal('operation'),
  request_id: z.string(),
  operation: z.string(),
  source: z.string().optional(),
  /** `answered`, or the kind of the fault. */
  outcome: z.string(),
  arguments_digest: z.string().optional(),
  upstream_calls: z.int(),
  rows: z.int(),
  answer_bytes: z.int(),
  duration_ms: z.int(),
  ...sealed,
});

/** A command that was refused before it became a question: unsigned, forged, repeated, expired, for another instance, one too many, malformed. */
const CommandLine = z.strictObject({
  ...chained,
  event: z.literal('command_refused'),
  command: z.string(),
  code: z.string(),
  /** How many of this code, of this and other commands, since the last such record. */
  count: z.int().min(1),
  ...sealed,
});

/** What was in force from here on. Files are identified by their SHA-256, so that a change is visible. */
const StartLine = z.strictObject({
  ...chained,
  event: z.literal('started'),
  farol: z.string(),
  catalog: z.string(),
  reads: z.int(),
  writes: z.array(z.string()),
  inert: z.int(),
  allow_file: z.string().optional(),
  lock_file: z.string().optional(),
  sources_file: z.string().optional(),
  ...sealed,
});

/** The line of this number in this file was cut short by a crash; its operation was never answered. */
const RecoveryLine = z.strictObject({
  ...chained,
  event: z.literal('recovered'),
  file: z.string(),
  line: z.int(),
  torn_bytes: z.int(),
  torn_sha256: z.string(),
  ...sealed,
});

/** The last record of a full file. `next` is the name that the following file has once it is full itself. */
const FileEndedLine = z.strictObject({ ...chained, event: z.literal('file_ended'), next: z.string(), ...sealed });

/** The first record of the file after it: where the file before ended, also for a reader who has this file alone. */
const FileBegunLine = z.strictObject({
  ...chained,
  event: z.literal('file_begun'),
  after_file: z.string(),
  after_seq: z.int(),
  after_hash: z.string(),
  ...sealed,
});

/** Retention removed a file with these records. Written before the file is removed; the oldest go first. */
const FileRemovedLine = z.strictObject({
  ...chained,
  event: z.literal('file_removed'),
  file: z.string(),
  first_seq: z.int(),
  last_seq: z.int(),
  /** Of record `last_seq`: the first record that is still there follows it. */
  last_hash: z.string(),
  because: z.enum(['age', 'size']),
  ...sealed,
});

/** So many questions and events had no record, because the log could not be written. None of them was answered. */
const UnrecordedLine = z.strictObject({
  ...chained,
  event: z.literal('unrecorded'),
  count: z.int().min(1),
  /** Time of the first of them. */
  since: z.string(),
  /** Of the system, as `ENOSPC`. */
  code: z.string(),
  ...sealed,
});

export const AuditLine = z.discriminatedUnion('event', [
  OperationLine,
  CommandLine,
  StartLine,
  RecoveryLine,
  FileEndedLine,
  FileBegunLine,
  FileRemovedLine,
  UnrecordedLine,
]);
export type AuditLine = z.infer<typeof AuditLine>;

type WithoutEach<Union, Keys extends PropertyKey> = Union extends unknown ? Omit<Union, Keys> : never;
/** What happened, before it has a place in the chain. */
export type AuditBody = WithoutEach<AuditLine, 'seq' | 'at' | 'previous' | 'hash'>;

/** What the log writes about itself; the others are given to it. */
type OwnEvent = 'recovered' | 'file_ended' | 'file_begun' | 'file_removed' | 'unrecorded';
export type AuditNote = Exclude<AuditBody, { event: OwnEvent | 'operation' }>;
export type RemovedFile = Extract<AuditBody, { event: 'file_removed' }>;

/** What the first record has for the hash of the one before it. */
export const chainStart = '0'.repeat(64);

/** The head of a chain. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/** The record's one and only text, without the end of the line. */
export function sealAuditLine(body: AuditBody, after: ChainEnd, nowMs: number): { end: ChainEnd; text: string } {
  const { event, ...known } = body;
  const at = new Date(nowMs).toISOString();
  const unsealed = { seq: after.seq + 1, at, event, ...known, previous: after.hash };
  const hash = hashOf(unsealed);
  return { end: { seq: unsealed.seq, hash }, text: JSON.stringify({ ...unsealed, hash }) };
}

/** Undefined for a text that no seal produced: another spelling of the same record is not accepted. */
export function parseAuditLine(text: string): AuditLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? AuditLine.safeParse(value).data : undefined;
  } catch {
    return undefined;
  }
}

/** True unless the record was changed without computing its hash again. `text` is the record's line. */
export function isSealed({ hash }: AuditLine, text: string): boolean {
  const seal = `,"hash":"${hash}"}`;
  return text.endsWith(seal) && hash === sha256(`${text.slice(0, -seal.length)}}`);
}

/** What an operator does about records of a later version. */
export const installLater = 'Install that version again, or a later one. Leave the files where they are.';

/** A whole record whose kind this version does not know, as a later one writes it. */
export function isOfLaterVersion(text: string): boolean {
  const hash = /,"hash":"(?<hash>[0-9a-f]{64})"\}$/u.exec(text)?.groups?.['hash'];
  return (
    hash !== undefined && parseAuditLine(text) === undefined && hash === sha256(text.replace(`,"hash":"${hash}"`, ''))
  );
}

function hashOf(unsealed: object): string {
  return sha256(JSON.stringify(unsealed));
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
