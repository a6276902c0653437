/** The files of one audit log: full ones set aside under the number of their first record, and the one being written. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type AuditLine, parseAuditLine, sha256 } from './audit-line.ts';

/** The Agent's own record, and the one of commands given on its machine; both in the identity directory. */
export const agentAuditName = 'audit.jsonl';
export const localAuditName = 'audit-local.jsonl';

/** Bytes after the last whole line: a write that a crash, a full disk or nothing yet has ended. */
export interface TornLine {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface AuditFile {
  readonly lines: readonly string[];
  readonly torn: TornLine | undefined;
}

/** One line of the log, where it is, and the record it holds, if it holds one. */
export interface AuditRecord {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly record: AuditLine | undefined;
  /** The hash of the record is the one of its content. */
  readonly isSealed: boolean;
}

/** Files of the chain that are full, oldest first. */
export async function listSetAside(file: string): Promise<string[]> {
  const { dir, name, ext } = path.parse(file);
  const pattern = new RegExp(`^${name}\\.\\d{12}\\${ext}$`, 'u');
  return (await readdir(dir))
    .filter((one) => pattern.test(one))
    .toSorted()
    .map((one) => path.join(dir, one));
}

/** Every file of the log that exists, in the order of the chain. */
export async function listAuditFiles(file: string): Promise<string[]> {
  const older = await listSetAside(file);
  return (await sizeOf(file)) === undefined ? older : [...older, file];
}

export function setAsideName(file: string, firstSeq: number): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}.${String(firstSeq).padStart(12, '0')}${ext}`);
}

/** What the following file is called until it takes the place of the one being written. */
export function nextName(file: string): string {
  return `${file}.next`;
}

/** Number of the first record by the name of the file; undefined for the one being written. */
export function firstSeqIn(file: string): number | undefined {
  const digits = /\.(\d{12})\.[^.]+$/u.exec(path.basename(file))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Reads a whole file, which the limits of the log keep small. */
export async function readAuditFile(file: string): Promise<AuditFile> {
  const bytes = await readFile(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
  if (end === bytes.length) return { lines, torn: undefined };
  const rest = bytes.subarray(end);
  return { lines, torn: { file, line: lines.length + 1, bytes: rest.length, sha256: sha256(rest) } };
}

/** First and last record of the file. @throws Error when one of these lines is not a record. */
export async function readEnds(file: string): Promise<{ readonly first: AuditLine; readonly last: AuditLine }> {
  const { lines } = await readAuditFile(file);
  const [first, last] = [lines[0], lines.at(-1)].map((text) => parseAuditLine(text ?? ''));
  if (first === undefined || last === undefined) {
    throw new Error(`the ${first === undefined ? 'first' : 'last'} line of ${file} is not an audit record`);
  }
  return { first, last };
}

/** Undefined when there is no such file. */
export async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
