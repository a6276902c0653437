/** Reads an audit log with the files set aside from it, oldest first, and names the first bad record. */
import {
  type AuditRecord,
  firstSeqIn,
  listAuditFiles,
  nextName,
  readAuditFile,
  sizeOf,
  type TornLine,
} from './audit-files.ts';
import { type AuditLine, type ChainEnd, chainStart, isSealed, parseAuditLine, type RemovedFile } from './audit-line.ts';
import { misplacedIn, missingAtStart, tornBefore } from './check-audit-files.ts';
import { type AuditBreak, explainBreak } from './explain-audit-break.ts';

export interface IntactAudit {
  readonly intact: true;
  /** Number of the first record that is still there; retention recorded the removal of those before. */
  readonly from: number;
  readonly records: number;
  /** Stored elsewhere, it also reveals records cut from the end. */
  readonly head: ChainEnd;
  /** Comes after the last record: a write under way, or one that a crash ended. The next start names it in the chain. */
  readonly torn?: TornLine;
  /** Numbers of the anchors that could not be compared, because retention removed their records. */
  readonly anchorsRemoved?: readonly number[];
}

export type AuditVerdict = IntactAudit | ({ readonly intact: false } & AuditBreak);

/**
 * Every anchor is a record that was seen at some time, as the Agent's log, its health reports or an earlier
 * verification state it: it must still be there, unless retention recorded its removal. Without an anchor,
 * records cut from the end and a chain that was forged as a whole are not seen. A log that is written
 * meanwhile is read again when its files changed under the reading.
 */
export async function verifyAudit(file: string, anchors: readonly ChainEnd[] = []): Promise<AuditVerdict> {
  for (;;) {
    const files = await listAuditFiles(file);
    const verdict = await verifyFiles({ file, files, anchors }).catch((error: unknown) => error);
    const isSame = files.join('\n') === (await listAuditFiles(file)).join('\n');
    if (!isSame) continue;
    if (verdict instanceof Error) throw verdict;
    return verdict as AuditVerdict;
  }
}

interface VerifyInput {
  readonly file: string;
  readonly files: readonly string[];
  readonly anchors: readonly ChainEnd[];
}

interface Reading {
  /** What the first record follows. */
  start: ChainEnd;
  last: ChainEnd;
  /** Of the file before. */
  torn: TornLine | undefined;
  before: AuditRecord | undefined;
  records: number;
  readonly removed: RemovedFile[];
}

async function verifyFiles(input: VerifyInput): Promise<AuditVerdict> {
  const reading: Reading = {
    start: chainBefore(1),
    last: chainBefore(1),
    torn: undefined,
    before: undefined,
    records: 0,
    removed: [],
  };
  const all = readRecords(input.files, reading);
  const found = await findBreak(all, reading, input);
  // The record that explains where the log starts may come behind the break.
  while ((await all.next()).done !== true);
  const first = missingAtStart(reading, input.files[0] ?? '') ?? found ?? (await endOf(reading, input));
  return 'why' in first ? { intact: false, ...first } : first;
}

/** Where the first record is missing or unreadable. */
const unknownHash = '';

function chainBefore(seq: number, hash = chainStart): ChainEnd {
  return { seq: seq - 1, hash };
}

async function findBreak(
  all: AsyncGenerator<AuditRecord, void, undefined>,
  reading: Reading,
  { anchors }: VerifyInput,
): Promise<AuditBreak | undefined> {
  // Not a loop over `all`: leaving that would end the reading.
  for (let next = await all.next(); next.done !== true; next = await all.next()) {
    const one: AuditRecord = next.value;
    const { record } = one;
    if (reading.before === undefined) startAt(one, reading);
    const { last: expected, before } = reading;
    const isNext = record?.seq === expected.seq + 1 && record.previous === expected.hash;
    if (record === undefined || !one.isSealed || !isNext) {
      return explainBreak({ bad: one, before, expected, after: all });
    }
    const wrong =
      tornBefore(record, reading) ?? misplacedIn(one, record, before) ?? contradiction(one, record, anchors);
    if (wrong !== undefined) return wrong;
    reading.last = { seq: record.seq, hash: record.hash };
    reading.before = one;
    reading.torn = undefined;
    reading.records += 1;
  }
  return undefined;
}

/** A log may start behind its first record; `missingAtStart` then asks for the reason. */
function startAt({ file, record }: AuditRecord, reading: Reading): void {
  const from = firstSeqIn(file) ?? record?.seq ?? 1;
  if (from > 1) reading.start = chainBefore(from, record?.seq === from ? record.previous : unknownHash);
  reading.last = reading.start;
}

function contradiction(
  { file, line }: AuditRecord,
  { seq, hash }: AuditLine,
  anchors: readonly ChainEnd[],
): AuditBreak | undefined {
  const other = anchors.find((anchor) => anchor.seq === seq && anchor.hash !== hash);
  if (other === undefined) return undefined;
  const because = `record ${seq} had the hash ${other.hash} and has a different one now`;
  return { index: seq, file, line, why: 'edited', because };
}

async function endOf(reading: Reading, input: VerifyInput): Promise<AuditVerdict | AuditBreak> {
  const cut = await missingAtEnd(reading, input);
  if (cut !== undefined) return cut;
  const { start, last, torn, records, removed } = reading;
  const gone = input.anchors.filter(({ seq }) => seq <= start.seq);
  const forged = gone.find(({ seq, hash }) => removed.some((one) => one.last_seq === seq && one.last_hash !== hash));
  if (forged !== undefined) {
    const because = `record ${forged.seq} had the hash ${forged.hash}, and its removal record names a different one`;
    return { index: forged.seq, file: input.files[0] ?? input.file, line: 1, why: 'edited', because };
  }
  return {
    intact: true,
    from: start.seq + 1,
    records,
    head: last,
    ...(torn !== undefined && { torn }),
    ...(gone.length > 0 && { anchorsRemoved: gone.map(({ seq }) => seq) }),
  };
}

/** Whether records were cut from the end, as far as an anchor or the files show it. */
async function missingAtEnd(
  { last, torn, before }: Reading,
  { file, files, anchors }: VerifyInput,
): Promise<AuditBreak | undefined> {
  const at = { index: last.seq + 1, file: before?.file ?? files.at(-1) ?? file, line: (before?.line ?? 0) + 1 };
  const seen = Math.max(0, ...anchors.map(({ seq }) => seq));
  if (seen > last.seq) {
    const because = `the log ends with record ${last.seq}, although record ${seen} existed`;
    return { ...at, why: 'truncated', because };
  }
  // A crash that cut a line short leaves no file to follow, and neither is there one before the first record.
  const mayEndHere = files.length === 0 || at.file === file || torn !== undefined;
  if (mayEndHere || (await sizeOf(file)) !== undefined) return undefined;
  // While a full file is being replaced, the file that takes its place has another name.
  if ((await sizeOf(nextName(file))) !== undefined) return undefined;
  return { ...at, why: 'truncated', because: 'is the end of the log, and the file that follows is missing' };
}

async function* readRecords(
  files: readonly string[],
  reading: Pick<Reading, 'torn' | 'removed'>,
): AsyncGenerator<AuditRecord, void, undefined> {
  for (const file of files) {
    const { lines, torn } = await readAuditFile(file);
    for (const [index, text] of lines.entries()) {
      const record = parseAuditLine(text);
      const sealed = record !== undefined && isSealed(record, text);
      if (sealed && record.event === 'file_removed') reading.removed.push(record);
      yield { file, line: index + 1, record, isSealed: sealed };
    }
    if (torn !== undefined) reading.torn = torn;
  }
}
