/** The second reading: Trino's grammar over the same text, which must find the same tokens and one statement in them. */
import {
  BaseErrorListener,
  CharStreams,
  CommonTokenStream,
  type ParserRuleContext,
  PredictionMode,
  type Token as GrammarToken,
} from 'antlr4ng';
import { shownWord, type Token, type TokenKind } from './lexer.ts';
import { lexerModule, parserModule } from './trino-grammar.ts';
import { Refused } from './verdict.ts';

const { TrinoSqlLexer } = lexerModule;
const { TrinoSqlParser } = parserModule;

export interface Parsed {
  readonly tree: ParserRuleContext;
  /** Our own token for each of the grammar's, by the grammar's index. */
  readonly ours: ReadonlyMap<number, Token>;
}

/** @throws Refused `sql_readings_differ` or `sql_syntax`. */
export function parse(tokens: readonly Token[], text: string): Parsed {
  const lexer = new TrinoSqlLexer(CharStreams.fromString(withPlainNames(tokens, text)));
  lexer.removeErrorListeners();
  lexer.addErrorListener(new Disagreement());
  const stream = new CommonTokenStream(lexer);
  stream.fill();
  const ours = matchTokens(tokens, stream.getTokens());

  const parser = new TrinoSqlParser(stream);
  parser.removeErrorListeners();
  parser.addErrorListener(new SyntaxErrors(ours, text.length));
  // Without the context of outer rules: linear in practice, and what it reads is read the same with it.
  parser.interpreter.predictionMode = PredictionMode.SLL;
  const tree = parser.singleStatement();
  const after = ours.get(stream.LT(1)?.tokenIndex ?? -1);
  if (after !== undefined) throw new Refused('sql_syntax', after.at, shownWord(after));
  return { tree, ours };
}

/** Drops what the grammar has learned of the statements so far, which grows with every new shape; it learns again. */
export function forgetPredictions(): void {
  new TrinoSqlParser(new CommonTokenStream(new TrinoSqlLexer(CharStreams.fromString('')))).interpreter.clearDFA();
}

/** The grammar has no name for the bare id of an event data store: it reads a plain name of the same length there. */
function withPlainNames(tokens: readonly Token[], text: string): string {
  let plain = text;
  for (const { kind, at, text: id } of tokens) {
    if (kind === 'store') plain = plain.slice(0, at) + 's'.repeat(id.length) + plain.slice(at + id.length);
  }
  return plain;
}

function matchTokens(tokens: readonly Token[], theirs: readonly GrammarToken[]): Map<number, Token> {
  const visible = theirs.filter(({ channel, type }) => channel === 0 && type !== TrinoSqlLexer.EOF);
  const matched = new Map<number, Token>();
  for (const [index, token] of tokens.entries()) {
    const their = visible[index];
    if (their === undefined || !isSame(token, their)) {
      throw new Refused('sql_readings_differ', token.at, shownWord(token));
    }
    matched.set(their.tokenIndex, token);
  }
  if (visible.length !== tokens.length) throw new Refused('sql_readings_differ');
  return matched;
}

function isSame({ kind, text }: Token, their: GrammarToken): boolean {
  if (kind === 'store') return their.type === TrinoSqlLexer.IDENTIFIER && their.text?.length === text.length;
  return their.text === text && kindOf(their.type) === kind;
}

const kindsByName: ReadonlyMap<string, TokenKind> = new Map([
  ['STRING', 'string'],
  ['BINARY_LITERAL', 'binary'],
  ['QUOTED_IDENTIFIER', 'quoted'],
  ['IDENTIFIER', 'word'],
  ['INTEGER_VALUE', 'number'],
  ['DECIMAL_VALUE', 'number'],
  ['DOUBLE_VALUE', 'number'],
  // It has two spellings, so the grammar lists neither.
  ['NEQ', 'sign'],
]);

/** Undefined for the forms that our own reading does not know. */
function kindOf(type: number): TokenKind | undefined {
  const name = TrinoSqlLexer.symbolicNames[type] ?? '';
  const literal = TrinoSqlLexer.literalNames[type] ?? '';
  if (name.startsWith('KW_') || /^'[A-Z]/u.test(literal)) return 'word';
  return kindsByName.get(name) ?? (literal === '' ? undefined : 'sign');
}

class Disagreement extends BaseErrorListener {
  override syntaxError(): void {
    throw new Refused('sql_readings_differ');
  }
}

class SyntaxErrors extends BaseErrorListener {
  readonly #ours: ReadonlyMap<number, Token>;
  readonly #end: number;

  constructor(ours: ReadonlyMap<number, Token>, end: number) {
    super();
    this.#ours = ours;
    this.#end = end;
  }

  override syntaxError(_recognizer: unknown, offending: GrammarToken | null): void {
    const token = offending === null ? undefined : this.#ours.get(offending.tokenIndex);
    if (token === undefined) throw new Refused('sql_syntax', this.#end);
    throw new Refused('sql_syntax', token.at, shownWord(token));
  }
}
