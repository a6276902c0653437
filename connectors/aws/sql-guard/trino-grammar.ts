/**
 * Trino's grammar as the package dt-sql-parser ships it (its Trino 450 adaptation), without the rest of
 * that package: its other dialects and its code completion are never loaded.
 *
 * Loading takes some tens of megabytes, so only the guard's worker imports this.
 */
import { createRequire, registerHooks } from 'node:module';
import type * as LexerTypes from 'dt-sql-parser/dist/lib/trino/TrinoSqlLexer.js';
import type * as ParserTypes from 'dt-sql-parser/dist/lib/trino/TrinoSqlParser.js';

type LexerModule = typeof LexerTypes;
type ParserModule = typeof ParserTypes;

/** Name of one rule of the grammar, or of one of its alternatives. */
export type ConstructName = {
  [K in keyof ParserModule]: K extends `${infer Name}Context` ? Name : never;
}[keyof ParserModule];

const load = createRequire(import.meta.url);

// The package's modules name one another without an extension, for bundlers. This thread finds the one that is needed.
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === '../SQLParserBase' ? '../SQLParserBase.js' : specifier, context),
});
export const lexerModule = load('dt-sql-parser/dist/lib/trino/TrinoSqlLexer.js') as LexerModule;
export const parserModule = load('dt-sql-parser/dist/lib/trino/TrinoSqlParser.js') as ParserModule;
hooks.deregister();

// The package reads lists of statements with nothing between them, and would look for a second one
// behind `SELECT max` in `SELECT max((SELECT 1))`. Here a statement is followed by the end, and by nothing else.
const endOfStatement =
  parserModule.TrinoSqlParser._ATN.ruleToStopState[parserModule.TrinoSqlParser.RULE_singleStatement];
if (endOfStatement == null) throw new Error('the grammar of dt-sql-parser has no end of a statement');
endOfStatement.transitions = [];
