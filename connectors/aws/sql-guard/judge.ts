/**
 * Whether a text is provably one query that only reads. Three readings have to agree: our own of the
 * tokens, Trino's grammar, and a walk of its tree over lists of what is allowed.
 *
 * Loads the grammar (tens of megabytes): the Agent itself goes through `SqlGuard`, whose worker imports this.
 */
import { readTokens } from './lexer.ts';
import { parse } from './parse.ts';
import { checkForm } from './statement-form.ts';
import { type Dialect, Refused, refusalOf, type Verdict } from './verdict.ts';
import { walk } from './walk.ts';

/** Never throws for anything the text can be. */
export function judgeSql(dialect: Dialect, text: string): Verdict {
  try {
    const tokens = readTokens(dialect, text);
    checkForm(tokens, text);
    walk(dialect, parse(tokens, text));
    return { accepted: true };
  } catch (error) {
    if (error instanceof Refused) return refusalOf(error, text);
    throw error;
  }
}
