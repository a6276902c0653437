/** Reads an audit log with the files set aside from it, oldest first, and names the first bad record. */
import path from 'node:path';
import { firstSeqIn, listAuditFiles, readAuditFile, type TornLine } from './audit-files.ts';
import { type AuditLine, type ChainEnd, chainStart, isSealed, parseAuditLine } from './audit-line.ts';
import { type AuditBreak, explainBreak } from './explain-audit-break.ts';

export interface IntactAudit {
  readonly intact: true;
  /** Number of the first record that is kept. */
  readonly from: number;
  readonly records: number;
  /** Kept elsewhere, it also shows records cut from the end. */
  readonly head: ChainEnd;
  /** Stands after the last record: a write under way, or one that a crash ended. The next start names it in the chain. */
  readonly torn?: TornLine;
}

export type AuditVerdict = IntactAudit | ({ readonly intact: false } & AuditBreak);

/** One line of the log, where it stands, and the record it holds, if it holds one. */
export interface AuditRecord {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly record: AuditLine | undefined;
  /** The hash of the record is the one of its content. */
  readonly isSealed: boolean;
}

/**
 * `known` is where the chain stood at some time, as told by the Agent's log or an earlier verification.
 * What was removed as too old is taken on trust: the oldest file's name says where it ended. A log that
 * is written meanwhile is read again when its files changed under the reading.
 */
export async function verifyAudit(file: string, known?: ChainEnd): Promise<AuditVerdict> {
  for (;;) {
    const files = await listAuditFiles(file);
    const verdict = await verifyFiles(files, known);
    if (verdict.intact || files.join('\n') === (await listAuditFiles(file)).join('\n')) return verdict;
  }
}

interface Reading {
  last: ChainEnd;
  /** Of the file before. */
  torn: TornLine | undefined;
  before: AuditRecord | undefined;
  records: number;
}

async function verifyFiles(files: readonly string[], known: ChainEnd | undefined): Promise<AuditVerdict> {
  const from = firstSeqIn(files[0] ?? '') ?? 1;
  const reading: Reading = {
    last: { seq: from - 1, hash: chainStart },
    torn: undefined,
    before: undefined,
    records: 0,
  };
  const isTrusted = (): boolean => from > 1 && reading.records === 0;
  const after = readRecords(files, (torn) => (reading.torn = torn));
  for await (const one of after) {
    const { record } = one;
    const expected = { ...reading.last, ...(isTrusted() && record !== undefined && { hash: record.previous }) };
    const isNext = record !== undefined && record.seq === expected.seq + 1 && record.previous === expected.hash;
    if (record === undefined || !one.isSealed || !isNext) {
      return { intact: false, ...(await explainBreak({ bad: one, before: reading.before, expected, after })) };
    }
    const lost = lossBefore(record, reading) ?? contradiction(one, record, known);
    if (lost !== undefined) return { intact: false, ...lost };
    reading.last = { seq: record.seq, hash: record.hash };
    reading.before = one;
    reading.torn = undefined;
    reading.records += 1;
  }
  return endOf(reading, { from, files, known });
}

/** A torn line is a crash only when the next record says so. */
function lossBefore(record: AuditLine, { torn }: Reading): AuditBreak | undefined {
  if (torn === undefined) return undefined;
  const isNamed =
    record.event === 'recovered' && record.file === path.basename(torn.file) && record.torn_sha256 === torn.sha256;
  if (isNamed) return undefined;
  const because = `ends after ${torn.bytes} bytes, and the next record does not name it as cut short by a crash`;
  return { file: torn.file, line: torn.line, why: 'truncated', because };
}

function contradiction(
  { file, line }: AuditRecord,
  { seq, hash }: AuditLine,
  known?: ChainEnd,
): AuditBreak | undefined {
  if (known?.seq !== seq || known.hash === hash) return undefined;
  return { file, line, why: 'edited', because: `record ${seq} had the hash ${known.hash} and has another one now` };
}

function endOf(
  { last, torn, before, records }: Reading,
  { from, files, known }: { from: number; files: readonly string[]; known: ChainEnd | undefined },
): AuditVerdict {
  if (known !== undefined && known.seq > last.seq) {
    const because = `the log ends with record ${last.seq}, and record ${known.seq} was seen`;
    const file = before?.file ?? files.at(-1) ?? '';
    return { intact: false, file, line: (before?.line ?? 0) + 1, why: 'truncated', because };
  }
  return { intact: true, from, records, head: last, ...(torn !== undefined && { torn }) };
}

async function* readRecords(
  files: readonly string[],
  onTorn: (torn: TornLine) => void,
): AsyncGenerator<AuditRecord, void, undefined> {
  for (const file of files) {
    const { lines, torn } = await readAuditFile(file);
    for (const [index, text] of lines.entries()) {
      const record = parseAuditLine(text);
      yield { file, line: index + 1, record, isSealed: record !== undefined && isSealed(record, text) };
    }
    if (torn !== undefined) onTorn(torn);
  }
}
