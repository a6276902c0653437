/** Which names of WITH a table may mean at its place: those written before it and around it, as the engine resolves them. */
import type { ParserRuleContext } from 'antlr4ng';
import { parserModule } from './trino-grammar.ts';

const { QueryStatementContext, WithContext } = parserModule;

type WithNode = InstanceType<typeof WithContext>;

/** Position of each name of a WITH in its list; the first of two that are the same. */
const positions = new WeakMap<WithNode, ReadonlyMap<string, number>>();

/** `name` in lower case. */
export function isNamedQueryAt(node: ParserRuleContext, name: string): boolean {
  for (let inner: ParserRuleContext = node; inner.parent !== null; inner = inner.parent) {
    const outer = inner.parent;
    // A named query sees those before it, and not itself.
    if (outer instanceof WithContext) {
      const position = positionsIn(outer).get(name);
      const own = outer.namedQuery().findIndex((one) => one === inner);
      if (position !== undefined && position < own) return true;
    } else if (outer instanceof QueryStatementContext && !(inner instanceof WithContext)) {
      const names = outer.with();
      if (names !== null && positionsIn(names).has(name)) return true;
    }
  }
  return false;
}

function positionsIn(list: WithNode): ReadonlyMap<string, number> {
  const known = positions.get(list);
  if (known !== undefined) return known;
  const found = new Map<string, number>();
  for (const [index, one] of list.namedQuery().entries()) {
    const name = nameOf(one.identifier().getText());
    if (!found.has(name)) found.set(name, index);
  }
  positions.set(list, found);
  return found;
}

function nameOf(text: string): string {
  const bare = text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  return bare.toLowerCase();
}
