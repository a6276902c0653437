/** Adds a connector to the list that names all of them, in alphabetical order. */
import { WrongPlan } from './scaffold-plan.ts';

export interface Addition {
  readonly importing: string;
  /** A line of its own in the list. */
  readonly entry: string;
}

/** @throws WrongPlan when the file does not have the form that is known here. */
export function addToList(text: string, { importing, entry }: Addition): string {
  const withImport = addSorted(text, importing, /^import .* from '\.\/[a-z0-9]+\/manifest\.ts';$/u);
  return addSorted(withImport, entry, /^ {2}\{ manifest: /u);
}

function addSorted(text: string, line: string, alike: RegExp): string {
  const lines = text.split('\n');
  const at = lines.flatMap((one, index) => (alike.test(one) ? [index] : []));
  const last = at.at(-1);
  if (last === undefined) throw new WrongPlan(`no line like \`${line.trim()}\` was found: add it by hand`);
  lines.splice(at.find((index) => (lines[index] ?? '') > line) ?? last + 1, 0, line);
  return lines.join('\n');
}
