/** What the tokens alone show: one query, of bounded depth, without a word of any other statement. */
import { followsTablePlace, shownWord, type Token } from './lexer.ts';
import { limits, type RefusalRule } from './rules.ts';
import { Refused } from './verdict.ts';

/**
 * Queries and nothing else. SHOW, DESCRIBE and EXPLAIN are read by Athena's other language (Hive's), in
 * which nothing can be proved here; information_schema answers what the first two would. `TABLE` also
 * opens table functions, and those of federated sources send text to another system.
 * See https://docs.aws.amazon.com/athena/latest/ug/ddl-sql-reference.html and .../federated-query-passthrough.html.
 */
const firstWords: ReadonlySet<string> = new Set(['SELECT', 'WITH', 'VALUES', '(']);

/**
 * Words that begin or carry a statement that does more than read, in Trino or in Athena's own language.
 * They may be in quotes. Left out are words that many tables have as a column and that the grammar
 * refuses wherever they could do something: `comment`, `start`, `role`.
 */
const forbiddenWords: ReadonlySet<string> = new Set([
  'ALTER',
  'ANALYZE',
  'CALL',
  'COMMIT',
  'CREATE',
  'DEALLOCATE',
  'DELETE',
  'DENY',
  'DESCRIBE',
  'DROP',
  'EXECUTE',
  'EXPLAIN',
  // USING EXTERNAL FUNCTION runs a Lambda function of the account.
  'EXTERNAL',
  'FUNCTION',
  'GRANT',
  'INSERT',
  'INTO',
  'MERGE',
  'MSCK',
  'OPTIMIZE',
  'PREPARE',
  'REFRESH',
  'RESET',
  'REVOKE',
  'ROLLBACK',
  'SET',
  'SHOW',
  'TABLE',
  'TRUNCATE',
  'UNLOAD',
  'UPDATE',
  'USE',
  'VACUUM',
]);

/** Also functions that only compute: `truncate(x)`, `merge(sketch)`. */
const functionsToo: ReadonlySet<string> = new Set(['MERGE', 'TRUNCATE']);

/** @throws Refused naming the first token that no single read query has. */
export function checkForm(tokens: readonly Token[], text: string): void {
  checkEnd(tokens, text);
  const [first] = tokens;
  if (first !== undefined && !firstWords.has(first.text.toUpperCase())) refuse('sql_statement_kind', first);
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'word' && isForbidden(tokens, index)) refuse('sql_keyword', token);
    if (token.kind === 'word') refuseUnbounded(token);
    if (token.text === '<' && followsTablePlace(tokens, index)) refuse('sql_placeholder', token);
  }
  checkDepth(tokens);
}

/** One semicolon may end the statement, as consoles write it; after it there is nothing, not even a comment. */
function checkEnd(tokens: readonly Token[], text: string): void {
  const semicolon = tokens.find(({ kind, text: sign }) => kind === 'sign' && sign === ';');
  if (semicolon !== undefined && text.slice(semicolon.at + 1).trim() !== '') refuse('sql_second_statement', semicolon);
}

function isForbidden(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.text.toUpperCase() ?? '';
  if (!forbiddenWords.has(word)) return false;
  if (functionsToo.has(word) && tokens[index + 1]?.text === '(') return false;
  // LISTAGG(... ON OVERFLOW TRUNCATE)
  return !(word === 'TRUNCATE' && tokens[index - 1]?.text.toUpperCase() === 'OVERFLOW');
}

/** Words of queries that only read and whose cost has no bound in their text. */
function refuseUnbounded(token: Token): void {
  const word = token.text.toUpperCase();
  if (word === 'RECURSIVE') refuse('sql_recursive', token);
  if (word === 'MATCH_RECOGNIZE') refuse('sql_row_pattern', token);
}

const opening: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['CASE', 'END'],
]);
const closing: ReadonlySet<string> = new Set(opening.values());
/** What makes the grammar go one level deeper without a bracket: operators before an operand, lambdas, `ARRAY<`. */
const prefixes: ReadonlySet<string> = new Set(['NOT', '+', '-', '->', '<']);
const afterName: ReadonlySet<string> = new Set(['->', '<']);

/** Bounds what the grammar's recursion can be made to do. */
function checkDepth(tokens: readonly Token[]): void {
  const open: { readonly token: Token; readonly close: string }[] = [];
  let prefixRun = 0;
  for (const [index, token] of tokens.entries()) {
    const word = bareWord(token);
    const close = opening.get(word);
    if (close !== undefined) open.push({ token, close });
    if (closing.has(word) && open.pop()?.close !== word) refuse('sql_unclosed', token);
    prefixRun = prefixes.has(word) || afterName.has(wordAt(tokens, index + 1)) ? prefixRun + 1 : 0;
    if (open.length > limits.depth || prefixRun > limits.depth) refuse('sql_too_deep', token);
  }
  const left = open.at(-1);
  if (left !== undefined) refuse('sql_unclosed', left.token);
}

function wordAt(tokens: readonly Token[], index: number): string {
  const token = tokens[index];
  return token === undefined ? '' : bareWord(token);
}

function bareWord({ kind, text }: Token): string {
  return kind === 'word' || kind === 'sign' ? text.toUpperCase() : '';
}

function refuse(rule: RefusalRule, token: Token): never {
  throw new Refused(rule, token.at, shownWord(token));
}
