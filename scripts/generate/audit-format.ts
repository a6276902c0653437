/** The audit log of an Agent: its records from the schemas, and an example that the code itself wrote and verified. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agentAuditName, localAuditName } from '../../src/agent/audit/audit-files.ts';
import {
  type AuditBody,
  AuditLine,
  type ChainEnd,
  chainStart,
  sealAuditLine,
} from '../../src/agent/audit/audit-line.ts';
import { defaultLimits } from '../../src/agent/audit/audit-retention.ts';
import { verifyAudit } from '../../src/agent/audit/verify-audit.ts';
import { renderVerdict } from '../../src/cli/commands/audit.ts';
import { code, type Page, toPage } from './page.ts';
import { commentsOf } from './scan-source.ts';
import { renderFields } from './tunnel/fields.ts';

const source = 'src/agent/audit/audit-line.ts';
/** Where the log is in the example. */
const folder = '/var/lib/farol/agent';

/** Of the schemas of the records. */
const constants: Readonly<Record<AuditLine['event'], string>> = {
  operation: 'OperationLine',
  command_refused: 'CommandLine',
  started: 'StartLine',
  recovered: 'RecoveryLine',
  file_ended: 'FileEndedLine',
  file_begun: 'FileBegunLine',
  file_removed: 'FileRemovedLine',
  unrecorded: 'UnrecordedLine',
};

const bodies: readonly AuditBody[] = [
  { event: 'started', farol: '0.1.0', catalog: 'a'.repeat(64), reads: 170, writes: [], inert: 0 },
  {
    event: 'operation',
    request_id: 'req-1',
    operation: 'metrics.query',
    source: 'grafana',
    outcome: 'answered',
    arguments_digest: 'b'.repeat(64),
    upstream_calls: 1,
    rows: 12,
    answer_bytes: 2048,
    duration_ms: 85,
  },
  { event: 'command_refused', command: 'operation.run', code: 'bad_signature', count: 1 },
];

/** Three records, one a second. */
export function exampleLines(): { readonly lines: readonly string[]; readonly end: ChainEnd } {
  let end: ChainEnd = { seq: 0, hash: chainStart };
  const lines = bodies.map((body, index) => {
    const sealed = sealAuditLine(body, end, Date.UTC(2026, 0, 1, 12, 0, index));
    end = sealed.end;
    return sealed.text;
  });
  return { lines, end };
}

/** Recomputes the hash of the second record, with what every Linux has. */
export const handCheck = String.raw`sed -n 2p audit.jsonl | sed 's/,"hash":"[0-9a-f]*"}$/}/' | tr -d '\n' | sha256sum`;

const { lines, end } = exampleLines();
const [intact, edited, cut] = await Promise.all([
  verdictOf(lines, []),
  verdictOf(lines.with(1, (lines[1] ?? '').replace('"rows":12', '"rows":11')), []),
  verdictOf(lines.slice(0, 2), [end]),
]);

/** What the command prints of a log with these lines. */
async function verdictOf(given: readonly string[], anchors: readonly ChainEnd[]): Promise<string> {
  const place = mkdtempSync(path.join(tmpdir(), 'farol-audit-'));
  try {
    const log = path.join(place, agentAuditName);
    writeFileSync(log, given.map((line) => `${line}\n`).join(''));
    const verdict = await verifyAudit(log, anchors);
    return renderVerdict({ log: agentAuditName, verdict }).replaceAll(place, folder);
  } finally {
    rmSync(place, { recursive: true });
  }
}

export function render(): Page[] {
  const { fileBytes, fileMs, keptBytes, keptMs } = defaultLimits;
  const day = 86_400_000;
  return [
    toPage('audit-format.md', source, [
      '# Audit format',
      `The answer first: the record of an Agent is ${code(agentAuditName)} in \`RUNNER_IDENTITY_DIR\`, one JSON object a line. Each line carries the SHA-256 of the line before and of itself, so that any change in the middle is found. The last hash leaves with each health report; with it, a shortened or rewritten log is found too. Arguments and answers are not in it.`,
      `Commands that a person runs on the machine of the Agent (\`farol run\`, \`farol health\`) have the same kind of log in ${code(localAuditName)}.`,
      '## Chain',
      [
        '- `seq` counts from 1 without a gap.',
        '- `previous` is the `hash` of the record before; of record 1 it is 64 zeros.',
        '- `hash` is the SHA-256, in lower-case hexadecimal digits, of the line without its last member: the text up to `,"hash":`, and then `}`. There is one spelling of a record: members in the order of their table, no spaces, `\\n` at the end.',
        '- A record counts once it is on disk. Only then is the answer sent.',
      ].join('\n'),
      '## Files and retention',
      `A file is full at ${fileBytes / 2 ** 20} MiB, or when its first record is ${fileMs / day} days old. It ends with \`file_ended\`, is renamed to \`audit.<number of its first record, 12 digits>.jsonl\`, and the next one begins with \`file_begun\`. Full files are removed when their newest record is ${keptMs / day} days old, or when all of them are larger than ${keptBytes / 2 ** 20} MiB; before that, \`file_removed\` records which records go. \`RUNNER_AUDIT_KEPT_DAYS\` and \`RUNNER_AUDIT_KEPT_MIB\` change this. A line that a crash cut short stays, and \`recovered\` names it.`,
      '## Anchors',
      'An anchor is `<seq>:<hash>` of a record that existed. The log of the Agent prints it at start and end (`audit_head`), each health report carries it, and the Fleet page shows the latest one. Without an anchor, records cut from the end and a chain that was rewritten as a whole are not detected.',
      '## How to verify',
      '`farol audit verify --dir <folder>` reads every file and names the first bad record with what was done to it; `--anchor <seq>:<hash>` also compares with what is known elsewhere, and may be repeated. It ends with 0 when the log is intact, 1 when not, 2 when there is none. `farol audit egress` adds up what left, by day and operation.',
      '## Example',
      'Three records:',
      `\`\`\`json\n${lines.join('\n')}\n\`\`\``,
      `\`farol audit verify --dir ${folder}\` prints:`,
      fence(intact),
      'After `rows` of record 2 was changed to 11:',
      fence(edited),
      `After record 3 was removed, with \`--anchor ${end.seq}:${end.hash}\`:`,
      fence(cut),
      'Without Farol, this prints the `hash` of record 2:',
      `\`\`\`sh\n${handCheck}\n\`\`\``,
      '## Records',
      'Every record has `seq`, `at` (UTC), `event`, `previous` and `hash`, and:',
      ...AuditLine.options.flatMap((schema) => {
        const event = schema.shape.event.value;
        return [
          `### ${event}`,
          commentsOf(source, constants[event]).comment,
          renderFields(schema, ['seq', 'at', 'event', 'previous', 'hash']),
        ];
      }),
    ]),
  ];
}

function fence(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}
