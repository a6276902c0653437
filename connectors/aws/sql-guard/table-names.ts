/** Which names may stand where a table is read. */
import { shownWord, type Token } from './lexer.ts';
import type { RefusalRule } from './rules.ts';
import { type Dialect, Refused } from './verdict.ts';

/**
 * Catalog names of Athena hold letters, digits, `_`, `@` and `-`; nested ones are joined by `/`. A colon
 * would make the name an order: Athena calls the Lambda function that `"lambda:name"` names, and reads
 * another account's catalog through `"glue:arn:..."`.
 */
const catalogName = /^[\p{L}\p{N}_@-]+(?:\/[\p{L}\p{N}_@.-]+)*$/u;
const schemaName = /^[\p{L}\p{M}\p{N}_@.-]+$/u;
/** Spaces occur in tables that crawlers named; what follows a `$` is a table about the table. */
const tableName = /^(?<name>[\p{L}\p{M}\p{N}_@. -]+)(?:\$(?<about>.*))?$/u;
const tablesAboutTables: ReadonlySet<string> = new Set([
  'files',
  'history',
  'manifests',
  'partitions',
  'refs',
  'snapshots',
]);

const storeId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** `parts` are the tokens between the dots. @throws Refused for what is not plainly the name of a table. */
export function checkTableName(
  dialect: Dialect,
  parts: readonly Token[],
  isNamedQuery: (name: string) => boolean,
): void {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && isNamedQuery(nameIn(only))) return;
  if (dialect === 'cloudtrail-lake') return checkStore(parts);
  const [table, schema, catalog] = parts.toReversed();
  if (catalog !== undefined) checkCatalog(catalog);
  if (schema !== undefined) checkSchema(schema);
  if (table !== undefined) checkTable(table);
}

function checkStore(parts: readonly Token[]): void {
  const [first] = parts;
  if (first === undefined || parts.length > 1 || !storeId.test(nameIn(first))) refuse('sql_event_data_store', first);
}

function checkCatalog(part: Token): void {
  if (!catalogName.test(nameIn(part))) refuse('sql_table_name', part);
  if (nameIn(part) === 'system') refuse('sql_system_table', part);
}

/** A schema named `system` holds what a connector tells about itself, whatever the catalog. */
function checkSchema(part: Token): void {
  if (!schemaName.test(nameIn(part))) refuse('sql_table_name', part);
  if (nameIn(part) === 'system') refuse('sql_system_table', part);
}

function checkTable(part: Token): void {
  const found = tableName.exec(nameIn(part));
  if (found === null) refuse('sql_table_name', part);
  const about = found.groups?.['about'];
  if (about !== undefined && !tablesAboutTables.has(about)) refuse('sql_system_table', part);
}

/** As the engine compares it: without quotation marks and in lower case. */
export function nameIn({ kind, text }: Token): string {
  const bare = kind === 'quoted' ? text.slice(1, -1).replaceAll('""', '"') : text;
  return bare.toLowerCase();
}

function refuse(rule: RefusalRule, part: Token | undefined): never {
  throw new Refused(rule, part?.at, part === undefined ? '' : shownWord(part));
}
