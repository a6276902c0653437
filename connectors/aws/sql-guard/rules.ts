/**
 * Every reason for which a statement is refused, as one closed set of stable codes. The sentence tells
 * the person who asked what to write instead; the verdict says where in the statement.
 */

/** Limits of one statement, named in the remedies below. */
export const limits = {
  /** Bytes of UTF-8. */
  bytes: 20 * 1024,
  /** Brackets, `CASE` and prefix operators inside one another. */
  depth: 16,
  /** Words, numbers, literals and signs. */
  tokens: 2500,
  /** Milliseconds for one statement in the worker. */
  checkMs: 2000,
  /** Heap of the worker: several times what the grammar and the longest statement take. Beyond it the worker ends, not the Agent. */
  memoryMb: 256,
} as const;

const quoteIt = 'If it is the name of a column or table, write it in double quotes.';

export const refusalRules = {
  // The text
  sql_empty: 'Send one statement: it has no words.',
  sql_too_long: `Send at most ${limits.bytes} bytes of SQL; pass long lists as a join with a table.`,
  sql_character:
    'Remove this character: it cannot be seen, or it can pass for another. In a text literal write it with chr().',
  sql_symbol: 'Remove this sign: it has no meaning in a read query of this dialect.',
  sql_unclosed: 'Close this quotation mark, comment or bracket.',
  sql_comment: 'Write this comment plainly: comments inside comments and comments that give orders are refused.',
  sql_literal_form: "Write this literal as '...' and special characters with chr(); hexadecimal bytes are X'0AFF'.",
  sql_backslash_quote:
    'Do not put a backslash right before a quotation mark: readers disagree on where the text ends. Use chr(92).',

  // The statement
  sql_statement_kind:
    'Ask with one query that begins with SELECT, WITH or VALUES. In place of SHOW or DESCRIBE, read information_schema.',
  sql_second_statement: 'Send one statement; a semicolon may only be its last character.',
  sql_keyword: `This word belongs to statements that do more than read. ${quoteIt}`,
  sql_recursive:
    'Ask without RECURSIVE: such a query only reads, but how often it reads its tables again cannot be bounded from its text. Write the levels out as joins.',
  sql_row_pattern:
    'Ask without MATCH_RECOGNIZE: such a query only reads, but the effort of matching a row pattern cannot be bounded from its text. Compare rows with lag() and lead().',
  sql_placeholder: 'Put the name of a table in place of this placeholder.',
  sql_parameter: 'Write the value in place of the question mark: parameters are not sent.',
  sql_too_deep: `Nest brackets, CASE and prefix operators at most ${limits.depth} deep; name the inner queries in WITH.`,
  sql_too_many_tokens: `Use at most ${limits.tokens} words, literals and signs in one statement.`,

  // The grammar
  sql_syntax: `Correct the statement: Trino's grammar cannot read it from here. ${quoteIt}`,
  sql_readings_differ: 'Write this part more plainly: two readings of it disagree.',

  // The meaning
  sql_construct: 'Ask without this construct: it is not one of those that are known to only read.',
  sql_function: 'Ask without this function: it is not one of those that are known to only read.',
  sql_type: 'Use another type: it is not one of those that are known.',
  sql_table_name:
    'Name a table as table, database.table or catalog.database.table, with letters, digits, _ and -; no function or address is called through a table name.',
  sql_system_table:
    'Ask without this table: of the tables about the engine itself, only information_schema and the snapshots, history, files, manifests, partitions and refs of a table are read.',
  sql_event_data_store:
    'Name an event data store by its 36-character id after FROM or JOIN, and nowhere else; other tables do not exist in CloudTrail Lake.',

  // The effort
  sql_too_complex: `Ask a simpler question: this statement could not be checked within ${limits.checkMs / 1000} s and the memory set aside for it.`,
} as const;

export type RefusalRule = keyof typeof refusalRules;
