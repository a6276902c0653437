/** The lines of the write journal. Keys and arguments are there as digests; of an answer only what the caller was given, redacted. */
import { z } from 'zod';
import { OperationResult } from '../../tunnel/messages.ts';

const Digest = z.string().regex(/^[0-9a-f]{64}$/u);

/** `write` says which wish this is: the digest of operation, source and idempotency key together. */
function recordOf<Event extends z.ZodType>(event: Event) {
  return z.strictObject({ at: z.iso.datetime(), event, write: Digest });
}

/** On disk before anything of the write is on the wire. */
const SentRecord = recordOf(z.literal('sent')).extend({
  operation: z.string(),
  source: z.string(),
  arguments: Digest,
});

const AnsweredRecord = recordOf(z.literal('answered')).extend({ result: OperationResult });

/** `not_done`: nothing happened upstream, so the key is free again. `unknown`: it may have. */
const FailedRecord = recordOf(z.enum(['not_done', 'unknown'])).extend({ fault: z.string() });

export const WriteRecord = z.discriminatedUnion('event', [SentRecord, AnsweredRecord, FailedRecord]);
export type WriteRecord = z.infer<typeof WriteRecord>;
export type SentRecord = z.infer<typeof SentRecord>;
export type AnsweredRecord = z.infer<typeof AnsweredRecord>;

/** What is known of one write. Without an end it was sent, and its outcome is unknown. */
export interface KnownWrite {
  readonly sent: SentRecord;
  end?: Exclude<WriteRecord, SentRecord>;
}

/** @throws Error naming the line that is not a record: which write it was to prevent is then unknown. */
export function readWrites(lines: readonly string[]): Map<string, KnownWrite> {
  const known = new Map<string, KnownWrite>();
  for (const [at, line] of lines.entries()) {
    const record = parseRecord(line);
    const write = record === undefined ? undefined : known.get(record.write);
    if (record === undefined || (record.event !== 'sent' && write === undefined)) {
      throw new Error(`line ${at + 1} is not a record of a write journal`);
    }
    if (record.event === 'sent') {
      // A later try counts as the newest.
      known.delete(record.write);
      known.set(record.write, { sent: record });
    } else if (record.event === 'not_done') known.delete(record.write);
    else if (write !== undefined) write.end = record;
  }
  return known;
}

/** The text of what is known, one record a line. */
export function renderWrites(known: Iterable<KnownWrite>): string {
  let text = '';
  for (const { sent, end } of known) for (const one of [sent, end]) if (one !== undefined) text += renderRecord(one);
  return text;
}

export function renderRecord(record: WriteRecord): string {
  return `${JSON.stringify(record)}\n`;
}

function parseRecord(line: string): WriteRecord | undefined {
  try {
    return WriteRecord.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
