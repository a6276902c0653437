/** Reads an audit log from its beginning and says where its chain breaks. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { AuditLine, chainStart, hashAuditLine } from './audit-log.ts';

export type AuditVerdict =
  /** `head` is the hash of the last line: kept elsewhere, it also shows lines cut from the end. */
  | { readonly intact: true; readonly lines: number; readonly head: string }
  | { readonly intact: false; readonly badLine: number; readonly because: string };

export async function verifyAudit(path: string): Promise<AuditVerdict> {
  let head = chainStart;
  let lines = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    lines += 1;
    const because = problemOf(text, head, lines);
    if (typeof because === 'string') return { intact: false, badLine: lines, because };
    head = because.hash;
  }
  return { intact: true, lines, head };
}

function problemOf(text: string, previous: string, seq: number): string | AuditLine {
  const line = parse(text);
  if (line === undefined) return 'is no audit line';
  const { hash, ...unsealed } = line;
  if (line.seq !== seq) return `has the number ${line.seq}`;
  if (line.previous !== previous) return 'does not follow the line before it';
  if (hash !== hashAuditLine(unsealed)) return 'was changed';
  return line;
}

function parse(text: string): AuditLine | undefined {
  try {
    return AuditLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
