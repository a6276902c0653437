/** The third reading: every node of the tree, every keyword, function, type and table is one of those that only read. */
import { ParserRuleContext, TerminalNode } from 'antlr4ng';
import { allowedConstructs } from './allowed-constructs.ts';
import { allowedFunctions } from './allowed-functions.ts';
import { allowedKeywords } from './allowed-keywords.ts';
import { shownWord, type Token } from './lexer.ts';
import { isNamedQueryAt } from './named-queries.ts';
import type { Parsed } from './parse.ts';
import type { RefusalRule } from './rules.ts';
import { checkTableName, nameIn } from './table-names.ts';
import { parserModule } from './trino-grammar.ts';
import { type Dialect, Refused } from './verdict.ts';

/** Names of types that a value may be cast to or written as; those of the grammar's own words (`ROW`, `TIMESTAMP`) stand among the constructs. */
const allowedTypes: ReadonlySet<string> = new Set(
  `
  boolean tinyint smallint int integer bigint real float double decimal
  char varchar string varbinary binary
  date time timestamp json uuid ipaddress array map
  hyperloglog p4hyperloglog setdigest qdigest tdigest geometry sphericalgeography
  `
    .trim()
    .split(/\s+/u),
);

const { FunctionNameContext, GenericTypeContext, NonReservedContext, TableRefContext, TypeConstructorContext } =
  parserModule;

/** @throws Refused naming the first node that is not allowed, in the order of the statement. */
export function walk(dialect: Dialect, { tree, ours }: Parsed): void {
  const look = new Look(dialect, ours);
  // Not recursive: a thousand ANDs make a tree a thousand deep.
  const waiting: unknown[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node instanceof TerminalNode) look.atTerminal(node);
    else if (node instanceof ParserRuleContext) {
      look.atConstruct(node);
      for (let index = node.getChildCount() - 1; index >= 0; index--) waiting.push(node.getChild(index));
    } else throw new TypeError('a node of the tree is neither a token nor a construct');
  }
}

class Look {
  readonly #dialect: Dialect;
  readonly #ours: ReadonlyMap<number, Token>;
  /** Ids that stand where a table is read; anywhere else they are refused. */
  readonly #namingStores = new Set<Token>();

  constructor(dialect: Dialect, ours: ReadonlyMap<number, Token>) {
    this.#dialect = dialect;
    this.#ours = ours;
  }

  atConstruct(node: ParserRuleContext): void {
    if (!allowedConstructs.has(node.constructor)) this.#refuse('sql_construct', this.#tokensOf(node)[0]);
    if (node instanceof FunctionNameContext) this.#checkFunction(node);
    else if (node instanceof TypeConstructorContext || node instanceof GenericTypeContext) this.#checkType(node);
    else if (node instanceof TableRefContext) this.#checkTable(node);
  }

  atTerminal(node: TerminalNode): void {
    const token = this.#ours.get(node.symbol.tokenIndex);
    // The end of the text is the only token of the grammar's that is not one of ours.
    if (token === undefined) return;
    if (token.kind === 'store' && !this.#namingStores.has(token)) this.#refuse('sql_event_data_store', token);
    if (token.kind !== 'word' || isName(node)) return;
    if (!allowedKeywords.has(token.text.toUpperCase())) this.#refuse('sql_construct', token);
  }

  /** One part only: with a catalog and schema before it a function is one that somebody defined. */
  #checkFunction(node: InstanceType<typeof FunctionNameContext>): void {
    const parts = this.#tokensOf(node);
    const [name] = parts;
    if (name === undefined || parts.length > 1 || !allowedFunctions.has(nameIn(name))) {
      this.#refuse('sql_function', name);
    }
  }

  #checkType(node: ParserRuleContext): void {
    const [name] = this.#tokensOf(node);
    if (name === undefined || !allowedTypes.has(nameIn(name))) this.#refuse('sql_type', name);
  }

  #checkTable(node: InstanceType<typeof TableRefContext>): void {
    const parts = this.#tokensOf(node).filter(({ text }) => text !== '.');
    checkTableName(this.#dialect, parts, (name) => isNamedQueryAt(node, name));
    for (const part of parts) if (part.kind === 'store') this.#namingStores.add(part);
  }

  #tokensOf(node: ParserRuleContext): Token[] {
    const { start, stop } = node;
    const tokens: Token[] = [];
    for (let index = start?.tokenIndex ?? 0; index <= (stop?.tokenIndex ?? -1); index++) {
      const token = this.#ours.get(index);
      if (token !== undefined) tokens.push(token);
    }
    return tokens;
  }

  #refuse(rule: RefusalRule, token: Token | undefined): never {
    throw new Refused(rule, token?.at, token === undefined ? '' : shownWord(token));
  }
}

/** A word that the grammar took for the name of something, keyword or not. */
function isName({ parent }: TerminalNode): boolean {
  return parent instanceof NonReservedContext || parent instanceof parserModule.UnquotedIdentifierContext;
}
