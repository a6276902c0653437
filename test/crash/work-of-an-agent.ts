/**
 * What an Agent does on its disk, in short: records questions through rotation and retention, journals
 * writes, and advances its generation. Each line on standard output is something it has promised.
 */
import { writeSync } from 'node:fs';
import path from 'node:path';
import { AuditLog } from '../../src/agent/audit/audit-log.ts';
import { defaultLimits } from '../../src/agent/audit/audit-retention.ts';
import { WriteJournal } from '../../src/agent/writes/write-journal.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { Redactor } from '../../src/core/redact.ts';

const [folder = '', from = '0', until = '0'] = process.argv.slice(2);
const say = (promised: object): void => void writeSync(1, `${JSON.stringify(promised)}\n`);
const log = createLog('crash', { level: 'silent', redactor: new Redactor() });

const limits = { ...defaultLimits, fileBytes: 1600, keptBytes: 3200 };
const audit = await AuditLog.open(path.join(folder, 'audit.jsonl'), systemClock, { limits });
const journal = new WriteJournal({ file: path.join(folder, 'writes.jsonl'), clock: systemClock, log });
const counts = { upstreamCalls: 1, rows: 1, answerBytes: 10, durationMs: 5 };

for (let at = Number(from); at < Number(until); at += 1) {
  const claim = await journal.claim({
    operation: 'things.add',
    source: 'things',
    idempotencyKey: `key-${at}`,
    argumentsDigest: 'a'.repeat(64),
  });
  if (claim.event === undefined) {
    await claim.send();
    say({ sent: at });
    const result = { data: at, complete: true, truncated: false, source: 'things', upstreamCalls: 1 };
    await claim.end({ event: 'answered', result });
  }
  await audit.append({ requestId: String(at), operation: 'things.add', outcome: 'answered', ...counts });
  say({ answered: at, head: audit.head });
}
await journal.close();
await audit.close();
say({ done: true });
