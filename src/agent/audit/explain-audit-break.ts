/** Explains what was changed where the chain of an audit log breaks, from the records around the break. */
import type { ChainEnd } from './audit-line.ts';
import type { AuditRecord } from './audit-files.ts';

export interface AuditBreak {
  /** Number of the first record that is bad or missing. */
  readonly index: number;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly why: 'edited' | 'removed' | 'inserted' | 'reordered' | 'truncated';
  /** Continues `file:line`: `is not an audit record`. */
  readonly because: string;
}

export interface BreakInput {
  readonly bad: AuditRecord;
  /** The last good record; undefined when the first one is bad. */
  readonly before: AuditRecord | undefined;
  /** What the bad record would have had to follow. */
  readonly expected: ChainEnd;
  /** All records after the bad one, in file order. */
  readonly after: AsyncIterator<AuditRecord>;
}

export async function explainBreak({ bad, before, expected, after }: BreakInput): Promise<AuditBreak> {
  const wanted = expected.seq + 1;
  const follows = ({ record, isSealed }: AuditRecord): boolean =>
    isSealed && record?.seq === wanted && record.previous === expected.hash;
  const behind = await look(after, { follows, seq: bad.record?.seq });
  const at = { index: wanted, file: bad.file, line: bad.line };
  if (bad.record === undefined || !bad.isSealed) {
    const what = bad.record === undefined ? 'is not an audit record' : 'does not have the hash of its content';
    return behind.isNextTheFollower
      ? { ...at, why: 'inserted', because: `${what}, and the next record follows the one before it` }
      : { ...at, why: 'edited', because: what };
  }
  const { seq } = bad.record;
  if (seq < wanted) return { ...at, why: 'inserted', because: `repeats the number ${seq}` };
  if (seq > wanted) {
    if (!behind.hasFollower) return { ...at, why: 'removed', because: missing(wanted, seq) };
    return behind.hasSameSeq
      ? { ...at, why: 'inserted', because: `has the number ${seq}, which another record has in its place` }
      : { ...at, why: 'reordered', because: `has the number ${seq} and is before record ${wanted}` };
  }
  if (behind.isNextTheFollower) return { ...at, why: 'inserted', because: `is not what record ${wanted} was` };
  if (before === undefined) return { ...at, why: 'edited', because: 'does not begin the chain' };
  const because = `was rewritten with its hash: record ${wanted} was sealed after another record ${expected.seq}`;
  return { index: expected.seq, file: before.file, line: before.line, why: 'edited', because };
}

interface Behind {
  readonly isNextTheFollower: boolean;
  readonly hasFollower: boolean;
  readonly hasSameSeq: boolean;
}

async function look(
  after: AsyncIterator<AuditRecord>,
  { follows, seq }: { follows: (one: AuditRecord) => boolean; seq: number | undefined },
): Promise<Behind> {
  const first = await after.next();
  let hasFollower = false;
  let hasSameSeq = false;
  for (let one = first; one.done !== true; one = await after.next()) {
    hasFollower ||= follows(one.value);
    hasSameSeq ||= one.value.isSealed && one.value.record?.seq === seq;
  }
  return { isNextTheFollower: first.done !== true && follows(first.value), hasFollower, hasSameSeq };
}

function missing(first: number, before: number): string {
  const last = before - 1;
  const what = first === last ? `record ${first} is` : `records ${first} to ${last} are`;
  return `has the number ${before}: ${what} missing before it`;
}
