/**
 * What left through answers, added up from the audit log: for each day, operation and source how often,
 * how many rows and bytes. No content is in the log, so none can be here.
 */
import { listAuditFiles, readAuditFile } from '../audit/audit-files.ts';
import { type AuditLine, parseAuditLine } from '../audit/audit-line.ts';

export interface EgressTotals {
  readonly answered: number;
  /** Answers that were a fault: a fault leaves too, and its bytes are counted. */
  readonly refused: number;
  readonly rows: number;
  readonly bytes: number;
}

export interface EgressRow extends EgressTotals {
  readonly operation: string;
  /** Left out where a question was refused before a source was chosen. */
  readonly source?: string;
}

export interface DailyEgress extends EgressRow {
  /** By the clock of the Agent's machine, in UTC. */
  readonly day: string;
}

export interface Egress {
  /** Time of the first and the last stored record; absent for an empty log. */
  readonly since?: string;
  readonly until?: string;
  readonly total: EgressTotals;
  /** Most bytes first. */
  readonly operations: readonly EgressRow[];
  readonly days: readonly DailyEgress[];
  /** Commands that never became a question, by why. */
  readonly commandsRefused: Readonly<Record<string, number>>;
}

/** Lines that are not records are skipped: `verifyAudit` reports them. */
export async function readEgress(logs: readonly string[]): Promise<Egress> {
  const ledger = new Ledger();
  for (const log of logs) {
    for (const file of await listAuditFiles(log)) {
      for (const text of (await readAuditFile(file)).lines) {
        const line = parseAuditLine(text);
        if (line !== undefined) ledger.add(line);
      }
    }
  }
  return ledger.render();
}

type Counted = { -readonly [K in keyof EgressTotals]: number };
type OperationLine = Extract<AuditLine, { event: 'operation' }>;

class Ledger {
  readonly #total = zero();
  readonly #operations = new Map<string, Counted & EgressRow>();
  readonly #days = new Map<string, Counted & DailyEgress>();
  readonly #commands = new Map<string, number>();
  #since: string | undefined;
  #until: string | undefined;

  add(line: AuditLine): void {
    if (this.#since === undefined || line.at < this.#since) this.#since = line.at;
    if (this.#until === undefined || line.at > this.#until) this.#until = line.at;
    if (line.event === 'command_refused') {
      this.#commands.set(line.code, (this.#commands.get(line.code) ?? 0) + line.count);
    }
    if (line.event !== 'operation') return;
    const { operation, source } = line;
    const name = { operation, ...(source !== undefined && { source }) };
    const day = line.at.slice(0, 10);
    const key = `${operation} ${source ?? ''}`;
    count(this.#total, line);
    count(entryOf(this.#operations, key, { ...name, ...zero() }), line);
    count(entryOf(this.#days, `${day} ${key}`, { day, ...name, ...zero() }), line);
  }

  render(): Egress {
    return {
      ...(this.#since !== undefined && { since: this.#since }),
      ...(this.#until !== undefined && { until: this.#until }),
      total: this.#total,
      operations: [...this.#operations.values()].toSorted(
        (a, b) => b.bytes - a.bytes || (keyOf(a) < keyOf(b) ? -1 : 1),
      ),
      days: [...this.#days.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
      commandsRefused: Object.fromEntries([...this.#commands].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    };
  }
}

function zero(): Counted {
  return { answered: 0, refused: 0, rows: 0, bytes: 0 };
}

function count(into: Counted, { outcome, rows, answer_bytes: bytes }: OperationLine): void {
  if (outcome === 'answered') into.answered += 1;
  else into.refused += 1;
  into.rows += rows;
  into.bytes += bytes;
}

function entryOf<T>(map: Map<string, T>, key: string, otherwise: T): T {
  const entry = map.get(key) ?? otherwise;
  map.set(key, entry);
  return entry;
}

function keyOf({ operation, source = '', day = '' }: EgressRow & { readonly day?: string }): string {
  return `${day} ${operation} ${source}`;
}
