/** Reads an audit log and the files set aside from it, oldest first, and says where the chain breaks. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { AuditLine, chainStart, hashAuditLine } from './audit-line.ts';
import { listSetAside } from './audit-log.ts';

export type AuditVerdict =
  /** `head` is the hash of the last line: kept elsewhere, it also shows lines cut from the end. */
  | { readonly intact: true; readonly from: number; readonly lines: number; readonly head: string }
  | { readonly intact: false; readonly file: string; readonly badLine: number; readonly because: string };

type Place = Pick<AuditLine, 'seq' | 'hash'>;

/** `badLine` counts from 1 in its file. What was removed as too old is taken on trust: the oldest name says where it ended. */
export async function verifyAudit(file: string): Promise<AuditVerdict> {
  const older = await listSetAside(file);
  const from = Number(/\.(\d{12})\./u.exec(path.basename(older[0] ?? ''))?.[1] ?? 1);
  let last: Place | undefined = from === 1 ? { seq: 0, hash: chainStart } : undefined;
  let lines = 0;
  for (const one of [...older, file]) {
    let number = 0;
    for await (const text of createInterface({ input: createReadStream(one), crlfDelay: Infinity })) {
      number += 1;
      const judged = judge(text, last, from);
      if (typeof judged === 'string') return { intact: false, file: one, badLine: number, because: judged };
      last = judged;
      lines += 1;
    }
  }
  return { intact: true, from, lines, head: last?.hash ?? chainStart };
}

/** The line, or what is wrong with it. */
function judge(text: string, last: Place | undefined, from: number): string | AuditLine {
  const line = parse(text);
  if (line === undefined) return 'is no audit line';
  const { hash, ...unsealed } = line;
  if (line.seq !== (last === undefined ? from : last.seq + 1)) return `has the number ${line.seq}`;
  if (last !== undefined && line.previous !== last.hash) return 'does not follow the line before it';
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
