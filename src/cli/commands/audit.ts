/**
 * `farol audit`: whether the record of every question is whole, and what left through the answers.
 */
import path from 'node:path';
import { agentAuditName, listAuditFiles, localAuditName } from '../../agent/audit/audit-files.ts';
import type { ChainEnd } from '../../agent/audit/audit-line.ts';
import { auditFolderOf } from '../../agent/boot/local-agent.ts';
import { type DailyEgress, type Egress, readEgress } from '../../agent/tunnel/read-egress.ts';
import { type AuditVerdict, verifyAudit } from '../../agent/audit/verify-audit.ts';
import { Redactor } from '../../core/redact.ts';
import { endWith, exitCodes, printJson, printLine, WrongUsage } from './end-with.ts';

export interface AuditOptions {
  readonly dir?: string;
  readonly json?: true;
}

export interface VerifyOptions extends AuditOptions {
  readonly anchor?: readonly ChainEnd[];
}

export const verifyLogs = (options: VerifyOptions): Promise<void> => run(() => verify(options));
export const sumEgress = (options: AuditOptions): Promise<void> => run(() => egress(options));

function run(work: () => Promise<number>): Promise<void> {
  return endWith('audit', new Redactor(), work);
}

/** The logs there are. @throws WrongUsage when there is none, or the folder cannot be read. */
async function findLogs({ dir }: AuditOptions): Promise<string[]> {
  const folder = dir === undefined ? auditFolderOf(process.env) : path.resolve(dir);
  const found: string[] = [];
  for (const name of [agentAuditName, localAuditName]) {
    const log = path.join(folder, name);
    const files = await listAuditFiles(log).catch((cause: unknown) => {
      const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
      throw new WrongUsage(`${folder} cannot be read${why}. ${whereToLook}`, { cause });
    });
    if (files.length > 0) found.push(log);
  }
  if (found.length === 0) throw new WrongUsage(`There is no audit log in ${folder}. ${whereToLook}`);
  return found;
}

const whereToLook = 'Name the identity directory of the Agent with --dir or RUNNER_IDENTITY_DIR.';

async function verify({ json, anchor = [], ...options }: VerifyOptions): Promise<number> {
  const verdicts: { log: string; verdict: AuditVerdict }[] = [];
  for (const log of await findLogs(options)) {
    const name = path.basename(log);
    verdicts.push({ log: name, verdict: await verifyAudit(log, name === agentAuditName ? anchor : []) });
  }
  const isIntact = verdicts.every(({ verdict }) => verdict.intact);
  if (json === true) printJson({ intact: isIntact, logs: verdicts.map(({ log, verdict }) => ({ log, ...verdict })) });
  else for (const one of verdicts) printLine(renderVerdict(one));
  return isIntact ? exitCodes.done : exitCodes.fault;
}

/** As the command prints it; the reference page shows one. */
export function renderVerdict({ log, verdict }: { log: string; verdict: AuditVerdict }): string {
  if (!verdict.intact) {
    const { index, why, file, line, because } = verdict;
    return `${log}: ${why} at record ${index}. ${file}:${line} ${because}.`;
  }
  const { from, records, head, torn, anchorsRemoved = [] } = verdict;
  const lines = [`${log}: intact, ${records} records from number ${from}. Head: ${head.seq}:${head.hash}`];
  if (torn !== undefined) {
    lines.push(`  ${torn.file}:${torn.line} is not complete: a write is in progress, or a crash interrupted it.`);
  }
  if (from > 1) lines.push(`  Retention removed records 1 to ${from - 1}, as the log records.`);
  for (const seq of anchorsRemoved) lines.push(`  Record ${seq} is one of them and was not compared.`);
  return lines.join('\n');
}

async function egress({ json, ...options }: AuditOptions): Promise<number> {
  const logs = await findLogs(options);
  const ledger = await readEgress(logs);
  let isIntact = true;
  for (const log of logs) isIntact &&= (await verifyAudit(log)).intact;
  if (json === true) printJson({ intact: isIntact, ...ledger });
  else printLine(renderEgress(ledger, isIntact));
  return exitCodes.done;
}

function renderEgress({ since, until, total, days, commandsRefused }: Egress, isIntact: boolean): string {
  const refusals = Object.entries(commandsRefused).map(([code, count]) => `${code} ${count}`);
  return [
    since === undefined ? 'No records yet.' : `From ${since} to ${until ?? since}:`,
    ...days.map(renderDay),
    `in all: ${counts(total)}`,
    ...(refusals.length > 0 ? [`commands refused before an operation was read: ${refusals.join(', ')}`] : []),
    ...(isIntact ? [] : ['The log is not intact, so these numbers may be wrong. farol audit verify shows where.']),
  ].join('\n');
}

function renderDay(row: DailyEgress): string {
  const source = row.source === undefined ? '' : ` from ${row.source}`;
  return `${row.day}  ${row.operation}${source}: ${counts(row)}`;
}

function counts({ answered, refused, rows, bytes }: Egress['total']): string {
  return `${answered} answered, ${refused} refused, ${rows} rows, ${bytes} bytes`;
}
