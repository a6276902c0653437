/**
 * A backup as lines of JSON: a head, for each table a line with its columns, one line for each row and a
 * line with its sum, and an end with all sums. The same for both stores, so that a backup of one can be
 * restored into the other.
 */
import { z } from 'zod';
import { type StoreSums, type TableStream, BackupRefused } from './copy-store.ts';
import { type RowLine, TableSummer } from './table-rows.ts';

const Sum = z.strictObject({ rows: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/u) });
const Head = z.strictObject({
  format: z.literal('farol.backup.v1'),
  created_at: z.string(),
  /** Of the program that its tables are for: as a rule the one that made it. */
  version: z.string(),
  dialect: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  /** Private keys of a control plane without FAROL_STORE_KEY; with it they are rows of the store, encrypted. */
  key_files: z.array(
    z.strictObject({ purpose: z.enum(['authority', 'command']), fingerprint: z.string(), pem: z.string() }),
  ),
});
export type ArchiveHead = z.infer<typeof Head>;
const TableHead = z.strictObject({ table: z.string(), columns: z.array(z.string()) });
const TableEnd = z.strictObject({ end_of: z.string(), sum: Sum });
const End = z.strictObject({ end: z.record(z.string(), Sum) });

/** `onEnd` receives the checksums after the last line was read. */
export async function* writeArchive(
  head: ArchiveHead,
  tables: AsyncIterable<TableStream>,
  onEnd: (sums: StoreSums) => void,
): AsyncGenerator<Uint8Array> {
  const sums: Record<string, z.infer<typeof Sum>> = {};
  yield toBytes([JSON.stringify(head)]);
  for await (const { table, lines, sum } of tables) {
    yield toBytes([JSON.stringify({ table: table.name, columns: table.columns })]);
    for await (const some of lines) yield toBytes(some);
    sums[table.name] = sum();
    yield toBytes([JSON.stringify({ end_of: table.name, sum: sum() })]);
  }
  yield toBytes([JSON.stringify({ end: sums })]);
  onEnd(sums);
}

/** @throws BackupRefused where the lines do not say what their sums promise. */
export class ArchiveReader {
  readonly #lines: AsyncIterator<string>;

  constructor(plain: AsyncIterable<Uint8Array>) {
    this.#lines = splitLines(plain);
  }

  async head(): Promise<ArchiveHead> {
    return this.#parse(Head, await this.#next());
  }

  async *tables(): AsyncGenerator<TableStream> {
    const sums: Record<string, z.infer<typeof Sum>> = {};
    for (;;) {
      const line = await this.#next();
      const end = End.safeParse(JSON.parse(line));
      if (end.success) {
        if (JSON.stringify(end.data.end) !== JSON.stringify(sums)) throw malformed();
        // What comes after it is read as well: only then is the last chunk known to be whole.
        if ((await this.#lines.next()).done !== true) throw malformed();
        return;
      }
      const { table: name, columns } = this.#parse(TableHead, line);
      const summer = new TableSummer();
      yield { table: { name, columns }, lines: this.#rows(name, summer), sum: () => summer.sum() };
      sums[name] = summer.sum();
    }
  }

  async *#rows(table: string, summer: TableSummer): AsyncGenerator<RowLine[]> {
    for (;;) {
      const line = await this.#next();
      if (line.startsWith('[')) {
        summer.add(line);
        yield [line];
        continue;
      }
      const { end_of, sum } = this.#parse(TableEnd, line);
      if (end_of !== table || JSON.stringify(sum) !== JSON.stringify(summer.sum())) throw malformed();
      return;
    }
  }

  async #next(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw malformed();
    return value;
  }

  #parse<S extends z.ZodType>(schema: S, line: string): z.infer<S> {
    const { data, success } = schema.safeParse(JSON.parse(line));
    if (!success) throw malformed();
    return data;
  }
}

function malformed(): BackupRefused {
  return new BackupRefused(
    'The contents of the backup differ from its list. Nothing was restored. Use another copy of it.',
  );
}

function toBytes(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

/** Not `readline`: it also ends a line at U+2028, which JSON text may have. */
async function* splitLines(plain: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  for await (const part of plain) {
    let from = 0;
    for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, from)) {
      parts.push(part.subarray(from, at));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      from = at + 1;
    }
    if (from < part.length) parts.push(part.subarray(from));
  }
  if (parts.length > 0) throw malformed();
}
