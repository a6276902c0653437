/** Whether the records about the files of an audit log agree with the files. */
import path from 'node:path';
import { type AuditRecord, firstSeqIn, type TornLine } from './audit-files.ts';
import type { AuditLine, ChainEnd, RemovedFile } from './audit-line.ts';
import type { AuditBreak } from './explain-audit-break.ts';

/** A line that was cut short is a crash only when the next record says so. */
export function tornBefore(
  record: AuditLine,
  { torn, last }: { readonly torn: TornLine | undefined; readonly last: { readonly seq: number } },
): AuditBreak | undefined {
  if (torn === undefined) return undefined;
  const isNamed =
    record.event === 'recovered' && record.file === path.basename(torn.file) && record.torn_sha256 === torn.sha256;
  if (isNamed) return undefined;
  const because = `ends after ${torn.bytes} bytes, and the next record does not name it as cut short by a crash`;
  return { index: last.seq + 1, file: torn.file, line: torn.line, why: 'truncated', because };
}

/** `before` is the record before; undefined for the first one. */
export function misplacedIn(
  { file, line }: AuditRecord,
  record: AuditLine,
  before: AuditRecord | undefined,
): AuditBreak | undefined {
  const at = { index: record.seq, file, line };
  if (record.event === 'file_begun' && line !== 1) {
    return { ...at, why: 'reordered', because: 'says that it is the first record of a file, and is not' };
  }
  if (before === undefined) return undefined;
  if (before.file !== file) return misplacedAtStart(record, before, at);
  if (before.record?.event !== 'file_ended') return undefined;
  return { ...at, why: 'reordered', because: 'follows the record that ends its file' };
}

function misplacedAtStart(
  record: AuditLine,
  before: AuditRecord,
  at: Pick<AuditBreak, 'index' | 'file' | 'line'>,
): AuditBreak | undefined {
  // A file that a crash has cut short ends without a record of that.
  if (record.event === 'recovered') return undefined;
  const next = before.record?.event === 'file_ended' ? before.record.next : '';
  if (record.event !== 'file_begun' || firstSeqIn(next) !== record.seq) {
    return { ...at, why: 'reordered', because: 'is in another file than the one it was written to' };
  }
  if (record.after_file === path.basename(before.file) && record.after_hash === record.previous) return undefined;
  return { ...at, why: 'edited', because: 'does not name the file before it' };
}

/** What the first record follows: `seq` 0 where the chain is whole from its beginning, `hash` empty where it is unknown. */
export interface ChainStart {
  readonly start: ChainEnd;
  readonly removed: readonly RemovedFile[];
}

/** Undefined when a record of the chain says that retention removed everything before the first record in `file`. */
export function missingAtStart({ start, removed }: ChainStart, file: string): AuditBreak | undefined {
  if (start.seq === 0) return undefined;
  const last = removed.find(({ last_seq: seq }) => seq === start.seq);
  const at = { file, line: 1 };
  if (last !== undefined) {
    if (start.hash === '' || last.last_hash === start.hash) return undefined;
    const because = `does not follow record ${start.seq}, which was removed with another hash`;
    return { ...at, index: start.seq + 1, why: 'edited', because };
  }
  const explained = removed.map(({ last_seq: seq }) => seq).filter((seq) => seq < start.seq);
  const index = Math.max(0, ...explained) + 1;
  const missing = index === start.seq ? `record ${index}` : `records ${index} to ${start.seq}`;
  const because = `is the first that is left, and no record of the log says that ${missing} may be missing`;
  return { ...at, index, why: 'removed', because };
}
