/**
 * The steps between two files of an audit log. After a crash at any moment, the next `settleFiles`
 * continues the interrupted step, and the verification distinguishes that step from removed records.
 */
import { rename, rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { systemDisk } from '../../tunnel/identity/disk.ts';
import { replaceFile, writeWhole } from '../../tunnel/identity/replace-file.ts';
import { AuditUnusable } from './audit-lock.ts';
import {
  listAuditFiles,
  listSetAside,
  nextName,
  readAuditFile,
  readEnds,
  setAsideName,
  sizeOf,
  type TornLine,
} from './audit-files.ts';
import {
  type AuditBody,
  type AuditLine,
  type ChainEnd,
  chainStart,
  installLater,
  isOfLaterVersion,
  parseAuditLine,
  sealAuditLine,
} from './audit-line.ts';

export interface SettledFiles {
  readonly end: ChainEnd;
  /** The record to write first. */
  readonly recovery?: AuditBody;
}

/**
 * Finishes what a crash has left half done. A last line that was cut short stays where it is, for the
 * record that names it. @throws Error when a file cannot be used, or the log does not end in a record.
 */
export async function settleFiles(file: string, nowMs: number): Promise<SettledFiles> {
  const { last, torn } = await findLast(file);
  if (torn !== undefined) return { end: endOf(last), recovery: recoveryOf(await setTornAside(file, torn)) };
  if (last === undefined) return { end: endOf(last) };
  const isAtEndOfFile = last.event === 'file_ended' || !(await holdsBytes(file));
  return { end: isAtEndOfFile ? await beginFile(file, last, nowMs) : endOf(last) };
}

/** Sets the full file aside; the new one is in its place, with its first record, when this resolves. */
export async function beginFile(file: string, after: ChainEnd, nowMs: number): Promise<ChainEnd> {
  const isThere = await holdsBytes(file);
  const aside = isThere ? setAsideName(file, (await readEnds(file)).first.seq) : (await listSetAside(file)).at(-1);
  const body = {
    event: 'file_begun',
    after_file: path.basename(aside ?? file),
    after_seq: after.seq,
    after_hash: after.hash,
  } as const;
  const { end, text } = sealAuditLine(body, after, nowMs);
  const next = nextName(file);
  await writeWhole(await systemDisk.create(next, 0o600), Buffer.from(`${text}\n`));
  if (isThere && aside !== undefined) await rename(file, aside);
  await rename(next, file);
  await systemDisk.syncDirectory(path.dirname(file));
  return end;
}

/**
 * Takes away what a failed write has left after the record `end`, and writes the rest to a new file: after
 * a failed sync it is unknown which bytes of the old one are on disk.
 * @throws Error when the record is in neither this file nor just before it.
 */
export async function cutBack(file: string, { seq, hash }: ChainEnd): Promise<void> {
  if ((await sizeOf(file)) === undefined) return;
  const { lines } = await readAuditFile(file);
  const records = lines.map(parseAuditLine);
  const at = records.findIndex((record) => record?.seq === seq && record.hash === hash);
  if (at !== -1) {
    const text = lines.slice(0, at + 1).map((line) => `${line}\n`);
    await replaceFile(systemDisk, file, Buffer.from(text.join('')));
    return;
  }
  const first = records[0];
  if (first !== undefined && first.seq !== seq + 1) throw new Error(`${file} does not hold record ${seq}`);
  await rm(file);
  await systemDisk.syncDirectory(path.dirname(file));
}

interface FoundLast {
  /** Undefined when there is no record yet. */
  readonly last: AuditLine | undefined;
  /** What comes after the last record, in the newest file that holds anything. */
  readonly torn: TornLine | undefined;
}

/** Files may be empty, or hold nothing but a torn line, when a crash came between two steps of recovering. */
async function findLast(file: string): Promise<FoundLast> {
  let torn: TornLine | undefined;
  for (const one of (await listAuditFiles(file)).toReversed()) {
    // A device reports no size, and reading it would not end.
    if ((await sizeOf(one)) === 0) continue;
    const read = await readAuditFile(one);
    torn = read.torn ?? torn;
    const text = read.lines.at(-1);
    if (text === undefined) continue;
    const last = parseAuditLine(text);
    if (last !== undefined) return { last, torn };
    throw isOfLaterVersion(text)
      ? new AuditUnusable('audit_newer', `The audit log ${one} ends in a record of a newer version of the Agent.`, {
          remedy: installLater,
        })
      : new AuditUnusable('audit_damaged', `The audit log ${one} does not end in an audit record.`, {
          remedy: 'Move its files away, keep them as evidence, and start again: a new chain begins.',
        });
  }
  return { last: undefined, torn };
}

/** A file with records keeps its torn line; a file without records is emptied. Returns where the torn line is now. */
async function setTornAside(file: string, torn: TornLine): Promise<TornLine> {
  if (!(await holdsBytes(file))) return torn;
  if ((await readAuditFile(file)).lines.length === 0) {
    await truncate(file, 0);
    return torn;
  }
  const aside = setAsideName(file, (await readEnds(file)).first.seq);
  await rename(file, aside);
  await systemDisk.syncDirectory(path.dirname(file));
  return { ...torn, file: aside };
}

function recoveryOf({ file, line, bytes, sha256 }: TornLine): AuditBody {
  return { event: 'recovered', file: path.basename(file), line, torn_bytes: bytes, torn_sha256: sha256 };
}

function endOf(last: AuditLine | undefined): ChainEnd {
  return last === undefined ? { seq: 0, hash: chainStart } : { seq: last.seq, hash: last.hash };
}

async function holdsBytes(file: string): Promise<boolean> {
  return ((await sizeOf(file)) ?? 0) > 0;
}
